// slow: compares every shared file with brute force
/** Every glTF file of the shared data: what an audit lists is what brute force finds, at three instants of every clip. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPose, poseMesh, setTransforms, setWeights } from 'pliant/parts';
import type { AnimatedScene, ReportInstant } from 'pliant/audit';
import {
  auditScene,
  createSceneEvaluator,
  evaluateClip,
  evaluateRest,
  readGltfFile,
  writeObjectPose,
} from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../support/shared-data.js';
import type { PosedSurface } from '../support/surface-collisions.js';
import { bruteCollisions } from '../support/surface-collisions.js';

const FOLDERS = ['skinned', 'morph', 'face', 'vehicle', 'conformance'];
const SHARES = [0.13, 0.52, 1];

const files = FOLDERS.flatMap((folder) => {
  const root = sharedData(folder);
  const names = root === undefined ? [] : (readdirSync(root, { recursive: true }) as string[]);
  return names.filter((name) => /\.(glb|gltf|vrm)$/.test(name)).map((name) => join(folder, name));
}).sort();

/** The surfaces of a scene at an instant of a clip, or at rest. */
function surfacesAt(scene: AnimatedScene, clip: number | undefined, time: number): PosedSurface[] {
  const evaluator = createSceneEvaluator(scene);
  if (clip === undefined) evaluateRest(evaluator);
  else evaluateClip(evaluator, scene.clips[clip], time);
  return scene.objects.map((object) => {
    const pose = createPose(object.model.poseLayout);
    const transforms = new Float32Array(pose.transforms.length);
    const weights = new Float32Array(pose.weights.length);
    writeObjectPose(evaluator, object, transforms, weights);
    setTransforms(pose, transforms);
    setWeights(pose, weights);
    const positions = new Float32Array(object.mesh.positions.length);
    poseMesh(object.model, pose, positions);
    return { positions, triangles: object.mesh.triangles };
  });
}

/** Keys of `bruteCollisions`, without how the triangles meet, as a report lists pairs. */
function listOf(collisions: ReturnType<typeof bruteCollisions>): string[] {
  const pairs = [...collisions].flatMap(([name, keys]) => {
    const [i, j] = name.split(' ').map(Number);
    return Array.from(keys, (key) => {
      const pair = Math.floor(key / 4);
      return [i, Math.floor(pair / 0x100000), j, pair % 0x100000];
    });
  });
  return pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]).map((pair) => pair.join());
}

function expectBrutePairs(scene: AnimatedScene, instant: ReportInstant, clip: number | undefined): number {
  const expected = listOf(bruteCollisions(surfacesAt(scene, clip, instant.time)));
  const found = (instant.trianglePairs ?? []).map((pair) => pair.join());
  const place = `${instant.clip} at ${instant.time}`;
  // One message for thousands of pairs.
  expect(found.length, place).toBe(expected.length);
  expect(
    found.findIndex((pair, i) => pair !== expected[i]),
    `${place}: the first pair that differs`,
  ).toBe(-1);
  return found.length;
}

describe.skipIf(files.length === 0)('what an audit lists of a shared file', () => {
  it.each(files)('is what brute force finds: %s', { timeout: 600_000 }, async (file) => {
    const scene = await readGltfFile(sharedData(file)!);
    const rest = await auditScene(scene, { times: [], listPairs: true });
    expect(rest.instants).toHaveLength(1);
    expectBrutePairs(scene, rest.instants[0], undefined);
    for (const [i, { duration, index }] of scene.clips.entries()) {
      const times = [...new Set(SHARES.map((share) => share * duration))];
      const report = await auditScene(scene, { clips: [`#${index}`], times, listPairs: true });
      expect(report.instants.map(({ time }) => time)).toEqual(times);
      for (const instant of report.instants) expectBrutePairs(scene, instant, i);
    }
  });
});
