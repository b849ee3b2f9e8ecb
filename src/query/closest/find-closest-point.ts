/**
 * Which point of a body is closest to a given one, and how far away is it? Nodes are looked at from near to far, and those
 * farther than the best point so far are left out.
 */
import { requireBody, requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { closestPointOnTriangle } from '../../narrow/closest-point.js';
import { CHILD_STRIDE, TOP, openLeaf, openNode, stackCapacityOf } from '../opened-node.js';
import { clearOrderedStack, pushOrdered } from '../ordered-stack.js';
import { requirePoint } from '../arguments.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { createWalkedClosest } from './state.js';
import type { ClosestPoint, WalkedClosest } from './state.js';

const OPENING_NS = 60;
/** Beyond this, squared distances would be infinite. */
const FARTHEST = 1e150;
/** Squared distances to boxes are good to a few parts in 2^52; a node is left out only when it is farther by more. */
const SLACK = 1 - 1e-14;

/** Begins to look for the point of the body that is closest to `from`, within a distance of `limit`. */
export function beginClosestPoint(
  search: Search,
  body: Body,
  from: ArrayLike<number>,
  result: ClosestPoint,
  limit = Infinity,
): void {
  clearSearch(search);
  requireBody('beginClosestPoint', body);
  requirePoint('beginClosestPoint', 'from', from);
  if (!(Math.abs(from[0]) + Math.abs(from[1]) + Math.abs(from[2]) < FARTHEST)) {
    throw new PliantError(
      'bad-number',
      'beginClosestPoint: the point is so far away that squares overflow; move it closer',
    );
  }
  if (!(limit >= 0)) throw new PliantError('bad-number', `beginClosestPoint: the limit is ${limit}; pass zero or more`);
  const walked = (search.closest ??= createWalkedClosest(body, search.statistics));
  walked.body = body;
  body.refresh();
  walked.stamp = body.stamp;
  for (let axis = 0; axis < 3; axis++) walked.from[axis] = from[axis];
  walked.best[0] = limit * limit;
  walked.result = result;
  result.triangle = undefined;
  result.distance = Infinity;
  clearOrderedStack(walked.stack, stackCapacityOf(body));
  openNode(body, TOP, walked.opened);
  pushNear(walked);
  search.advance = advanceClosest;
}

/** Finds the point of the body that is closest to `from`; returns its distance, infinite when nothing is within the limit. */
export function findClosestPoint(body: Body, from: ArrayLike<number>, result: ClosestPoint, limit = Infinity): number {
  requireBody('findClosestPoint', body);
  const search = searchOf(body.kernels);
  beginClosestPoint(search, body, from, result, limit);
  advanceClosest(search, Infinity);
  return result.distance;
}

/** Goes on with the question; whoever asks what is known of it tells by this that it is one. */
export function advanceClosest(search: Search, budget: number): boolean {
  const walked = search.closest!;
  const { best, body, leaf, opened, stack, statistics } = walked;
  requireSameStamp('step', body, walked.stamp);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (stack.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    stack.size--;
    if (stack.keys[stack.size] > best[0]) continue;
    const id = stack.ids[stack.size];
    statistics.nodesVisited++;
    if (stack.leaves[stack.size] === 1) {
      openLeaf(body, id | 0, leaf);
      testTriangles(walked, leaf.first, leaf.count);
    } else {
      openNode(body, id, opened);
      pushNear(walked);
      body.spend(OPENING_NS);
    }
  }
  return true;
}

function pushNear({ best, from, gaps, opened, stack, statistics }: WalkedClosest): void {
  const bestSquared = best[0];
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

function testTriangles(
  { best, body, candidate, from, result, statistics }: WalkedClosest,
  first: number,
  count: number,
): void {
  const { corners, posed } = body;
  const { triangleOrder } = body.bounds;
  statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) {
    const triangle = triangleOrder[i];
    closestPointOnTriangle(from, posed, corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2], candidate);
    const squared = candidate[3];
    const isTie = squared === best[0] && (result.triangle === undefined || result.triangle > triangle);
    if (!(squared < best[0]) && !isTie) continue;
    best[0] = squared;
    result.triangle = triangle;
    for (let axis = 0; axis < 3; axis++) result.point[axis] = candidate[axis];
    result.distance = Math.sqrt(squared);
  }
}
