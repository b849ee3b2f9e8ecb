/** Where pairs of moving triangles that meet are put: buffers that belong to the caller and are filled from the front. */
import { describe, requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import type { TriangleTouch } from './triangle-touch.js';

/** Pairs of triangles that meet within a step. */
export interface MotionHits {
  /** Two triangle numbers per pair; the first `count` pairs are filled. */
  readonly pairs: Uint32Array;
  /** The first time at which the triangles of a pair meet, from 0 to 1: the largest double that is not above it. */
  readonly times: Float64Array;
  /** The smallest double that is not below that time: the same one where the time is a double, else its neighbour. */
  readonly timesAbove: Float64Array;
  /**
   * Which parts of both triangles meet then, two per pair: a corner (0 to 2), `EDGE` plus the corner where the edge begins, or `FACE`. A corner and a face, or two edges;
   * and an edge and a face where the triangles pass through each other already at time 0.
   */
  readonly features: Uint8Array;
  /** How many are stored. */
  count: number;
  /** Found, but not stored for want of room. */
  dropped: number;
}

const MOST_HITS = 0x3fffffff;

/** Room for `capacity` pairs of triangles. */
export function createMotionHits(capacity: number): MotionHits {
  requireInteger('createMotionHits', 'capacity', capacity, 0, MOST_HITS);
  return {
    pairs: new Uint32Array(capacity * 2),
    times: new Float64Array(capacity),
    timesAbove: new Float64Array(capacity),
    features: new Uint8Array(capacity * 2),
    count: 0,
    dropped: 0,
  };
}

/** Refuses what is not a buffer for such pairs. */
export function requireMotionHits(caller: string, hits: MotionHits): void {
  if ((hits as MotionHits | undefined)?.timesAbove instanceof Float64Array) return;
  throw new PliantError('bad-type', `${caller}: hits is ${describe(hits)}; pass createMotionHits(…)`);
}

/** Empties the buffer. */
export function clearMotionHits(hits: MotionHits): void {
  hits.count = 0;
  hits.dropped = 0;
}

/** Stores a pair of triangles, or counts it as dropped. */
export function addMotionHit(hits: MotionHits, a: number, b: number, touch: TriangleTouch): void {
  const { count } = hits;
  if (count >= hits.times.length) {
    hits.dropped++;
    return;
  }
  hits.pairs[count * 2] = a;
  hits.pairs[count * 2 + 1] = b;
  hits.times[count] = touch.times[0];
  hits.timesAbove[count] = touch.times[1];
  hits.features[count * 2] = touch.featureA;
  hits.features[count * 2 + 1] = touch.featureB;
  hits.count++;
}
