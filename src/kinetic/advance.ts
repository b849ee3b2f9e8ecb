/** Going on in time: all events up to it, one after the other. */
import { PliantError } from '../errors.js';
import { renewUpward } from './certificates.js';
import type { KineticTree } from './tree-record.js';
import { SIDES } from './leaves.js';
import { requireMotion } from './flightplan.js';
import { setPresent } from './paths.js';
import type { Paths } from './paths.js';

/**
 * Goes on to a time that is not earlier than the present. Events happen at their own times, so what is done in all does not depend on how many steps one takes. Creates no
 * objects.
 *
 * @throws PliantError `bad-number` when the time is earlier, or beyond the end of the plan.
 */
export function advance(tree: KineticTree, time: number): void {
  const { counts, paths, queue } = tree;
  requireWithin('advance', paths, time);
  if (time < paths.time) {
    throw new PliantError(
      'bad-number',
      `advance: the time is ${time}, but it is ${paths.time} already; time goes forward, and rebuildAt goes back`,
    );
  }
  while (queue.count > 0) {
    const certificate = queue.heap[0];
    const event = queue.times[certificate];
    if (event > time) break;
    setPresent(paths, event);
    const node = Math.floor(certificate / SIDES);
    if (!renewUpward(tree, node, certificate % SIDES)) counts.renewals++;
    else if (tree.itemCounts[node] > 0) counts.leafEvents++;
    else counts.treeEvents++;
  }
  setPresent(paths, time);
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
