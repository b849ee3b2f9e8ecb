import { describe, expect, it } from 'vitest';
import { PliantError } from '../../src/errors.js';
import { createRandom } from '../../src/math/random.js';

const WORD = (1n << 32n) - 1n;

/** sfc32 as published, in big integers cut to 32 bits. */
function* publishedSfc32(seed: bigint): Generator<number, never> {
  let [a, b, c, counter] = [0n, seed & WORD, seed >> 32n, 1n];
  for (let i = 0; ; i++) {
    const output = (a + b + counter) & WORD;
    counter = (counter + 1n) & WORD;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & WORD;
    c = (((c << 21n) | (c >> 11n)) + output) & WORD;
    if (i >= 12) yield Number(output);
  }
}

describe('seeded random numbers', () => {
  it.each([0, 1, 42, 0xffffffff, 0x100000000, Number.MAX_SAFE_INTEGER])('follow sfc32 for the seed %s', (seed) => {
    const random = createRandom(seed);
    const published = publishedSfc32(BigInt(seed));
    for (let i = 0; i < 1000; i++) expect(random.bits()).toBe(published.next().value);
  });

  it('are the same in every engine and release', () => {
    const random = createRandom(2024);
    expect([random.bits(), random.bits(), random.bits()]).toEqual([845142750, 1656463487, 1805076200]);
    expect([random.next(), random.range(-2, 5), random.integer(1000)]).toEqual([
      0.4915280776858356, 2.249737382080297, 476,
    ]);
  });

  it('lie in their ranges and reach all of them', () => {
    const random = createRandom(7);
    const seen = new Set<number>();
    let sum = 0;
    for (let i = 0; i < 10_000; i++) {
      const next = random.next();
      expect(next >= 0 && next < 1 && Number.isInteger(next * 2 ** 53)).toBe(true);
      sum += next;
      const ranged = random.range(-3, -2.5);
      expect(ranged >= -3 && ranged < -2.5).toBe(true);
      const integer = random.integer(6);
      expect(Number.isInteger(integer) && integer >= 0 && integer < 6).toBe(true);
      seen.add(integer);
    }
    expect(seen.size).toBe(6);
    // The mean of n uniform numbers has the deviation sqrt(1 / 12 n); this is five of them.
    expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 120_000));
  });

  it('never reach the upper bound by rounding', () => {
    const random = createRandom(8);
    const low = 1;
    const high = 1 + 2 ** -52;
    for (let i = 0; i < 100; i++) expect(random.range(low, high)).toBe(low);
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('refuse the seed %s', (seed) => {
    expect(() => createRandom(seed)).toThrow(PliantError);
    expect(() => createRandom(seed)).toThrow(`the seed is ${seed}`);
  });
});
