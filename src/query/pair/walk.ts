/**
 * The walk over pairs of nodes, of two bodies or of one with itself, written over opened nodes: for whatever has no kernel of its own. What is searched
 * decides two things alone: how far apart pairs may be that are still looked at (nothing for an overlap, the best so far for a
 * distance, a limit for what is near), and whether the nearest come first. It stops at each pair of leaves; what to do with the triangles is up to
 * the caller, which then has it go on.
 *
 * A body with itself is a pair of equal nodes, which opens into its children, each with itself and with those after it. There a *prune* may be put
 * in: a rule that proves a node, or two nodes, free of collisions.
 *
 * Pairs that are not ordered by distance come in the order in which the kernel has them (../../kernels/twin/walk-pairs.ts): of a pair that is opened, first the
 * pairs of leaves, last children first, then all others, first children first.
 */
import type { Body } from '../../body/body.js';
import { CHILD_STRIDE, TOP, createOpenedNode, isLeafId, openLeaf, openNode } from '../opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../opened-node.js';
import { requireRoom } from '../statistics.js';
import type { SearchStatistics } from '../statistics.js';
import { createPosedTriangles, readTriangles } from './leaf-pairs.js';
import type { PosedTriangles } from './leaf-pairs.js';

/** A rule that proves parts of a surface free of collisions with each other. It may always say no. Ids are those of opened nodes. */
export interface Prune {
  /** Whether no two triangles below the node collide. */
  clearsNode(body: Body, id: number): boolean;
  /** Whether no triangle below one node collides with one below the other. */
  clearsPair(body: Body, idA: number, idB: number): boolean;
}

/** One of the two bodies. */
interface WalkSide {
  body: Body;
  readonly triangles: PosedTriangles;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** Pairs of nodes that wait, and how to choose among them. */
export interface PairWalk {
  readonly sideA: WalkSide;
  readonly sideB: WalkSide;
  /** Two ids per pair. */
  ids: Uint32Array;
  /** Squared distances of the pairs' boxes, not above the true ones. */
  keys: Float64Array;
  size: number;
  /** Whether the nearest pairs come first. */
  isOrdered: boolean;
  /**
   * The squared distance beyond which pairs are left out: written before the walk begins, it may shrink while it goes on. In an array, as `end`
   * is: a double handed to a call that is not inlined would be put on the heap.
   */
  readonly limitSquared: Float64Array;
  /** The number of tests of bounds and triangles from which on the walk pauses. */
  readonly end: Float64Array;
  prune: Prune | undefined;
}

/** The walk is complete; it is at a pair of leaves; or the budget is spent. */
export const COMPLETE = 0;
export const AT_LEAVES = 1;
const PAUSED = 2;

/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 60;
/** Squared distances of boxes are good to a few parts in 2^52; a pair is left out only when it is farther by more. */
const SLACK = 1 - 1e-14;
/** A pair opens into at most so many: each of four children with each of four. */
const MOST_CHILDREN = 16;

/** A walk that has not begun. */
export function createPairWalk(bodyA: Body, bodyB: Body): PairWalk {
  return {
    sideA: createSide(bodyA),
    sideB: createSide(bodyB),
    ids: new Uint32Array(0),
    keys: new Float64Array(0),
    size: 0,
    isOrdered: false,
    limitSquared: new Float64Array(1),
    end: Float64Array.of(Infinity),
    prune: undefined,
  };
}

/** Begins the walk at the roots of two bodies, or of one with itself, that are fresh. Its limit has been written. */
export function beginPairWalk(
  walk: PairWalk,
  statistics: SearchStatistics,
  bodyA: Body,
  bodyB: Body,
  isOrdered: boolean,
): void {
  const { sideA, sideB } = walk;
  sideA.body = bodyA;
  sideB.body = bodyB;
  walk.isOrdered = isOrdered;
  walk.prune = undefined;
  walk.size = 0;
  // Each level takes a pair away and adds what it opens into; above the roots there is one level more.
  const capacity = (MOST_CHILDREN - 1) * (Math.max(bodyA.bounds.depth, bodyB.bounds.depth) + 1) + MOST_CHILDREN;
  if (walk.keys.length < capacity) {
    walk.ids = new Uint32Array(capacity * 2);
    walk.keys = new Float64Array(capacity);
  }
  openNode(bodyA, TOP, sideA.opened);
  openNode(bodyB, TOP, sideB.opened);
  pushPair(walk, statistics, 0, 0, 0);
}

/** Goes on to the next pair of leaves, whose triangles `leaf` of both sides then names. */
export function nextLeaves(walk: PairWalk, statistics: SearchStatistics): number {
  const { end, ids, keys, limitSquared, prune, sideA, sideB } = walk;
  const isSelf = sideA.body === sideB.body;
  while (walk.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end[0]) return PAUSED;
    const top = --walk.size;
    if (keys[top] > limitSquared[0]) continue;
    const a = ids[top * 2] | 0;
    const b = ids[top * 2 + 1] | 0;
    if (prune && isSelf && (a === b ? prune.clearsNode(sideA.body, a) : prune.clearsPair(sideA.body, a, b))) continue;
    statistics.nodesVisited++;
    if (isLeafId(a) && isLeafId(b)) {
      openLeaf(sideA.body, a, sideA.leaf);
      openLeaf(sideB.body, b, sideB.leaf);
      return AT_LEAVES;
    }
    openSide(sideA, a);
    if (isSelf && a === b) copyOpened(sideB.opened, sideA.opened);
    else openSide(sideB, b);
    pushPairs(walk, statistics, isSelf && a === b);
  }
  return COMPLETE;
}

function createSide(body: Body): WalkSide {
  return { body, triangles: createPosedTriangles(), opened: createOpenedNode(), leaf: { first: 0, count: 0 } };
}

/** Opens a node; a leaf stays as it is: the only child of itself, with the exact box of its triangles. */
function openSide(side: WalkSide, id: number): void {
  const { body, leaf, opened, triangles } = side;
  if (!isLeafId(id)) {
    openNode(body, id, opened);
    body.spend(OPENING_NS);
    return;
  }
  openLeaf(body, id, leaf);
  readTriangles(triangles, body);
  const { corners, positions } = triangles;
  opened.count = 1;
  opened.ids[0] = id;
  opened.leaves[0] = 1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let corner = leaf.first * 3; corner < (leaf.first + leaf.count) * 3; corner++) {
      low = Math.min(low, positions[corners[corner] * 3 + axis]);
      high = Math.max(high, positions[corners[corner] * 3 + axis]);
    }
    opened.boxes[axis] = low;
    opened.boxes[axis + 3] = high;
  }
}

function copyOpened(to: OpenedNode, from: OpenedNode): void {
  to.count = from.count;
  for (let child = 0; child < from.count; child++) {
    to.ids[child] = from.ids[child];
    to.leaves[child] = from.leaves[child];
    for (let k = child * CHILD_STRIDE; k < (child + 1) * CHILD_STRIDE; k++) to.boxes[k] = from.boxes[k];
  }
}

/** Pairs of leaves come off the stack first, so they go onto it last, and the other way round. */
function pushPairs(walk: PairWalk, statistics: SearchStatistics, isSame: boolean): void {
  const a = walk.sideA.opened;
  const b = walk.sideB.opened;
  const bottom = walk.size;
  for (let childA = a.count - 1; childA >= 0; childA--) {
    for (let childB = b.count - 1; childB >= (isSame ? childA : 0); childB--) {
      if (a.leaves[childA] + b.leaves[childB] < 2) pushPair(walk, statistics, bottom, childA, childB);
    }
  }
  for (let childA = 0; childA < a.count; childA++) {
    for (let childB = isSame ? childA : 0; childB < b.count; childB++) {
      if (a.leaves[childA] + b.leaves[childB] === 2) pushPair(walk, statistics, bottom, childA, childB);
    }
  }
}

/** Puts a pair of opened children on the stack, unless it is too far apart; if order matters, among those from `bottom` on. */
function pushPair(walk: PairWalk, statistics: SearchStatistics, bottom: number, childA: number, childB: number): void {
  const { ids, isOrdered, keys } = walk;
  const a = walk.sideA.opened;
  const b = walk.sideB.opened;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const atA = childA * CHILD_STRIDE + axis;
    const atB = childB * CHILD_STRIDE + axis;
    const gap = Math.max(a.boxes[atA] - b.boxes[atB + 3], b.boxes[atB] - a.boxes[atA + 3], 0);
    squared += gap * gap;
  }
  const key = squared * SLACK;
  statistics.boundTests++;
  if (key > walk.limitSquared[0]) return;
  requireRoom(walk.size, keys.length);
  let at = walk.size++;
  const lowest = isOrdered ? bottom : at;
  while (at > lowest && keys[at - 1] < key) {
    keys[at] = keys[at - 1];
    ids[at * 2] = ids[at * 2 - 2];
    ids[at * 2 + 1] = ids[at * 2 - 1];
    at--;
  }
  keys[at] = key;
  ids[at * 2] = a.ids[childA];
  ids[at * 2 + 1] = b.ids[childB];
}
