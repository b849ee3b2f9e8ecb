// slow: starts pools of workers
/** Searches over workers that prove regions free: the hits, in the order, of one search here that proves nothing. */
import { createBody, createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel, fitRegions } from 'pliant/parts';
import { createStatistics } from '../../src/internals.js';
import { describe, expect, it } from 'vitest';
import { createLimb, poseLimb } from '../affine/make-limbs.js';
import { pairsInOrder } from '../query/check-hits.js';
import { randomPiece } from '../regions/make-pieces.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { ROOM, foundHere, startSourcePool } from './pools.js';

const PIECES = 12;

describe('workers that prove regions free', () => {
  it.each(['auto', 'typescript'] as const)('find what one search finds, in the same order: %s', async (backend) => {
    const random = createRandom(1680);
    const pool = await startSourcePool({ workers: 3, backend });
    const hits = createPairHits(ROOM);
    const statistics = createStatistics();
    let found = 0;
    let regionsFree = 0;
    for (let k = 0; k < PIECES; k++) {
      const { mesh, what } = randomPiece(random);
      const model = createLinearModel(mesh, [mesh.positions.map(() => random.range(-0.02, 0.02))]);
      const shape = { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh, { leafSize: 4 })) };
      const here = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
      const there = await pool.addBody(shape, { pruning: 'always' });
      for (const weight of [0, 1, 3]) {
        for (const body of [here, there]) body.setWeights([weight]);
        await pool.findSelfHits(there, hits, { statistics });
        expect(pairsInOrder(hits), `seed 1680, piece ${k}: ${what}, weight ${weight}`).toEqual(foundHere(here, here));
        found += hits.count;
        regionsFree += statistics.regionsFree;
      }
      here.dispose();
      there.dispose();
    }
    pool.dispose();
    expect(found).toBeGreaterThan(100);
    // Workers have no regions in TypeScript: they would take longer than they save.
    if (backend === 'auto') expect(regionsFree).toBeGreaterThan(PIECES);
    else expect(regionsFree).toBe(0);
  });

  it('find what one search finds where what bones can prove was sent along', async () => {
    const random = createRandom(1681);
    const pool = await startSourcePool({ workers: 2 });
    const hits = createPairHits(ROOM);
    const statistics = createStatistics();
    let found = 0;
    let regionsUnbent = 0;
    for (const kind of ['tube', 'bumpy tube', 'hairpin']) {
      const limb = createLimb(random, kind);
      const shape = fitRegions({ mesh: limb.mesh, model: limb.model, bounds: limb.bounds });
      const here = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
      const there = await pool.addBody(shape, { pruning: 'always' });
      for (const angle of [0.02, 0.3, 3]) {
        const transforms = poseLimb(random, limb, angle);
        for (const body of [here, there]) body.setTransforms(transforms);
        await pool.findSelfHits(there, hits, { statistics });
        regionsUnbent += statistics.regionsUnbent;
        expect(pairsInOrder(hits), `seed 1681, ${kind}, angle ${angle}`).toEqual(foundHere(here, here));
        found += hits.count;
      }
      here.dispose();
      there.dispose();
    }
    pool.dispose();
    expect(found).toBeGreaterThan(10);
    expect(regionsUnbent).toBeGreaterThan(10);
  });
});
