/**
 * A search for pairs taken to pieces, so that several can work on it: a list of tasks in the order in which the search
 * would come to them. Each task, run as a search of its own, on the same bodies or on bodies like them elsewhere, finds
 * its part of the hits; put together in the order of the tasks, the parts are what one search finds, in the same order,
 * however many tasks there are. For bodies that share kernels.
 *
 * Why. What a search does is a depth-first walk over a tree of entries: pairs of leaves, which are tested, and pairs that
 * open into others. An entry may be replaced by those that it opens into, in the order in which the walk comes to them,
 * and the leaves still come in the same order.
 */
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import type { PairHits } from '../hits.js';
import type { Search } from '../search.js';
import { advancePair, preparePair, prepareSelf } from './find-pair-hits.js';
import { beginAt, beginInKernel, openEntry } from './kernel-walk.js';
import type { WalkedPair } from './progress.js';

/** Words of a task. */
export const TASK_WORDS = 2;
/** An entry opens into at most so many: each of four children with each of four. */
const MOST_CHILDREN = 16;

/**
 * Takes the search for the pairs of two bodies, or of one with itself, to pieces: at least `least` tasks, unless there are not
 * that many pairs of leaves that may meet. Depends on the poses of the bodies alone.
 * @returns {@link TASK_WORDS} words per task, which mean the same in every body of the same tree.
 */
export function splitPairs(search: Search, bodyA: Body, bodyB: Body, hits: PairHits, least: number): Uint32Array {
  const walked = prepareTask('splitPairs', search, bodyA, bodyB, hits);
  beginInKernel(walked);
  const { stack, stackSize } = walked.saved;
  let tasks: number[] = [];
  for (let entry = stackSize - 1; entry >= 0; entry--) {
    tasks.push(stack[entry * TASK_WORDS], stack[entry * TASK_WORDS + 1]);
  }
  const opened = new Uint32Array(MOST_CHILDREN * TASK_WORDS);
  for (let isOpen = true; isOpen && tasks.length < least * TASK_WORDS;) {
    const next: number[] = [];
    isOpen = openAll(walked, tasks, opened, next);
    tasks = next;
  }
  return Uint32Array.from(tasks);
}

/** Begins a search that does one task, in the bodies' present poses. Step it as any other. */
export function beginPairTask(
  search: Search,
  bodyA: Body,
  bodyB: Body,
  tasks: Uint32Array,
  task: number,
  hits: PairHits,
): void {
  const walked = prepareTask('beginPairTask', search, bodyA, bodyB, hits);
  beginAt(walked, tasks[task * TASK_WORDS], tasks[task * TASK_WORDS + 1]);
  search.advance = advancePair;
}

function prepareTask(caller: string, search: Search, bodyA: Body, bodyB: Body, hits: PairHits): WalkedPair {
  const walked =
    bodyA === bodyB ? prepareSelf(caller, search, bodyA, hits) : preparePair(caller, search, bodyA, bodyB, hits);
  if (!walked.isInKernel) {
    throw new PliantError('mismatch', `${caller}: the bodies have different kernels; create both with the same`);
  }
  return walked;
}

/** Adds to `next` what each task opens into; pairs of leaves stay. Returns whether any was opened. */
function openAll(walked: WalkedPair, tasks: readonly number[], opened: Uint32Array, next: number[]): boolean {
  const { saved } = walked;
  let isAnyOpened = false;
  for (let at = 0; at < tasks.length; at += TASK_WORDS) {
    saved.stack[0] = tasks[at];
    saved.stack[1] = tasks[at + 1];
    saved.stackSize = 1;
    const count = openEntry(walked, opened);
    if (count < 0) next.push(tasks[at], tasks[at + 1]);
    else isAnyOpened = true;
    for (let k = 0; k < count * TASK_WORDS; k++) next.push(opened[k]);
  }
  saved.stackSize = 0;
  return isAnyOpened;
}
