// slow: computes with whole numbers of a thousand digits
/** How far a surface is from what its governors make of it to first order: never farther than the loops that prove regions free take it to be, in exact arithmetic. */
import { createBody, createPairHits, findSelfHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { fitRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { boundError } from '../../src/kernels/twin/clear-fitted.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { type Judged, type Subject, type Verdict, displaced, judge, placeFar, skinned } from './exact-error.js';
import { createFieldLimb, weigh } from './make-fields.js';
import { LIMB_KINDS, createLimb, poseLimb } from './make-limbs.js';

const library: Judged = {
  pliant: { createBody, createPairHits, findSelfHits },
  parts: { fitRegions },
  kernels: BACKENDS.typescript,
  boundError,
};

function judgeAll(seed: number, make: (random: Random, kind: string) => Subject): Verdict {
  const random = createRandom(seed);
  const verdict: Verdict = { regions: 0, triangles: 0, pairs: 0, broken: [], closest: 0 };
  for (const kind of LIMB_KINDS) {
    const subject = make(random, kind);
    for (const far of [null, placeFar(random, 1000)]) judge(library, random, subject, far, verdict);
  }
  expect(verdict.broken, `seed ${seed}`).toEqual([]);
  return verdict;
}

describe('the error of a region', () => {
  it.each([1, 0.001, 1000])('that bones move bounds slopes and ways in exact arithmetic, at scale %d', (scale) => {
    const verdict = judgeAll(1640, (random, kind) => {
      const limb = createLimb(random, kind, scale);
      return skinned(
        limb,
        [0, 0.05, 0.3, 0.9].map((angle) => poseLimb(random, limb, angle)),
      );
    });
    expect(verdict.regions).toBeGreaterThan(100);
    expect(verdict.triangles).toBeGreaterThan(2000);
    expect(verdict.closest).toBeGreaterThan(0.2);
  });

  it.each([1, 0.001, 1000])('that fields move bounds slopes and ways in exact arithmetic, at scale %d', (scale) => {
    const verdict = judgeAll(1641, (random, kind) => {
      const limb = createFieldLimb(random, kind, scale);
      return displaced(
        limb.shape,
        [0, 0.1, 0.5, 2].map((size) => weigh(random, limb, size)),
      );
    });
    expect(verdict.regions).toBeGreaterThan(100);
    expect(verdict.triangles).toBeGreaterThan(2000);
    expect(verdict.closest).toBeGreaterThan(0.2);
  });
});
