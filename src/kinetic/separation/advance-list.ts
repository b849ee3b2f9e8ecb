/** Taking a list, and its trees, from time to time. */
import { PliantError } from '../../errors.js';
import { advance, requireWithin } from '../advance.js';
import { beginEpoch } from './epochs.js';
import { CLOCK, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';
import { lookAtPair } from './look-at-pair.js';
import { emptyLog, restartList } from './restart.js';
import { readExtreme, takeInChanges } from './take-in-changes.js';

/**
 * Takes the list to a time, and both trees where they are not there yet. What happens is done in the order of time; of what happens at once, keys come first, then extremes of the first tree, then of the
 * second, then pairs. Creates no objects once there is room.
 *
 * @throws PliantError `bad-number` when the time is earlier than that of a tree, or beyond the end of a plan; `disposed` when the list was released.
 */
export function advanceList(list: SeparationList, time: number): void {
  const { clock, trees } = list;
  requireWatching('advanceList', list);
  for (let i = 0; i < trees.length; i++) {
    const { paths } = trees[i].tree;
    requireWithin('advanceList', paths, time);
    if (time >= paths.time) continue;
    throw new PliantError(
      'bad-number',
      `advanceList: the time is ${time}, but it is ${paths.time} already; time goes forward, and rebuildAt of all trees goes back`,
    );
  }
  takeInAll(list);
  for (let i = 0; i < trees.length; i++) if (trees[i].tree.paths.time < time) advance(trees[i].tree, time);
  runEvents(list, time);
  clock[CLOCK.time] = time;
  for (let i = 0; i < trees.length; i++) emptyLog(trees[i]);
}

/** Takes in what was changed since, before the list is read; refuses to when a tree has gone on alone. */
export function requirePresent(caller: string, list: SeparationList): void {
  const { clock, trees } = list;
  requireWatching(caller, list);
  const time = isRebuilt(list) ? trees[0].tree.paths.time : clock[CLOCK.time];
  for (let i = 0; i < trees.length; i++) {
    if (trees[i].tree.paths.time === time) continue;
    throw new PliantError(
      'mismatch',
      `${caller}: the list is at time ${time}, but a tree of it at ${trees[i].tree.paths.time}; call advanceList first`,
    );
  }
  takeInAll(list);
  for (let i = 0; i < trees.length; i++) emptyLog(trees[i]);
}

function takeInAll(list: SeparationList): void {
  if (isRebuilt(list)) restartList(list);
  else takeInChanges(list);
}

function runEvents(list: SeparationList, time: number): void {
  const { a, b, clock, queue } = list;
  for (;;) {
    let next = clock[CLOCK.epochEnd];
    let source = KEY;
    if (a.read < a.log.count && a.log.times[a.read] < next) {
      next = a.log.times[a.read];
      source = TREE_A;
    }
    if (b.read < b.log.count && b.log.times[b.read] < next) {
      next = b.log.times[b.read];
      source = TREE_B;
    }
    if (queue.count > 0 && queue.times[queue.heap[0]] < next) {
      next = queue.times[queue.heap[0]];
      source = PAIR_EVENT;
    }
    if (next > time) return;
    clock[CLOCK.time] = next;
    if (source === KEY) beginEpoch(list);
    else if (source === PAIR_EVENT) runPair(list, queue.heap[0]);
    else readExtreme(list, source === TREE_A ? a : b);
  }
}

/** What comes next. */
const KEY = 0;
const TREE_A = 1;
const TREE_B = 2;
const PAIR_EVENT = 3;

function runPair(list: SeparationList, pair: number): void {
  const wasApart = isApart(list, pair);
  lookAtPair(list, pair);
  if (isApart(list, pair) === wasApart) list.counts.renewals++;
}

function isApart({ pairs }: SeparationList, pair: number): boolean {
  return pairs[pair * PAIR.stride + PAIR.state] < OVERLAPPING;
}

function isRebuilt({ a, b }: SeparationList): boolean {
  return a.log.isRebuilt || b.log.isRebuilt;
}

function requireWatching(caller: string, { trees }: SeparationList): void {
  for (let i = 0; i < trees.length; i++) {
    if (trees[i].tree.followers.includes(trees[i].log)) continue;
    throw new PliantError('disposed', `${caller}: the list has been released; create another one`);
  }
}
