/**
 * Which point of a body is closest to a given one, and how far away is it? Nodes are looked at from near to far, and those
 * farther than the best point so far are left out.
 */
import { PliantError } from '../errors.js';
import { closestPointOnTriangle } from '../narrow/closest-point.js';
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
  cornersOf,
  posedOf,
  triangleOrderOf,
} from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';
import { createOrderedStack, pushOrdered } from './ordered-stack.js';
import type { OrderedStack } from './ordered-stack.js';
import { requirePoint } from './shapes.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** The closest point of a body. Of points equally close, the one on the triangle with the lowest number. */
export interface ClosestPoint {
  /** Triangle of the mesh, or `undefined` when nothing is within the limit. */
  triangle: number | undefined;
  /** Where it is. */
  readonly point: Float64Array;
  /** How far away; infinite when nothing is within the limit. */
  distance: number;
}

/** State of a search for the closest point. Create it once per body and use it for any number of searches. */
export interface ClosestSearch {
  /** The body that is searched. */
  readonly body: Body;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * The point, and how far the search is.
   * @internal
   */
  readonly progress: ClosestProgress;
}

interface ClosestProgress {
  readonly from: Float64Array;
  /** The closest point of the triangle in hand, and its squared distance. */
  readonly candidate: Float64Array;
  /** The squared distance of the closest point so far; in an array, since it changes often. */
  readonly best: Float64Array;
  /** Squared distances of the opened children. */
  readonly gaps: Float64Array;
  result: ClosestPoint;
  stamp: number;
  readonly stack: OrderedStack;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

const OPENING_NS = 60;
/** Beyond this, squared distances would be infinite. */
const FARTHEST = 1e150;
/** Squared distances to boxes are good to a few parts in 2^52; a node is left out only when it is farther by more. */
const SLACK = 1 - 1e-14;

/** Room for a closest point. */
export function createClosestPoint(): ClosestPoint {
  return { triangle: undefined, point: new Float64Array(3), distance: Infinity };
}

/** Prepares searches on a body. */
export function createClosestSearch(body: Body): ClosestSearch {
  return {
    body,
    statistics: createStatistics(),
    progress: {
      from: new Float64Array(3),
      candidate: new Float64Array(4),
      best: new Float64Array(1),
      gaps: new Float64Array(LANES),
      result: createClosestPoint(),
      stamp: -1,
      stack: createOrderedStack(stackCapacityOf(body) + 4),
      opened: createOpenedNode(),
      leaf: { first: 0, count: 0 },
    },
  };
}

/** Begins to look for the point of the body that is closest to `from`, within a distance of `limit`. */
export function beginClosestPoint(
  search: ClosestSearch,
  from: ArrayLike<number>,
  result: ClosestPoint,
  limit = Infinity,
): void {
  requirePoint('beginClosestPoint', 'from', from);
  if (!(Math.abs(from[0]) + Math.abs(from[1]) + Math.abs(from[2]) < FARTHEST)) {
    throw new PliantError(
      'bad-number',
      'beginClosestPoint: the point is so far away that squares overflow; move it closer',
    );
  }
  if (!(limit >= 0)) throw new PliantError('bad-number', `beginClosestPoint: the limit is ${limit}; pass zero or more`);
  const { body, progress } = search;
  body.refresh();
  progress.stamp = stampOf(body);
  for (let axis = 0; axis < 3; axis++) progress.from[axis] = from[axis];
  progress.best[0] = limit * limit;
  progress.result = result;
  result.triangle = undefined;
  result.distance = Infinity;
  resetStatistics(search.statistics);
  progress.stack.size = 0;
  openTop(body, progress.opened);
  pushNear(search);
}

/**
 * Goes on with the search until it is complete (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`).
 */
export function stepClosestSearch(search: ClosestSearch, budget = Infinity): boolean {
  requireBudget('stepClosestSearch', budget);
  const { body, progress, statistics } = search;
  requireSameStamp('stepClosestSearch', body, progress.stamp);
  const { stack, opened, leaf } = progress;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (stack.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    stack.size--;
    if (stack.keys[stack.size] > progress.best[0]) continue;
    const id = stack.ids[stack.size];
    statistics.nodesVisited++;
    if (stack.leaves[stack.size] === 1) {
      openLeaf(body, id | 0, leaf);
      testTriangles(search, leaf.first, leaf.count);
    } else {
      openNode(body, id, opened);
      pushNear(search);
      if (isLazy(body)) body.spend(OPENING_NS);
    }
  }
  return true;
}

/** {@link beginClosestPoint} and all steps at once; returns the distance, infinite when nothing is within the limit. */
export function findClosestPoint(
  search: ClosestSearch,
  from: ArrayLike<number>,
  result: ClosestPoint,
  limit = Infinity,
): number {
  beginClosestPoint(search, from, result, limit);
  stepClosestSearch(search);
  return result.distance;
}

function pushNear(search: ClosestSearch): void {
  const { progress, statistics } = search;
  const { opened, stack, from, gaps } = progress;
  const bestSquared = progress.best[0];
  const bottom = stack.size;
  statistics.boundTests += opened.count;
  for (let child = opened.count - 1; child >= 0; child--) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = opened.boxes[child * CHILD_STRIDE + axis];
      const high = opened.boxes[child * CHILD_STRIDE + axis + 3];
      const gap = from[axis] < low ? low - from[axis] : from[axis] > high ? from[axis] - high : 0;
      squared += gap * gap;
    }
    if (!(squared * SLACK > bestSquared)) {
      gaps[child] = squared * SLACK;
      pushOrdered(stack, bottom, opened, gaps, child);
    }
  }
}

function testTriangles(search: ClosestSearch, first: number, count: number): void {
  const { body, progress, statistics } = search;
  const { best, candidate, from, result } = progress;
  const corners = cornersOf(body);
  const order = triangleOrderOf(body);
  const positions = posedOf(body);
  statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) {
    const triangle = order[i];
    closestPointOnTriangle(from, positions, corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2], candidate);
    const squared = candidate[3];
    const isTie = squared === best[0] && (result.triangle === undefined || result.triangle > triangle);
    if (!(squared < best[0]) && !isTie) continue;
    best[0] = squared;
    result.triangle = triangle;
    for (let axis = 0; axis < 3; axis++) result.point[axis] = candidate[axis];
    result.distance = Math.sqrt(squared);
  }
}
