/**
 * A search over two motions, or one with itself, taken to pieces, so that several can work on it: pairs of nodes, in the order in which the walk comes to them. What is found below each, put together in that order, is what one
 * search finds, in the same order, as `query/pair/tasks.ts` has it for a moment. For a first touch the earliest of all tasks counts, and where something meets already at time 0, that of the first task that finds it.
 *
 * Why. A walk with an earlier end leaves out pairs of nodes, and does not change the order of those that it looks at. So tasks that were found for the whole step serve the question for time 0, too.
 */
import { isLeafId } from '../query/opened-node.js';
import { clearSearch } from '../query/search.js';
import type { Search } from '../query/search.js';
import type { Motion } from './motion.js';
import { PAIR_WORDS, beginMovingWalk, pushOpened } from './pair-walk.js';
import type { MovingWalk } from './pair-walk.js';
import { prepareMotions } from './progress.js';

/**
 * Takes the search for what meets within the step to pieces: at least `least` tasks, unless there are not that many pairs of leaves that may meet.
 * @returns Two words per task, which mean the same in every body of the same tree.
 */
export function splitMotions(search: Search, motionA: Motion, motionB: Motion, least: number): Uint32Array {
  clearSearch(search);
  const { walk } = prepareMotions('splitMotions', search, motionA, motionB);
  beginMovingWalk(walk, motionA, motionB, 1);
  let tasks: number[] = [];
  takeStack(walk, tasks);
  for (let isOpen = true; isOpen && tasks.length < least * PAIR_WORDS;) {
    const next: number[] = [];
    isOpen = openAll(walk, search, tasks, next);
    tasks = next;
  }
  return Uint32Array.from(tasks);
}

/** Adds to `next` what each task opens into; pairs of leaves stay. Returns whether any was opened. */
function openAll(walk: MovingWalk, { statistics }: Search, tasks: readonly number[], next: number[]): boolean {
  let isAnyOpened = false;
  for (let at = 0; at < tasks.length; at += PAIR_WORDS) {
    const a = tasks[at] | 0;
    const b = tasks[at + 1] | 0;
    if (isLeafId(a) && isLeafId(b)) {
      next.push(tasks[at], tasks[at + 1]);
      continue;
    }
    isAnyOpened = true;
    pushOpened(walk, statistics, a, b);
    takeStack(walk, next);
  }
  return isAnyOpened;
}

/** Takes all pairs off the stack, the one on top first. */
function takeStack(walk: MovingWalk, out: number[]): void {
  const { ids } = walk;
  while (walk.size > 0) {
    walk.size--;
    out.push(ids[walk.size * PAIR_WORDS], ids[walk.size * PAIR_WORDS + 1]);
  }
}
