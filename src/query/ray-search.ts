/**
 * Which triangles of a body does a ray hit first, or a ball that flies along a segment? Nodes are looked at from near to
 * far, and those behind the hits that are kept already are left out. With room for one hit it is the first; with room for
 * many, all of them, nearest first. A lazy body is walked inside a kernel, which also leaves out triangles that the ray
 * clearly passes by; others, and coordinates too large for float32 products, are walked here.
 */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { RAY_FAR, RAY_LENGTH, RAY_PARAMETER, rayMeetsTriangle } from '../narrow/ray-triangle.js';
import { SWEEP_LENGTH, SWEEP_RADIUS, SWEEP_TIME, sweepBall } from '../narrow/sweep-ball.js';
import type { LazyBody } from '../bounds/lazy-body.js';
import { LANES, RAY_WALK, WALK } from '../kernels/lazy-layout.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import { OPENINGS_PER_CALL, allowOpenings, createSavedWalk, enterWalk, leaveWalk } from './kernel-walk.js';
import type { SavedWalk } from './kernel-walk.js';
import {
  CHILD_STRIDE,
  createOpenedNode,
  openLeaf,
  openNode,
  openTop,
  stackCapacityOf,
  cornersOf,
  posedOf,
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
  /** Whether a kernel walks; its stack, and its parameter over the ray's. */
  isInKernel: boolean;
  readonly walk: SavedWalk;
  readonly walkScale: Float64Array;
  /** What waits when the walk is done here. */
  readonly stack: OrderedStack;
  readonly opened: OpenedNode;
  /** Where the ray enters each opened child. */
  readonly entries: Float64Array;
  readonly leaf: OpenedLeaf;
}

const OPENING_NS = 60;
const KERNEL_OPENING_NS = 20;

/** Coordinates, and lengths of directions, for which float32 products can neither overflow nor vanish. */
const LARGEST_IN_KERNEL = 1152921504606846976;
const LONGEST_IN_KERNEL = 1e150;
/** 2^-80: a share of the direction that is nothing beside the growth of boxes. */
const FLAT = 8.271806125530277e-25;
/** Unit roundoff of float32. */
const U = 5.960464477539063e-8;
/** More than float32 loses where everything is denormal: some hundred times its smallest number. */
const TINY = 1e-42;

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
      isInKernel: false,
      walk: createSavedWalk(2, 1),
      walkScale: new Float64Array(1),
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
  if (progress.isInKernel && isLazy(body)) return stepInKernel(search, body, budget);
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
  progress.walk.stackSize = 0;
  progress.isInKernel = fitsKernel(body, progress.ray);
  if (progress.isInKernel) {
    // Entered at 0.
    progress.walk.stack[0] = (body as LazyBody).topBlock;
    progress.walk.stack[1] = 0;
    progress.walk.stackSize = 1;
  } else {
    openTop(body, progress.opened);
    pushEntered(search);
  }
}

function fitsKernel(body: Body, ray: Float64Array): boolean {
  if (!isLazy(body)) return false;
  const reach = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2]), body.worldReach[0]);
  const length = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  return reach <= LARGEST_IN_KERNEL && length <= LONGEST_IN_KERNEL && length >= 1 / LONGEST_IN_KERNEL;
}

function stepInKernel(search: RaySearch, body: LazyBody, budget: number): boolean {
  const { progress, statistics } = search;
  const { kernels } = body;
  const state = enterWalk(kernels, progress.walk);
  writeRay(progress, body, state);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = progress.walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / LANES)),
    );
    done = kernels.run.walkRay(body.header, kernels.scratch) === 1;
    const { f32, u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const count = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * LANES;
    if (count > 0) {
      testListed(search, u32, u32[state + WALK.out] >>> 2, count);
      f32[state + RAY_WALK.far] = progress.ray[RAY_FAR] * progress.walkScale[0];
    }
    body.spend(opened * KERNEL_OPENING_NS);
  }
  leaveWalk(kernels, progress.walk);
  return done;
}

/** Writes the ray as ../kernels/twin/walk-ray.ts wants it. */
function writeRay(progress: RayProgress, body: LazyBody, state: number): void {
  const { isSweep, ray, sweep, walkScale } = progress;
  const { f32, f64, u32 } = body.kernels.arena;
  const length = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  const radius = isSweep ? sweep[SWEEP_RADIUS] : 0;
  const reach = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2])) + body.worldReach[0] + radius;
  let flatAxes = 0;
  for (let axis = 0; axis < 3; axis++) {
    const direction = ray[axis + 3] / length;
    f32[state + RAY_WALK.origin + axis] = ray[axis];
    f32[state + RAY_WALK.inverse + axis] = 1 / direction;
    f64[((state + RAY_WALK.origin64) >>> 1) + axis] = ray[axis];
    f64[((state + RAY_WALK.direction64) >>> 1) + axis] = direction;
    if (Math.abs(direction) < FLAT) flatAxes |= 1 << axis;
  }
  u32[state + RAY_WALK.flatAxes] = flatAxes;
  u32[state + RAY_WALK.isSweep] = isSweep ? 1 : 0;
  f32[state + RAY_WALK.growth] = (radius + 16 * U * reach) * (1 + 4 * U) + TINY;
  // From the ray's parameter to the walk's, rounded up.
  walkScale[0] = length * (1 + 4 * U);
  f32[state + RAY_WALK.far] = ray[RAY_FAR] * walkScale[0];
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
  const corners = cornersOf(search.body);
  const order = triangleOrderOf(search.body);
  const positions = posedOf(search.body);
  search.statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) testTriangle(search.progress, i, order, corners, positions);
  bringNearer(search.progress);
}

function testListed(search: RaySearch, u32: Uint32Array, list: number, count: number): void {
  const corners = cornersOf(search.body);
  const order = triangleOrderOf(search.body);
  const positions = posedOf(search.body);
  search.statistics.triangleTests += count;
  for (let k = 0; k < count; k++) testTriangle(search.progress, u32[list + k], order, corners, positions);
  bringNearer(search.progress);
}

/** Tests a triangle, given by its place in the order of the tree. */
function testTriangle(
  progress: RayProgress,
  i: number,
  order: Uint32Array,
  corners: Uint32Array,
  positions: Float32Array,
): void {
  const { hits, ray, sweep } = progress;
  const a = corners[i * 3];
  const b = corners[i * 3 + 1];
  const c = corners[i * 3 + 2];
  if (progress.isSweep) {
    if (sweepBall(sweep, positions, a, b, c)) keepRayHit(hits, order[i], sweep, SWEEP_TIME);
  } else if (rayMeetsTriangle(ray, positions, a, b, c)) {
    keepRayHit(hits, order[i], ray, RAY_PARAMETER);
  }
}

/** Once there is no room for more hits, nothing beyond the last matters. */
function bringNearer({ hits, ray }: RayProgress): void {
  const { length } = hits.triangles;
  if (hits.count === length && hits.parameters[length - 1] < ray[RAY_FAR]) ray[RAY_FAR] = hits.parameters[length - 1];
}
