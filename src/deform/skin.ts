/** Linear blend skinning, with or without morph targets before it: the characters of glTF and of game engines. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Mesh } from '../mesh/mesh.js';
import { BLEND_MODEL } from './blend.js';
import type { BlendModel } from './blend.js';
import { gatherInfluences } from './influences.js';
import type { GovernorArray, WeightArray } from './influences.js';
import { largestMagnitude, packFields } from './linear.js';

/** Which joints move which vertex, and how much. */
export interface SkinData {
  /** A joint for each influence, vertex by vertex. Joints of weight 0 may be any number. */
  readonly joints: GovernorArray;
  /**
   * A weight for each influence, vertex by vertex, finite and not negative. Weights of a vertex that do not sum to 1 are
   * divided by their sum; {@link BlendModel.normalized} says for how many vertices that mattered.
   */
  readonly weights: WeightArray;
  /** Influences of each vertex in the two lists, padded with weights of 0: 4 or 8 in glTF, or any other number. */
  readonly influencesPerVertex: number;
  /** Joints of the skeleton. Default: one more than the highest that has a weight. */
  readonly jointCount?: number;
  /**
   * Displacement fields that are added to the rest positions before the joints move them: morph targets as glTF keeps
   * them, three numbers per vertex each. Default none.
   */
  readonly morphTargets?: readonly Float32Array[];
  /**
   * Whether weights jump from vertex to vertex, so that no part of the mesh moves nearly by one matrix. Searches of a body with itself then do not spend time on finding that out.
   * Default false.
   */
  readonly isUneven?: boolean;
}

/**
 * A mesh that joints move. The transform of a joint in the pose takes a vertex from where it is at rest to where the joint
 * alone would have it: the joint's matrix in the space of the mesh, times its inverse bind matrix. A pose at rest leaves
 * the mesh as it is.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `bad-index`, naming the vertex and the value.
 */
export function createSkinModel(mesh: Mesh, skin: SkinData): BlendModel {
  if (typeof skin !== 'object' || skin === null) {
    throw new PliantError(
      'bad-type',
      `createSkinModel: got ${describe(skin)}; pass { joints, weights, influencesPerVertex }`,
    );
  }
  const { morphTargets = [] } = skin;
  if (skin.joints === undefined) {
    throw new PliantError('bad-type', 'createSkinModel: joints is undefined; pass a joint for each weight');
  }
  const influences = gatherInfluences({
    caller: 'createSkinModel',
    noun: 'joint',
    vertexCount: mesh.vertexCount,
    perVertex: skin.influencesPerVertex,
    governors: skin.joints,
    weights: skin.weights,
    ...(skin.jointCount !== undefined && { governorCount: skin.jointCount }),
  });
  const packed = packFields('createSkinModel', 'morphTargets', mesh, morphTargets);
  return {
    kind: BLEND_MODEL,
    vertexCount: mesh.vertexCount,
    ...influences,
    ...(skin.isUneven === true && { isUneven: true as const }),
    rest: mesh.positions,
    restReach: largestMagnitude(mesh.positions),
    fieldCount: morphTargets.length,
    ...packed,
    poseLayout: {
      weightCount: morphTargets.length,
      transformCount: influences.governorCount,
      pointCount: 0,
    },
  };
}
