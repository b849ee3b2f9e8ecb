/** The shared queries, every one or a sample of them: exact answers, doubles beside big integers, and the same seen otherwise. */
import type { Random } from 'pliant/exact';
import { expect } from 'vitest';
import type { TouchQueries } from '../../../scenes/touch-queries.js';
import { exactIntegers } from '../../oracle/exact-integers.js';
import { distanceSquaredAt } from '../../oracle/first-touch.js';
import {
  backwards,
  exactTimes,
  filtered,
  firstTimes,
  inEveryOrder,
  inIntegers,
  inOrder,
  meets,
  sheared,
} from './encounters.js';
import type { Sample } from './encounters.js';

/** Times before the first touch, as parts of it. */
const PARTS = [0, 1 / 3, 1 - 2 ** -20] as const;
/** Making whole numbers takes longer than all else. */
const SHEAR_STRIDE = 8;
/** A shear multiplies by less than 2^7. */
const LARGEST_TO_SHEAR = 2 ** 46;

/** How many were asked, met, and were decided in doubles. */
export interface QueryCounts {
  asked: number;
  met: number;
  decided: number;
}

/** Asks the queries of these numbers, and holds the answers against what is known. */
export function expectAnswers(queries: TouchQueries, numbers: Iterable<number>): QueryCounts {
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
export function expectSymmetry(queries: TouchQueries, numbers: Iterable<number>): void {
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

/**
 * Holds first times, filter and all, against those in one of the other orders, the next for each query, and now and then
 * under a shear, where that is exact, and the decisions backwards. Returns the number of shears.
 */
export function expectSameSeenOtherwise(queries: TouchQueries, numbers: Iterable<number>, random: Random): number {
  let shears = 0;
  for (const i of numbers) {
    const sample = sampleOf(queries, i);
    const name = `${queries.name}, ${queries.kind} ${i}`;
    const times = String(firstTimes(sample));
    const whole = i % SHEAR_STRIDE === 0 ? inWholeNumbers(sample) : undefined;
    if (whole !== undefined) {
      const shear = firstTimes(sheared(whole, random));
      if (String(shear) !== times) expect.fail(`${name}: ${String(shear)} under a shear, not ${times}`);
      shears++;
    }
    const other = inOrder(sample, i);
    if (String(firstTimes(other)) !== times) expect.fail(`${name}: ${String(firstTimes(other))}, not ${times}`);
    if (meets(backwards(other)) !== queries.hits[i]) expect.fail(`${name}: not the same backwards`);
  }
  return shears;
}

/** Expects no touch at some rational times before the first one, by least distances in rational numbers. */
export function expectNoneBefore(queries: TouchQueries, numbers: Iterable<number>): void {
  for (const i of numbers) {
    const sample = sampleOf(queries, i);
    const last = firstTimes(sample)?.[0] ?? 1;
    const encounter = inIntegers(sample);
    for (const part of PARTS) {
      // A touch at 0, or just behind, has nothing before it.
      if (last * part === last) continue;
      const [numerator, denominator] = exactIntegers([last * part, 1]);
      if (distanceSquaredAt(encounter, { numerator, denominator }).numerator === 0n)
        expect.fail(`${queries.name}, ${queries.kind} ${i}: touch at ${last * part} already`);
    }
  }
}

/** The same in whole numbers, if they are so small that a shear of them is exact. */
function inWholeNumbers({ kind, start, end }: Sample): Sample | undefined {
  const numbers = exactIntegers([...start, ...end]).map(Number);
  if (!numbers.every((value) => Math.abs(value) < LARGEST_TO_SHEAR)) return undefined;
  return { kind, start: numbers.slice(0, 12), end: numbers.slice(12) };
}

function sampleOf({ kind, starts, ends }: TouchQueries, i: number): Sample {
  return { kind, start: [...starts.subarray(12 * i, 12 * i + 12)], end: [...ends.subarray(12 * i, 12 * i + 12)] };
}
