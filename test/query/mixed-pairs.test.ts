/** Two bodies of different kinds, or that live with different kernels, against brute force. */
import { type Body, beginPair, createPairHits, createSearch, findPairHits, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { brutePairHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { type Rig, disposeRig, makeRig, moveRig, randomRig, randomScale } from './lazy-rigs.js';
import { runPair } from './run-searches.js';

const FRAMES = 800;
const FRAMES_PER_PAIR = 8;
const found = createPairHits(100_000);
const expected = createPairHits(100_000);

/** Pairs of bodies that stand for the same two rigs and are not walked inside a kernel. */
function mixedPairs(a: Rig, b: Rig): [string, Body, Body][] {
  const pairs: [string, Body, Body][] = [
    ['wasm and typescript', a.lazy[0], b.lazy[1]],
    ['typescript and wasm', a.lazy[1], b.lazy[0]],
  ];
  if (!b.placement) for (const body of a.lazy) pairs.push(['lazy and refitted', body, b.refit]);
  if (!a.placement) for (const body of b.lazy) pairs.push(['refitted and lazy', a.refit, body]);
  return pairs;
}

describe('two bodies of different kinds', () => {
  it(`meet where brute force says so, in ${FRAMES} frames`, () => {
    const seed = 881;
    const random = createRandom(seed);
    let met = 0;
    let refitted = 0;
    for (let frame = 0; frame < FRAMES;) {
      const scale = randomScale(random);
      const [a, b] = [0, 0].map(() => randomRig(random, 32, scale));
      for (let k = 0; k < FRAMES_PER_PAIR; k++, frame++) {
        for (const rig of [a, b]) moveRig(random, rig, 0.3);
        brutePairHits(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected);
        for (const [name, first, second] of mixedPairs(a, b)) {
          findPairHits(first, second, found);
          const what = `seed ${seed}, frame ${frame}, ${name}: ${a.what} and ${b.what}`;
          expect(sortedPairs(found), what).toEqual(sortedPairs(expected));
          if (name.includes('refitted')) refitted++;
        }
        if (expected.count > 0) met++;
      }
      disposeRig(a);
      disposeRig(b);
    }
    expect(met).toBeGreaterThan(FRAMES / 4);
    expect(refitted).toBeGreaterThan(FRAMES / 4);
  });

  const samples = Object.keys(SAMPLE_MESHES).filter((name) => name !== 'a thousand equal triangles');
  it.each(samples)('meet where brute force says so: two of %s, whatever bounds they have', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const fields = randomFields(createRandom(882), mesh, 1, reachOf(mesh));
    SETUPS.forEach((setup, i) => {
      const rule = ['boxes', 'smallest balls', 'oriented boxes', 'boxes between targets'][i];
      const rig = makeRig(rule, mesh, fields, rule, 'adaptive', 1 + i * 5);
      const other = makeBody(BACKENDS.typescript, mesh, fields, setup);
      other.setWeights([0.25]);
      other.refresh();
      for (const body of rig.lazy) {
        body.setWeights([0]);
        brutePairHits(mesh.positions, mesh.triangles, other.positions, mesh.triangles, expected);
        findPairHits(body, other, found);
        expect(sortedPairs(found), `${rule}, first`).toEqual(sortedPairs(expected));
        brutePairHits(other.positions, mesh.triangles, mesh.positions, mesh.triangles, expected);
        findPairHits(other, body, found);
        expect(sortedPairs(found), `${rule}, second`).toEqual(sortedPairs(expected));
      }
      disposeRig(rig);
      other.dispose();
    });
  });

  it('give the same pairs in the same order with any budget, lazy or refitted in the middle', () => {
    const random = createRandom(883);
    const mesh = changed(sheet(10, 10), (value, k) => (k % 3 === 2 ? random.range(-0.3, 0.3) : value));
    const fields = randomFields(random, mesh, 2, 0.3);
    const orders: string[][] = [];
    for (const strategy of ['lazy', 'adaptive', 'refit'] as const) {
      const rig = makeRig('', mesh, fields, 'boxes', strategy);
      rig.refit.setWeights([1, -1]);
      for (const body of rig.lazy) {
        body.setWeights([0.5, 0.25]);
        const search = createSearch();
        runPair(search, body, rig.refit, expected);
        orders.push(pairsInOrder(expected));
        const { triangleTests } = search.statistics;
        for (const budget of [1, 7, 100]) {
          body.setWeights([0.5, 0.25]);
          beginPair(search, body, rig.refit, found);
          while (!step(search, budget));
          expect(pairsInOrder(found), `${strategy}, budget ${budget}`).toEqual(orders.at(-1));
          expect(search.statistics.triangleTests).toBe(triangleTests);
        }
        if (strategy === 'adaptive') expect(body.isRefitted).toBe(true);
      }
      disposeRig(rig);
    }
    expect(orders[0].length).toBeGreaterThan(50);
    for (const order of orders) expect(order).toEqual(orders[0]);
  });
});

describe('a search that is put to other bodies', () => {
  it('finds what a search of their own finds, whatever kinds they are', () => {
    const random = createRandom(884);
    const [a, b] = [0, 0].map(() => randomRig(random, 32, { name: '', factor: 1, shift: 0 }));
    const search = createSearch();
    let met = 0;
    for (let round = 0; round < 60; round++) {
      const bodies = [a.lazy, b.lazy, a.refit, b.refit].flat();
      for (const body of bodies) body.setWeights(Array.from(body.pose.weights, () => random.range(-1, 1)));
      const first = bodies[random.integer(bodies.length)];
      const second = bodies[random.integer(bodies.length)];
      if (first === second) {
        expectRefused(() => beginPair(search, first, second, found), 'mismatch', 'beginPair');
        expectRefused(() => step(search), 'mismatch');
        continue;
      }
      // Also in the middle of another search.
      beginPair(search, a.lazy[0], b.lazy[0], found);
      step(search, 1);
      runPair(search, first, second, found);
      findPairHits(first, second, expected);
      expect(pairsInOrder(found), `seed 884, round ${round}`).toEqual(pairsInOrder(expected));
      met += found.count;
    }
    expect(met).toBeGreaterThan(100);
    disposeRig(a);
    disposeRig(b);
  });
});
