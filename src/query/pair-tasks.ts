/**
 * A search for pairs taken to pieces, so that several can work on it: a list of tasks in the order in which the search
 * would come to them. Each task, run as a search of its own, on the same bodies or on bodies like them elsewhere, finds
 * its part of the hits; put together in the order of the tasks, the parts are what one search finds, in the same order,
 * however many tasks there are.
 *
 * Why. What a search does is a depth-first walk over a tree of entries: pairs of leaves, which are tested, and pairs that
 * open into others. An entry may be replaced by those that it opens into, in the order in which the walk comes to them,
 * and the leaves still come in the same order.
 */
import type { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import type { PairHits } from './hits.js';
import { evaluateEntry, openKernelEntry } from './pair-kernel-walk.js';
import { openNodeEntry } from './pair-node-walk.js';
import { openOpenedEntry } from './pair-opened-walk.js';
import { KERNEL_WALK, NODE_WALK } from './pair-progress.js';
import { preparePairs } from './pair-search.js';
import type { PairSearch } from './pair-search.js';

/** Words of a task. */
export const TASK_WORDS = 2;
/** An entry opens into at most so many: each of four children with each of four. */
const MOST_CHILDREN = 16;

/**
 * Takes a search that was begun, and has not been stepped yet, to pieces: at least `least` tasks, unless there are not
 * that many pairs of leaves that may meet. Nothing is left for the search itself to do. Depends on the poses of the bodies
 * alone.
 * @returns {@link TASK_WORDS} words per task, which mean the same in every body of the same tree.
 */
export function splitPairSearch(search: PairSearch, least: number): Uint32Array {
  const { walk } = search.progress;
  let tasks: number[] = [];
  for (let entry = walk.stackSize - 1; entry >= 0; entry--)
    tasks.push(walk.stack[entry * 2], walk.stack[entry * 2 + 1]);
  const opened = new Uint32Array(MOST_CHILDREN * TASK_WORDS);
  for (let isOpen = true; isOpen && tasks.length < least * TASK_WORDS;) {
    const next: number[] = [];
    isOpen = openAll(search, tasks, opened, next);
    tasks = next;
  }
  walk.stackSize = 0;
  return Uint32Array.from(tasks);
}

/** Begins a search that does one task, in the bodies' present poses. Step it as any other. */
export function beginPairTask(search: PairSearch, tasks: Uint32Array, task: number, hits: PairHits): void {
  preparePairs(search, hits);
  const { walk } = search.progress;
  walk.stack[0] = tasks[task * TASK_WORDS];
  walk.stack[1] = tasks[task * TASK_WORDS + 1];
  walk.stackSize = 1;
  if (search.progress.kind === KERNEL_WALK) evaluateEntry(search, search.bodyA as LazyBody, search.bodyB as LazyBody);
}

/** Adds to `next` what each task opens into; pairs of leaves stay. Returns whether any was opened. */
function openAll(search: PairSearch, tasks: readonly number[], opened: Uint32Array, next: number[]): boolean {
  const { walk } = search.progress;
  let isAnyOpened = false;
  for (let at = 0; at < tasks.length; at += TASK_WORDS) {
    walk.stack[0] = tasks[at];
    walk.stack[1] = tasks[at + 1];
    walk.stackSize = 1;
    const count = openEntry(search, opened);
    if (count < 0) next.push(tasks[at], tasks[at + 1]);
    else isAnyOpened = true;
    for (let k = 0; k < count * TASK_WORDS; k++) next.push(opened[k]);
  }
  return isAnyOpened;
}

/** Opens the only entry of the stack; returns into how many others, or -1 for a pair of leaves. */
function openEntry(search: PairSearch, opened: Uint32Array): number {
  const { bodyA, bodyB, progress } = search;
  const { walk } = progress;
  if (progress.kind === KERNEL_WALK) return openKernelEntry(search, bodyA as LazyBody, bodyB as LazyBody, opened);
  const isOpened =
    progress.kind === NODE_WALK
      ? openNodeEntry(search, bodyA as PosedBody, bodyB as PosedBody)
      : openOpenedEntry(search, bodyA, bodyB);
  if (!isOpened) return -1;
  for (let k = 0; k < walk.stackSize; k++) {
    const entry = walk.stackSize - 1 - k;
    opened[k * 2] = walk.stack[entry * 2];
    opened[k * 2 + 1] = walk.stack[entry * 2 + 1];
  }
  return walk.stackSize;
}
