/** The objects of a character as bodies, posed together. */
import {
  type BlendModel,
  type Kernels,
  type LazyBody,
  type Mesh,
  type RefitBody,
  type Strategy,
  buildTree,
  createBlendTree,
  createLazyBody,
  createPose,
  createRefitBody,
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
  readonly lazy: LazyBody;
  readonly refit: RefitBody;
}

/** Bodies for each object of a file. */
export function createCharacterParts(kernels: Kernels, file: GltfFile): CharacterPart[] {
  return file.objects.map((object) => {
    const { name, mesh } = object;
    const model = modelOf(object);
    const tree = buildTree(mesh, { arity: 4 });
    const bounds = createBlendTree(mesh, model, tree);
    return {
      name,
      mesh,
      model,
      lazy: createLazyBody(kernels, { mesh, model, bounds }),
      refit: createRefitBody(kernels, { mesh, model, tree }),
    };
  });
}

/** Poses all bodies, and tells by the definition where that leaves their triangles. */
export function poseParts(
  parts: readonly CharacterPart[],
  poses: readonly ObjectPose[],
  strategy: Strategy,
): PosedSurface[] {
  return parts.map(({ lazy, refit, mesh, model }, i) => {
    lazy.strategy = strategy;
    for (const body of [lazy, refit]) {
      body.setTransforms(poses[i].transforms);
      body.setWeights(poses[i].weights);
    }
    const pose = createPose(model.poseLayout);
    setTransforms(pose, poses[i].transforms);
    setWeights(pose, poses[i].weights);
    const positions = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, positions);
    return { positions, triangles: mesh.triangles };
  });
}

/** Gives the memory of all bodies back. */
export function disposeParts(parts: readonly CharacterPart[]): void {
  for (const { lazy, refit } of parts) {
    lazy.dispose();
    refit.dispose();
  }
}
