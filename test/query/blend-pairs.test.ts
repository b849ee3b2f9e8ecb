/** Blends against blends, modal bodies and meshes that stay as they are: pairs, distances and worlds. */
import { type Body, type Distance, createDistance, createPairHits, createSearch, findDistance } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteDistance, brutePairHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { BLEND_KINDS, randomBlend, restPoints } from '../support/blend-models.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { type BlendRig, makeBlendRig, moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { SAMPLE_MESHES, changed, soup } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { type Rig, STRATEGIES, disposeRig, makeRig, moveRig, randomRig, randomScale } from './lazy-rigs.js';
import { runPair } from './run-searches.js';

const FRAMES = 640;
const DISTANCE_FRAMES = 280;
const FRAMES_PER_PAIR = 8;
const MOST_TRIANGLES = 32;
const found = createPairHits(20_000);
const expected = createPairHits(20_000);

function isBlend(rig: Rig): rig is BlendRig {
  return 'points' in rig;
}

function move(random: Random, rig: Rig): void {
  if (isBlend(rig)) moveBlendRig(random, rig, 0.3);
  else moveRig(random, rig, 0.3);
}

/** Runs frames of two random rigs that deform and move: a blend, and another or one that fields move, or none. */
function forFrames(seed: number, frames: number, check: (random: Random, a: Rig, b: Rig, what: string) => void): void {
  const random = createRandom(seed);
  for (let frame = 0; frame < frames;) {
    const scale = randomScale(random);
    const blend = randomBlendRig(random, MOST_TRIANGLES, scale);
    const other =
      random.integer(2) === 0
        ? randomBlendRig(random, MOST_TRIANGLES, scale)
        : randomRig(random, MOST_TRIANGLES, scale);
    const [a, b] = random.integer(2) === 0 ? [blend, other] : [other, blend];
    for (let k = 0; k < FRAMES_PER_PAIR; k++, frame++) {
      for (const rig of [a, b]) move(random, rig);
      check(random, a, b, `seed ${seed}, frame ${frame}, ${a.what} and ${b.what}`);
    }
    disposeRig(a);
    disposeRig(b);
  }
}

/** The pair search of two bodies: the pairs in order and sorted, and what was counted. */
function askPairs(a: Body, b: Body): { order: string[]; sorted: string[]; counted: object } {
  const search = createSearch();
  expect(runPair(search, a, b, found)).toBe(found.count);
  return { order: pairsInOrder(found), sorted: sortedPairs(found), counted: { ...search.statistics } };
}

function copyOf(distance: Distance): object {
  return { ...distance, pointA: [...distance.pointA], pointB: [...distance.pointB] };
}

describe('a blend and another body', () => {
  it(`meet where brute force says so, in ${FRAMES} frames`, () => {
    let met = 0;
    forFrames(811, FRAMES, (_, a, b, what) => {
      brutePairHits(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected);
      const [wasm, typescript] = [0, 1].map((i) => askPairs(a.lazy[i], b.lazy[i]));
      expect(wasm.sorted, what).toEqual(sortedPairs(expected));
      expect(typescript, `${what}: both backends alike`).toEqual(wasm);
      if (!a.placement && !b.placement) {
        expect(askPairs(a.refit, b.refit).sorted, `${what}: refitted`).toEqual(wasm.sorted);
      }
      if (!b.placement) expect(askPairs(a.lazy[0], b.refit).sorted, `${what}: lazy and refitted`).toEqual(wasm.sorted);
      else if (!a.placement) {
        expect(askPairs(a.refit, b.lazy[0]).sorted, `${what}: refitted and lazy`).toEqual(wasm.sorted);
      }
      if (expected.count > 0) met++;
    });
    expect(met).toBeGreaterThan(FRAMES / 4);
    expect(met).toBeLessThan(FRAMES * 0.9);
  });

  it(`are as far apart as brute force says, in ${DISTANCE_FRAMES} frames`, () => {
    let apart = 0;
    let together = 0;
    forFrames(812, DISTANCE_FRAMES, (random, a, b, what) => {
      const result = createDistance();
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, result);
      const limit = random.integer(3) === 0 ? result.distance * random.range(0.5, 1.5) : Infinity;
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, result, limit);
      const answer = copyOf(result) as Distance;
      const pairs: [string, Body, Body][] = [
        ['wasm', a.lazy[0], b.lazy[0]],
        ['typescript', a.lazy[1], b.lazy[1]],
      ];
      if (!b.placement) pairs.push(['lazy and refitted', a.lazy[0], b.refit]);
      else if (!a.placement) pairs.push(['refitted and lazy', a.refit, b.lazy[0]]);
      for (const [name, first, second] of pairs) {
        expect(findDistance(first, second, result, limit), `${what}: ${name}`).toBe(answer.distance);
        expect([result.triangleA, result.triangleB], `${what}: ${name}`).toEqual([answer.triangleA, answer.triangleB]);
        if (result.triangleA !== undefined) expect(copyOf(result), `${what}: ${name}`).toEqual(answer);
      }
      if (answer.distance === 0) together++;
      else if (answer.triangleA !== undefined) apart++;
    });
    expect(apart).toBeGreaterThan(DISTANCE_FRAMES / 8);
    expect(together).toBeGreaterThan(DISTANCE_FRAMES / 8);
  });

  it.each(BLEND_KINDS)('give the same pairs in the same order by every strategy and size of patches: %s', (kind) => {
    const random = createRandom(813);
    const mesh = soup(random, 60, 0.3);
    const points = restPoints(random, mesh, 9);
    const model = randomBlend(random, mesh, kind, { governorCount: 9, influences: 3, fieldCount: 2 }, points);
    const rigs = STRATEGIES.flatMap((strategy) =>
      [1, 4, 16, 4096].map((patchSize) =>
        makeBlendRig(`${strategy}, patches of ${patchSize}`, mesh, model, points, { strategy, leafSize: 2, patchSize }),
      ),
    );
    for (const poseKind of ['at rest', 'turned', 'sheared']) {
      const poses = [0, 1].map(() => randomPose(random, model, poseKind, 0.3, points));
      const setTwo = (a: Body, b: Body): [Body, Body] => {
        applyPose(a, poses[0]);
        applyPose(b, poses[1]);
        return [a, b];
      };
      const first = askPairs(...setTwo(rigs[0].lazy[0], rigs[1].lazy[0])).order;
      expect(first.length).toBeGreaterThan(1);
      for (const [i, rig] of rigs.entries()) {
        const other = rigs[(i + 5) % rigs.length];
        const { order } = askPairs(...setTwo(rig.lazy[i % 2], other.lazy[i % 2]));
        expect(order, `${rig.what} and ${other.what}, ${poseKind}`).toEqual(first);
      }
    }
    for (const rig of rigs) disposeRig(rig);
  });

  it('meet a thousand coincident triangles, and touch them all', () => {
    const random = createRandom(814);
    const thousand = SAMPLE_MESHES['a thousand equal triangles']();
    const needle = changed(soup(random, 1, 1), (_, k) => [0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 0][k]);
    const model = randomBlend(random, thousand, 'skin', { governorCount: 3, influences: 2, fieldCount: 0 });
    for (const patchSize of [1, 64, 4096]) {
      const options = { strategy: 'adaptive', leafSize: 16, patchSize } as const;
      const a = makeBlendRig('', thousand, model, new Float32Array(0), options);
      const b = makeRig('', needle, [], 'boxes', 'adaptive');
      for (const i of [0, 1]) expect(askPairs(a.lazy[i], b.lazy[i]).sorted.length).toBe(1000);
      const away = [1, 0, 0, 5, 0, 1, 0, 5, 0, 0, 1, 5];
      for (const body of a.lazy) body.setTransforms([...away, ...away, ...away]);
      for (const i of [0, 1]) expect(askPairs(a.lazy[i], b.lazy[i]).sorted.length).toBe(0);
      disposeRig(a);
      disposeRig(b);
    }
  });
});
