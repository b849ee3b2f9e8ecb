// slow: makes many of them at full size
import { describe, expect, it } from 'vitest';
import { CREATURE_DEFAULTS, createCreature } from '../../scenes/creature.js';
import { hashWords } from '../support/same-words.js';
import { expectCount, expectWhole } from './expect-whole.js';

describe('the creature', () => {
  it.each([5000, 10_000, 20_000, 50_000])(
    'is one closed surface that does not touch itself, of %d triangles',
    (triangles) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const mesh = createCreature({ triangles, seed });
        expectCount(mesh, triangles, 0.01, `seed ${seed}`);
        expectWhole(mesh, 0, `seed ${seed}`);
      }
    },
  );

  it('is another one for every seed, and the same for the same', () => {
    const hashOf = (seed: number): string => hashWords(createCreature({ triangles: 5000, seed }).positions);
    expect(hashOf(1)).toBe(hashOf(1));
    expect(new Set([1, 2, 3, 4].map(hashOf)).size).toBe(4);
    expect(hashWords(createCreature().positions)).toBe(hashWords(createCreature(CREATURE_DEFAULTS).positions));
  });

  it('refuses a net too coarse for its horns', () => {
    expect(() => createCreature({ triangles: 1000 })).toThrow(/triangles is 1000; pass a number from 5,000/);
  });
});
