/**
 * Which triangles of a body does a ray hit first, or a ball that flies along a segment? Nodes are looked at from near to
 * far, and those behind the hits that are kept already are left out. With room for one hit it is the first; with room for
 * many, all of them, nearest first. A lazy body is walked inside a kernel, which also leaves out triangles that the ray
 * clearly passes by (ray-kernel-walk.ts); others, and coordinates too large for float32 products, are walked over opened
 * nodes (ray-opened-walk.ts).
 */
import type { LazyBody } from '../bounds/lazy-body.js';
import { PliantError } from '../errors.js';
import { RAY_FAR } from '../narrow/ray-triangle.js';
import { SWEEP_RADIUS } from '../narrow/sweep-ball.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import type { RayHits } from './ray-hits.js';
import { beginInKernel, fitsKernel, stepInKernel } from './ray-kernel-walk.js';
import { beginOpened, stepOpened } from './ray-opened-walk.js';
import { createRayProgress } from './ray-progress.js';
import type { RayProgress } from './ray-progress.js';
import { requirePoint, requireRadius } from './shapes.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search along a ray. Create it once per body and use it for any number of searches. */
export interface RaySearch {
  /** The body that is searched. */
  readonly body: Body;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * The ray, and how far the search is.
   * @internal
   */
  readonly progress: RayProgress;
}

/** Prepares searches on a body. */
export function createRaySearch(body: Body): RaySearch {
  return { body, statistics: createStatistics(), progress: createRayProgress(body) };
}

/**
 * Begins to look for what a ray hits: origin + t · direction for t from 0 to `far`. The direction need not have length 1.
 * `hits` is emptied, then filled by {@link stepRaySearch}.
 */
export function beginRay(
  search: RaySearch,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  hits: RayHits,
  far = Infinity,
): void {
  requirePoint('beginRay', 'origin', origin);
  requirePoint('beginRay', 'direction', direction);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) {
    throw new PliantError('bad-number', 'beginRay: the direction is zero; pass a vector of any other length');
  }
  if (!(far >= 0)) throw new PliantError('bad-number', `beginRay: far is ${far}; pass zero or more`);
  const { ray } = search.progress;
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = origin[axis];
    ray[axis + 3] = direction[axis];
  }
  ray[RAY_FAR] = far;
  search.progress.isSweep = false;
  begin(search, hits);
}

/**
 * Begins to look for what a ball touches on its way from `start` to `end`, and when: parameters run from 0, at the start,
 * to 1. `hits` is emptied, then filled by {@link stepRaySearch}.
 */
export function beginSweep(
  search: RaySearch,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: RayHits,
): void {
  requirePoint('beginSweep', 'start', start);
  requirePoint('beginSweep', 'end', end);
  requireRadius('beginSweep', radius);
  const { ray, sweep } = search.progress;
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = sweep[axis] = start[axis];
    sweep[axis + 3] = end[axis];
    ray[axis + 3] = end[axis] - start[axis];
  }
  sweep[SWEEP_RADIUS] = radius;
  ray[RAY_FAR] = 1;
  search.progress.isSweep = true;
  begin(search, hits);
}

/**
 * Goes on with the search until it is complete (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`).
 */
export function stepRaySearch(search: RaySearch, budget = Infinity): boolean {
  requireBudget('stepRaySearch', budget);
  const { body, progress } = search;
  requireSameStamp('stepRaySearch', body, progress.stamp);
  return progress.isInKernel && isLazy(body) ? stepInKernel(search, body, budget) : stepOpened(search, budget);
}

/** {@link beginRay} and all steps at once: fills `hits`, returns how many are stored. */
export function findRayHits(
  search: RaySearch,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  hits: RayHits,
  far = Infinity,
): number {
  beginRay(search, origin, direction, hits, far);
  stepRaySearch(search);
  return hits.count;
}

/**
 * {@link findRayHits} along the ray that has been written to `progress.ray`: finite, with a direction that is not zero and a far end
 * that is not below zero.
 * @internal
 */
export function findHitsAhead(search: RaySearch, hits: RayHits): number {
  const { body, progress } = search;
  progress.isSweep = false;
  begin(search, hits);
  if (progress.isInKernel) stepInKernel(search, body as LazyBody, Infinity);
  else stepOpened(search, Infinity);
  return hits.count;
}

/** {@link beginSweep} and all steps at once: fills `hits`, returns how many are stored. */
export function findSweepHits(
  search: RaySearch,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: RayHits,
): number {
  beginSweep(search, start, end, radius, hits);
  stepRaySearch(search);
  return hits.count;
}

function begin(search: RaySearch, hits: RayHits): void {
  const { body, progress } = search;
  body.refresh();
  progress.stamp = stampOf(body);
  progress.hits = hits;
  hits.count = 0;
  resetStatistics(search.statistics);
  progress.stack.size = 0;
  progress.walk.stackSize = 0;
  progress.isInKernel = fitsKernel(body, progress.ray);
  if (progress.isInKernel) beginInKernel(progress, body as LazyBody);
  else beginOpened(search);
}
