/** The shared characters with themselves: none may be slower by default than when everything is looked at. */
import { basename } from 'node:path';
import { createShape } from 'pliant';
import type { Body, Kernels } from 'pliant';
import { createSceneEvaluator, evaluateClip, readGltfFile, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, SceneObject } from 'pliant/audit';

import { countFrames, selfSide } from './bn-sides.js';
import type { SelfScene } from './bn-sides.js';
import { race } from './protocol.js';
import type { Figures, Print } from './report.js';
import { sharedData } from './shared-data.js';

const FILES = [
  'skinned/CesiumMan.glb',
  'skinned/Fox.glb',
  'skinned/Godette_vrm_v4.vrm',
  'skinned/HVGirl.glb',
  'skinned/Knight.glb',
  'skinned/RobotExpressive.glb',
  'skinned/Soldier.glb',
  'skinned/Xbot.glb',
  'skinned/elephant-bbw15.glb',
  'skinned/webxr-generic-hand-left.glb',
  'face/facecap-plain.glb',
  'morph/Horse.glb',
  'morph/MorphStressTest.glb',
  'morph/torus-modal20.glb',
];
const FRAMES = 24;
const REPETITIONS = 25;
/** Smaller objects take a few microseconds, of which a clock says little. */
const LEAST_TRIANGLES = 500;

/** Races the default against the plain search on every object of every character; returns nothing where there are none. */
export async function raceCharacters(kernels: Kernels, print: Print): Promise<Figures> {
  let worst = Infinity;
  let missed = 0;
  for (const file of FILES.map(sharedData)) {
    if (file === undefined) continue;
    const scene = await readGltfFile(file);
    if (scene.clips.length === 0) continue;
    for (const object of scene.objects) {
      if (object.mesh.triangleCount < LEAST_TRIANGLES) continue;
      const outcome = raceObject(kernels, sceneOf(`${basename(file)} ${object.name}`, scene, object), print);
      worst = Math.min(worst, outcome.ratio);
      missed += outcome.missed;
    }
  }
  return worst === Infinity ? {} : { self_characters_vs_plain: worst, pairs_missed: missed };
}

function raceObject(kernels: Kernels, scene: SelfScene, print: Print): { ratio: number; missed: number } {
  const sides = [selfSide(kernels, scene, 'plain'), selfSide(kernels, scene, 'default')];
  const { microseconds } = race(sides, scene.frameCount, REPETITIONS);
  const missed = countFrames(scene, sides);
  const [plain, chosen] = microseconds;
  const { counts } = sides[1];
  print(
    `  ${scene.name}, ${scene.shape.mesh.triangleCount} triangles: plain ${(plain / 1000).toFixed(2)} ms, default ${(chosen / 1000).toFixed(2)} ms, ` +
      `${(plain / chosen).toFixed(2)} x, ${(counts.found / counts.frames).toFixed(0)} pairs found`,
  );
  for (const side of sides) side.dispose();
  return { ratio: plain / chosen, missed };
}

/** The longest clip of a file, as one of its objects goes through it. */
function sceneOf(name: string, scene: AnimatedScene, object: SceneObject): SelfScene {
  const evaluator = createSceneEvaluator(scene);
  const clip = scene.clips.reduce((longest, next) => (next.duration > longest.duration ? next : longest));
  const { governorCount, poseLayout } = object.model;
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    evaluateClip(evaluator, clip, (clip.duration * frame) / FRAMES);
    const transforms = new Float32Array(governorCount * 12);
    const weights = new Float32Array(poseLayout.weightCount);
    writeObjectPose(evaluator, object, transforms, weights);
    return { transforms, weights };
  });
  return {
    name,
    shape: createShape(object.mesh, object.model),
    frameCount: FRAMES,
    pose: (body: Body, frame) => {
      if (poses[frame].weights.length > 0) body.setWeights(poses[frame].weights);
      body.setTransforms(poses[frame].transforms);
    },
  };
}
