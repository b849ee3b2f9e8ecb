// slow: poses every vertex of every shared model
/** Every glTF file of the shared data, posed: against three.js, and against plain skinning in float64. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPose, poseMesh, setTransforms, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createSceneEvaluator, evaluateClip, evaluateRest, writeObjectPose } from '../../src/gltf/evaluate.js';
import type { SceneEvaluator } from '../../src/gltf/evaluate.js';
import type { SceneObject } from '../../src/gltf/scene.js';
import { oracleSkinning } from '../oracle/skinning.js';
import { readGltf } from '../support/gltf-file.js';
import { poseAt, poseObjects } from '../support/gltf-pose.js';
import { readWithThree } from '../support/gltf-three.js';
import { sharedData } from '../support/shared-data.js';
import { loadFile } from './load-file.js';

const FOLDERS = ['skinned', 'morph', 'face', 'vehicle', 'conformance'];

const files = FOLDERS.flatMap((folder) => {
  const root = sharedData(folder);
  const names = root === undefined ? [] : (readdirSync(root, { recursive: true }) as string[]);
  return names.filter((name) => /\.(glb|gltf|vrm)$/.test(name)).map((name) => join(folder, name));
}).sort();

/** Joints outside the scene, which three.js loads without their parents. */
const ORPHANS = 'Animation_Skin_03.gltf';

/** World positions of all corners of all triangles, in order. */
function cornersOf(evaluator: SceneEvaluator, object: SceneObject): Float64Array {
  const pose = createPose(object.model.poseLayout);
  const transforms = new Float32Array(pose.transforms.length);
  const weights = new Float32Array(pose.weights.length);
  writeObjectPose(evaluator, object, transforms, weights);
  setTransforms(pose, transforms);
  setWeights(pose, weights);
  const posed = new Float32Array(object.mesh.positions.length);
  poseMesh(object.model, pose, posed);
  return gather(posed, object.mesh.triangles);
}

function gather(positions: Float32Array | Float64Array, vertices: Uint32Array): Float64Array {
  const corners = new Float64Array(vertices.length * 3);
  for (let i = 0; i < vertices.length; i++) {
    for (let axis = 0; axis < 3; axis++) corners[i * 3 + axis] = positions[vertices[i] * 3 + axis];
  }
  return corners;
}

/** The length of the diagonal of the box around all corners. */
function sizeOf(corners: Float64Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < corners.length; i += 3) {
      low = Math.min(low, corners[i]);
      high = Math.max(high, corners[i]);
    }
    return high - low;
  });
  return Math.sqrt(sides.reduce((sum, side) => sum + side * side, 0));
}

function expectClose(found: Float64Array, expected: Float64Array, what: string): void {
  expect(found.length, what).toBe(expected.length);
  const size = sizeOf(expected);
  const far = expected.findIndex((value, k) => !(Math.abs(found[k] - value) <= 1e-5 * size));
  expect(far, `${what}: corner ${Math.floor(far / 3)} at ${found[far]}, not ${expected[far]}, size ${size}`).toBe(-1);
}

describe.skipIf(files.length === 0)('models of the shared data', () => {
  it('are all there', () => {
    expect(files.length).toBe(38);
  });

  it.each(files)('%s: every vertex is where it belongs at rest and at three instants of every clip', async (name) => {
    const path = sharedData(name)!;
    const scene = await loadFile(path);
    const other = await readGltf(path);
    const isPlain = !name.endsWith(ORPHANS) && other.objects.every(({ original }) => original.influencesPerVertex <= 4);
    const three = await readWithThree(path);
    expect(scene.objects.map(({ node }) => node)).toEqual(other.objects.map(({ node }) => node));
    expect(scene.clips.map(({ duration }) => duration)).toEqual(other.clips.map(({ duration }) => duration));

    const evaluator = createSceneEvaluator(scene);
    // For each corner, a vertex of the file.
    const corners = other.objects.map(({ mesh, weldedOf }) => {
      const first = new Map<number, number>();
      weldedOf.forEach((welded, original) => first.has(welded) || first.set(welded, original));
      return mesh.triangles.map((vertex) => first.get(vertex)!);
    });
    const compare = (clip: number | undefined, time: number): void => {
      if (clip === undefined) evaluateRest(evaluator);
      else evaluateClip(evaluator, scene.clips[clip], time);
      three.pose(clip, time);
      const poses = poseObjects(other, poseAt(other, clip === undefined ? undefined : other.clips[clip], time));
      scene.objects.forEach((object, i) => {
        const theirs = other.objects[i];
        const positions = isPlain
          ? three.positionsOf(object.node)
          : oracleSkinning(theirs.original, poses[i].transforms, poses[i].weights).positions;
        const what = `${object.name}, clip ${clip} at ${time}`;
        expectClose(cornersOf(evaluator, object), gather(positions, corners[i]), what);
      });
    };
    compare(undefined, 0);
    scene.clips.forEach(({ duration }, clip) => {
      for (const share of [0, 0.37, 1]) compare(clip, duration * share);
    });
  });
});
