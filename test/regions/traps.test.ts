/** Surfaces that a rule with one condition too few would take for free: none of their collisions is lost. */
import { createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBdTree, createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { TRAPS, makeTrap } from './make-traps.js';

const ROUNDS = 150;
const found = createPairHits(10_000);
const expected = createPairHits(10_000);

describe('a trap', () => {
  it.each(Object.keys(TRAPS) as (keyof typeof TRAPS)[])('catches nobody: %s', (kind) => {
    const seed = 1620;
    const random = createRandom(seed);
    const search = createSearch();
    let colliding = 0;
    for (let k = 0; k < ROUNDS; k++) {
      const { field, positions, triangles, what } = makeTrap(random, kind);
      const mesh = createMesh({ positions, triangles });
      const model = createLinearModel(mesh, [field]);
      const tree = buildTree(mesh, { arity: random.integer(2) === 0 ? 2 : 4, leafSize: 1 + random.integer(8) });
      const shape = { mesh, model, bounds: createBdTree(mesh, model, tree) };
      const bodies = Object.values(BACKENDS).map((kernels) => createBody(kernels, shape, { pruning: 'always' }));
      const orders = bodies.map((body) => {
        body.setWeights([1]);
        runSelf(search, body, found);
        bruteSelfHits(body.positions, triangles, expected);
        expect(sortedPairs(found), `seed ${seed}, round ${k}: ${what}`).toEqual(sortedPairs(expected));
        return pairsInOrder(found);
      });
      expect(orders[1]).toEqual(orders[0]);
      if (expected.count > 0) colliding++;
      for (const body of bodies) body.dispose();
    }
    expect(colliding).toBeGreaterThan(ROUNDS / 5);
  });
});
