// slow: compares thousands of pairs of bodies with brute force
/** Two lazy bodies, placed anywhere, by every rule and strategy, on both backends, against brute force. */
import { type Body, type Distance, createDistance, createPairHits, createSearch } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteDistance, brutePairHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { RULES } from '../bounds/bd-samples.js';
import { SAMPLE_MESHES, changed, soup } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { type Rig, disposeRig, makeRig, moveRig, randomRig, randomScale } from './lazy-rigs.js';
import { runDistance, runPair } from './run-searches.js';

const FRAMES = 1600;
const FRAMES_PER_PAIR = 8;
const MOST_TRIANGLES = 32;
const found = createPairHits(20_000);
const expected = createPairHits(20_000);

/** Runs frames of two random rigs that deform and move. */
function forFrames(seed: number, check: (random: Random, a: Rig, b: Rig, what: string) => void): void {
  const random = createRandom(seed);
  for (let frame = 0; frame < FRAMES;) {
    const scale = randomScale(random);
    const [a, b] = [0, 0].map(() => randomRig(random, MOST_TRIANGLES, scale));
    for (let k = 0; k < FRAMES_PER_PAIR; k++, frame++) {
      for (const rig of [a, b]) moveRig(random, rig, 0.3);
      check(random, a, b, `seed ${seed}, frame ${frame}, ${a.what} and ${b.what}`);
    }
    disposeRig(a);
    disposeRig(b);
  }
}

function copyOf(distance: Distance): object {
  return { ...distance, pointA: [...distance.pointA], pointB: [...distance.pointB] };
}

/** The pair search of two bodies: the pairs in order and sorted, and what was counted. */
function askPairs(a: Body, b: Body): { order: string[]; sorted: string[]; counted: object } {
  const search = createSearch();
  expect(runPair(search, a, b, found)).toBe(found.count);
  return { order: pairsInOrder(found), sorted: sortedPairs(found), counted: { ...search.statistics } };
}

describe('two lazy bodies', () => {
  it(`meet where brute force says so, in ${FRAMES} frames`, () => {
    let met = 0;
    forFrames(621, (_, a, b, what) => {
      brutePairHits(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected);
      const [wasm, typescript] = [0, 1].map((i) => askPairs(a.lazy[i], b.lazy[i]));
      expect(wasm.sorted, what).toEqual(sortedPairs(expected));
      expect(typescript, `${what}: both backends alike`).toEqual(wasm);
      if (!a.placement && !b.placement) {
        expect(askPairs(a.refit, b.refit).sorted, `${what}: refitted`).toEqual(wasm.sorted);
      }
      if (expected.count > 0) met++;
    });
    expect(met).toBeGreaterThan(FRAMES / 4);
    expect(met).toBeLessThan(FRAMES * 0.9);
  });

  it(`are as far apart as brute force says, whatever kinds of bodies they are, in ${FRAMES} frames`, () => {
    let apart = 0;
    let together = 0;
    let none = 0;
    forFrames(622, (random, a, b, what) => {
      const result = createDistance();
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, result);
      const limit = random.integer(3) === 0 ? result.distance * random.range(0.5, 1.5) : Infinity;
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, result, limit);
      const answer = copyOf(result);
      const pairs: [string, Body, Body][] = [
        ['wasm', a.lazy[0], b.lazy[0]],
        ['typescript', a.lazy[1], b.lazy[1]],
        // Each backend is asked the same, so that what adaptive bodies remember stays the same on both.
        ['wasm and typescript', a.lazy[0], b.lazy[1]],
        ['typescript and wasm', a.lazy[1], b.lazy[0]],
      ];
      if (!b.placement) for (const body of a.lazy) pairs.push(['lazy and refitted', body, b.refit]);
      else if (!a.placement) for (const body of b.lazy) pairs.push(['refitted and lazy', a.refit, body]);
      const counted: object[] = [];
      for (const [name, first, second] of pairs) {
        const search = createSearch();
        expect(runDistance(search, first, second, result, limit), `${what}: ${name}`).toBe(
          (answer as Distance).distance,
        );
        expect(copyOf(result), `${what}: ${name}`).toMatchObject({
          triangleA: (answer as Distance).triangleA,
          triangleB: (answer as Distance).triangleB,
        });
        if (result.triangleA !== undefined) expect(copyOf(result), `${what}: ${name}`).toEqual(answer);
        counted.push({ ...search.statistics });
      }
      expect(counted[1], `${what}: both backends count alike`).toEqual(counted[0]);
      if (result.triangleA === undefined) none++;
      else if (result.distance === 0) together++;
      else apart++;
    });
    expect(apart).toBeGreaterThan(FRAMES / 4);
    expect(together).toBeGreaterThan(FRAMES / 8);
    expect(none).toBeGreaterThan(FRAMES / 20);
  });

  it('give the same pairs in the same order by every rule and strategy', () => {
    const random = createRandom(623);
    const mesh = soup(random, 60, 0.3);
    const fields = [mesh.positions.map(() => random.range(-0.1, 0.1))];
    const strategies = ['adaptive', 'lazy', 'refit'] as const;
    const rigs = Object.keys(RULES).flatMap((rule) =>
      strategies.map((strategy) => makeRig(`${rule}, ${strategy}`, mesh, fields, rule, strategy)),
    );
    for (const weight of [0, 1, -3]) {
      for (const rig of rigs) for (const body of rig.lazy) body.setWeights([weight]);
      const first = askPairs(rigs[0].lazy[0], rigs[1].lazy[0]).order;
      expect(first.length).toBeGreaterThan(60);
      for (const [i, rig] of rigs.entries()) {
        const other = rigs[(i + 5) % rigs.length];
        const backend = i % 2;
        const { order } = askPairs(rig.lazy[backend], other.lazy[backend]);
        expect(order, `${rig.what} and ${other.what}, weight ${weight}`).toEqual(first);
      }
    }
    for (const rig of rigs) disposeRig(rig);
  });

  it('meet a thousand coincident triangles, and touch them all', () => {
    const thousand = SAMPLE_MESHES['a thousand equal triangles']();
    const one = changed(soup(createRandom(624), 1, 1), (_, k) => [0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 0][k]);
    for (const rule of Object.keys(RULES)) {
      const a = makeRig('', thousand, [thousand.positions.map(() => 1)], rule, 'adaptive', 16);
      const b = makeRig('', one, [], rule, 'adaptive');
      for (const body of a.lazy) body.setWeights([0]);
      for (const i of [0, 1]) expect(askPairs(a.lazy[i], b.lazy[i]).sorted.length, rule).toBe(1000);
      for (const body of a.lazy) body.setWeights([5]);
      for (const i of [0, 1]) expect(askPairs(a.lazy[i], b.lazy[i]).sorted.length, rule).toBe(0);
      disposeRig(a);
      disposeRig(b);
    }
  });
});
