/** Puts the entries of an agenda into the order of time: each goes into one of as many buckets as there are entries, and is moved to its place in there. */
import { growWords } from '../grow.js';
import type { Agenda } from './agenda-record.js';

/** Where in `order` each bucket ends. */
let bounds = new Uint32Array(1024);

/** Writes the order. All entries are due between two times. */
export function sortAgenda(agenda: Agenda, from: number, to: number): void {
  const { count, times } = agenda;
  agenda.order = growWords(agenda.order, count, 0);
  if (bounds.length <= count) bounds = new Uint32Array(2 * count);
  const { order } = agenda;
  const share = count / (to - from);
  bounds.fill(0, 0, count + 1);
  for (let entry = 0; entry < count; entry++) bounds[bucketOf(times, entry, from, share, count)]++;
  for (let bucket = 1; bucket <= count; bucket++) bounds[bucket] += bounds[bucket - 1];
  // From the last on, so that entries of one bucket stay in the order in which they were made.
  for (let entry = count - 1; entry >= 0; entry--) order[--bounds[bucketOf(times, entry, from, share, count)]] = entry;
  for (let i = 1; i < count; i++) {
    const entry = order[i];
    let place = i;
    for (; place > 0 && times[order[place - 1]] > times[entry]; place--) order[place] = order[place - 1];
    order[place] = entry;
  }
}

/** Later entries are in no earlier bucket, however it is rounded. */
function bucketOf(times: Float64Array, entry: number, from: number, share: number, count: number): number {
  return Math.min(count - 1, Math.floor((times[entry] - from) * share));
}
