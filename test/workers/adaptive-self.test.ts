// slow: starts pools of workers
/** Pools whose bodies have no options prove regions free, and fit skins, as searches here do: once that pays. */
import { createBody, createPairHits, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createStatistics } from '../../src/internals.js';
import { createLimb, poseLimb } from '../affine/make-limbs.js';
import { sheet } from '../mesh/make-meshes.js';
import { pairsInOrder } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { ROOM, foundHere, startSourcePool } from './pools.js';

const MOST_SEARCHES = 20_000;
const hits = createPairHits(ROOM);
const statistics = createStatistics();

describe('a pool, unless told otherwise', () => {
  it.each([1, 3])(
    'proves regions free once searches have wasted what it costs to find them: %i workers',
    async (workers) => {
      const random = createRandom(1690);
      const mesh = createMesh(sheet(30, 30));
      const field = mesh.positions.map(() => random.range(-0.02, 0.02));
      const shape = createShape(mesh, createLinearModel(mesh, [field]));
      const pool = await startSourcePool({ workers });
      const here = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
      const there = await pool.addBody(shape);
      const tests: number[] = [];
      let searches = 0;
      let found = 0;
      do {
        // Now and then it collides, but seldom.
        for (const body of [here, there]) body.setWeights([searches % 20 === 19 ? 35 : searches / 500]);
        await pool.findSelfHits(there, hits, { statistics });
        expect(pairsInOrder(hits), `seed 1690, search ${searches}`).toEqual(foundHere(here, here));
        found += hits.count;
        tests.push(statistics.triangleTests);
        searches++;
      } while (statistics.regionsFree === 0 && searches < 500);
      expect(statistics.regionsFree).toBeGreaterThan(0);
      expect(statistics.triangleTests).toBeLessThan(tests[0] / 10);
      expect(searches).toBeGreaterThan(10);
      expect(found).toBeGreaterThan(0);
      here.dispose();
      pool.dispose();
    },
  );

  it('fits a skin to its bones once that pays', async () => {
    const random = createRandom(1691);
    const { bounds, ...limb } = createLimb(random, 'tube');
    const shape = { mesh: limb.mesh, model: limb.model, bounds };
    const pool = await startSourcePool({ workers: 2 });
    const here = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
    const there = await pool.addBody(shape);
    let searches = 0;
    do {
      const transforms = poseLimb(random, { bounds, ...limb }, searches % 100 === 99 ? 2.5 : 0.02);
      there.setTransforms(transforms);
      await pool.findSelfHits(there, hits, { statistics });
      searches++;
      if (searches % 50 > 0 && statistics.regionsUnbent === 0) continue;
      here.setTransforms(transforms);
      expect(pairsInOrder(hits), `seed 1691, search ${searches}`).toEqual(foundHere(here, here));
    } while (statistics.regionsUnbent === 0 && searches < MOST_SEARCHES);
    expect(statistics.regionsUnbent).toBeGreaterThan(0);
    here.dispose();
    pool.dispose();
  });
});
