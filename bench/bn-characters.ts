/** The shared characters with themselves: none may be slower by default than when everything is looked at. */
import { basename } from 'node:path';
import { createShape } from 'pliant';
import type { Body, Kernels } from 'pliant';
import { createSceneEvaluator, evaluateClip, readGltfFile, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, SceneObject } from 'pliant/audit';

import { countFrames, selfSide } from './bn-sides.js';
import type { SelfScene, SelfSide } from './bn-sides.js';
import { race } from './protocol.js';
import type { Side } from './protocol.js';
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
/** Small characters take so little time that whatever else the machine does shows: they are raced more often. */
const MOST_REPETITIONS = 151;
const TRIANGLES_IN_ALL = 400_000;

/** Races the default against the plain search on every character, all its objects together; returns nothing where there are none. */
export async function raceCharacters(kernels: Kernels, print: Print): Promise<Figures> {
  let worst = Infinity;
  let missed = 0;
  for (const file of FILES.map(sharedData)) {
    if (file === undefined) continue;
    const scene = await readGltfFile(file);
    if (scene.clips.length === 0) continue;
    const objects = scene.objects.map((object) => sceneOf(basename(file), scene, object));
    const outcome = raceObjects(kernels, objects, print);
    worst = Math.min(worst, outcome.ratio);
    missed += outcome.missed;
  }
  return worst === Infinity ? {} : { self_characters_vs_plain: worst, pairs_missed: missed };
}

function raceObjects(kernels: Kernels, scenes: readonly SelfScene[], print: Print): { ratio: number; missed: number } {
  const plain = scenes.map((scene) => selfSide(kernels, scene, 'plain'));
  const chosen = scenes.map((scene) => selfSide(kernels, scene, 'default'));
  const triangles = scenes.reduce((sum, { shape }) => sum + shape.mesh.triangleCount, 0);
  const repetitions = Math.max(9, Math.min(MOST_REPETITIONS, Math.floor(TRIANGLES_IN_ALL / triangles)));
  const { microseconds } = race([together(plain), together(chosen)], FRAMES, repetitions);
  const missed = scenes.reduce((sum, scene, i) => sum + countFrames(scene, [plain[i], chosen[i]]), 0);
  const ratio = microseconds[0] / microseconds[1];
  const found = chosen.reduce((sum, { counts }) => sum + counts.found / counts.frames, 0);
  print(
    `  ${scenes[0].name}, ${scenes.length} objects, ${triangles} triangles: plain ${(microseconds[0] / 1000).toFixed(2)} ms, ` +
      `default ${(microseconds[1] / 1000).toFixed(2)} ms, ${ratio.toFixed(2)} x, ${found.toFixed(0)} pairs found`,
  );
  for (const side of [...plain, ...chosen]) side.dispose();
  return { ratio, missed };
}

/** The objects of a character, one after the other. */
function together(sides: readonly SelfSide[]): Side {
  return { name: sides[0].name, frame: (frame) => sides.reduce((sum, side) => sum + side.frame(frame), 0) };
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
