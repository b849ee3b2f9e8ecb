/** Which triangles of two moving bodies, or of one with itself, meet within a step, and when first? */
import { clearSearch, searchOf } from '../query/search.js';
import type { Search } from '../query/search.js';
import { findTouch, nextTriangles } from './leaf-pairs.js';
import { requireMotion } from './motion.js';
import type { Motion } from './motion.js';
import { addMotionHit, clearMotionHits, requireMotionHits } from './motion-hits.js';
import type { MotionHits } from './motion-hits.js';
import { AT_LEAVES, COMPLETE, beginMovingWalk, nextLeaves } from './pair-walk.js';
import { prepareMotions, requireTwoMotions, resume } from './progress.js';
import type { WalkedMotion } from './progress.js';

/**
 * Begins to look for all pairs of triangles of two motions that meet within the step, in their present poses. `hits` is emptied, then filled by `step`; a pair of leaves is finished once begun. Hits come in an order that
 * depends on the trees alone, not in that of their times.
 */
export function beginMotionHits(search: Search, motionA: Motion, motionB: Motion, hits: MotionHits): void {
  clearSearch(search);
  requireTwoMotions('beginMotionHits', motionA, motionB, 'beginMotionSelfHits');
  begin('beginMotionHits', search, motionA, motionB, hits);
}

/**
 * Begins to look for all pairs of triangles of one motion that collide within the step: that share no corner and meet, or share some and meet elsewhere, too. The lower triangle comes first in each pair.
 */
export function beginMotionSelfHits(search: Search, motion: Motion, hits: MotionHits): void {
  begin('beginMotionSelfHits', search, motion, motion, hits);
}

/** Begins to look for those pairs that are below given pairs of nodes: see `splitMotions`. One motion twice is searched for collisions with itself. */
export function beginMotionTasks(
  search: Search,
  motionA: Motion,
  motionB: Motion,
  tasks: Uint32Array,
  hits: MotionHits,
): void {
  begin('beginMotionTasks', search, motionA, motionB, hits, tasks);
}

/** Fills `hits` with the pairs of triangles of two motions that meet within the step, and their first times; returns how many there are. */
export function findMotionHits(motionA: Motion, motionB: Motion, hits: MotionHits): number {
  requireTwoMotions('findMotionHits', motionA, motionB, 'findMotionSelfHits');
  return find('findMotionHits', motionA, motionB, hits);
}

/** Fills `hits` with the pairs of triangles of one motion that collide within the step, and their first times; returns how many there are. */
export function findMotionSelfHits(motion: Motion, hits: MotionHits): number {
  return find('findMotionSelfHits', motion, motion, hits);
}

function find(caller: string, motionA: Motion, motionB: Motion, hits: MotionHits): number {
  const search = searchOf(requireMotion(caller, motionA).from.kernels);
  begin(caller, search, motionA, motionB, hits);
  advanceHits(search, Infinity);
  return hits.count + hits.dropped;
}

function begin(
  caller: string,
  search: Search,
  motionA: Motion,
  motionB: Motion,
  hits: MotionHits,
  tasks?: Uint32Array,
): void {
  const walked = prepareMotions(caller, search, motionA, motionB);
  requireMotionHits(caller, hits);
  clearMotionHits(hits);
  walked.hits = hits;
  beginMovingWalk(walked.walk, motionA, motionB, 1, tasks);
  search.advance = advanceHits;
}

function advanceHits(search: Search, budget: number): boolean {
  const walked = search.motion as WalkedMotion;
  resume(walked, budget);
  for (;;) {
    const reached = nextLeaves(walked.walk, walked.statistics);
    if (reached !== AT_LEAVES) return reached === COMPLETE;
    testLeaves(walked);
  }
}

function testLeaves({ touch, cursor, hits, statistics, walk }: WalkedMotion): void {
  const { isSelf, sideA, sideB } = walk;
  cursor.a = cursor.b = -1;
  while (nextTriangles(walk, cursor)) {
    const i = sideA.leaf.first + cursor.a;
    const j = sideB.leaf.first + cursor.b;
    statistics.triangleTests++;
    if (!findTouch(walk, i, j, touch)) continue;
    const a = sideA.from.triangles.order[i];
    const b = sideB.from.triangles.order[j];
    if (isSelf && a > b) addMotionHit(hits!, b, a, touch);
    else addMotionHit(hits!, a, b, touch);
  }
}
