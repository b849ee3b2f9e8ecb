/** One number for a set of triangles, whatever order they were found in. */
import type { PairHits } from 'pliant';

/** What a triangle adds to the checksum of the set it is in. Kept small, so that sums of many stay exact. */
export function triangleMark(triangle: number): number {
  let mark = Math.imul(triangle + 1, 0x9e3779b1);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85ebca6b);
  return (mark ^ (mark >>> 13)) >>> 0;
}

/** The checksum of the first `count` triangles of a list. */
export function checksumOf(triangles: Uint32Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += triangleMark(triangles[i]);
  return sum;
}

/** What a pair of triangles adds to the checksum of the set it is in. */
export function pairMark(a: number, b: number): number {
  return triangleMark(Math.imul(a, 0x01000193) ^ b);
}

/** The checksum of all pairs that are stored, in the order in which they are. */
export function orderedPairChecksum(hits: PairHits): number {
  let sum = 0;
  for (let i = 0; i < hits.count; i++) {
    sum += triangleMark(pairMark(hits.pairs[i * 2], hits.pairs[i * 2 + 1]) + i * 4 + hits.meetings[i]);
  }
  return sum;
}

/** The checksum of all pairs that are stored. */
export function pairChecksum(hits: PairHits): number {
  let sum = 0;
  for (let i = 0; i < hits.count; i++) sum += pairMark(hits.pairs[i * 2], hits.pairs[i * 2 + 1]);
  return sum;
}
