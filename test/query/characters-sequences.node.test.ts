// slow: compares long sequences of the shared data with brute force
/**
 * Recorded sequences as keyframes, and meshes that stay as they are but are turned about: collisions with themselves as
 * brute force finds them. A sequence is a linear model whose fields lead from the first frame to each other one, so that
 * a weight of 1 is a frame and two halves are half-way between two.
 */
import { createBody, createPairHits, findSelfHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  buildTree,
  createBdTree,
  createLinearModel,
  createPose,
  poseMesh,
  setWeights,
  weldVertices,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { randomPlacement, worldPositions } from '../bounds/bd-samples.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { readMesh, readSequence } from '../support/sequences.js';
import { sharedData } from '../support/shared-data.js';
import { bruteCollisions, countSelfX, expectSamePairs, numberPlaces } from '../support/surface-collisions.js';

const STRATEGIES = ['lazy', 'adaptive', 'refit'] as const;
const hits = createPairHits(100_000);

/** Two frames, equally mixed; frame 0 has no weight. */
function mixFrames(fieldCount: number, a: number, b: number): number[] {
  return Array.from({ length: fieldCount }, (_, j) => ((j + 1 === a ? 1 : 0) + (j + 1 === b ? 1 : 0)) / 2);
}

describe.skipIf(sharedData('sequence') === undefined)('a sequence as keyframes', () => {
  it.each([
    ['curtain128', 7000, 9000],
    ['rumba-unfixed', 500, 900],
    ['samba', 0, 14],
    ['tshirt-run', 0, 0],
    ['walking-cat', 100, 400],
  ])('%s: from %d to %d crossings, as brute force finds them', (name, atLeast, atMost) => {
    const { mesh, fields } = readSequence(sharedData(`sequence/${name}`)!);
    const model = createLinearModel(mesh, fields);
    const tree = buildTree(mesh, { arity: 4 });
    const refit = refittedBody(BACKENDS.wasm, { mesh, model, tree });
    const lazy = createBody(BACKENDS.wasm, { mesh, model, bounds: createBdTree(mesh, model, tree) });
    const pose = createPose(model.poseLayout);
    const places = numberPlaces([mesh]);
    const last = fields.length;
    // Where samba crosses itself.
    const late = Math.round(last * 0.8);
    const instants = [
      [0, 0],
      [last, last],
      [late, late],
      [0, 1],
      [late, late + 1],
    ];
    for (const [k, [a, b]] of instants.entries()) {
      const weights = mixFrames(fields.length, a, b);
      setWeights(pose, weights);
      const positions = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, positions);
      const surface = { positions, triangles: mesh.triangles };
      const collisions = bruteCollisions([surface]);
      const expected = collisions.get('0 0')!;
      const what = `frames ${a} and ${b}`;
      refit.setWeights(weights);
      findSelfHits(refit, hits);
      expectSamePairs(hits, expected, `${what}, refitted`);
      lazy.strategy = STRATEGIES[k % STRATEGIES.length];
      lazy.setWeights(weights);
      findSelfHits(lazy, hits);
      expectSamePairs(hits, expected, `${what}, ${lazy.strategy}`);

      const selfX = countSelfX(collisions, [surface], places);
      expect(selfX, what).toBeGreaterThanOrEqual(atLeast);
      expect(selfX, what).toBeLessThanOrEqual(atMost);
      if (name === 'tshirt-run') expect([...expected]).toEqual([]);
    }
    refit.dispose();
    lazy.dispose();
  });
});

describe.skipIf(sharedData('static') === undefined)('a mesh that is only turned about', () => {
  it.each([
    ['cow.obj', 71],
    ['spot.obj', 0],
    ['stanford-bunny.obj', 0],
    ['dress-drape.obj', 919],
  ])('%s: collides with itself as brute force says, with %d crossings where it lies', (file, selfX) => {
    const seed = 88;
    const random = createRandom(seed);
    const { mesh } = weldVertices(readMesh(sharedData(`static/${file}`)!));
    const model = createLinearModel(mesh, []);
    const bounds = createBdTree(mesh, model, buildTree(mesh, { arity: 4 }));
    const body = createBody(BACKENDS.wasm, { mesh, model, bounds });
    const size = mesh.positions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    for (let k = 0; k < 5; k++) {
      const placement = k === 0 ? undefined : randomPlacement(random, size);
      if (placement) body.setPlacement(placement);
      const surface = { positions: worldPositions(body, placement), triangles: mesh.triangles };
      const collisions = bruteCollisions([surface]);
      body.strategy = STRATEGIES[k % STRATEGIES.length];
      findSelfHits(body, hits);
      expectSamePairs(hits, collisions.get('0 0')!, `seed ${seed}, placement ${k}`);
      if (k === 0 && file === 'stanford-bunny.obj') expect([...collisions.get('0 0')!]).toEqual([]);
      if (k === 0) expect(countSelfX(collisions, [surface], numberPlaces([mesh]))).toBe(selfX);
    }
    body.dispose();
  });
});
