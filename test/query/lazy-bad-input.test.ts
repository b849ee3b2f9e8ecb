/** What searches on lazy bodies, and the bodies themselves, refuse, and what they take at the edge of it. */
import {
  type BdTree,
  type LazyBodyOptions,
  type Tree,
  beginSweep,
  buildTree,
  createBdTree,
  createBodyDistance,
  createClosestPoint,
  createClosestSearch,
  createDistanceSearch,
  createLazyBody,
  createLinearModel,
  createMesh,
  createPairSearch,
  createRandom,
  createRayHits,
  createRaySearch,
  createShapeSearch,
  createTriangleHits,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findDistance,
  findFrustumHits,
  findRayHits,
  findSweepHits,
  stepRaySearch,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const random = createRandom(661);
const mesh = soup(random, 30, 0.3);
const fields = randomFields(random, mesh, 2, 0.3);
const model = createLinearModel(mesh, fields);
const bounds = createBdTree(mesh, model, buildTree(mesh));
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const none = undefined as unknown as number[];
const hits = createTriangleHits(100);
const rayHits = createRayHits(100);

function makeLazy(): ReturnType<typeof createLazyBody> {
  return createLazyBody(BACKENDS.wasm, { mesh, model, bounds });
}

describe('what a lazy body is made of', () => {
  it('is refused when fields have the wrong size', () => {
    for (const length of [0, mesh.positions.length - 1, mesh.positions.length + 3]) {
      expectRefused(() => createLinearModel(mesh, [new Float32Array(length)]), 'bad-count', 'createLinearModel');
    }
    expectRefused(() => createLinearModel(mesh, [fields[0].map(() => NaN)]), 'bad-number', 'createLinearModel');
  });

  it('is refused when bounds belong to another mesh or model', () => {
    const smaller = soup(random, 29, 0.3);
    // As many vertices and triangles, but the triangles have other corners.
    const turned = createMesh({
      positions: mesh.positions,
      triangles: mesh.triangles.map((_, i) => mesh.triangles[(i + 4) % 90]),
    });
    // The same triangles, but one vertex rests elsewhere, or goes elsewhere.
    const moved = createMesh({ positions: mesh.positions.with(7, 0.5), triangles: mesh.triangles });
    const bent = [fields[0], fields[1].with(7, 0.5)];
    const others: LazyBodyOptions[] = [
      { mesh: moved, model: createLinearModel(moved, fields), bounds },
      { mesh, model: createLinearModel(mesh, bent), bounds },
      { mesh: smaller, model: createLinearModel(smaller, randomFields(random, smaller, 2, 1)), bounds },
      { mesh: turned, model: createLinearModel(turned, fields), bounds },
      { mesh, model: createLinearModel(mesh, []), bounds },
      { mesh, model: createLinearModel(mesh, [...fields, fields[0]]), bounds },
      { mesh, model: createLinearModel(smaller, randomFields(random, smaller, 2, 1)), bounds },
    ];
    for (const options of others) {
      expectRefused(() => createLazyBody(BACKENDS.wasm, options), 'mismatch', 'createLazyBody');
    }
  });

  it('is refused when the tree was never built, has leaves too large, or belongs to another mesh', () => {
    const unbuilt = [undefined, {}, { triangleOrder: undefined }] as unknown as Tree[];
    for (const tree of unbuilt) expectRefused(() => createBdTree(mesh, model, tree), 'bad-type', 'createBdTree');
    const large = buildTree(mesh, { leafSize: 30 });
    expectRefused(() => createBdTree(mesh, model, large), 'unsupported', '30 triangles', 'leafSize');
    const other = buildTree(soup(random, 31, 0.3));
    expectRefused(() => createBdTree(mesh, model, other), 'mismatch', 'createBdTree');
    expectRefused(
      () => createLazyBody(BACKENDS.wasm, { mesh, model, bounds: undefined as unknown as BdTree }),
      'bad-type',
      'bounds',
    );
    expectRefused(() => createLazyBody(BACKENDS.wasm, undefined as unknown as LazyBodyOptions), 'bad-type');
  });

  it('is refused for a strategy or a rule that there is none of', () => {
    const strategy = 'eager' as unknown as 'lazy';
    expectRefused(() => createLazyBody(BACKENDS.wasm, { mesh, model, bounds, strategy }), 'bad-type', '"eager"');
    const bound = 'cone' as unknown as 'box';
    expectRefused(() => createBdTree(mesh, model, buildTree(mesh), { bound }), 'bad-type', '"cone"');
  });
});

describe('what drives a lazy body', () => {
  it('is refused when q has not-a-number in it or the wrong length, and searches go on with the last good one', () => {
    const body = makeLazy();
    const search = createShapeSearch(body);
    body.setWeights([1, -1]);
    const count = findBallHits(search, [0, 0, 0], 0.5, hits);
    expectRefused(() => body.setWeights([1, NaN]), 'bad-number', 'NaN');
    expectRefused(() => body.setWeights([Infinity, 1]), 'bad-number', 'Infinity');
    for (const weights of [[], [1], [1, 2, 3]]) expectRefused(() => body.setWeights(weights), 'bad-count');
    expectRefused(() => body.setWeights(none), 'bad-type');
    expect([...body.pose.weights]).toEqual([1, -1]);
    expect(findBallHits(search, [0, 0, 0], 0.5, hits)).toBe(count);
    body.dispose();
  });

  it('is refused when the placement is not rigid', () => {
    const body = makeLazy();
    const change = (k: number, value: number): number[] => IDENTITY.map((old, i) => (i === k ? value : old));
    const sheared = change(4, 0.1);
    const mirrored = change(5, -1);
    const projective = change(3, 0.5);
    for (const matrix of [sheared, mirrored, projective, change(0, 1.01), change(15, 2), IDENTITY.map(() => 0)]) {
      expectRefused(() => body.setPlacement(matrix), 'bad-number', 'LazyBody.setPlacement', 'rotation');
    }
    expectRefused(() => body.setPlacement(change(13, NaN)), 'bad-number', 'NaN');
    for (const matrix of [[], IDENTITY.slice(1), none]) expectRefused(() => body.setPlacement(matrix), 'bad-count');
    body.setPlacement(change(0, 1 + 1e-7));
    expect(findBallHits(createShapeSearch(body), [0, 0, 0], 9, hits)).toBe(30);
    body.dispose();
  });
});

describe('a question that is none', () => {
  const body = makeLazy();
  const shape = createShapeSearch(body);
  const ray = createRaySearch(body);
  const closest = createClosestSearch(body);
  const distance = createDistanceSearch(body, makeLazy());
  const point = createClosestPoint();
  const apart = createBodyDistance();
  const O = [0, 0, 0];

  it.each([
    ['ball of negative radius', () => findBallHits(shape, O, -1, hits), 'bad-number'],
    ['capsule with two coordinates', () => findCapsuleHits(shape, O, [0, 0], 1, hits), 'bad-count'],
    ['capsule to not-a-number', () => findCapsuleHits(shape, O, [0, NaN, 0], 1, hits), 'bad-number'],
    ['capsule of negative radius', () => findCapsuleHits(shape, O, O, -1e-9, hits), 'bad-number'],
    ['capsule of infinite radius', () => findCapsuleHits(shape, O, O, Infinity, hits), 'bad-number'],
    ['box inside out', () => findBoxHits(shape, O, [1, -1, 1], hits), 'bad-number'],
    ['box without corners', () => findBoxHits(shape, none, none, hits), 'bad-count'],
    ['frustum without planes', () => findFrustumHits(shape, [], hits), 'bad-count'],
    ['frustum with half a plane', () => findFrustumHits(shape, [1, 0, 0, 1, 0, 1], hits), 'bad-count'],
    ['frustum with 33 planes', () => findFrustumHits(shape, new Float64Array(132).fill(1), hits), 'bad-count'],
    ['frustum with not-a-number', () => findFrustumHits(shape, [1, 0, 0, NaN], hits), 'bad-number'],
    ['frustum that is missing', () => findFrustumHits(shape, none, hits), 'bad-count'],
    ['ray without direction', () => findRayHits(ray, O, [0, -0, 0], rayHits), 'bad-number'],
    ['ray with infinite direction', () => findRayHits(ray, O, [0, Infinity, 0], rayHits), 'bad-number'],
    ['ray that ends before it begins', () => findRayHits(ray, O, [0, 1, 0], rayHits, -1), 'bad-number'],
    ['ray that ends at not-a-number', () => findRayHits(ray, O, [0, 1, 0], rayHits, NaN), 'bad-number'],
    ['ray from nowhere', () => findRayHits(ray, none, [0, 1, 0], rayHits), 'bad-count'],
    ['sweep of negative radius', () => findSweepHits(ray, O, [1, 1, 1], -1, rayHits), 'bad-number'],
    ['sweep to not-a-number', () => findSweepHits(ray, O, [1, 1, NaN], 1, rayHits), 'bad-number'],
    ['closest to not-a-number', () => findClosestPoint(closest, [NaN, 0, 0], point), 'bad-number'],
    ['closest within less than nothing', () => findClosestPoint(closest, O, point, -1), 'bad-number'],
    ['closest within not-a-number', () => findClosestPoint(closest, O, point, NaN), 'bad-number'],
    ['closest from beyond squares', () => findClosestPoint(closest, [1e200, 0, 0], point), 'bad-number'],
    ['distance within less than nothing', () => findDistance(distance, apart, -1), 'bad-number'],
    ['distance within not-a-number', () => findDistance(distance, apart, NaN), 'bad-number'],
    ['no room for hits of a ray', () => createRayHits(0), 'bad-count'],
  ] as const)('is refused: %s', (_, ask, code) => expectRefused(ask, code));

  it('is refused about one body that is given twice', () => {
    const lazy = makeLazy();
    expectRefused(() => createPairSearch(lazy, lazy), 'mismatch', 'createSelfSearch');
    expectRefused(() => createDistanceSearch(lazy, lazy), 'mismatch', 'createDistanceSearch');
    lazy.dispose();
  });

  it('leaves a search that was under way as it was', () => {
    beginSweep(ray, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    stepRaySearch(ray);
    const whole = [...rayHits.parameters.subarray(0, rayHits.count)];
    expect(whole.length).toBeGreaterThan(2);
    beginSweep(ray, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    stepRaySearch(ray, 1);
    expectRefused(() => findRayHits(ray, O, O, createRayHits(1)), 'bad-number');
    expectRefused(() => findSweepHits(ray, O, [1, 1, 1], NaN, createRayHits(1)), 'bad-number');
    stepRaySearch(ray);
    expect([...rayHits.parameters.subarray(0, rayHits.count)]).toEqual(whole);
  });

  it('may have planes that hold everything, or nothing', () => {
    expect(findFrustumHits(shape, [0, 0, 0, 1], hits)).toBe(30);
    expect(findFrustumHits(shape, [0, 0, 0, 0], hits)).toBe(30);
    expect(findFrustumHits(shape, [0, 0, 0, -1], hits)).toBe(0);
    expect(findFrustumHits(shape, new Float64Array(128).fill(0.5), hits)).toBeGreaterThan(0);
  });
});
