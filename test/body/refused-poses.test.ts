/** Poses and placements that carry a vertex beyond float32: refused whole, and what was there before stays as it was. */
import {
  type Body,
  addBody,
  beginBall,
  createBody,
  createClosestPoint,
  createContacts,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  createWorld,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findContacts,
  findDistance,
  findFrustumHits,
  findPairHits,
  findRayHits,
  findSelfHits,
  findSweepHits,
  step,
  stepWorld,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  createLevelBoxes,
  evaluateLevelBoxes,
  findBakedTriangles,
  measureTightness,
  readLevelBoxes,
} from 'pliant/inspect';
import {
  QUINLAN_TREE,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createProxyShape,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { pairsInOrder } from '../query/check-hits.js';
import { randomBlend } from '../support/blend-models.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

const random = createRandom(5901);
const mesh = soup(random, 80, 0.4);
const tree = buildTree(mesh);
const linear = createLinearModel(mesh, randomFields(random, mesh, 2, 2));
const skin = randomBlend(random, mesh, 'morphing skin', { governorCount: 4, influences: 2, fieldCount: 2 });
const cage = randomBlend(random, mesh, 'cage', { governorCount: 5, influences: 2, fieldCount: 0 });
const proxies = createProxyShape(mesh, linear, buildTree(mesh, QUINLAN_TREE), { level: 3 });
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const FAR = IDENTITY.with(12, 1e39);

const skinPose = randomPose(random, skin, 'turned', 1);
const cagePose = randomPose(random, cage, 'turned', 1);

/** A body, a good pose of it, and bad ones. */
const KINDS = {
  linear: {
    make: () => ({ mesh, model: linear, bounds: createBdTree(mesh, linear, tree) }),
    good: (body: Body) => body.setWeights([0.1, -0.2]),
    bad: [(body: Body) => body.setWeights([3.4e38, 3.4e38]), (body: Body) => body.setPlacement(FAR)],
  },
  skin: {
    make: () => ({ mesh, model: skin, bounds: createBlendTree(mesh, skin, tree, { patchSize: 8 }) }),
    good: (body: Body) => applyPose(body, skinPose),
    bad: [
      (body: Body) => body.setTransforms(skinPose.transforms.map((value) => value + 3e38)),
      (body: Body) => body.setWeights([3.4e38, 3.4e38]),
      (body: Body) => body.setPlacement(FAR),
    ],
  },
  cage: {
    make: () => ({ mesh, model: cage, bounds: createBlendTree(mesh, cage, tree, { patchSize: 8 }) }),
    good: (body: Body) => applyPose(body, cagePose),
    bad: [
      (body: Body) => {
        // Where it is placed it may be turned, and then a corner may be farther out than any coordinate says.
        body.setPlacement(IDENTITY);
        body.setPoints(cagePose.points.map(() => 3.4e38));
      },
      (body: Body) => body.setPlacement(FAR),
    ],
  },
} as const;

const cases = Object.entries(KINDS).flatMap(([name, { bad }]) =>
  bad.flatMap((_, way) => (['wasm', 'typescript'] as const).map((backend) => ({ name, way, backend }))),
);

/** Whatever asks a body something. */
function questionsOf(
  body: Body,
  other: Body,
  proxyBody: ReturnType<typeof makeProxies>,
): Record<string, () => unknown> {
  const [hits, pairHits] = [createHits(1000), createPairHits(10_000)];
  return {
    ball: () => findBallHits(body, [0, 0, 0], 1, hits),
    capsule: () => findCapsuleHits(body, [0, 0, 0], [1, 1, 1], 1, hits),
    box: () => findBoxHits(body, [-1, -1, -1], [1, 1, 1], hits),
    frustum: () => findFrustumHits(body, [1, 0, 0, 0], hits),
    ray: () => findRayHits(body, [-2, 0, 0], [1, 0, 0], hits),
    sweep: () => findSweepHits(body, [-2, 0, 0], [2, 0, 0], 0.1, hits),
    closest: () => findClosestPoint(body, [0, 0, 0], createClosestPoint()),
    pair: () => findPairHits(body, other, pairHits),
    'pair, the other way round': () => findPairHits(other, body, pairHits),
    self: () => findSelfHits(body, pairHits),
    distance: () => findDistance(body, other, createDistance()),
    contacts: () => findContacts(proxyBody, body, createContacts(1000)),
    refresh: () => body.refresh(),
    refit: () => body.refit(),
    'root box': () => body.rootBox(new Float64Array(6)),
    'level boxes': () => readLevelBoxes(body, createLevelBoxes(body.bounds, 0)),
    'level boxes, evaluated': () => evaluateLevelBoxes(body, createLevelBoxes(body.bounds, 0)),
    'baked triangles': () => findBakedTriangles(body, hits),
    tightness: () => measureTightness(body, [{}]),
  };
}

function makeProxies(kernels: (typeof BACKENDS)['wasm']) {
  return createBody(kernels, proxies);
}

function boxesOf(body: Body): Float32Array {
  const corners: number[] = [];
  for (let level = 0; level < body.bounds.depth; level++) {
    const boxes = createLevelBoxes(body.bounds, level);
    evaluateLevelBoxes(body, boxes);
    for (const value of boxes.corners) corners.push(value);
  }
  return Float32Array.from(corners);
}

describe.each(cases)('a pose that is refused: $name, way $way, on $backend', ({ backend, name, way }) => {
  const kernels = BACKENDS[backend];
  const kind = KINDS[name as keyof typeof KINDS];
  const { good } = kind;
  const bad = kind.bad[way];
  const shape = kind.make();

  it.each(['lazy', 'refit'] as const)('answers nothing until there is another, with the strategy %s', (strategy) => {
    const body = createBody(kernels, shape, { strategy });
    const other = createBody(kernels, shape);
    const proxyBody = makeProxies(kernels);
    good(body);
    const before = createPairHits(10_000);
    findSelfHits(body, before);
    const search = createSearch();
    const hits = createHits(1000);
    beginBall(search, body, [0, 0, 0], 1, hits);
    step(search, 1);
    bad(body);
    for (let again = 0; again < 2; again++) {
      for (const [question, ask] of Object.entries(questionsOf(body, other, proxyBody))) {
        expect(ask, question).toThrow(/beyond|float32/);
        expectRefused(ask, 'bad-number', 'Body.refresh');
      }
      expectRefused(() => step(search), 'bad-number', 'Body.refresh');
    }
    good(body);
    body.setPlacement(IDENTITY);
    expectRefused(() => step(search), 'mismatch', 'begin it again');
    for (const ask of Object.values(questionsOf(body, other, proxyBody))) ask();
    const after = createPairHits(10_000);
    findSelfHits(body, after);
    expect(pairsInOrder(after)).toEqual(pairsInOrder(before));
    for (const each of [body, other, proxyBody]) each.dispose();
  });

  it('leaves what getters say of the pose before as it was, and the former pose gives the former bounds', () => {
    const body = createBody(kernels, shape, { strategy: 'lazy' });
    body.setPlacement(IDENTITY);
    good(body);
    const hits = createHits(1000);
    findBallHits(body, body.mesh.positions.slice(0, 3), 0.2, hits);
    const posed = body.posed.slice();
    const positions = body.positions.slice();
    const { stamp } = body;
    bad(body);
    expectRefused(() => body.refresh(), 'bad-number');
    expectSameWords(body.posed, posed, 'posed');
    expectSameWords(body.positions, positions, 'positions');
    expect([body.stamp, body.isRefitted]).toEqual([stamp, false]);
    expect(body.reach).toBeGreaterThan(3.4e38);

    const fresh = createBody(kernels, shape, { strategy: 'lazy' });
    for (const each of [body, fresh]) {
      each.setPlacement(IDENTITY);
      good(each);
    }
    expectSameWords(boxesOf(body), boxesOf(fresh), 'boxes');
    for (const each of [body, fresh]) each.refit();
    expectSameWords(body.positions, fresh.positions, 'refitted positions');
    expectSameWords(boxesOf(body), boxesOf(fresh), 'refitted boxes');
    for (const each of [body, fresh]) each.dispose();
  });

  it('is not taken for the former one when the numbers and the stamp of that are put back by hand', () => {
    const body = createBody(kernels, shape, { strategy: 'lazy' });
    const fresh = createBody(kernels, shape, { strategy: 'lazy' });
    for (const each of [body, fresh]) good(each);
    body.refresh();
    const { points, stamp, transforms, weights } = structuredClone(body.pose);
    bad(body);
    expectRefused(() => body.refresh(), 'bad-number');
    body.setPlacement(IDENTITY);
    fresh.setPlacement(IDENTITY);
    body.pose.weights.set(weights);
    body.pose.transforms.set(transforms);
    body.pose.points.set(points);
    body.pose.stamp = stamp;
    expectSameWords(boxesOf(body), boxesOf(fresh), 'boxes');
    for (const each of [body, fresh]) each.dispose();
  });
});

describe('a refused pose put back by hand', () => {
  it.each(['wasm', 'typescript'] as const)('leaves no matrices of the refused pose behind, on %s', (backend) => {
    const shape = KINDS.skin.make();
    const [body, fresh] = [0, 1].map(() => createBody(BACKENDS[backend], shape, { strategy: 'lazy' }));
    for (const each of [body, fresh]) applyPose(each, skinPose);
    body.refresh();
    const { stamp, transforms } = structuredClone(body.pose);
    body.setTransforms(transforms.map((value) => value + 3e38));
    expectRefused(() => body.refresh(), 'bad-number');
    body.pose.transforms.set(transforms);
    body.pose.stamp = stamp;
    expectSameWords(boxesOf(body), boxesOf(fresh), 'boxes');
    for (const each of [body, fresh]) each.dispose();
  });
});

describe('a world with a body whose pose is refused', () => {
  it('refuses the step, and goes on once there is another pose', () => {
    const kernels = BACKENDS.wasm;
    const shape = KINDS.skin.make();
    const bodies = [0, 1, 2].map(() => createBody(kernels, shape));
    const world = createWorld({ kernels });
    bodies.forEach((body, id) => addBody(world, id, body));
    expect(stepWorld(world)).toBe(3);
    bodies[1].setWeights([3.4e38, 3.4e38]);
    for (let again = 0; again < 2; again++) expectRefused(() => stepWorld(world), 'bad-number', 'Body.refresh');
    bodies[1].setWeights([0, 0]);
    expect(stepWorld(world)).toBe(3);
    expect(world.touching.count).toBe(3);
    for (const body of bodies) body.dispose();
  });
});

describe('a body of proxies in a pose that is refused', () => {
  it.each(['wasm', 'typescript'] as const)('answers nothing until there is another, on %s', (backend) => {
    const kernels = BACKENDS[backend];
    const [body, other] = [makeProxies(kernels), makeProxies(kernels)];
    const contacts = createContacts(1000);
    const sphere = new Float64Array(4);
    body.setWeights([0.1, -0.2]);
    body.readProxy(0, sphere);
    const [count, before] = [findContacts(body, other, contacts), [...sphere]];
    const { stamp } = body.pose;
    const margins = [...body.margins];
    body.setWeights([3.4e38, 3.4e38]);
    const asked: readonly (() => unknown)[] = [
      () => findContacts(body, other, contacts),
      () => findContacts(other, body, contacts),
      () => body.rootBox(new Float64Array(6)),
      () => body.readProxy(0, sphere),
      () => body.refresh(),
    ];
    for (const ask of [...asked, ...asked]) expectRefused(ask, 'bad-number', 'ProxyBody.refresh');
    body.pose.weights.set([0.1, -0.2]);
    body.pose.stamp = stamp;
    body.readProxy(0, sphere);
    expect([...sphere]).toEqual(before);
    expect([...body.margins]).toEqual(margins);
    body.setWeights([0.1, -0.2]);
    expect(findContacts(body, other, contacts)).toBe(count);
    for (const each of [body, other]) each.dispose();
  });
});
