/**
 * The walk over pairs of nodes of two moving bodies, or of one with itself, depth first. It stops at each pair of leaves, in an order that depends on the trees alone: of a pair that is opened, first the pairs of
 * leaves, last children first, then all others, first children first, as every walk over pairs has it.
 */
import { CHILD_STRIDE, TOP, isLeafId, openNode, stackCapacityOf } from '../query/opened-node.js';
import { requireRoom } from '../query/statistics.js';
import type { SearchStatistics } from '../query/statistics.js';
import type { Motion } from './motion.js';
import { beginSide, createMovingSide, openLeafOfSide, openSide } from './moving-side.js';
import type { MovingSide } from './moving-side.js';
import { writeWindow } from './window.js';

/** Pairs of nodes that wait. */
export interface MovingWalk {
  readonly sideA: MovingSide;
  readonly sideB: MovingSide;
  /** Whether a body is walked with itself. */
  isSelf: boolean;
  /** Two ids per pair. */
  ids: Uint32Array;
  size: number;
  /** The time behind which nothing is looked for. */
  readonly last: Float64Array;
  /** The number of tests of bounds and triangles from which on the walk pauses. */
  readonly end: Float64Array;
  /** When the pair looked at last may meet. */
  readonly window: Float64Array;
}

/** The walk is complete; it is at a pair of leaves; or the budget is spent. */
export const COMPLETE = 0;
export const AT_LEAVES = 1;
export const PAUSED = 2;

/** A pair opens into at most so many: each of four children with each of four. */
const MOST_CHILDREN = 16;

/** A walk that has not begun. */
export function createMovingWalk(motionA: Motion, motionB: Motion): MovingWalk {
  return {
    sideA: createMovingSide(motionA),
    sideB: createMovingSide(motionB),
    isSelf: false,
    ids: new Uint32Array(0),
    size: 0,
    last: new Float64Array(1),
    end: Float64Array.of(Infinity),
    window: new Float64Array(2),
  };
}

/** Begins the walk at the roots of two motions, or of one with itself, whose bodies are fresh. */
export function beginMovingWalk(walk: MovingWalk, motionA: Motion, motionB: Motion, last: number): void {
  const { sideA, sideB } = walk;
  walk.isSelf = motionA === motionB;
  beginSide(sideA, motionA);
  beginSide(sideB, motionB);
  walk.last[0] = last;
  // Each level takes a pair away and adds what it opens into.
  const capacity = MOST_CHILDREN * Math.max(stackCapacityOf(motionA.from), stackCapacityOf(motionB.from));
  if (walk.ids.length < capacity * 2) walk.ids = new Uint32Array(capacity * 2);
  walk.size = writeRoots(walk, walk.ids) ? 1 : 0;
}

/** Writes the ids of both roots; false where there is none, as all of a body was cut away. */
export function writeRoots({ sideA, sideB }: MovingWalk, ids: Uint32Array): boolean {
  openNode(sideA.from.body, TOP, sideA.from.opened);
  openNode(sideB.from.body, TOP, sideB.from.opened);
  ids[0] = sideA.from.opened.ids[0];
  ids[1] = sideB.from.opened.ids[0];
  return sideA.from.opened.count > 0 && sideB.from.opened.count > 0;
}

/** Goes on to the next pair of leaves, whose triangles and boxes both sides then have. */
export function nextLeaves(walk: MovingWalk, statistics: SearchStatistics): number {
  const { end, ids, isSelf, sideA, sideB } = walk;
  while (walk.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end[0]) return PAUSED;
    const top = --walk.size;
    const a = ids[top * 2] | 0;
    const b = ids[top * 2 + 1] | 0;
    statistics.nodesVisited++;
    if (isLeafId(a) && isLeafId(b)) {
      openLeafOfSide(sideA, a);
      openLeafOfSide(sideB, b);
      return AT_LEAVES;
    }
    openSide(sideA, a);
    openSide(sideB, b);
    pushPairs(walk, statistics, isSelf && a === b);
  }
  return COMPLETE;
}

/** Pairs of leaves come off the stack first, so they go onto it last, and the other way round. */
function pushPairs(walk: MovingWalk, statistics: SearchStatistics, isSame: boolean): void {
  const a = walk.sideA.from.opened;
  const b = walk.sideB.from.opened;
  for (let childA = a.count - 1; childA >= 0; childA--) {
    for (let childB = b.count - 1; childB >= (isSame ? childA : 0); childB--) {
      if (a.leaves[childA] + b.leaves[childB] < 2) pushPair(walk, statistics, childA, childB);
    }
  }
  for (let childA = 0; childA < a.count; childA++) {
    for (let childB = isSame ? childA : 0; childB < b.count; childB++) {
      if (a.leaves[childA] + b.leaves[childB] === 2) pushPair(walk, statistics, childA, childB);
    }
  }
}

function pushPair(walk: MovingWalk, statistics: SearchStatistics, childA: number, childB: number): void {
  const { ids, sideA, sideB } = walk;
  statistics.boundTests++;
  if (!mayChildrenMeet(walk, childA, childB)) return;
  requireRoom(walk.size * 2, ids.length);
  const at = walk.size++;
  ids[at * 2] = sideA.from.opened.ids[childA];
  ids[at * 2 + 1] = sideB.from.opened.ids[childB];
}

/** Whether two opened children may meet in time; `window` says when. */
export function mayChildrenMeet({ last, sideA, sideB, window }: MovingWalk, childA: number, childB: number): boolean {
  return writeWindow(
    sideA.from.opened.boxes,
    sideA.to.opened.boxes,
    childA * CHILD_STRIDE,
    sideB.from.opened.boxes,
    sideB.to.opened.boxes,
    childB * CHILD_STRIDE,
    last,
    window,
  );
}
