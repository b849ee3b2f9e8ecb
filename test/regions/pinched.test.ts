/** Regions whose border comes to a vertex twice. */
import { type Body, createBody, createPairHits, createSearch } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { FACING, HAS_LOOPS, IS_PINCHED, REGION, REGIONS } from '../../src/kernels/layout/regions.js';
import { regionsOf } from '../../src/kernels/layout/self.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { pairsInOrder, sortedPairs } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomPinched } from './make-pinched.js';

const found = createPairHits(10_000);
const expected = createPairHits(10_000);

function bodyOf(mesh: Mesh, backend: 'wasm' | 'typescript', leafSize: number): Body {
  const model = createLinearModel(mesh, []);
  const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize }));
  return createBody(BACKENDS[backend], { mesh, model, bounds }, { pruning: 'always' });
}

/** How many regions of a body are pinched. */
function countPinched({ bounds }: Body): number {
  const { regions } = listRegions(bounds);
  let count = 0;
  for (let at = REGION.children; at < regions.length; at += REGION.wordCount) {
    if ((regions[at] & IS_PINCHED) !== 0) count++;
  }
  return count;
}

/** Forgets what was found out about borders in this pose, and clears bits of regions that are pinched. */
function weaken({ bounds, header, kernels }: Body, bits: number): void {
  const { u32 } = kernels.arena;
  const kept = regionsOf(u32, wordAt(header));
  const facings = follow(u32, kept + REGIONS.facings);
  for (let node = 0; node < u32[kept + REGIONS.nodeCount]; node++) {
    const at = facings + node * FACING.wordCount;
    u32.fill(0, at + FACING.simple, at + FACING.line);
  }
  const regions = follow(u32, kept + REGIONS.regions) + REGION.children;
  for (let at = 0; at < listRegions(bounds).regions.length; at += REGION.wordCount) {
    if ((u32[regions + at] & IS_PINCHED) !== 0) u32[regions + at] &= ~bits;
  }
}

describe('regions with a pinched border', () => {
  it('lose no pair, are proved free where they are, and the same on both backends', () => {
    const seed = 1611;
    const random = createRandom(seed);
    const search = createSearch();
    let pinchedAndFree = 0;
    let colliding = 0;
    for (let k = 0; k < 1500; k++) {
      const mesh = randomPinched(random);
      const leafSize = 1 + random.integer(12);
      const [body, twin] = [bodyOf(mesh, 'wasm', leafSize), bodyOf(mesh, 'typescript', leafSize)];
      const name = `seed ${seed}, surface ${k}`;
      bruteSelfHits(mesh.positions, mesh.triangles, expected);
      runSelf(search, body, found);
      expect(sortedPairs(found), name).toEqual(sortedPairs(expected));
      const order = pairsInOrder(found);
      const counted = { ...search.statistics };
      runSelf(search, twin, found);
      expect(pairsInOrder(found), `${name}, twin`).toEqual(order);
      expect({ ...search.statistics }, `${name}, what the twin counts`).toEqual(counted);
      // The whole surface at once, though it is pinched.
      const isPinched = (listRegions(body.bounds).regions[REGION.children] & IS_PINCHED) !== 0;
      if (isPinched && counted.nodesVisited === 1 && counted.regionsFree === 1) pinchedAndFree++;
      if (expected.count > 0) colliding++;
      body.dispose();
      twin.dispose();
    }
    expect(pinchedAndFree).toBeGreaterThan(100);
    expect(colliding).toBeGreaterThan(300);
  });

  it.each([
    ['that the border goes round once', HAS_LOOPS | IS_PINCHED],
    ['that it does so along each piece', IS_PINCHED],
  ])('count as free under a condition that is needed: %s', (_, bits) => {
    const random = createRandom(1612);
    const search = createSearch();
    let lost = 0;
    for (let k = 0; k < 1500; k++) {
      const mesh = randomPinched(random);
      const body = bodyOf(mesh, 'wasm', 1 + random.integer(12));
      if (countPinched(body) > 0) {
        bruteSelfHits(mesh.positions, mesh.triangles, expected);
        // The pose stays, so what was found out about directions stays too.
        runSelf(search, body, found);
        weaken(body, bits);
        runSelf(search, body, found);
        if (found.count < expected.count) lost++;
      }
      body.dispose();
    }
    expect(lost).toBeGreaterThan(3);
  });
});
