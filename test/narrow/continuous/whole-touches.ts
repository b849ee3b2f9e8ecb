/** The first touch of whole coordinates, beside the oracle's: a few samples in the quick tests, many in the slow ones. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { exactIntegers } from '../../oracle/exact-integers.js';
import { compareFractions } from '../../oracle/fractions.js';
import type { Fraction } from '../../oracle/fractions.js';
import { distanceSquaredAt, oracleFirstTouch } from '../../oracle/first-touch.js';
import {
  backwards,
  exactTimes,
  filtered,
  firstTimes,
  inEveryOrder,
  inIntegers,
  KINDS,
  meets,
  sheared,
  WHOLE_MAKERS,
} from './encounters.js';
import type { Sample, Times } from './encounters.js';

const SAMPLED_TIMES = [2n, 5n, 7n, 12n].flatMap((denominator) =>
  range(denominator).map((numerator) => ({ numerator, denominator })),
);

const CASES = KINDS.flatMap((kind) => Object.keys(WHOLE_MAKERS).map((maker) => [kind, maker] as const));

/** The tests, with so many samples for each way of making them. */
export function describeWholeTouches(seed: number, count: number): void {
  describe('the first touch of whole coordinates', () => {
    it.each(CASES)('is that of the oracle, and nothing meets before it: %s, %s', (kind, maker) => {
      const random = createRandom(seed);
      let found = 0;
      for (let i = 0; i < count; i++) {
        const sample = WHOLE_MAKERS[maker](random, kind);
        const name = `seed ${seed}, ${maker} ${i}, ${JSON.stringify(sample)}`;
        const times = firstTimes(sample);
        const expected = oracleFirstTouch(inIntegers(sample));
        if (times !== undefined) found++;
        if (!isAround(times, expected)) expect.fail(`${name}: ${String(times)}, but the oracle says ${show(expected)}`);
        expectNoneBefore(name, sample, times);
        if (meets(sample) !== (times !== undefined)) expect.fail(`${name}: the decision alone differs`);
        const alone = filtered(sample);
        if (alone !== undefined && alone !== (times !== undefined)) expect.fail(`${name}: doubles say ${alone}`);
      }
      expect(found).toBeGreaterThan(count / 20);
      expect(found).toBeLessThan(count);
    });

    it.each(CASES)('is the same in every order and under shears, and is there backwards: %s, %s', (kind, maker) => {
      const random = createRandom(seed);
      for (let i = 0; i < count; i++) {
        const sample = WHOLE_MAKERS[maker](random, kind);
        expectSameSeenOtherwise(
          `seed ${seed}, ${maker} ${i}, ${JSON.stringify(sample)}`,
          sample,
          sheared(sample, random),
        );
      }
    });
  });
}

function expectSameSeenOtherwise(name: string, sample: Sample, shear: Sample): void {
  const times = String(firstTimes(sample));
  for (const other of [...inEveryOrder(sample), shear]) {
    const others = String(firstTimes(other));
    if (others !== times) expect.fail(`${name}: ${times}, but ${others} for ${JSON.stringify(other)}`);
  }
  const exact = String(exactTimes(sample));
  if (exact !== times) expect.fail(`${name}: ${times}, but ${exact} in big integers alone`);
  const back = backwards(sample);
  if (meets(back) !== meets(sample)) expect.fail(`${name}: ${times}, but backwards ${meets(back)}`);
  const [forth] = firstTimes(sample) ?? [0];
  const [late] = firstTimes(back) ?? [0];
  if (forth + late > 1) expect.fail(`${name}: ${forth}, but backwards ${late}: the last touch is before the first`);
}

/** Whether the doubles enclose the time, are neighbours, and are equal exactly if it is a double. */
function isAround(times: Times, expected: Fraction | undefined): boolean {
  if (times === undefined || expected === undefined) return times === expected;
  const [below, above] = times;
  const slack = { numerator: 1n, denominator: 1n << 140n };
  const isEqual = isNear(expected, below, slack);
  if (below === above) return isEqual;
  if (!areNeighbours(below, above) || isEqual || isNear(expected, above, slack)) return false;
  return compareFractions(fraction(below), expected) < 0 && compareFractions(expected, fraction(above)) < 0;
}

function isNear(a: Fraction, b: number, slack: Fraction): boolean {
  const { numerator, denominator } = fraction(b);
  const difference = a.numerator * denominator - numerator * a.denominator;
  const size = { numerator: difference < 0n ? -difference : difference, denominator: a.denominator * denominator };
  return compareFractions(size, slack) < 0;
}

function areNeighbours(below: number, above: number): boolean {
  const bits = new BigInt64Array(Float64Array.of(below, above).buffer);
  return bits[1] - bits[0] === 1n;
}

function fraction(value: number): Fraction {
  const [numerator, denominator] = exactIntegers([value, 1]);
  return { numerator, denominator };
}

function expectNoneBefore(name: string, sample: Sample, times: Times): void {
  const encounter = inIntegers(sample);
  for (const time of SAMPLED_TIMES) {
    // A time between the two doubles may be that of the touch itself.
    if (times !== undefined && compareFractions(time, fraction(times[0])) >= (times[0] === times[1] ? 0 : 1)) continue;
    if (distanceSquaredAt(encounter, time).numerator === 0n) expect.fail(`${name}: touch at ${show(time)} already`);
  }
}

function range(denominator: bigint): bigint[] {
  return Array.from({ length: Number(denominator) + 1 }, (_, i) => BigInt(i));
}

function show(time: Fraction | undefined): string {
  return time === undefined ? 'none' : String(Number((time.numerator << 60n) / time.denominator) / 2 ** 60);
}
