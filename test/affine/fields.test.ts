// slow: compares whole pieces with brute force, pose by pose
/** What fields move, with regions that are proved free by weights alone: the pairs that brute force finds, in the order of the search that proves nothing, on both backends. */
import { createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { fitRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { placeFar } from './exact-error.js';
import { createFieldLimb, weigh } from './make-fields.js';
import { LIMB_KINDS } from './make-limbs.js';

const PIECES = Number(process.env.PIECES ?? 35);
const SIZES = [0, 0.05, 0.3, 1, 4, 12];
const SCALES = [1, 1, 0.001, 1000, 1];
const found = createPairHits(400_000);
const expected = createPairHits(400_000);

describe('regions that weights alone prove free', () => {
  it(`lose no pair of ${PIECES} pieces in ${SIZES.length} poses each, and change no order`, () => {
    const seed = Number(process.env.SEED ?? 1660);
    const random = createRandom(seed);
    const search = createSearch();
    let unbent = 0;
    let refused = 0;
    let colliding = 0;
    for (let k = 0; k < PIECES; k++) {
      const limb = createFieldLimb(random, LIMB_KINDS[k % LIMB_KINDS.length], SCALES[random.integer(SCALES.length)]);
      const fitted = fitRegions(limb.shape);
      const isFar = random.integer(4) === 0;
      const far = placeFar(random, 1000);
      for (const size of SIZES) {
        // After a pose in which weights tell little they are left alone for some, so each pose has bodies of its own.
        const bodies = [
          createBody(BACKENDS.wasm, fitted, { pruning: 'always' }),
          createBody(BACKENDS.typescript, fitted, { pruning: 'always' }),
          createBody(BACKENDS.wasm, limb.shape, { pruning: 'never' }),
        ] as const;
        const [pruned, twin, plain] = bodies;
        if (isFar) for (const body of bodies) body.setPlacement(far);
        const weights = weigh(random, limb, size);
        for (const body of bodies) body.setWeights(weights);
        const name = `seed ${seed}, piece ${k}, ${limb.what}, size ${size}${isFar ? ', far away' : ''}`;
        runSelf(search, pruned, found);
        const order = pairsInOrder(found);
        const pairs = sortedPairs(found);
        const counted = { ...search.statistics };
        runSelf(search, twin, found);
        expect(pairsInOrder(found), `${name}, twin`).toEqual(order);
        expect({ ...search.statistics }, `${name}, what the twin counts`).toEqual(counted);
        runSelf(search, plain, found);
        expect(pairsInOrder(found), `${name}, without regions`).toEqual(order);
        bruteSelfHits(plain.positions, limb.shape.mesh.triangles, expected);
        expect(pairs, name).toEqual(sortedPairs(expected));
        unbent += counted.regionsUnbent;
        refused += counted.regionsTried - counted.regionsUnbent;
        if (expected.count > 0) colliding++;
        for (const body of bodies) body.dispose();
      }
    }
    if (process.env.SEED) console.log({ unbent, refused, colliding });
    // There is much to prove, and much that must not be.
    expect(unbent).toBeGreaterThan(PIECES * 3);
    expect(refused).toBeGreaterThan(PIECES * 3);
    expect(colliding).toBeGreaterThan(PIECES);
    expect(colliding).toBeLessThan(PIECES * SIZES.length * 0.8);
  });
});
