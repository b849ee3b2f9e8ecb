// slow: compares whole pieces with brute force, pose by pose
/** Skins whose regions are proved free by their bones alone: the pairs that brute force finds, in the order of the search that proves nothing, on both backends. */
import { createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { fitRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { LIMB_KINDS, createLimb, poseLimb } from './make-limbs.js';

const PIECES = 63;
const POSES = 6;
const found = createPairHits(400_000);
const expected = createPairHits(400_000);
const SCALES = [1, 1, 0.001, 1000, 1];
/** A turn about the third axis, and a thousand away. */
const FAR = [0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 1000, -1000, 500, 1];

describe('regions that bones alone prove free', () => {
  it(`lose no pair of ${PIECES} pieces in ${POSES} poses each, and change no order`, () => {
    const seed = 1602;
    const random = createRandom(seed);
    const search = createSearch();
    let unbent = 0;
    let refused = 0;
    let colliding = 0;
    for (let k = 0; k < PIECES; k++) {
      const limb = createLimb(random, LIMB_KINDS[k % LIMB_KINDS.length], SCALES[random.integer(SCALES.length)]);
      const plainShape = { mesh: limb.mesh, model: limb.model, bounds: limb.bounds };
      const fitted = fitRegions(plainShape);
      const bodies = [
        createBody(BACKENDS.wasm, fitted, { pruning: 'always' }),
        createBody(BACKENDS.typescript, fitted, { pruning: 'always' }),
        createBody(BACKENDS.wasm, plainShape, { pruning: 'never' }),
      ] as const;
      const [pruned, twin, plain] = bodies;
      const isFar = random.integer(4) === 0;
      if (isFar) for (const body of bodies) body.setPlacement(FAR);
      for (let n = 0; n < POSES; n++) {
        const angle = [0, 0.05, 0.2, 0.6, 1.2, 3][n];
        const transforms = poseLimb(random, limb, angle);
        for (const body of bodies) body.setTransforms(transforms);
        const name = `seed ${seed}, piece ${k}, ${limb.what}, angle ${angle}${isFar ? ', far away' : ''}`;
        runSelf(search, pruned, found);
        const order = pairsInOrder(found);
        const pairs = sortedPairs(found);
        const counted = { ...search.statistics };
        bruteSelfHits(pruned.positions, limb.mesh.triangles, expected);
        expect(pairs, name).toEqual(sortedPairs(expected));
        runSelf(search, twin, found);
        expect(pairsInOrder(found), `${name}, twin`).toEqual(order);
        expect({ ...search.statistics }, `${name}, what the twin counts`).toEqual(counted);
        runSelf(search, plain, found);
        expect(pairsInOrder(found), `${name}, without regions`).toEqual(order);
        expect(search.statistics.regionsTried).toBe(0);
        unbent += counted.regionsUnbent;
        refused += counted.regionsTried - counted.regionsUnbent;
        if (expected.count > 0) colliding++;
      }
      for (const body of bodies) body.dispose();
    }
    // There is much to prove, and much that must not be.
    expect(unbent).toBeGreaterThan(PIECES * 5);
    expect(refused).toBeGreaterThan(PIECES * 5);
    expect(colliding).toBeGreaterThan(PIECES);
    expect(colliding).toBeLessThan(PIECES * POSES * 0.8);
  });
});
