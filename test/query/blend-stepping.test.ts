/** Searches on blends that are begun and stepped: any budget, refits in the middle, and when their bodies change. */
import {
  type Body,
  type Hits,
  type Kernels,
  type Search,
  type SearchStatistics,
  type Strategy,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginDistance,
  beginFrustum,
  beginPair,
  beginRay,
  beginSweep,
  createBody,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, bruteBoxHits } from 'pliant/oracle';
import { type BlendModel, buildTree, createBlendTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BLEND_KINDS, type BlendKind, randomBlend, restPoints } from '../support/blend-models.js';
import { definedPositions } from '../support/blend-oracle.js';
import { type BlendPose, applyPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed } from '../support/sample-meshes.js';
import { sortedTriangles } from './check-hits.js';

/** A search of any kind with a question of its own. */
interface Stepped {
  readonly statistics: SearchStatistics;
  begin(): void;
  step(budget?: number): boolean;
  answer(): unknown;
}

const random = createRandom(901);
const mesh = changed(sheet(14, 14), (value, k) => (k % 3 === 2 ? random.range(-0.2, 0.2) : value));
const points = restPoints(random, mesh, 12);
const MODELS: Readonly<Record<BlendKind, BlendModel>> = {
  skin: randomBlend(random, mesh, 'skin', { governorCount: 6, influences: 3, fieldCount: 0 }),
  'morphing skin': randomBlend(random, mesh, 'morphing skin', { governorCount: 6, influences: 3, fieldCount: 3 }),
  embedding: randomBlend(random, mesh, 'embedding', { governorCount: 12, influences: 4, fieldCount: 0 }, points),
  cage: randomBlend(random, mesh, 'cage', { governorCount: 12, influences: 12, fieldCount: 0 }, points),
};
const POSES = BLEND_KINDS.map((kind) => gentlePose(MODELS[kind]));

/** A pose that leaves the cloth about where it is: two of them meet in places. */
function gentlePose({ governorCount, poseLayout }: BlendModel): BlendPose {
  const near = (value: number): number => value + random.range(-0.05, 0.05);
  return {
    weights: Array.from({ length: poseLayout.weightCount }, () => random.range(-0.01, 0.01)),
    transforms: Array.from({ length: poseLayout.transformCount }, () =>
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].map(near),
    ).flat(),
    points: poseLayout.pointCount === 0 ? [] : Array.from({ length: governorCount * 3 }, (_, k) => near(points[k])),
  };
}

function makeBlend(kernels: Kernels, kind: BlendKind, strategy: Strategy, patchSize = 16): Body {
  const model = MODELS[kind];
  const bounds = createBlendTree(mesh, model, buildTree(mesh, { leafSize: 2 }), { patchSize });
  const body = createBody(kernels, { mesh, model, bounds }, { strategy });
  applyPose(body, POSES[BLEND_KINDS.indexOf(kind)]);
  return body;
}

function shapeSearch(begin: (search: Search, hits: Hits) => void): Stepped {
  const search = createSearch();
  const hits = createHits(1000);
  return {
    statistics: search.statistics,
    begin: () => begin(search, hits),
    step: (budget) => step(search, budget),
    answer: () => [...hits.triangles.subarray(0, hits.count)],
  };
}

function raySearch(begin: (search: Search, hits: Hits) => void): Stepped {
  const search = createSearch();
  const hits = createHits(40);
  return {
    statistics: search.statistics,
    begin: () => begin(search, hits),
    step: (budget) => step(search, budget),
    answer: () => [...hits.triangles.subarray(0, hits.count), ...hits.parameters.subarray(0, hits.count)],
  };
}

/** A question of every kind; those about two bodies ask about `other` too. */
const KINDS: Readonly<Record<string, (body: Body, other: Body) => Stepped>> = {
  ball: (body) => shapeSearch((search, hits) => beginBall(search, body, [7, 7, 0], 3, hits)),
  capsule: (body) => shapeSearch((search, hits) => beginCapsule(search, body, [1, 2, 0.5], [12, 9, -0.5], 1, hits)),
  box: (body) => shapeSearch((search, hits) => beginBox(search, body, [3, 3, -1], [9, 8, 1], hits)),
  frustum: (body) =>
    shapeSearch((search, hits) => beginFrustum(search, body, [1, 1, 0, 14, -1, 0.5, 0, 0, 0, 0, 1, 0.1], hits)),
  ray: (body) => raySearch((search, hits) => beginRay(search, body, [-1, 6.3, 0.1], [1, 0.05, 0.001], hits)),
  sweep: (body) => raySearch((search, hits) => beginSweep(search, body, [-1, 6, 2], [14, 8, -2], 0.7, hits)),
  'closest point': (body) => {
    const search = createSearch();
    const result = createClosestPoint();
    return {
      statistics: search.statistics,
      begin: () => beginClosestPoint(search, body, [7.2, 6.9, 4], result),
      step: (budget) => step(search, budget),
      answer: () => [result.triangle, result.distance, ...result.point],
    };
  },
  distance: (body, other) => {
    const search = createSearch();
    const result = createDistance();
    return {
      statistics: search.statistics,
      begin: () => beginDistance(search, body, other, result),
      step: (budget) => step(search, budget),
      answer: () => [result.triangleA, result.triangleB, result.distance, ...result.pointA, ...result.pointB],
    };
  },
  pair: (body, other) => {
    const search = createSearch();
    const hits = createPairHits(5000);
    return {
      statistics: search.statistics,
      begin: () => beginPair(search, body, other, hits),
      step: (budget) => step(search, budget),
      answer: () => [...hits.pairs.subarray(0, hits.count * 2), ...hits.meetings.subarray(0, hits.count)],
    };
  },
};
const KIND_NAMES = Object.keys(KINDS);

/** As a new pose of the same numbers: whatever an adaptive body has refitted is forgotten. */
function forget(...bodies: readonly Body[]): void {
  for (const body of bodies) body.setWeights([...body.pose.weights]);
}

function runWhole(search: Stepped): { answer: unknown; statistics: SearchStatistics } {
  search.begin();
  expect(search.step()).toBe(true);
  return { answer: search.answer(), statistics: { ...search.statistics } };
}

describe.each(['wasm', 'typescript'] as const)('a search on blends, stepped on %s', (backend) => {
  const kernels = BACKENDS[backend];

  it.each(KIND_NAMES)('finds the same with any budget: %s', (kind) => {
    BLEND_KINDS.forEach((blend, i) => {
      for (const strategy of ['lazy', 'adaptive', 'refit'] as const) {
        const body = makeBlend(kernels, blend, strategy);
        const other = makeBlend(kernels, BLEND_KINDS[(i + 1) % 4], strategy, 64);
        const search = KINDS[kind](body, other);
        const whole = runWhole(search);
        for (const budget of [1, 7, 100, 'random'] as const) {
          forget(body, other);
          search.begin();
          let steps = 1;
          while (!search.step(budget === 'random' ? 1 + random.integer(50) : budget)) {
            steps++;
            expect(steps, 'it ends').toBeLessThan(100_000);
          }
          const what = `${blend}, ${strategy}, a budget of ${budget}`;
          expect(search.answer(), what).toEqual(whole.answer);
          if (strategy !== 'adaptive') expect(search.statistics, what).toEqual(whole.statistics);
          if (budget === 1) expect(steps, what).toBeGreaterThan(3);
        }
        body.dispose();
        other.dispose();
      }
    });
  });

  it.each(KIND_NAMES)('goes on when bodies are refitted in the middle: %s', (kind) => {
    for (const blend of BLEND_KINDS) {
      const [body, other] = [makeBlend(kernels, blend, 'lazy'), makeBlend(kernels, 'skin', 'lazy', 1)];
      const search = KINDS[kind](body, other);
      const { answer } = runWhole(search);
      forget(body, other);
      search.begin();
      search.step(5);
      body.refit();
      search.step(5);
      other.refit();
      while (!search.step(20));
      expect(search.answer(), blend).toEqual(answer);
      for (const each of [body, other]) each.dispose();
    }
  });

  it.each(KIND_NAMES)('is refused once a body was posed anew, and can be begun again: %s', (kind) => {
    const [body, other] = [makeBlend(kernels, 'morphing skin', 'lazy', 1), makeBlend(kernels, 'cage', 'lazy', 1)];
    const search = KINDS[kind](body, other);
    const changes = [
      () => body.setWeights([0, 0.01, 0]),
      () => body.setTransforms(POSES[0].transforms),
      () => body.setMatrices(Array.from({ length: 6 }, () => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]).flat()),
      () => body.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.01, 1]),
    ];
    if (kind === 'pair' || kind === 'distance') changes.push(() => other.setPoints(points));
    for (const change of changes) {
      forget(body);
      search.begin();
      expect(search.step(1)).toBe(false);
      change();
      expectRefused(() => search.step(1), 'mismatch', 'begin it again');
      search.begin();
      expect(search.step()).toBe(true);
    }
    search.begin();
    expect(search.step(1)).toBe(false);
    (kind === 'pair' || kind === 'distance' ? other : body).dispose();
    expectRefused(() => search.step(1), 'disposed');
    expectRefused(() => search.begin(), 'disposed');
    for (const each of [body, other]) each.dispose();
  });

  it.each(KIND_NAMES)('is refused after a pose that was refused, also when the old one is back: %s', (kind) => {
    const [body, other] = [makeBlend(kernels, 'skin', 'lazy', 1), makeBlend(kernels, 'cage', 'lazy', 1)];
    const search = KINDS[kind](body, other);
    const { answer } = runWhole(search);
    const transforms = body.pose.transforms.slice();
    forget(body);
    search.begin();
    expect(search.step(1)).toBe(false);
    body.setTransforms(transforms.map((value) => value * 1e38));
    expectRefused(() => body.refresh(), 'bad-number');
    expectRefused(() => search.step(1), 'bad-number');
    body.setTransforms(transforms);
    expectRefused(() => search.step(1), 'mismatch', 'begin it again');
    expect(runWhole(search).answer).toEqual(answer);
    for (const each of [body, other]) each.dispose();
  });

  it.each(BLEND_KINDS)('refits an adaptive body deep in another, and not when nothing is near: %s', (kind) => {
    const body = makeBlend(kernels, kind, 'adaptive');
    const search = createSearch();
    const hits = createHits(1000);
    const expected = createHits(1000);
    const world = definedPositions(MODELS[kind], body.pose);
    beginBall(search, body, [7, 7, 30], 0.5, hits);
    step(search);
    bruteBallHits(world, mesh.triangles, [7, 7, 30], 0.5, expected);
    expect(sortedTriangles(hits)).toEqual(sortedTriangles(expected));
    expect(body.isRefitted).toBe(false);
    expect(body.verticesPosed).toBeLessThan(mesh.vertexCount);
    beginBox(search, body, [-20, -20, -20], [20, 20, 20], hits);
    let steps = 0;
    let refittedAt = -1;
    while (!step(search, 8)) {
      steps++;
      if (refittedAt < 0 && body.isRefitted) refittedAt = steps;
    }
    bruteBoxHits(world, mesh.triangles, [-20, -20, -20], [20, 20, 20], expected);
    expect(sortedTriangles(hits)).toEqual(sortedTriangles(expected));
    expect(expected.count).toBe(mesh.triangleCount);
    expect(refittedAt).toBeGreaterThan(0);
    expect(refittedAt).toBeLessThan(steps);
    expect([body.patchesBaked, body.verticesPosed]).toEqual([
      (body.bounds as { patchCount?: number }).patchCount,
      mesh.vertexCount,
    ]);
    body.dispose();
  });
});
