/** The objects of a character as lazy bodies, posed together. */
import {
  type BlendModel,
  type Kernels,
  type LazyBody,
  type Mesh,
  type Strategy,
  buildTree,
  createBlendTree,
  createLazyBody,
  createPose,
  poseMesh,
  setTransforms,
  setWeights,
} from 'pliant';
import type { GltfFile } from './gltf-file.js';
import type { ObjectPose } from './gltf-pose.js';
import { modelOf } from './skinned-characters.js';
import type { PosedSurface } from './surface-collisions.js';

/** One object of a character. */
export interface CharacterPart {
  readonly name: string;
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly body: LazyBody;
}

/** A lazy body for each object of a file. */
export function createCharacterParts(kernels: Kernels, file: GltfFile): CharacterPart[] {
  return file.objects.map((object) => {
    const { name, mesh } = object;
    const model = modelOf(object);
    const bounds = createBlendTree(mesh, model, buildTree(mesh, { arity: 4 }));
    return { name, mesh, model, body: createLazyBody(kernels, { mesh, model, bounds }) };
  });
}

/** Poses all bodies, and tells by the definition where that leaves their triangles. */
export function poseParts(
  parts: readonly CharacterPart[],
  poses: readonly ObjectPose[],
  strategy: Strategy,
): PosedSurface[] {
  return parts.map(({ body, mesh, model }, i) => {
    body.strategy = strategy;
    body.setTransforms(poses[i].transforms);
    body.setWeights(poses[i].weights);
    const pose = createPose(model.poseLayout);
    setTransforms(pose, poses[i].transforms);
    setWeights(pose, poses[i].weights);
    const positions = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, positions);
    return { positions, triangles: mesh.triangles };
  });
}
