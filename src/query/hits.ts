/**
 * Where queries put what they find: buffers that belong to the caller and are filled from the front. A full buffer loses
 * nothing in silence: what did not fit is counted. A search that is run in steps can be drained between them by setting
 * `count` back to zero.
 */
import { requireInteger } from '../checks.js';
import type { Meeting } from '../narrow/triangle-triangle.js';

/** Triangles that a query found. */
export interface TriangleHits {
  /** Triangle numbers of the mesh; the first `count` are filled. */
  readonly triangles: Uint32Array;
  /** How many are stored. */
  count: number;
  /** Found, but not stored for want of room. */
  dropped: number;
}

/** Pairs of triangles that a query found. */
export interface PairHits {
  /** Two triangle numbers per pair; the first `count` pairs are filled. */
  readonly pairs: Uint32Array;
  /** `TOUCHING` or `CROSSING`, one per pair. */
  readonly meetings: Uint8Array;
  /** How many are stored. */
  count: number;
  /** Found, but not stored for want of room. */
  dropped: number;
}

/** Room for `capacity` triangles. */
export function createTriangleHits(capacity: number): TriangleHits {
  requireInteger('createTriangleHits', 'capacity', capacity, 0, 0x3fffffff);
  return { triangles: new Uint32Array(capacity), count: 0, dropped: 0 };
}

/** Room for `capacity` pairs of triangles. */
export function createPairHits(capacity: number): PairHits {
  requireInteger('createPairHits', 'capacity', capacity, 0, 0x3fffffff);
  return { pairs: new Uint32Array(capacity * 2), meetings: new Uint8Array(capacity), count: 0, dropped: 0 };
}

/** Empties the buffer. */
export function clearHits(hits: TriangleHits | PairHits): void {
  hits.count = 0;
  hits.dropped = 0;
}

/** Stores a triangle, or counts it as dropped. */
export function addTriangle(hits: TriangleHits, triangle: number): void {
  if (hits.count < hits.triangles.length) hits.triangles[hits.count++] = triangle;
  else hits.dropped++;
}

/** Stores a pair of triangles, or counts it as dropped. */
export function addPair(hits: PairHits, a: number, b: number, meeting: Meeting): void {
  if (hits.count >= hits.meetings.length) {
    hits.dropped++;
    return;
  }
  hits.pairs[hits.count * 2] = a;
  hits.pairs[hits.count * 2 + 1] = b;
  hits.meetings[hits.count++] = meeting;
}
