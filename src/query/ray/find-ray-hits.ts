/**
 * Which triangles of a body does a ray hit first, or a ball that flies along a segment? Nodes are looked at from near to
 * far, and those behind the hits that are kept already are left out. With room for one hit it is the first; with room for
 * many, all of them, nearest first. The walk is done inside a kernel, which also leaves out triangles that the ray
 * clearly passes by (kernel-walk.ts); coordinates too large for float32 products are walked over opened nodes (opened-walk.ts).
 */
import { requireBody, requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { RAY_FAR, RAY_PARAMETER, rayMeetsTriangle } from '../../narrow/ray-triangle.js';
import { SWEEP_RADIUS, SWEEP_TIME, sweepBall } from '../../narrow/sweep-ball.js';
import { clearHits } from '../hits.js';
import type { Hits } from '../hits.js';
import { requirePoint, requireRadius } from '../arguments.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { beginInKernel, fitsKernel, stepInKernel } from './kernel-walk.js';
import { beginOpened, stepOpened } from './opened-walk.js';
import { createWalkedRay } from './progress.js';
import type { RayProgress, WalkedRay } from './progress.js';

/**
 * Begins to look for what a ray hits: origin + t · direction for t from 0 to `far`. The direction need not have length 1.
 * `hits` is emptied, then filled by `step`.
 */
export function beginRay(
  search: Search,
  body: Body,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  hits: Hits,
  far = Infinity,
): void {
  const walked = prepareRay('beginRay', search, body);
  requirePoint('beginRay', 'origin', origin);
  requirePoint('beginRay', 'direction', direction);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) {
    throw new PliantError('bad-number', 'beginRay: the direction is zero; pass a vector of any other length');
  }
  if (!(far >= 0)) throw new PliantError('bad-number', `beginRay: far is ${far}; pass zero or more`);
  requireRoomForOne('beginRay', hits);
  const { ray } = walked.progress;
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = origin[axis];
    ray[axis + 3] = direction[axis];
  }
  ray[RAY_FAR] = far;
  askRay(walked.progress);
  begin(search, walked, hits);
}

/**
 * Begins to look for what a ball touches on its way from `start` to `end`, and when: parameters run from 0, at the start,
 * to 1. `hits` is emptied, then filled by `step`.
 */
export function beginSweep(
  search: Search,
  body: Body,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): void {
  const walked = prepareRay('beginSweep', search, body);
  requirePoint('beginSweep', 'start', start);
  requirePoint('beginSweep', 'end', end);
  requireRadius('beginSweep', radius);
  requireRoomForOne('beginSweep', hits);
  const { progress } = walked;
  const { ray, sweep } = progress;
  for (let axis = 0; axis < 3; axis++) {
    ray[axis] = sweep[axis] = start[axis];
    sweep[axis + 3] = end[axis];
    ray[axis + 3] = end[axis] - start[axis];
  }
  sweep[SWEEP_RADIUS] = radius;
  ray[RAY_FAR] = 1;
  progress.isSweep = true;
  progress.meets = sweepBall;
  progress.asked = sweep;
  progress.parameterAt = SWEEP_TIME;
  begin(search, walked, hits);
}

/** Fills `hits` with the nearest hits of a ray, origin + t · direction for t from 0 to `far`; returns how many are stored. */
export function findRayHits(
  body: Body,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  hits: Hits,
  far = Infinity,
): number {
  requireBody('findRayHits', body);
  const search = searchOf(body.kernels);
  beginRay(search, body, origin, direction, hits, far);
  advanceRay(search, Infinity);
  return hits.count;
}

/** Fills `hits` with what a ball touches first on its way from `start` to `end`; returns how many are stored. */
export function findSweepHits(
  body: Body,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): number {
  requireBody('findSweepHits', body);
  const search = searchOf(body.kernels);
  beginSweep(search, body, start, end, radius, hits);
  advanceRay(search, Infinity);
  return hits.count;
}

/** Room for searches along rays that are written to `progress.ray` directly. */
export function prepareRay(caller: string, search: Search, body: Body): WalkedRay {
  clearSearch(search);
  requireBody(caller, body);
  const walked = (search.ray ??= createWalkedRay(body, search.statistics));
  walked.body = body;
  return walked;
}

/**
 * {@link findRayHits} along the ray that has been written to `progress.ray`: finite, with a direction that is not zero and a far end
 * that is not below zero.
 */
export function findHitsAhead(search: Search, walked: WalkedRay, hits: Hits): number {
  askRay(walked.progress);
  begin(search, walked, hits);
  if (walked.progress.isInKernel) stepInKernel(walked, Infinity);
  else stepOpened(walked, Infinity);
  return hits.count;
}

function askRay(progress: RayProgress): void {
  progress.isSweep = false;
  progress.meets = rayMeetsTriangle;
  progress.asked = progress.ray;
  progress.parameterAt = RAY_PARAMETER;
}

function begin(search: Search, walked: WalkedRay, hits: Hits): void {
  const { body, progress } = walked;
  body.refresh();
  progress.stamp = body.stamp;
  progress.hits = hits;
  clearHits(hits);
  progress.stack.size = 0;
  progress.walk.stackSize = 0;
  progress.isInKernel = fitsKernel(body, progress.ray);
  if (progress.isInKernel) beginInKernel(progress, body);
  else beginOpened(walked);
  search.advance = advanceRay;
}

function advanceRay(search: Search, budget: number): boolean {
  const walked = search.ray!;
  requireSameStamp('step', walked.body, walked.progress.stamp);
  return walked.progress.isInKernel ? stepInKernel(walked, budget) : stepOpened(walked, budget);
}

function requireRoomForOne(caller: string, hits: Hits): void {
  if (hits.triangles.length === 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: there is no room for a hit; create them by createHits(1), or for more`,
    );
  }
}
