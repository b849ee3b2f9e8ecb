/** Bodies with themselves, where regions are proved free: the pairs that brute force finds, in the order of the search that proves nothing, on both backends. */
import { type Body, createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomPiece } from './make-pieces.js';

const PIECES = 150;
const found = createPairHits(400_000);
const expected = createPairHits(400_000);

function bodiesOf(mesh: Mesh, leafSize: number): readonly [Body, Body, Body] {
  const model = createLinearModel(mesh, []);
  const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize }));
  const shape = { mesh, model, bounds };
  return [
    createBody(BACKENDS.wasm, shape, { pruning: 'always' }),
    createBody(BACKENDS.typescript, shape, { pruning: 'always' }),
    createBody(BACKENDS.wasm, shape, { pruning: 'never' }),
  ];
}

describe('regions that are proved free', () => {
  it(`lose no pair of ${PIECES} pieces, and change no order`, () => {
    const seed = 1601;
    const random = createRandom(seed);
    const search = createSearch();
    let free = 0;
    let crossed = 0;
    let colliding = 0;
    for (let k = 0; k < PIECES; k++) {
      const { mesh, what } = randomPiece(random);
      const name = `seed ${seed}, piece ${k}: ${what}`;
      const bodies = bodiesOf(mesh, 1 + random.integer(8));
      const [pruned, twin, plain] = bodies;
      bruteSelfHits(mesh.positions, mesh.triangles, expected);
      runSelf(search, pruned, found);
      expect(sortedPairs(found), name).toEqual(sortedPairs(expected));
      const order = pairsInOrder(found);
      const counted = { ...search.statistics };
      runSelf(search, twin, found);
      expect(pairsInOrder(found), `${name}, twin`).toEqual(order);
      expect({ ...search.statistics }, `${name}, what the twin counts`).toEqual(counted);
      runSelf(search, plain, found);
      expect(pairsInOrder(found), `${name}, without regions`).toEqual(order);
      expect(search.statistics.bordersSeen).toBe(0);
      free += counted.regionsFree;
      crossed += counted.bordersSeen - counted.regionsFree;
      if (expected.count > 0) colliding++;
      for (const body of bodies) body.dispose();
    }
    // There is much to prove, and much that must not be.
    expect(free).toBeGreaterThan(PIECES * 5);
    expect(crossed).toBeGreaterThan(PIECES / 4);
    expect(colliding).toBeGreaterThan(PIECES / 4);
    expect(colliding).toBeLessThan(PIECES * 0.9);
  });
});
