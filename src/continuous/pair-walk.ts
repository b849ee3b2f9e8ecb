/**
 * The walk over pairs of nodes of two moving bodies, or of one with itself, depth first. It stops at each pair of leaves, in an order that depends on the trees alone: of a pair that is opened, first the pairs of
 * leaves, last children first, then all others, first children first, as every walk over pairs has it.
 */
import { CHILD_STRIDE, TOP, isLeafId, openNode, stackCapacityOf } from '../query/opened-node.js';
import { LANES } from '../kernels/layout/child-words.js';
import { requireRoom } from '../query/statistics.js';
import type { SearchStatistics } from '../query/statistics.js';
import type { Motion } from './motion.js';
import { beginSide, createMovingSide, openLeafOfSide, openSide } from './moving-side.js';
import type { MovingSide } from './moving-side.js';
import { NODES, putPair } from './pair-queue.js';
import type { PairQueue } from './pair-queue.js';
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
  /** Where the walk begins, two ids per pair, in the order of the walk; `undefined` for the roots. */
  tasks: Uint32Array | undefined;
  /** Where pairs are put that cannot meet at time 0, but later; `undefined` to walk over them as well. */
  later: PairQueue | undefined;
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

/** Words of a pair of nodes. */
export const PAIR_WORDS = 2;
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
    tasks: undefined,
    later: undefined,
    last: new Float64Array(1),
    end: Float64Array.of(Infinity),
    window: new Float64Array(2),
  };
}

/** Begins the walk of two motions, or of one with itself, whose bodies are fresh: at the roots, or at the given pairs of nodes. */
export function beginMovingWalk(
  walk: MovingWalk,
  motionA: Motion,
  motionB: Motion,
  last: number,
  tasks?: Uint32Array,
  later?: PairQueue,
): void {
  const { sideA, sideB } = walk;
  walk.isSelf = motionA === motionB;
  walk.tasks = tasks;
  walk.later = later;
  beginSide(sideA, motionA);
  beginSide(sideB, motionB);
  walk.last[0] = last;
  // Each level takes a pair away and adds what it opens into; tasks that have not been begun wait below.
  const depth = Math.max(stackCapacityOf(motionA.from), stackCapacityOf(motionB.from));
  const capacity = MOST_CHILDREN * depth + (tasks ? tasks.length / PAIR_WORDS : 0);
  if (walk.ids.length < capacity * PAIR_WORDS) walk.ids = new Uint32Array(capacity * PAIR_WORDS);
  pushStart(walk);
}

/** Puts all pairs where the walk begins onto the empty stack, the first on top. There are none where all of a body was cut away. */
function pushStart(walk: MovingWalk): void {
  const { ids, tasks } = walk;
  if (!tasks) {
    walk.size = writeRoots(walk) ? 1 : 0;
    return;
  }
  walk.size = 0;
  for (let at = tasks.length - PAIR_WORDS; at >= 0; at -= PAIR_WORDS) {
    ids[walk.size * PAIR_WORDS] = tasks[at];
    ids[walk.size * PAIR_WORDS + 1] = tasks[at + 1];
    walk.size++;
  }
}

function writeRoots({ ids, sideA, sideB }: MovingWalk): boolean {
  openNode(sideA.from.body, TOP, sideA.from.opened);
  openNode(sideB.from.body, TOP, sideB.from.opened);
  ids[0] = sideA.from.opened.ids[0];
  ids[1] = sideB.from.opened.ids[0];
  return sideA.from.opened.count > 0 && sideB.from.opened.count > 0;
}

/** Goes on to the next pair of leaves, whose triangles and boxes both sides then have. */
export function nextLeaves(walk: MovingWalk, statistics: SearchStatistics): number {
  const { end, ids, sideA, sideB } = walk;
  while (walk.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end[0]) return PAUSED;
    const top = --walk.size;
    const a = ids[top * PAIR_WORDS] | 0;
    const b = ids[top * PAIR_WORDS + 1] | 0;
    if (isLeafId(a) && isLeafId(b)) {
      statistics.nodesVisited++;
      openLeafOfSide(sideA, a);
      openLeafOfSide(sideB, b);
      return AT_LEAVES;
    }
    pushOpened(walk, statistics, a, b);
  }
  return COMPLETE;
}

/** Opens a pair that is not of leaves, and puts what it opens into onto the stack, what comes first on top. Ids are signed numbers. */
export function pushOpened(walk: MovingWalk, statistics: SearchStatistics, a: number, b: number): void {
  statistics.nodesVisited++;
  openSide(walk.sideA, a);
  openSide(walk.sideB, b);
  pushPairs(walk, statistics, walk.isSelf && a === b);
}

/** Pairs of leaves come off the stack first, so they go onto it last, and the other way round. */
function pushPairs(walk: MovingWalk, statistics: SearchStatistics, isSame: boolean): void {
  const { sideA, sideB } = walk;
  const a = sideA.node * LANES;
  const b = sideB.node * LANES;
  const countA = sideA.counts[sideA.node];
  const countB = sideB.counts[sideB.node];
  for (let childA = countA - 1; childA >= 0; childA--) {
    for (let childB = countB - 1; childB >= (isSame ? childA : 0); childB--) {
      if (sideA.childLeaves[a + childA] + sideB.childLeaves[b + childB] < 2) pushPair(walk, statistics, childA, childB);
    }
  }
  for (let childA = 0; childA < countA; childA++) {
    for (let childB = isSame ? childA : 0; childB < countB; childB++) {
      if (sideA.childLeaves[a + childA] + sideB.childLeaves[b + childB] === 2) {
        pushPair(walk, statistics, childA, childB);
      }
    }
  }
}

function pushPair(walk: MovingWalk, statistics: SearchStatistics, childA: number, childB: number): void {
  const { ids, later, sideA, sideB, window } = walk;
  statistics.boundTests++;
  if (!mayChildrenMeet(walk, childA, childB)) return;
  const a = sideA.childIds[sideA.node * LANES + childA];
  const b = sideB.childIds[sideB.node * LANES + childB];
  if (later !== undefined && window[0] > 0) {
    putPair(later, window, a, b, NODES);
    return;
  }
  requireRoom(walk.size * PAIR_WORDS, ids.length);
  const at = walk.size++;
  ids[at * PAIR_WORDS] = a;
  ids[at * PAIR_WORDS + 1] = b;
}

/** Whether two opened children may meet in time; `window` says when. */
export function mayChildrenMeet({ last, sideA, sideB, window }: MovingWalk, childA: number, childB: number): boolean {
  const { nodes: a } = sideA;
  const { nodes: b } = sideB;
  const atA = sideA.node * a.stride + childA * CHILD_STRIDE;
  const atB = sideB.node * b.stride + childB * CHILD_STRIDE;
  return writeWindow(a.from, a.to, atA, b.from, b.to, atB, last, window);
}
