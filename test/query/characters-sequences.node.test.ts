/**
 * Recorded sequences as keyframes: collisions with themselves as brute force finds them. A sequence is a linear model
 * whose fields lead from the first frame to each other one, so that a weight of 1 is a frame and two halves are half-way
 * between two.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Mesh,
  buildTree,
  createLinearModel,
  createPairHits,
  createPose,
  createRefitBody,
  createSelfSearch,
  findPairHits,
  poseMesh,
  readObj,
  readPly,
  setWeights,
  weldVertices,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { BACKENDS } from '../support/sample-bodies.js';
import { sharedData } from '../support/shared-data.js';
import { bruteCollisions, countSelfX, expectSamePairs, numberPlaces } from '../support/surface-collisions.js';

const hits = createPairHits(100_000);

function readMesh(path: string): Mesh {
  const bytes = new Uint8Array(readFileSync(path));
  return path.endsWith('.ply') ? readPly(bytes) : readObj(bytes);
}

/** The first frame, with vertices joined that are at one place in every frame, and the ways to the other frames. */
function readSequence(folder: string): { readonly mesh: Mesh; readonly fields: readonly Float32Array[] } {
  const [first, ...others] = readdirSync(folder)
    .sort()
    .map((file) => readMesh(join(folder, file)));
  const ways = others.map(({ positions }) => positions.map((value, k) => value - first.positions[k]));
  const { mesh, originalOf } = weldVertices(
    first,
    ways.map((array) => ({ array, itemSize: 3 })),
  );
  const fields = ways.map((way) =>
    Float32Array.from(mesh.positions, (_, k) => way[originalOf[Math.floor(k / 3)] * 3 + (k % 3)]),
  );
  return { mesh, fields };
}

/** Two frames, equally mixed; frame 0 has no weight. */
function mixFrames(fieldCount: number, a: number, b: number): number[] {
  return Array.from({ length: fieldCount }, (_, j) => ((j + 1 === a ? 1 : 0) + (j + 1 === b ? 1 : 0)) / 2);
}

describe.skipIf(sharedData('sequence') === undefined)('a sequence as keyframes', () => {
  it.each([
    ['curtain128', 7000, 9000],
    ['rumba-unfixed', 500, 900],
    ['samba', 0, 40],
    ['tshirt-run', 0, 0],
    ['walking-cat', 100, 400],
  ])('%s: from %d to %d crossings, as brute force finds them', (name, atLeast, atMost) => {
    const { mesh, fields } = readSequence(sharedData(`sequence/${name}`)!);
    const model = createLinearModel(mesh, fields);
    const tree = buildTree(mesh, { arity: 4 });
    const refit = createRefitBody(BACKENDS.wasm, { mesh, model, tree });
    const pose = createPose(model.poseLayout);
    const places = numberPlaces([mesh]);
    const last = fields.length;
    const middle = last >> 1;
    const instants = [
      [0, 0],
      [last, last],
      [middle, middle],
      [0, 1],
      [middle, middle + 1],
    ];
    for (const [a, b] of instants) {
      const weights = mixFrames(fields.length, a, b);
      setWeights(pose, weights);
      const positions = new Float32Array(mesh.positions.length);
      poseMesh(model, pose, positions);
      const surface = { positions, triangles: mesh.triangles };
      const collisions = bruteCollisions([surface]);
      const expected = collisions.get('0 0')!;
      const what = `frames ${a} and ${b}`;
      refit.setWeights(weights);
      findPairHits(createSelfSearch(refit), hits);
      expectSamePairs(hits, expected, `${what}, refitted`);

      const selfX = countSelfX(collisions, [surface], places);
      expect(selfX, what).toBeGreaterThanOrEqual(atLeast);
      expect(selfX, what).toBeLessThanOrEqual(atMost);
      if (name === 'tshirt-run') expect([...expected]).toEqual([]);
    }
    refit.dispose();
  });
});
