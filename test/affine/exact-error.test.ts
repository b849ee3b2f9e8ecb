// slow: computes with whole numbers of a thousand digits
/** How far a surface is from what its governors make of it to first order: never farther than the loop that proves regions free takes it to be, in exact arithmetic. */
import { createBody, createPairHits, findSelfHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { fitRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { boundError } from '../../src/kernels/twin/clear-affine.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { type Judged, type Verdict, judge, placeFar } from './exact-error.js';
import { LIMB_KINDS, createLimb, poseLimb } from './make-limbs.js';

const library: Judged = {
  pliant: { createBody, createPairHits, findSelfHits },
  parts: { fitRegions },
  kernels: BACKENDS.typescript,
  boundError,
};

describe('the error of a region', () => {
  it.each([1, 0.001, 1000])('bounds slopes and ways in exact arithmetic, at scale %d', (scale) => {
    const seed = 1640;
    const random = createRandom(seed);
    const verdict: Verdict = { regions: 0, triangles: 0, pairs: 0, broken: [], closest: 0 };
    for (const kind of LIMB_KINDS) {
      const limb = createLimb(random, kind, scale);
      const poses = [0, 0.05, 0.3, 0.9].map((angle) => poseLimb(random, limb, angle));
      for (const far of [null, placeFar(random, 1000)]) judge(library, random, limb, poses, far, verdict);
    }
    expect(verdict.broken, `seed ${seed}`).toEqual([]);
    expect(verdict.regions).toBeGreaterThan(100);
    expect(verdict.triangles).toBeGreaterThan(2000);
    expect(verdict.closest).toBeGreaterThan(0.2);
  });
});
