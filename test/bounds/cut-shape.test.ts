// slow: searches hundreds of cut shapes in six ways each, and by brute force
/** Shapes that are cut again and again, against brute force over meshes that were filtered and extended by hand. */
import {
  type Body,
  type Shape,
  createBody,
  createHits,
  createPairHits,
  createSearch,
  findBallHits,
  findRayHits,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteBallHits, bruteRayHits } from 'pliant/oracle';
import { type Mesh, createPose, cutShape, poseMesh, setPoints, setTransforms, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { listRegions } from '../../src/bounds/regions/regions.js';
import { runSelf } from '../query/run-searches.js';
import { sortedTriangles } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { bruteCollisions, expectSamePairs } from '../support/surface-collisions.js';
import {
  type Expected,
  MESHES,
  MOTIONS,
  expectCutMesh,
  meshOfExpected,
  modelOfExpected,
  randomCut,
  randomNumbers,
  shapeOf,
} from './make-cuts.js';

const ROOM = 400_000;
const found = createPairHits(ROOM);
const search = createSearch();

/** Searches bodies of a shape in a pose in several ways, against brute force over the mesh and the model that it must have. */
function expectSameHits(random: Random, shape: Shape, expected: Expected, what: string): void {
  const mesh = meshOfExpected(expected);
  const model = modelOfExpected(expected, mesh);
  expect(shape.model, `${what}: the model`).toEqual(model);
  const numbers = randomNumbers(random, model);
  const pose = createPose(model.poseLayout);
  apply(
    numbers,
    (weights) => setWeights(pose, weights),
    (transforms) => setTransforms(pose, transforms),
    (points) => setPoints(pose, points),
  );
  const positions = new Float32Array(mesh.vertexCount * 3);
  poseMesh(model, pose, positions);
  const collisions = bruteCollisions([{ positions, triangles: mesh.triangles }]).get('0 0')!;
  for (const [backend, kernels] of Object.entries(BACKENDS)) {
    for (const options of WAYS) {
      const body = createBody(kernels, shape, options);
      apply(
        numbers,
        (w) => body.setWeights(w),
        (t) => body.setTransforms(t),
        (p) => body.setPoints(p),
      );
      const how = `${what}, ${backend}, ${JSON.stringify(options)}`;
      runSelf(search, body, found);
      expectSamePairs(found, collisions, how);
      expectSameProbes(random, body, mesh, positions, how);
      body.dispose();
    }
  }
}

const WAYS = [
  { strategy: 'adaptive', pruning: 'always' },
  { strategy: 'lazy', pruning: 'never' },
  { strategy: 'refit', pruning: 'never' },
] as const;

function apply(
  { points, transforms, weights }: ReturnType<typeof randomNumbers>,
  setW: (weights: number[]) => void,
  setT: (transforms: number[]) => void,
  setP: (points: number[]) => void,
): void {
  if (weights.length > 0) setW(weights);
  if (transforms.length > 0) setT(transforms);
  if (points.length > 0) setP(points);
}

const hits = createHits(10_000);
const bruteHits = createHits(10_000);

function expectSameProbes(random: Random, body: Body, mesh: Mesh, positions: Float32Array, what: string): void {
  const center = [0, 1, 2].map((axis) => positions[random.integer(mesh.vertexCount) * 3 + axis]);
  findBallHits(body, center, 0.1, hits);
  bruteBallHits(positions, mesh.triangles, center, 0.1, bruteHits);
  expect(sortedTriangles(hits), what).toEqual(sortedTriangles(bruteHits));
  const direction = [0, 1, 2].map(() => random.range(-1, 1));
  findRayHits(body, center, direction, hits);
  bruteRayHits(positions, mesh.triangles, center, direction, bruteHits);
  expect(sortedTriangles(hits), what).toEqual(sortedTriangles(bruteHits));
}

describe.each(MOTIONS)('a shape that moves as %s, cut again and again,', (motion) => {
  it.each(Object.keys(MESHES))('has the hits of one built anew: %s', (name) => {
    for (let seed = 0; seed < (name === 'a large sheet' ? 1 : 4); seed++) {
      const random = createRandom(8100 + seed);
      const { expected, shape: first } = shapeOf(random, MESHES[name](random), motion);
      let shape = first;
      let what = `seed ${8100 + seed}`;
      if (seed % 2 === 0) listRegions(shape.bounds);
      for (let round = 0; round < 6; round++) {
        const { cut, what: kind } = randomCut(random, expected);
        what += `, ${kind}`;
        const after = cutShape(shape, cut);
        expectCutMesh(shape, after.shape, after.sources, expected, what);
        expectSameHits(random, after.shape, expected, what);
        shape = after.shape;
      }
    }
  });
});
