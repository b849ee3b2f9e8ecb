// slow: makes many of them at full size
import { describe, expect, it } from 'vitest';
import { CHAIR_DEFAULTS, createChair } from '../../scenes/chair.js';
import { hashWords } from '../support/same-words.js';
import { expectCount, expectWhole } from './expect-whole.js';

/** Four gaps beside and between the slats, a gap on either side above the rungs, and one more before and behind the middle rung. */
const HANDLES = 7;

describe('the chair', () => {
  it('has the size of the paper: 17,914 faces, within one percent', () => {
    expect(CHAIR_DEFAULTS.triangles).toBe(17_914);
    expectCount(createChair(), 17_914, 0.01, 'the default');
  });

  it('is one closed surface that does not touch itself', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const mesh = createChair({ seed });
      expectCount(mesh, 17_914, 0.01, `seed ${seed}`);
      expectWhole(mesh, HANDLES, `seed ${seed}`);
    }
    expectWhole(createChair({ triangles: 12_000 }), HANDLES, 'a coarse one');
    expectWhole(createChair({ triangles: 60_000 }), HANDLES, 'a fine one');
  });

  it('stands on the ground, and is another one for every seed', () => {
    const lowest = createChair().positions.reduce((low, x, i) => (i % 3 === 1 ? Math.min(low, x) : low), Infinity);
    expect(Math.abs(lowest)).toBeLessThan(0.01);
    expect(new Set([1, 2, 3].map((seed) => hashWords(createChair({ seed }).positions))).size).toBe(3);
    expect(hashWords(createChair({ seed: 1 }).positions)).toBe(hashWords(createChair().positions));
  });

  it('refuses a net too coarse for its slats', () => {
    expect(() => createChair({ triangles: 5000 })).toThrow(/triangles is 5000; pass a number from 12,000/);
  });
});
