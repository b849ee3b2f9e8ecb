/** Epochs of a list: stretches of time in which all paths are polynomials. When one begins, all pairs are looked at, one after the other in memory; what happens later than its end is left to the next. */
import { clearQueue } from '../event-queue.js';
import { beginMargin } from './gap-margin.js';
import { staysApart, staysOverlapping } from './gaps.js';
import { CLOCK, GAP_MARGIN, ITSELF, NO_STATE, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';
import { lookAtPair } from './look-at-pair.js';

/** Begins an epoch at the present. */
export function beginEpoch(list: SeparationList): void {
  const { clock, counts, trees } = list;
  list.epoch++;
  clock[CLOCK.epochBegin] = clock[CLOCK.time];
  clock[CLOCK.epochEnd] = Infinity;
  for (let i = 0; i < trees.length; i++) {
    const { times } = trees[i].tree.paths.plan;
    while (trees[i].key + 1 < times.length && times[trees[i].key + 1] <= clock[CLOCK.time]) trees[i].key++;
    const next = trees[i].key + 1;
    if (next < times.length && times[next] < clock[CLOCK.epochEnd]) clock[CLOCK.epochEnd] = times[next];
  }
  beginMargin(list);
  clearQueue(list.queue);
  // Those that are opened meanwhile have been looked at.
  const count = list.pairCount;
  const isStraight = list.margin[GAP_MARGIN.bend] === 0 && clock[CLOCK.epochEnd] < Infinity;
  for (let pair = 0; pair < count; pair++) {
    const state = list.pairs[pair * PAIR.stride + PAIR.state];
    if (state === NO_STATE || state === ITSELF) continue;
    counts.keyLooks++;
    if (state < OVERLAPPING ? staysApart(list, pair) : isStraight && staysOverlapping(list, pair)) continue;
    lookAtPair(list, pair);
  }
}
