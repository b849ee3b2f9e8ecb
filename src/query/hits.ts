/**
 * Where queries put what they find: buffers that belong to the caller and are filled from the front. A full buffer loses
 * nothing in silence: what did not fit is counted. A question that is asked in steps can be drained between them by setting
 * `count` back to zero.
 */
import { requireInteger } from '../checks.js';
import type { Meeting } from '../narrow/triangle-triangle.js';

/** Triangles that a query found. */
export interface Hits {
  /** Triangle numbers of the mesh; the first `count` are filled. */
  readonly triangles: Uint32Array;
  /**
   * Of rays and swept balls, the parameter t of each hit: a ray's is at origin + t · direction, a ball touches when t of its way is done. They rise; of
   * equal ones the lower triangle comes first. Other queries leave them as they are.
   */
  readonly parameters: Float64Array;
  /** How many are stored. Rays and swept balls store the nearest that there is room for. */
  count: number;
  /** Found, but not stored for want of room. Rays and swept balls, which do not look behind the last that is kept, leave it 0. */
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

/** Most hits of a buffer. */
const MOST_HITS = 0x3fffffff;

/** Room for `capacity` triangles; of rays and swept balls, the nearest ones: 1 for the first hit alone. */
export function createHits(capacity: number): Hits {
  requireInteger('createHits', 'capacity', capacity, 0, MOST_HITS);
  return { triangles: new Uint32Array(capacity), parameters: new Float64Array(capacity), count: 0, dropped: 0 };
}

/** Room for `capacity` pairs of triangles. */
export function createPairHits(capacity: number): PairHits {
  requireInteger('createPairHits', 'capacity', capacity, 0, MOST_HITS);
  return { pairs: new Uint32Array(capacity * 2), meetings: new Uint8Array(capacity), count: 0, dropped: 0 };
}

/** No room for anything: where a search has no buffer yet. */
export function createNoHits(): Hits {
  return { triangles: new Uint32Array(0), parameters: new Float64Array(0), count: 0, dropped: 0 };
}

/** Empties the buffer. */
export function clearHits(hits: Hits | PairHits): void {
  hits.count = 0;
  hits.dropped = 0;
}

/** Stores a triangle, or counts it as dropped. */
export function addTriangle(hits: Hits, triangle: number): void {
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

/**
 * Keeps a hit if it is among the nearest there is room for. Shared with the brute-force oracle, which so keeps hits in the
 * same order.
 */
export function keepRayHit(hits: Hits, triangle: number, found: Float64Array, index: number): void {
  const { triangles, parameters } = hits;
  const parameter = found[index];
  const capacity = triangles.length;
  let at = hits.count;
  while (
    at > 0 &&
    (parameters[at - 1] > parameter || (parameters[at - 1] === parameter && triangles[at - 1] > triangle))
  ) {
    at--;
  }
  if (at >= capacity) return;
  if (hits.count < capacity) hits.count++;
  for (let i = hits.count - 1; i > at; i--) {
    triangles[i] = triangles[i - 1];
    parameters[i] = parameters[i - 1];
  }
  triangles[at] = triangle;
  parameters[at] = parameter;
}
