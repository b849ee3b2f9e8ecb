/** The objects of a character as bodies, posed together. */
import { refittedBody } from './sample-bodies.js';
import { type Body, type Kernels, type Strategy, createBody } from 'pliant';
import {
  type BlendModel,
  type Mesh,
  buildTree,
  createBlendTree,
  createPose,
  poseMesh,
  setTransforms,
  setWeights,
} from 'pliant/parts';
import type { GltfFile } from './gltf-file.js';
import type { ObjectPose } from './gltf-pose.js';
import { modelOf } from './skinned-characters.js';
import type { PosedSurface } from './surface-collisions.js';

/** One object of a character. */
export interface CharacterPart {
  readonly name: string;
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly lazy: Body;
  readonly refit: Body;
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
      lazy: createBody(kernels, { mesh, model, bounds }),
      refit: refittedBody(kernels, { mesh, model, tree }),
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
