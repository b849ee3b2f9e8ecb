/** What searches on lazy bodies, and the bodies themselves, refuse, and what they take at the edge of it. */
import {
  type Body,
  type Search,
  type Shape,
  beginBall,
  beginBox,
  beginClosestPoint,
  beginDistance,
  beginPair,
  beginRay,
  beginSelf,
  beginSweep,
  createBody,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findClosestPoint,
  findDistance,
  findFrustumHits,
  findPairHits,
  findRayHits,
  findSweepHits,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { type BdTree, type Tree, buildTree, createBdTree, createLinearModel, createMesh } from 'pliant/parts';
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
const hits = createHits(100);
const rayHits = createHits(100);

function makeLazy(): Body {
  return createBody(BACKENDS.wasm, { mesh, model, bounds });
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
    const others: Shape[] = [
      { mesh: moved, model: createLinearModel(moved, fields), bounds },
      { mesh, model: createLinearModel(mesh, bent), bounds },
      { mesh: smaller, model: createLinearModel(smaller, randomFields(random, smaller, 2, 1)), bounds },
      { mesh: turned, model: createLinearModel(turned, fields), bounds },
      { mesh, model: createLinearModel(mesh, []), bounds },
      { mesh, model: createLinearModel(mesh, [...fields, fields[0]]), bounds },
      { mesh, model: createLinearModel(smaller, randomFields(random, smaller, 2, 1)), bounds },
    ];
    for (const options of others) {
      expectRefused(() => createBody(BACKENDS.wasm, options), 'mismatch', 'createBody');
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
      () => createBody(BACKENDS.wasm, { mesh, model, bounds: undefined as unknown as BdTree }),
      'bad-type',
      'bounds',
    );
    expectRefused(() => createBody(BACKENDS.wasm, undefined as unknown as Shape), 'bad-type');
  });

  it('is refused for a strategy or a rule that there is none of', () => {
    const strategy = 'eager' as unknown as 'lazy';
    expectRefused(() => createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy }), 'bad-type', '"eager"');
    const bound = 'cone' as unknown as 'box';
    expectRefused(() => createBdTree(mesh, model, buildTree(mesh), { bound }), 'bad-type', '"cone"');
  });
});

describe('what drives a lazy body', () => {
  it('is refused when q has not-a-number in it or the wrong length, and searches go on with the last good one', () => {
    const body = makeLazy();
    body.setWeights([1, -1]);
    const count = findBallHits(body, [0, 0, 0], 0.5, hits);
    expectRefused(() => body.setWeights([1, NaN]), 'bad-number', 'NaN');
    expectRefused(() => body.setWeights([Infinity, 1]), 'bad-number', 'Infinity');
    for (const weights of [[], [1], [1, 2, 3]]) expectRefused(() => body.setWeights(weights), 'bad-count');
    expectRefused(() => body.setWeights(none), 'bad-type');
    expect([...body.pose.weights]).toEqual([1, -1]);
    expect(findBallHits(body, [0, 0, 0], 0.5, hits)).toBe(count);
    body.dispose();
  });

  it('is refused when the placement is not rigid', () => {
    const body = makeLazy();
    const change = (k: number, value: number): number[] => IDENTITY.map((old, i) => (i === k ? value : old));
    const sheared = change(4, 0.1);
    const mirrored = change(5, -1);
    const projective = change(3, 0.5);
    for (const matrix of [sheared, mirrored, projective, change(0, 1.01), change(15, 2), IDENTITY.map(() => 0)]) {
      expectRefused(() => body.setPlacement(matrix), 'bad-number', 'Body.setPlacement', 'rotation');
    }
    expectRefused(() => body.setPlacement(change(13, NaN)), 'bad-number', 'NaN');
    for (const matrix of [[], IDENTITY.slice(1), none]) expectRefused(() => body.setPlacement(matrix), 'bad-count');
    body.setPlacement(change(0, 1 + 1e-7));
    expect(findBallHits(body, [0, 0, 0], 9, hits)).toBe(30);
    body.dispose();
  });
});

describe('a question that is none', () => {
  const body = makeLazy();
  const other = makeLazy();
  const point = createClosestPoint();
  const apart = createDistance();
  const O = [0, 0, 0];

  it.each([
    ['ball of negative radius', () => findBallHits(body, O, -1, hits), 'bad-number'],
    ['capsule with two coordinates', () => findCapsuleHits(body, O, [0, 0], 1, hits), 'bad-count'],
    ['capsule to not-a-number', () => findCapsuleHits(body, O, [0, NaN, 0], 1, hits), 'bad-number'],
    ['capsule of negative radius', () => findCapsuleHits(body, O, O, -1e-9, hits), 'bad-number'],
    ['capsule of infinite radius', () => findCapsuleHits(body, O, O, Infinity, hits), 'bad-number'],
    ['box inside out', () => findBoxHits(body, O, [1, -1, 1], hits), 'bad-number'],
    ['box without corners', () => findBoxHits(body, none, none, hits), 'bad-count'],
    ['frustum without planes', () => findFrustumHits(body, [], hits), 'bad-count'],
    ['frustum with half a plane', () => findFrustumHits(body, [1, 0, 0, 1, 0, 1], hits), 'bad-count'],
    ['frustum with 33 planes', () => findFrustumHits(body, new Float64Array(132).fill(1), hits), 'bad-count'],
    ['frustum with not-a-number', () => findFrustumHits(body, [1, 0, 0, NaN], hits), 'bad-number'],
    ['frustum that is missing', () => findFrustumHits(body, none, hits), 'bad-count'],
    ['ray without direction', () => findRayHits(body, O, [0, -0, 0], rayHits), 'bad-number'],
    ['ray with infinite direction', () => findRayHits(body, O, [0, Infinity, 0], rayHits), 'bad-number'],
    ['ray that ends before it begins', () => findRayHits(body, O, [0, 1, 0], rayHits, -1), 'bad-number'],
    ['ray that ends at not-a-number', () => findRayHits(body, O, [0, 1, 0], rayHits, NaN), 'bad-number'],
    ['ray from nowhere', () => findRayHits(body, none, [0, 1, 0], rayHits), 'bad-count'],
    ['sweep of negative radius', () => findSweepHits(body, O, [1, 1, 1], -1, rayHits), 'bad-number'],
    ['sweep to not-a-number', () => findSweepHits(body, O, [1, 1, NaN], 1, rayHits), 'bad-number'],
    ['closest to not-a-number', () => findClosestPoint(body, [NaN, 0, 0], point), 'bad-number'],
    ['closest within less than nothing', () => findClosestPoint(body, O, point, -1), 'bad-number'],
    ['closest within not-a-number', () => findClosestPoint(body, O, point, NaN), 'bad-number'],
    ['closest from beyond squares', () => findClosestPoint(body, [1e200, 0, 0], point), 'bad-number'],
    ['distance within less than nothing', () => findDistance(body, other, apart, -1), 'bad-number'],
    ['distance within not-a-number', () => findDistance(body, other, apart, NaN), 'bad-number'],
    ['no room for hits of a ray', () => findRayHits(body, O, [0, 1, 0], createHits(0)), 'bad-count'],
  ] as const)('is refused: %s', (_, ask, code) => expectRefused(ask, code));

  it('is refused about one body that is given twice', () => {
    const lazy = makeLazy();
    expectRefused(() => findPairHits(lazy, lazy, createPairHits(1)), 'mismatch', 'findSelfHits');
    expectRefused(() => findDistance(lazy, lazy, apart), 'mismatch', 'beginDistance');
    lazy.dispose();
  });

  it('leaves a search that is under way as it was, unless it is put to that search', () => {
    const ray = createSearch();
    beginSweep(ray, body, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    step(ray);
    const whole = [...rayHits.parameters.subarray(0, rayHits.count)];
    expect(whole.length).toBeGreaterThan(2);
    beginSweep(ray, body, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    step(ray, 1);
    expectRefused(() => findRayHits(body, O, O, createHits(1)), 'bad-number');
    expectRefused(() => findSweepHits(body, O, [1, 1, 1], NaN, createHits(1)), 'bad-number');
    step(ray);
    expect([...rayHits.parameters.subarray(0, rayHits.count)]).toEqual(whole);
  });

  it.each([
    ['ball', (search: Search) => beginBall(search, body, O, -1, hits), 'bad-number'],
    ['box', (search: Search) => beginBox(search, body, [9, 9, 9], [10, 10, 8], hits), 'bad-number'],
    ['ray', (search: Search) => beginRay(search, body, O, O, rayHits), 'bad-number'],
    ['sweep', (search: Search) => beginSweep(search, body, O, [1, 1, 1], NaN, rayHits), 'bad-number'],
    ['closest point', (search: Search) => beginClosestPoint(search, body, O, point, -1), 'bad-number'],
    ['distance', (search: Search) => beginDistance(search, body, other, apart, NaN), 'bad-number'],
    ['distance of one', (search: Search) => beginDistance(search, body, body, apart), 'mismatch'],
    ['pair of one', (search: Search) => beginPair(search, body, body, createPairHits(1)), 'mismatch'],
    ['self of none', (search: Search) => beginSelf(search, none as unknown as Body, createPairHits(1)), 'bad-type'],
  ] as const)('leaves nothing that could be gone on with: %s', (_, begin, code) => {
    const search = createSearch();
    beginSweep(search, body, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    expect(step(search, 1)).toBe(false);
    expectRefused(() => begin(search), code);
    expectRefused(() => step(search, 1), 'mismatch', 'step');
    expectRefused(() => step(search), 'mismatch', 'step');
    beginSweep(search, body, [-3, 0, 0], [3, 0, 0], 0.6, rayHits);
    expect(step(search)).toBe(true);
  });

  it('may have planes that hold everything, or nothing', () => {
    expect(findFrustumHits(body, [0, 0, 0, 1], hits)).toBe(30);
    expect(findFrustumHits(body, [0, 0, 0, 0], hits)).toBe(30);
    expect(findFrustumHits(body, [0, 0, 0, -1], hits)).toBe(0);
    expect(findFrustumHits(body, new Float64Array(128).fill(0.5), hits)).toBeGreaterThan(0);
  });
});
