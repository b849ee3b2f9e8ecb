/** The shared queries, every one or a sample of them: exact answers, doubles beside big integers, and the same seen otherwise. */
import { expect } from 'vitest';
import type { ContactQueries } from '../../support/ccd-queries.js';
import { backwards, exactTimes, filtered, firstTimes, inEveryOrder, meets } from './encounters.js';
import type { Sample } from './encounters.js';

/** How many were asked, met, and were decided in doubles. */
export interface QueryCounts {
  asked: number;
  met: number;
  decided: number;
}

/** Asks the queries of these numbers, and holds the answers against what is known. */
export function expectAnswers(queries: ContactQueries, numbers: Iterable<number>): QueryCounts {
  const counts = { asked: 0, met: 0, decided: 0 };
  for (const i of numbers) {
    const sample = sampleOf(queries, i);
    const name = `${queries.name}, ${queries.kind} ${i}`;
    const hit = queries.hits[i];
    const times = firstTimes(sample);
    const exact = exactTimes(sample);
    const alone = filtered(sample);
    if ((exact !== undefined) !== hit)
      expect.fail(`${name}: ${String(exact)} in big integers, but the answer is ${hit}`);
    if (String(times) !== String(exact)) expect.fail(`${name}: ${String(times)}, but ${String(exact)} in big integers`);
    if (meets(sample) !== hit) expect.fail(`${name}: the decision alone is ${!hit}`);
    if (alone !== undefined && alone !== hit) expect.fail(`${name}: ${alone} in doubles, but the answer is ${hit}`);
    counts.asked++;
    if (hit) counts.met++;
    if (alone !== undefined) counts.decided++;
  }
  return counts;
}

/** Holds what is said of a query in other orders and backwards against the known answer, and its time against itself. */
export function expectSymmetry(queries: ContactQueries, numbers: Iterable<number>): void {
  for (const i of numbers) {
    const sample = sampleOf(queries, i);
    const name = `${queries.name}, ${queries.kind} ${i}`;
    const times = String(firstTimes(sample));
    for (const other of inEveryOrder(sample)) {
      if (String(firstTimes(other)) !== times) expect.fail(`${name}: ${String(firstTimes(other))}, not ${times}`);
      const back = backwards(other);
      if (meets(back) !== queries.hits[i]) expect.fail(`${name}: not the same backwards`);
      if ((exactTimes(back) !== undefined) !== queries.hits[i]) expect.fail(`${name}: not the same backwards, exactly`);
    }
  }
}

function sampleOf({ kind, starts, ends }: ContactQueries, i: number): Sample {
  return { kind, start: [...starts.subarray(12 * i, 12 * i + 12)], end: [...ends.subarray(12 * i, 12 * i + 12)] };
}
