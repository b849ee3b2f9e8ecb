/** Going on in time: all events up to it, one after the other. */
import { PliantError } from '../errors.js';
import type { AnyKineticTree } from './box-tree/box-tree-record.js';
import { handleBoxEvent } from './box-tree/box-events.js';
import { makeAgenda } from './agenda/make-agenda.js';
import { renewUpward } from './certificates.js';
import { noteChange } from './change-log.js';
import { noteExtreme } from './followers.js';
import { SIDES } from './leaves.js';
import { requireMotion } from './flightplan.js';
import { setPresent, setPresentFrom } from './paths.js';
import type { Paths } from './paths.js';
import { NO_NODE } from '../tree/tree.js';
import type { KineticTree } from './tree-record.js';

/**
 * Goes on to a time that is not earlier than the present. Events happen at their own times, so what is done in all does not depend on how many steps one takes. Creates no
 * objects, except where it builds a spoiled part of a BoxTree anew; nodes of that part get other numbers.
 *
 * @throws PliantError `bad-number` when the time is earlier, or beyond the end of the plan.
 */
export function advance(tree: AnyKineticTree, time: number): void {
  const { paths, queue } = tree;
  requireWithin('advance', paths, time);
  if (time < paths.time) {
    throw new PliantError(
      'bad-number',
      `advance: the time is ${time}, but it is ${paths.time} already; time goes forward, and rebuildAt goes back`,
    );
  }
  if (tree.form === 'box-tree') {
    while (queue.count > 0 && queue.times[queue.heap[0]] <= time) {
      setPresentFrom(paths, queue.times, queue.heap[0]);
      handleBoxEvent(tree, queue.heap[0]);
    }
  } else runEvents(tree, time);
  setPresent(paths, time);
}

/** What comes next: a key, an entry of the agenda, or an event of the queue; at one time in this order. */
function runEvents(tree: KineticTree, time: number): void {
  const { agenda, paths, queue } = tree;
  const { times } = paths.plan;
  for (;;) {
    const key = paths.key + 1 < times.length ? times[paths.key + 1] : Infinity;
    const event = queue.count > 0 ? queue.times[queue.heap[0]] : Infinity;
    const entry = agenda.done < agenda.count ? agenda.times[agenda.order[agenda.done]] : Infinity;
    if (key > time && entry > time && event > time) return;
    if (key <= entry && key <= event) {
      setPresentFrom(paths, times, paths.key + 1);
      makeAgenda(tree);
    } else if (entry <= event) carryOut(tree, Math.min(time, event));
    else runEvent(tree, queue.heap[0]);
  }
}

function runEvent(tree: KineticTree, certificate: number): void {
  const node = Math.floor(certificate / SIDES);
  setPresentFrom(tree.paths, tree.queue.times, certificate);
  if (!renewUpward(tree, node, certificate % SIDES)) tree.counts.renewals++;
  else if (tree.itemCounts[node] > 0) tree.counts.leafEvents++;
  else tree.counts.treeEvents++;
}

/** Carries out entries of the agenda up to a time, or to the first one that changes the queue. */
function carryOut(tree: KineticTree, until: number): void {
  const { agenda, counts, extremes, followers, isListed, itemCounts, parents, paths, replaced } = tree;
  const { certificates, count, order, overtakes, times, vertices } = agenda;
  for (; agenda.done < count; agenda.done++) {
    const entry = order[agenda.done];
    if (times[entry] > until) return;
    const certificate = certificates[entry];
    const node = Math.floor(certificate / SIDES);
    // It may have left the agenda.
    if (isListed[node] === 0) continue;
    if (extremes[certificate] === vertices[entry]) {
      counts.renewals++;
      continue;
    }
    extremes[certificate] = vertices[entry];
    counts.numbersWritten++;
    noteChange(replaced, certificate);
    if (overtakes[entry] === 1) {
      if (itemCounts[node] > 0) counts.leafEvents++;
      else counts.treeEvents++;
    }
    if (followers.length > 0) {
      setPresentFrom(paths, times, entry);
      noteExtreme(tree, certificate);
    }
    const above = parents[node];
    if (above === NO_NODE || isListed[above] === 1) continue;
    agenda.done++;
    setPresentFrom(paths, times, entry);
    renewUpward(tree, above, certificate - node * SIDES);
    return;
  }
}

/** Refuses a time that the plan says nothing about. */
export function requireWithin(caller: string, { plan }: Paths, time: number): void {
  requireMotion(caller, 'time', time);
  if (time >= plan.start && time <= plan.end) return;
  throw new PliantError(
    'bad-number',
    `${caller}: the time is ${time}, but the flightplan goes from ${plan.start} to ${plan.end}`,
  );
}
