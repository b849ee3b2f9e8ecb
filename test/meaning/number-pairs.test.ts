import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { clearNumberPairs, createNumberPairs, numberOfPair } from '../../src/meaning/number-pairs.js';

describe('numbered pairs', () => {
  it('get numbers in the order in which they come, and keep them', () => {
    const random = createRandom(3);
    const pairs = createNumberPairs();
    for (let round = 0; round < 3; round++) {
      const known = new Map<string, number>();
      for (let i = 0; i < 4000; i++) {
        // Few bits low or high, so that pairs repeat and differ in single bits.
        const [first, second] = [random.integer(40) * 2 ** random.integer(27), random.integer(40)];
        const key = `${first} ${second}`;
        if (!known.has(key)) known.set(key, known.size);
        expect(numberOfPair(pairs, first, second)).toBe(known.get(key));
      }
      expect(pairs.count).toBe(known.size);
      clearNumberPairs(pairs);
    }
  });

  it('are told apart by their order, up to the largest numbers', () => {
    const pairs = createNumberPairs();
    expect(numberOfPair(pairs, 1, 0xffffffff)).toBe(0);
    expect(numberOfPair(pairs, 0xffffffff, 1)).toBe(1);
    expect(numberOfPair(pairs, 1, 0xffffffff)).toBe(0);
  });
});
