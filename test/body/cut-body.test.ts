// slow: asks many questions of bodies that are cut again and again, in six ways each, and by brute force
/** Bodies that are cut again and again, against brute force over meshes that were filtered and extended by hand. */
import {
  type Body,
  type PairHits,
  createBody,
  createClosestPoint,
  createHits,
  createPairHits,
  createSearch,
  createShape,
  findBallHits,
  findClosestPoint,
  findPairHits,
  findRayHits,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteBallHits, bruteClosestPoint, bruteRayHits } from 'pliant/oracle';
import {
  type Mesh,
  type Model,
  collectCut,
  createCuttableBody,
  createPose,
  cutBody,
  fitRegions,
  poseMesh,
  setPoints,
  setTransforms,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { pairsInOrder, sortedTriangles } from '../query/check-hits.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { bruteCollisions, expectSamePairs } from '../support/surface-collisions.js';
import {
  type Expected,
  MESHES,
  MOTIONS,
  ROOM,
  meshOfExpected,
  modelOfExpected,
  randomCut,
  randomNumbers,
  shapeOf,
} from './make-cuts.js';

const found = createPairHits(400_000);
const search = createSearch();
const hits = createHits(10_000);
const bruteHits = createHits(10_000);
const closest = createClosestPoint();
const bruteClosest = createClosestPoint();
/** What bodies are searched with: a sheet through everything. */
const other = sheet(4, 4);

const WAYS = [
  { strategy: 'adaptive', pruning: 'always' },
  { strategy: 'refit', pruning: 'always' },
  { strategy: 'lazy', pruning: 'never' },
  { strategy: 'refit', pruning: 'never' },
] as const;

interface Way {
  readonly name: string;
  readonly body: Body;
}

function pose(body: Body, { points, transforms, weights }: ReturnType<typeof randomNumbers>): void {
  if (weights.length > 0) body.setWeights(weights);
  if (transforms.length > 0) body.setTransforms(transforms);
  if (points.length > 0) body.setPoints(points);
}

function posedBy(
  model: Model,
  mesh: Mesh,
  { points, transforms, weights }: ReturnType<typeof randomNumbers>,
): Float32Array {
  const at = createPose(model.poseLayout);
  if (weights.length > 0) setWeights(at, weights);
  if (transforms.length > 0) setTransforms(at, transforms);
  if (points.length > 0) setPoints(at, points);
  const positions = new Float32Array(mesh.vertexCount * 3);
  poseMesh(model, at, positions);
  return positions;
}

/** Names triangles as they are numbered in the mesh that was filtered by hand; `every` is 2 where each second number is another body's. */
function rename(pairs: PairHits, expected: Expected, every: 1 | 2): void {
  for (let i = 0; i < pairs.count * 2; i += every) pairs.pairs[i] = expected.numbers.indexOf(pairs.pairs[i]);
}

/** Asks all questions of bodies in one pose. */
function expectSameHits(random: Random, ways: readonly Way[], expected: Expected, what: string): void {
  const mesh = meshOfExpected(expected);
  const model = modelOfExpected(expected, mesh);
  const numbers = randomNumbers(random, model);
  const positions = posedBy(model, mesh, numbers);
  const surfaces = [
    { positions, triangles: mesh.triangles },
    { positions: other.positions, triangles: other.triangles },
  ];
  const collisions = bruteCollisions(surfaces);
  const center = [0, 1, 2].map((axis) => positions[random.integer(mesh.vertexCount) * 3 + axis]);
  const direction = [0, 1, 2].map(() => random.range(-1, 1));
  for (const { body, name } of ways) {
    const how = `${what}, ${name}`;
    pose(body, numbers);
    const order = random.integer(2);
    if (order === 0) expectProbes(body, expected, mesh, positions, center, direction, how);
    runSelf(search, body, found);
    rename(found, expected, 1);
    expectSamePairs(found, collisions.get('0 0')!, how);
    if (order === 1) expectProbes(body, expected, mesh, positions, center, direction, how);
    const sheetBody = createBody(body.kernels, createShape(other));
    findPairHits(body, sheetBody, found);
    rename(found, expected, 2);
    expectSamePairs(found, collisions.get('0 1')!, `${how}, with a sheet`);
    sheetBody.dispose();
    body.refit();
    const posed = body.positions.subarray(0, mesh.vertexCount * 3);
    expect(
      posed.every((value, i) => Object.is(value, positions[i])),
      `${how}: positions`,
    ).toBe(true);
  }
}

function expectProbes(
  body: Body,
  { numbers }: Expected,
  { triangles }: Mesh,
  positions: Float32Array,
  center: number[],
  direction: number[],
  what: string,
): void {
  findBallHits(body, center, 0.1, hits);
  bruteBallHits(positions, triangles, center, 0.1, bruteHits);
  expect(sortedTriangles(hits), what).toEqual(sortedTriangles(bruteHits).map((i) => numbers[i]));
  findRayHits(body, center, direction, hits);
  bruteRayHits(positions, triangles, center, direction, bruteHits);
  expect(sortedTriangles(hits), what).toEqual(sortedTriangles(bruteHits).map((i) => numbers[i]));
  const from = center.map((value, i) => value + direction[i]);
  expect(findClosestPoint(body, from, closest), what).toBe(bruteClosestPoint(positions, triangles, from, bruteClosest));
  const box = new Float64Array(6);
  body.rootBox(box);
  for (const corner of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[corner * 3 + axis];
      if (value < box[axis] || value > box[axis + 3]) expect.fail(`${what}: vertex ${corner} is outside of the root`);
    }
  }
}

describe.each(MOTIONS)('a body that moves as %s, cut again and again,', (motion) => {
  it.each(Object.keys(MESHES))('has the hits of one built anew: %s', (name) => {
    for (let seed = 0; seed < (name === 'a large sheet' ? 2 : 4); seed++) {
      const random = createRandom(8100 + seed);
      const { expected, shape: made } = shapeOf(random, MESHES[name](random), motion);
      const isFitted = motion === 'skin' && seed % 2 === 1 && made.mesh.triangleCount < 1000;
      const shape = isFitted ? fitRegions(made) : made;
      const ways = Object.entries(BACKENDS).flatMap(([backend, kernels]) =>
        WAYS.map((options) => ({
          name: `${backend}, ${JSON.stringify(options)}`,
          body: createCuttableBody(kernels, shape, { ...options, room: ROOM }),
        })),
      );
      let what = `seed ${8100 + seed}`;
      expectSameHits(random, ways, expected, what);
      for (let round = 0; round < 8; round++) {
        const { cut, what: kind } = randomCut(random, expected);
        what += `, ${kind}`;
        const reports = ways.map(({ body }) => cutBody(body, cut));
        expect(reports[0].firstTriangle, what).toBe(expected.nextNumber - (cut.add?.length ?? 0) / 3);
        if (round % 3 !== 1) expectSameHits(random, ways, expected, what);
      }
      const { mesh, sources } = collectCut(ways[0].body);
      expect([...mesh.triangles], what).toEqual(expected.triangles);
      expect([...mesh.positions], what).toEqual(expected.positions);
      expect([...sources], what).toEqual(expected.numbers);
      for (const { body } of ways) body.dispose();
    }
  });
});

it('finds hits in the same order whether regions are proved free or not', () => {
  const random = createRandom(77);
  const { expected, shape } = shapeOf(random, MESHES['a large sheet'](random), 'linear');
  const bodies = [WAYS[1], WAYS[3]].map((options) => createCuttableBody(BACKENDS.wasm, shape, options));
  for (let round = 0; round < 12; round++) {
    const { cut } = randomCut(random, expected);
    const numbers = randomNumbers(random, shape.model);
    const orders = bodies.map((body) => {
      cutBody(body, cut);
      pose(body, numbers);
      runSelf(search, body, found);
      return pairsInOrder(found);
    });
    expect(orders[0]).toEqual(orders[1]);
  }
});
