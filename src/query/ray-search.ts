/**
 * Which triangles of a body does a ray hit first, or a ball that flies along a segment? Nodes are looked at from near to
 * far, and those behind the hits that are kept already are left out. With room for one hit it is the first; with room for
 * many, all of them, nearest first.
 */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { RAY_FAR, RAY_LENGTH, RAY_PARAMETER, rayMeetsTriangle } from '../narrow/ray-triangle.js';
import { SWEEP_LENGTH, SWEEP_RADIUS, SWEEP_TIME, sweepBall } from '../narrow/sweep-ball.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import { LANES } from '../kernels/lazy-layout.js';
import {
  CHILD_STRIDE,
  createOpenedNode,
  openLeaf,
  openNode,
  openTop,
  stackCapacityOf,
  triangleOrderOf,
} from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';
import { createOrderedStack, pushOrdered } from './ordered-stack.js';
import type { OrderedStack } from './ordered-stack.js';
import { requirePoint, requireRadius } from './shapes.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** The nearest hits of a ray, in rising order of their parameter, of equal ones the lower triangle first. */
export interface RayHits {
  /** Triangle numbers of the mesh; the first `count` are filled. */
  readonly triangles: Uint32Array;
  /** The parameter t of each hit: a ray's is at origin + t · direction, a ball touches when t of its way is done. */
  readonly parameters: Float64Array;
  /** How many are stored: all hits there are, or as many of the nearest as there is room for. */
  count: number;
}

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

interface RayProgress {
  /** Whether a ball is swept rather than a ray cast. */
  isSweep: boolean;
  /** Origin, direction and far end of the ray, as the exact test takes it; of a sweep, its way. */
  readonly ray: Float64Array;
  /** Start, end and radius of the ball, as the exact test takes it. */
  readonly sweep: Float64Array;
  hits: RayHits;
  stamp: number;
  readonly stack: OrderedStack;
  readonly opened: OpenedNode;
  /** Where the ray enters each opened child. */
  readonly entries: Float64Array;
  readonly leaf: OpenedLeaf;
}

const OPENING_NS = 60;

/** Room for the `capacity` nearest hits; 1 for the first hit alone. */
export function createRayHits(capacity: number): RayHits {
  requireInteger('createRayHits', 'capacity', capacity, 1, 0x3fffffff);
  return { triangles: new Uint32Array(capacity), parameters: new Float64Array(capacity), count: 0 };
}

/** Prepares searches on a body. */
export function createRaySearch(body: Body): RaySearch {
  return {
    body,
    statistics: createStatistics(),
    progress: {
      isSweep: false,
      ray: new Float64Array(RAY_LENGTH),
      sweep: new Float64Array(SWEEP_LENGTH),
      hits: { triangles: new Uint32Array(0), parameters: new Float64Array(0), count: 0 },
      stamp: -1,
      stack: createOrderedStack(stackCapacityOf(body) + 4),
      opened: createOpenedNode(),
      entries: new Float64Array(LANES),
      leaf: { first: 0, count: 0 },
    },
  };
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
  const { body, progress, statistics } = search;
  requireSameStamp('stepRaySearch', body, progress.stamp);
  const { stack, opened, leaf } = progress;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (stack.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    stack.size--;
    if (stack.keys[stack.size] > progress.ray[RAY_FAR]) continue;
    const id = stack.ids[stack.size];
    statistics.nodesVisited++;
    if (stack.leaves[stack.size] === 1) {
      openLeaf(body, id | 0, leaf);
      testTriangles(search, leaf.first, leaf.count);
    } else {
      openNode(body, id, opened);
      pushEntered(search);
      if (isLazy(body)) body.spend(OPENING_NS);
    }
  }
  return true;
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

/**
 * Keeps a hit if it is among the nearest there is room for. Shared with the brute-force oracle, which so keeps hits in the
 * same order.
 */
export function keepRayHit(hits: RayHits, triangle: number, found: Float64Array, index: number): void {
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

function begin(search: RaySearch, hits: RayHits): void {
  const { body, progress } = search;
  body.refresh();
  progress.stamp = stampOf(body);
  progress.hits = hits;
  hits.count = 0;
  resetStatistics(search.statistics);
  progress.stack.size = 0;
  openTop(body, progress.opened);
  pushEntered(search);
}

function pushEntered(search: RaySearch): void {
  const { progress, statistics } = search;
  const { opened, stack, entries } = progress;
  const bottom = stack.size;
  statistics.boundTests += opened.count;
  for (let child = opened.count - 1; child >= 0; child--) {
    if (enters(progress, child)) pushOrdered(stack, bottom, opened, entries, child);
  }
}

/**
 * Whether the ray, or the ball on its way, can enter a child's box before the far end; leaves in `entries` a parameter not
 * later than where it does. The box is grown by the radius and by 2^-48 of the coordinates that take part, which exceeds
 * the rounding of the differences; the rounding of the division is a factor, taken off at the end.
 */
function enters(progress: RayProgress, child: number): boolean {
  const { ray, opened } = progress;
  const radius = progress.isSweep ? progress.sweep[SWEEP_RADIUS] : 0;
  let entry = 0;
  let exit = ray[RAY_FAR];
  for (let axis = 0; axis < 3; axis++) {
    const origin = ray[axis];
    const direction = ray[axis + 3];
    const low = opened.boxes[child * CHILD_STRIDE + axis];
    const high = opened.boxes[child * CHILD_STRIDE + axis + 3];
    const pad = radius + (Math.abs(origin) + Math.abs(low) + Math.abs(high) + radius) * 3.552713678800501e-15;
    const toLow = low - origin - pad;
    const toHigh = high - origin + pad;
    if (direction === 0) {
      if (toLow > 0 || toHigh < 0) return false;
      continue;
    }
    const first = (direction > 0 ? toLow : toHigh) / direction;
    const last = (direction > 0 ? toHigh : toLow) / direction;
    if (first > entry) entry = first;
    if (last < exit) exit = last;
  }
  progress.entries[child] = entry * (1 - 1e-14);
  return !(entry * (1 - 1e-14) > exit * (1 + 1e-14));
}

function testTriangles(search: RaySearch, first: number, count: number): void {
  const { body, progress, statistics } = search;
  const { hits, isSweep, ray, sweep } = progress;
  const { triangles } = body.mesh;
  const order = triangleOrderOf(body);
  const positions = body.positions;
  statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) {
    const triangle = order[i];
    const a = triangles[triangle * 3];
    const b = triangles[triangle * 3 + 1];
    const c = triangles[triangle * 3 + 2];
    if (isSweep) {
      if (sweepBall(sweep, positions, a, b, c)) keepRayHit(hits, triangle, sweep, SWEEP_TIME);
    } else if (rayMeetsTriangle(ray, positions, a, b, c)) {
      keepRayHit(hits, triangle, ray, RAY_PARAMETER);
    }
  }
  const { length } = hits.triangles;
  if (hits.count === length && hits.parameters[length - 1] < ray[RAY_FAR]) ray[RAY_FAR] = hits.parameters[length - 1];
}
