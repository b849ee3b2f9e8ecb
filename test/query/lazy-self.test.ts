/** A lazy body with itself, by every rule and strategy, on both backends, against brute force. */
import {
  type Body,
  type PairHits,
  type Strategy,
  beginSelf,
  createBody,
  createPairHits,
  createSearch,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { RULES } from '../bounds/bd-samples.js';
import { meshOf, sheet, tangledMesh } from '../mesh/make-meshes.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { disposeRig, makeRig, moveRig, pick, randomRig, randomScale } from './lazy-rigs.js';
import { runSelf } from './run-searches.js';

const FRAMES = 1600;
const FRAMES_PER_RIG = 8;
const found = createPairHits(600_000);
const expected = createPairHits(600_000);

/** What a body's search finds: the pairs in order and sorted, and what was counted. */
function ask(body: Body, hits: PairHits = found): { order: string[]; sorted: string[]; counted: object } {
  const search = createSearch();
  expect(runSelf(search, body, hits)).toBe(hits.count);
  return { order: pairsInOrder(hits), sorted: sortedPairs(hits), counted: { ...search.statistics } };
}

function makeCloth(backend: keyof typeof BACKENDS, mesh: Mesh, rule: string, strategy: Strategy = 'adaptive'): Body {
  const model = createLinearModel(mesh, randomFields(createRandom(872), mesh, 4, 0.9));
  const { bounds, coherence = 0 } = RULES[rule];
  const coefficients = createBdTree(mesh, model, buildTree(mesh, { leafSize: 3 }), bounds);
  return createBody(BACKENDS[backend], { mesh, model, bounds: coefficients }, { strategy, coherence });
}

describe('a lazy body with itself', () => {
  it(`collides where brute force says so, in ${FRAMES} frames`, () => {
    const seed = 871;
    const random = createRandom(seed);
    let met = 0;
    for (let frame = 0; frame < FRAMES;) {
      const rig = randomRig(random, 64);
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        moveRig(random, rig);
        const what = `seed ${seed}, frame ${frame}, ${rig.what}`;
        bruteSelfHits(rig.world, rig.mesh.triangles, expected);
        const [wasm, typescript] = rig.lazy.map((body) => ask(body));
        expect(wasm.sorted, what).toEqual(sortedPairs(expected));
        expect(typescript, `${what}: both backends alike`).toEqual(wasm);
        if (expected.count > 0) met++;
      }
      disposeRig(rig);
    }
    expect(met).toBeGreaterThan(FRAMES / 4);
    expect(met).toBeLessThan(FRAMES * 0.95);
  });

  it(`collides where brute force says so as a skin, an embedding or a cage, in ${FRAMES} frames`, () => {
    const seed = 879;
    const random = createRandom(seed);
    let met = 0;
    for (let frame = 0; frame < FRAMES;) {
      const rig = randomBlendRig(random, 64, randomScale(random));
      for (let k = 0; k < FRAMES_PER_RIG; k++, frame++) {
        moveBlendRig(random, rig);
        const what = `seed ${seed}, frame ${frame}, ${rig.what}`;
        bruteSelfHits(rig.world, rig.mesh.triangles, expected);
        const [wasm, typescript] = rig.lazy.map((body) => ask(body));
        expect(wasm.sorted, what).toEqual(sortedPairs(expected));
        expect(typescript, `${what}: both backends alike`).toEqual(wasm);
        rig.lazy[0].refit();
        expect(ask(rig.lazy[0]).order, `${what}: refitted, in the same order`).toEqual(wasm.order);
        if (expected.count > 0) met++;
      }
      disposeRig(rig);
    }
    expect(met).toBeGreaterThan(FRAMES / 4);
    expect(met).toBeLessThan(FRAMES * 0.95);
  });

  it('collides where brute force says so when it is full of defects', () => {
    const random = createRandom(873);
    const rules = Object.keys(RULES);
    for (let frame = 0; frame < 400; frame++) {
      const mesh = tangledMesh(random);
      const rule = pick(random, rules);
      const rig = makeRig(rule, mesh, [mesh.positions.map(() => random.integer(3) - 1)], rule, 'adaptive', 3);
      for (const weight of [0, 1]) {
        for (const body of [...rig.lazy, rig.refit]) body.setWeights([weight]);
        rig.refit.refresh();
        bruteSelfHits(rig.refit.positions, mesh.triangles, expected);
        const refitted = createSearch();
        runSelf(refitted, rig.refit, found);
        const { defectPairs, triangleTests } = refitted.statistics;
        for (const body of rig.lazy) {
          const { counted, sorted } = ask(body);
          expect(sorted, `seed 873, frame ${frame}`).toEqual(sortedPairs(expected));
          // Boxes let every pair of triangles through whose boxes meet; other bounds may not.
          if (rule.startsWith('boxes'))
            expect(counted, `seed 873, frame ${frame}`).toMatchObject({ defectPairs, triangleTests });
        }
      }
      disposeRig(rig);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('collides where brute force says so: %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const fields = randomFields(createRandom(874), mesh, 1, reachOf(mesh) / 4);
    // Every leaf size there is for a mesh that is all leaves.
    for (const rule of name === 'a thousand equal triangles' ? ['boxes'] : Object.keys(RULES)) {
      const rig = makeRig(rule, mesh, fields, rule, 'lazy', 16);
      for (const weight of [0, 1]) {
        for (const body of [...rig.lazy, rig.refit]) body.setWeights([weight]);
        rig.refit.refresh();
        bruteSelfHits(rig.refit.positions, mesh.triangles, expected);
        for (const body of rig.lazy)
          expect(ask(body).sorted, `${rule}, weight ${weight}`).toEqual(sortedPairs(expected));
      }
      disposeRig(rig);
    }
  });

  it('gives the same pairs in the same order by every rule and strategy', () => {
    const random = createRandom(875);
    const cloth = changed(sheet(8, 8), (value, k) => (k % 3 === 2 ? random.range(-0.5, 0.5) : value));
    const fields = randomFields(random, cloth, 1, 1);
    const rigs = Object.keys(RULES).flatMap((rule) =>
      (['adaptive', 'lazy', 'refit'] as const).map((strategy) =>
        makeRig(`${rule}, ${strategy}`, cloth, fields, rule, strategy),
      ),
    );
    for (const weight of [1, 2, -3]) {
      const orders = rigs.map((rig, i) => {
        rig.lazy[i % 2].setWeights([weight]);
        return ask(rig.lazy[i % 2]).order;
      });
      expect(orders[0].length).toBeGreaterThan(20);
      for (const [i, order] of orders.entries()) expect(order, `${rigs[i].what}, weight ${weight}`).toEqual(orders[0]);
    }
    for (const rig of rigs) disposeRig(rig);
  });

  it.each([1, 7, 40, 'random'] as const)('gives the same pairs in the same order with a budget of %s', (budget) => {
    const random = createRandom(876);
    const mesh = changed(sheet(9, 9), (value, k) => (k % 3 === 2 ? random.range(-0.5, 0.5) : value));
    for (const backend of ['wasm', 'typescript'] as const) {
      for (const rule of ['boxes', 'smallest balls', 'oriented boxes']) {
        // A body that refits itself in the middle would count differently.
        const body = makeCloth(backend, mesh, rule, 'lazy');
        const search = createSearch();
        for (let frame = 0; frame < 3; frame++) {
          body.setWeights(Array.from(body.pose.weights, () => random.range(-1, 1)));
          const whole = ask(body, expected);
          beginSelf(search, body, found);
          while (!step(search, budget === 'random' ? 1 + random.integer(99) : budget));
          expect(pairsInOrder(found), `${backend}, ${rule}`).toEqual(whole.order);
          expect(search.statistics).toEqual(whole.counted);
        }
        body.dispose();
      }
    }
  });

  it.each(['wasm', 'typescript'] as const)('is refitted in the middle, and nothing is lost, on %s', (backend) => {
    const random = createRandom(877);
    const mesh = changed(sheet(20, 20), (value, k) => (k % 3 === 2 ? random.range(-0.3, 0.3) : value));
    const body = makeCloth(backend, mesh, 'boxes');
    const search = createSearch();
    let total = 0;
    for (let pose = 0; pose < 4; pose++) {
      body.setWeights([0, 1, 2, 3].map(() => random.range(-1, 1)));
      beginSelf(search, body, found);
      expect(body.isRefitted).toBe(false);
      while (!step(search, 64));
      expect(body.isRefitted).toBe(true);
      bruteSelfHits(body.positions, mesh.triangles, expected);
      expect(sortedPairs(found), `pose ${pose}`).toEqual(sortedPairs(expected));
      total += found.count;
    }
    expect(total).toBeGreaterThan(100);
    body.dispose();
  });

  it('finds nothing in a flat sheet, and every pair of a folded one', () => {
    const folded = meshOf([0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0], [0, 2, 3, 0, 3, 1, 0, 4, 5, 0, 5, 1]);
    for (const rule of Object.keys(RULES)) {
      const [flat, fold] = [sheet(15, 15), folded].map((mesh) => makeRig(rule, mesh, [], rule, 'lazy', 1));
      for (const body of flat.lazy) expect(ask(body).order).toEqual([]);
      for (const body of fold.lazy) expect(ask(body).sorted).toContain('0 2 touching');
      for (const rig of [flat, fold]) disposeRig(rig);
    }
  });

  it('compares the pairs of triangles that a refitted body compares', () => {
    const random = createRandom(878);
    const mesh = changed(sheet(12, 12), (value, k) => (k % 3 === 2 ? random.range(-0.3, 0.3) : value));
    const body = makeCloth('wasm', mesh, 'boxes');
    const refitted = makeBody(BACKENDS.wasm, mesh);
    body.setWeights([0, 0, 0, 0]);
    const search = createSearch();
    runSelf(search, refitted, found);
    const { defectPairs, triangleTests } = search.statistics;
    expect(ask(body).counted).toMatchObject({ defectPairs, triangleTests });
    body.dispose();
    refitted.dispose();
  });
});
