/** The characters of the shared data: skinned, morphing, or both, in poses of their clips. */
import { createRandom } from 'pliant/exact';
import { type BlendModel, createSkinModel } from 'pliant/parts';
import type { GltfFile } from './gltf-file.js';
import type { GltfObject } from './gltf-objects.js';
import type { ObjectPose } from './gltf-pose.js';
import { poseAt, poseObjects, randomPose } from './gltf-pose.js';

/** Every glTF file of the folders `skinned`, `morph` and `face`. */
export const CHARACTERS = [
  'skinned/CesiumMan.glb',
  'skinned/Fox.glb',
  'skinned/RobotExpressive.glb',
  'skinned/Soldier.glb',
  'skinned/Xbot.glb',
  'skinned/Knight.glb',
  'skinned/HVGirl.glb',
  'skinned/Godette_vrm_v4.vrm',
  'skinned/webxr-generic-hand-left.glb',
  'skinned/elephant-bbw15.glb',
  'morph/Horse.glb',
  'morph/MorphStressTest.glb',
  'morph/torus-modal20.glb',
  'face/facecap.glb',
  'face/facecap-plain.glb',
] as const;

/** All objects of a file at one time. */
export interface Moment {
  /** The clip, or that there is none. */
  readonly clip: string;
  /** Clip and time. */
  readonly what: string;
  readonly poses: readonly ObjectPose[];
}

const SEED = 404;

/** The file at rest, then `perClip` of five instants of each clip, or five seeded poses where there is no clip. */
export function* momentsOf(file: GltfFile, perClip: 1 | 5 = 5): Generator<Moment> {
  yield { clip: 'rest', what: 'at rest', poses: poseObjects(file, poseAt(file)) };
  for (const [index, clip] of file.clips.entries()) {
    for (let k = 0; k < 5; k++) {
      if (perClip === 1 && k !== index % 5) continue;
      const time = (clip.duration * k) / 4;
      const what = `clip ${clip.name} at ${time} s`;
      yield { clip: clip.name, what, poses: poseObjects(file, poseAt(file, clip, time)) };
    }
  }
  const random = createRandom(SEED);
  for (let k = 0; file.clips.length === 0 && k < 5; k++) {
    const what = `seed ${SEED}, random pose ${k}`;
    yield { clip: 'random', what, poses: poseObjects(file, randomPose(file, random, 1)) };
  }
}

/** The model of an object; an object without a skin has its own node as its only joint. */
export function modelOf({ mesh, vertices, jointNodes }: GltfObject): BlendModel {
  const { joints, weights, influencesPerVertex, morphTargets } = vertices;
  return createSkinModel(mesh, { joints, weights, influencesPerVertex, jointCount: jointNodes.length, morphTargets });
}
