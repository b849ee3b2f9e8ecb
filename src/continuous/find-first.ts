/**
 * When and where do two moving bodies, or one and itself, touch first? First all pairs that may meet already at time 0 are walked over in the order of all hits, up to the first that do; pairs that may meet later alone are put into a queue
 * on the way. Then pairs of nodes are opened in the order in which they may meet, and pairs of triangles wait among them, so that nothing is looked at that could only meet later than what meets first.
 *
 * What meets at time 0 is not found in the queue: all nodes above it hold it, so their boxes meet at time 0, too.
 */
import { isLeafId } from '../query/opened-node.js';
import { LANES } from '../kernels/layout/child-words.js';
import { clearSearch, searchOf } from '../query/search.js';
import type { Search } from '../query/search.js';
import { NARROWED, NODES, TRIANGLES, putPair, takePair } from './pair-queue.js';
import { clearFirstTouch, isBefore, keepTouch, requireFirstTouch } from './first-touch.js';
import type { FirstTouch } from './first-touch.js';
import { findTouch, nextTriangles } from './leaf-pairs.js';
import { requireMotion } from './motion.js';
import type { Motion } from './motion.js';
import { openLeafOfSide, openSide, readEnds } from './moving-side.js';
import { AT_LEAVES, PAUSED, beginMovingWalk, mayChildrenMeet, nextLeaves } from './pair-walk.js';
import { prepareMotions, requireTwoMotions, resume } from './progress.js';
import type { WalkedMotion } from './progress.js';
import { narrowWindow } from './triangle-window.js';

/**
 * Begins to look for the earliest touch of two motions within the step, not after the time `last`. Of triangles that meet at the same time, those with the lowest numbers count; but where the motions meet already at time 0, it is
 * the first pair in the order of `beginMotionHits`, and nothing else is looked at.
 */
export function beginFirstTouch(search: Search, motionA: Motion, motionB: Motion, touch: FirstTouch, last = 1): void {
  clearSearch(search);
  requireTwoMotions('beginFirstTouch', motionA, motionB, 'beginFirstSelfTouch');
  begin('beginFirstTouch', search, motionA, motionB, touch, last);
}

/** {@link beginFirstTouch} for one motion with itself, whose triangles collide as `beginMotionSelfHits` says. */
export function beginFirstSelfTouch(search: Search, motion: Motion, touch: FirstTouch, last = 1): void {
  begin('beginFirstSelfTouch', search, motion, motion, touch, last);
}

/** Begins to look for the earliest touch below given pairs of nodes: see `splitMotions`. One motion twice is searched for touches with itself. */
export function beginTouchTasks(
  search: Search,
  motionA: Motion,
  motionB: Motion,
  tasks: Uint32Array,
  touch: FirstTouch,
  last: number,
): void {
  begin('beginTouchTasks', search, motionA, motionB, touch, last, tasks);
}

/** Finds the earliest touch of two motions within the step, not after the time `last`; returns when it is, infinite when there is none. See {@link beginFirstTouch}. */
export function findFirstTouch(motionA: Motion, motionB: Motion, touch: FirstTouch, last = 1): number {
  requireTwoMotions('findFirstTouch', motionA, motionB, 'findFirstSelfTouch');
  return find('findFirstTouch', motionA, motionB, touch, last);
}

/** Finds the earliest touch of one motion with itself; see {@link findFirstTouch}. */
export function findFirstSelfTouch(motion: Motion, touch: FirstTouch, last = 1): number {
  return find('findFirstSelfTouch', motion, motion, touch, last);
}

function find(caller: string, motionA: Motion, motionB: Motion, touch: FirstTouch, last: number): number {
  const search = searchOf(requireMotion(caller, motionA).from.kernels);
  begin(caller, search, motionA, motionB, touch, last);
  search.advance!(search, Infinity);
  return touch.time;
}

function begin(
  caller: string,
  search: Search,
  motionA: Motion,
  motionB: Motion,
  touch: FirstTouch,
  last: number,
  tasks?: Uint32Array,
): void {
  const walked = prepareMotions(caller, search, motionA, motionB);
  requireFirstTouch(caller, touch, last);
  clearFirstTouch(touch);
  walked.result = touch;
  walked.queue.size = 0;
  beginMovingWalk(walked.walk, motionA, motionB, last, tasks, walked.queue);
  search.advance = advanceAtStart;
}

/** Walks over what may meet at time 0. What may meet later is put into the queue on the way. */
function advanceAtStart(search: Search, budget: number): boolean {
  const walked = search.motion as WalkedMotion;
  const { statistics, walk } = walked;
  resume(walked, budget);
  for (;;) {
    const reached = nextLeaves(walk, statistics);
    if (reached === PAUSED) return false;
    if (reached !== AT_LEAVES) break;
    if (testLeaves(walked)) return true;
  }
  search.advance = advanceInOrder;
  return advanceOn(walked);
}

/** Tests triangles that may meet at time 0; others wait. Returns whether two do so. */
function testLeaves(walked: WalkedMotion): boolean {
  const { cursor, queue, result, walk } = walked;
  const { sideA, sideB, window } = walk;
  cursor.a = cursor.b = -1;
  while (nextTriangles(walk, cursor)) {
    const i = sideA.leaf.first + cursor.a;
    const j = sideB.leaf.first + cursor.b;
    if (window[0] > 0) putPair(queue, window, i, j, TRIANGLES);
    else testTriangles(walked, i, j);
    if (result!.time === 0) return true;
  }
  return false;
}

function advanceInOrder(search: Search, budget: number): boolean {
  const walked = search.motion as WalkedMotion;
  resume(walked, budget);
  return advanceOn(walked);
}

/** Goes on until nothing that waits can come first, or the budget is spent. */
function advanceOn(walked: WalkedMotion): boolean {
  const { queue, statistics, walk } = walked;
  const { end, last, sideA, sideB } = walk;
  for (;;) {
    if (queue.size === 0 || queue.keys[0] > last[0]) return true;
    if (statistics.boundTests + statistics.triangleTests >= end[0]) return false;
    takePair(queue);
    const a = queue.taken[0];
    const b = queue.taken[1];
    if (queue.takenKind !== NODES) {
      if (queue.takenKind === NARROWED || comeFirst(walked, a, b)) testTriangles(walked, a, b);
      continue;
    }
    statistics.nodesVisited++;
    if (isLeafId(a) && isLeafId(b)) {
      openLeafOfSide(sideA, a);
      openLeafOfSide(sideB, b);
      putTriangles(walked);
    } else {
      openSide(sideA, a);
      openSide(sideB, b);
      putChildren(walked, walk.isSelf && a === b);
    }
  }
}

function putChildren({ queue, statistics, walk }: WalkedMotion, isSame: boolean): void {
  const { sideA, sideB, window } = walk;
  const a = sideA.node * LANES;
  const b = sideB.node * LANES;
  const countA = sideA.counts[sideA.node];
  const countB = sideB.counts[sideB.node];
  for (let childA = 0; childA < countA; childA++) {
    for (let childB = isSame ? childA : 0; childB < countB; childB++) {
      statistics.boundTests++;
      if (!mayChildrenMeet(walk, childA, childB)) continue;
      putPair(queue, window, sideA.childIds[a + childA], sideB.childIds[b + childB], NODES);
    }
  }
}

function putTriangles({ cursor, queue, walk }: WalkedMotion): void {
  cursor.a = cursor.b = -1;
  while (nextTriangles(walk, cursor)) {
    putPair(queue, walk.window, walk.sideA.leaf.first + cursor.a, walk.sideB.leaf.first + cursor.b, TRIANGLES);
  }
}

/** Whether triangles that were taken are next by their normals, too. Otherwise they go back to where these put them, or meet too late. */
function comeFirst({ queue, statistics, walk }: WalkedMotion, i: number, j: number): boolean {
  const { last, sideA, sideB, window } = walk;
  statistics.boundTests++;
  readEnds(sideA);
  readEnds(sideB);
  window[0] = queue.key[0];
  window[1] = last[0];
  const { from, to } = sideA;
  const { from: fromB, to: toB } = sideB;
  if (!narrowWindow(from.triangles, to.triangles, i, fromB.triangles, toB.triangles, j, window)) return false;
  if (queue.size === 0 || window[0] <= queue.keys[0]) return true;
  putPair(queue, window, i, j, NARROWED);
  return false;
}

function testTriangles({ touch, result, statistics, walk }: WalkedMotion, i: number, j: number): void {
  statistics.triangleTests++;
  if (findTouch(walk, i, j, touch)) keep(walk, i, j, result!, touch);
}

/** Keeps what was found, if it comes first so far; of one surface, the lower triangle comes first. */
function keep(
  { isSelf, last, sideA, sideB }: WalkedMotion['walk'],
  i: number,
  j: number,
  result: FirstTouch,
  touch: WalkedMotion['touch'],
): void {
  const a = sideA.from.triangles.order[i];
  const b = sideB.from.triangles.order[j];
  const isTurned = isSelf && a > b;
  if (!isBefore(result, isTurned ? b : a, isTurned ? a : b, touch)) return;
  if (isTurned) keepTouch(result, sideB, j, sideA, i, touch);
  else keepTouch(result, sideA, i, sideB, j, touch);
  last[0] = result.time;
}
