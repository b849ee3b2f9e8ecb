/**
 * How far are two bodies from each other, and where are they closest? Pairs of nodes are looked at from near to far, and
 * those farther apart than the closest triangles so far are left out. Zero exactly when the bodies meet.
 */
import { PliantError } from '../errors.js';
import { TRIANGLE_DISTANCE_SQUARED, measureTriangleDistance } from '../narrow/triangle-distance.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
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
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** Where two bodies are closest. Of pairs equally close, the one with the lowest triangle numbers. */
export interface BodyDistance {
  /** The triangle of the first body, or `undefined` when nothing is within the limit. */
  triangleA: number | undefined;
  /** The triangle of the second. */
  triangleB: number | undefined;
  /** The closest point of the first body, in the world. */
  readonly pointA: Float64Array;
  /** The closest point of the second. */
  readonly pointB: Float64Array;
  /** How far apart; infinite when nothing is within the limit. */
  distance: number;
}

/** State of a search for the distance of two bodies. Create it once and use it again and again. */
export interface DistanceSearch {
  /** One body. */
  readonly bodyA: Body;
  /** The other. */
  readonly bodyB: Body;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * How far the search is.
   * @internal
   */
  readonly progress: DistanceProgress;
}

/** One side of a waiting pair: how to open it, whether it is a leaf, and its box. */
interface Side {
  readonly ids: Uint32Array;
  readonly leaves: Uint8Array;
  readonly boxes: Float64Array;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

interface DistanceProgress {
  readonly sideA: Side;
  readonly sideB: Side;
  /** Squared distances of the waiting pairs' boxes. */
  readonly keys: Float64Array;
  size: number;
  /** The squared distance so far. */
  readonly best: Float64Array;
  readonly candidate: Float64Array;
  result: BodyDistance;
  stampA: number;
  stampB: number;
}

/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 60;
/** Squared distances of boxes are good to a few parts in 2^52; a pair is left out only when it is farther by more. */
const SLACK = 1 - 1e-14;

/** Room for a distance. */
export function createBodyDistance(): BodyDistance {
  return {
    triangleA: undefined,
    triangleB: undefined,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    distance: Infinity,
  };
}

/** Prepares searches for the distance of two bodies of any kind. */
export function createDistanceSearch(bodyA: Body, bodyB: Body): DistanceSearch {
  if (bodyA === bodyB) {
    throw new PliantError(
      'mismatch',
      'createDistanceSearch: both bodies are the same one; its distance to itself is 0',
    );
  }
  const capacity = stackCapacityOf(bodyA) + stackCapacityOf(bodyB) + 8;
  return {
    bodyA,
    bodyB,
    statistics: createStatistics(),
    progress: {
      sideA: createSide(capacity),
      sideB: createSide(capacity),
      keys: new Float64Array(capacity),
      size: 0,
      best: new Float64Array(1),
      candidate: new Float64Array(7),
      result: createBodyDistance(),
      stampA: -1,
      stampB: -1,
    },
  };
}

/** Begins to look for where the bodies are closest, within a distance of `limit`, in their present poses. */
export function beginDistance(search: DistanceSearch, result: BodyDistance, limit = Infinity): void {
  if (!(limit >= 0)) throw new PliantError('bad-number', `beginDistance: the limit is ${limit}; pass zero or more`);
  const { bodyA, bodyB, progress } = search;
  bodyA.refresh();
  bodyB.refresh();
  progress.stampA = stampOf(bodyA);
  progress.stampB = stampOf(bodyB);
  progress.best[0] = limit * limit;
  progress.result = result;
  result.triangleA = result.triangleB = undefined;
  result.distance = Infinity;
  resetStatistics(search.statistics);
  progress.size = 0;
  openTop(bodyA, progress.sideA.opened);
  openTop(bodyB, progress.sideB.opened);
  pushPair(search, 0, progress.sideA, progress.sideA.opened, 0, progress.sideB, progress.sideB.opened, 0);
}

/**
 * Goes on with the search until it is complete (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`).
 */
export function stepDistanceSearch(search: DistanceSearch, budget = Infinity): boolean {
  requireBudget('stepDistanceSearch', budget);
  const { bodyA, bodyB, progress, statistics } = search;
  requireSameStamp('stepDistanceSearch', bodyA, progress.stampA);
  requireSameStamp('stepDistanceSearch', bodyB, progress.stampB);
  const { sideA, sideB, keys, best } = progress;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (progress.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    const top = --progress.size;
    if (keys[top] > best[0]) continue;
    statistics.nodesVisited++;
    const isLeafA = sideA.leaves[top] === 1;
    const isLeafB = sideB.leaves[top] === 1;
    if (isLeafA && isLeafB) testLeaves(search, sideA.ids[top] | 0, sideB.ids[top] | 0);
    else if (isLeafB || (!isLeafA && isLarger(sideA, sideB, top))) openPair(search, top, bodyA, sideA, sideB);
    else openPair(search, top, bodyB, sideB, sideA);
  }
  return true;
}

/** {@link beginDistance} and all steps at once; returns the distance, infinite when nothing is within the limit. */
export function findDistance(search: DistanceSearch, result: BodyDistance, limit = Infinity): number {
  beginDistance(search, result, limit);
  stepDistanceSearch(search);
  return result.distance;
}

function createSide(capacity: number): Side {
  return {
    ids: new Uint32Array(capacity),
    leaves: new Uint8Array(capacity),
    boxes: new Float64Array(capacity * CHILD_STRIDE),
    opened: createOpenedNode(),
    leaf: { first: 0, count: 0 },
  };
}

function isLarger(sideA: Side, sideB: Side, at: number): boolean {
  let difference = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = at * CHILD_STRIDE + axis;
    difference += sideA.boxes[a + 3] - sideA.boxes[a] - (sideB.boxes[a + 3] - sideB.boxes[a]);
  }
  return difference >= 0;
}

/** Opens one side of the pair that was on top; the other side stays as it is. */
function openPair(search: DistanceSearch, top: number, body: Body, opening: Side, staying: Side): void {
  openNode(body, opening.ids[top], opening.opened);
  if (isLazy(body)) body.spend(OPENING_NS);
  const { opened } = staying;
  opened.ids[0] = staying.ids[top];
  opened.leaves[0] = staying.leaves[top];
  for (let k = 0; k < CHILD_STRIDE; k++) opened.boxes[k] = staying.boxes[top * CHILD_STRIDE + k];
  for (let child = opening.opened.count - 1; child >= 0; child--) {
    pushPair(search, top, opening, opening.opened, child, staying, opened, 0);
  }
}

/** Puts a pair among those from `bottom` on, the closest on top, unless it is too far apart. */
function pushPair(
  search: DistanceSearch,
  bottom: number,
  side: Side,
  opened: OpenedNode,
  child: number,
  otherSide: Side,
  other: OpenedNode,
  otherChild: number,
): void {
  const { progress } = search;
  const { keys } = progress;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = child * CHILD_STRIDE + axis;
    const b = otherChild * CHILD_STRIDE + axis;
    const gap = Math.max(opened.boxes[a] - other.boxes[b + 3], other.boxes[b] - opened.boxes[a + 3], 0);
    squared += gap * gap;
  }
  const key = squared * SLACK;
  search.statistics.boundTests++;
  if (key > progress.best[0]) return;
  let at = progress.size++;
  while (at > bottom && keys[at - 1] < key) {
    keys[at] = keys[at - 1];
    moveUp(side, at);
    moveUp(otherSide, at);
    at--;
  }
  keys[at] = key;
  place(side, at, opened, child);
  place(otherSide, at, other, otherChild);
}

function moveUp(side: Side, at: number): void {
  side.ids[at] = side.ids[at - 1];
  side.leaves[at] = side.leaves[at - 1];
  for (let k = 0; k < CHILD_STRIDE; k++) side.boxes[at * CHILD_STRIDE + k] = side.boxes[(at - 1) * CHILD_STRIDE + k];
}

function place(side: Side, at: number, opened: OpenedNode, child: number): void {
  side.ids[at] = opened.ids[child];
  side.leaves[at] = opened.leaves[child];
  for (let k = 0; k < CHILD_STRIDE; k++) side.boxes[at * CHILD_STRIDE + k] = opened.boxes[child * CHILD_STRIDE + k];
}

function testLeaves(search: DistanceSearch, leafA: number, leafB: number): void {
  const { bodyA, bodyB, progress, statistics } = search;
  const { best, candidate, sideA, sideB } = progress;
  openLeaf(bodyA, leafA, sideA.leaf);
  openLeaf(bodyB, leafB, sideB.leaf);
  const orderA = triangleOrderOf(bodyA);
  const orderB = triangleOrderOf(bodyB);
  const cornersA = cornersOf(bodyA);
  const cornersB = cornersOf(bodyB);
  const positionsA = posedOf(bodyA);
  const positionsB = posedOf(bodyB);
  for (let i = sideA.leaf.first; i < sideA.leaf.first + sideA.leaf.count; i++) {
    const a = orderA[i];
    for (let j = sideB.leaf.first; j < sideB.leaf.first + sideB.leaf.count; j++) {
      const b = orderB[j];
      statistics.triangleTests++;
      measureTriangleDistance(
        positionsA,
        cornersA[i * 3],
        cornersA[i * 3 + 1],
        cornersA[i * 3 + 2],
        positionsB,
        cornersB[j * 3],
        cornersB[j * 3 + 1],
        cornersB[j * 3 + 2],
        candidate,
      );
      const squared = candidate[TRIANGLE_DISTANCE_SQUARED];
      if (squared < best[0] || (squared === best[0] && isEarlier(progress.result, a, b))) keep(progress, a, b);
    }
  }
}

function isEarlier(result: BodyDistance, a: number, b: number): boolean {
  const { triangleA, triangleB } = result;
  if (triangleA === undefined || triangleB === undefined) return true;
  return a < triangleA || (a === triangleA && b < triangleB);
}

function keep(progress: DistanceProgress, a: number, b: number): void {
  const { best, candidate, result } = progress;
  best[0] = candidate[TRIANGLE_DISTANCE_SQUARED];
  result.triangleA = a;
  result.triangleB = b;
  for (let axis = 0; axis < 3; axis++) {
    result.pointA[axis] = candidate[axis];
    result.pointB[axis] = candidate[axis + 3];
  }
  result.distance = Math.sqrt(best[0]);
}
