/**
 * Linear blend skinning after morph targets, from the definition and in plain float64: every joint moves the morphed
 * vertex, and the results are averaged by weight. Nothing is blended before it is applied, nothing is rounded.
 */

/** What is skinned: flat arrays, three coordinates or `influencesPerVertex` joints and weights per vertex. */
export interface SkinnedVertices {
  readonly positions: ArrayLike<number>;
  readonly morphTargets: readonly ArrayLike<number>[];
  readonly joints: ArrayLike<number>;
  /** Not negative, not all zero; divided by their sum. */
  readonly weights: ArrayLike<number>;
  readonly influencesPerVertex: number;
}

/** Where all vertices are, and how far rounding its parts to float32 may have moved each coordinate elsewhere. */
export interface SkinningAnswer {
  readonly positions: Float64Array;
  readonly tolerances: Float64Array;
}

/** Half a unit in the last place of float32, relative. */
const UNIT = 1.1920928955078125e-7 / 2;

/**
 * @param transforms For each joint three rows of four numbers.
 * @param morphWeights One for each morph target.
 *
 * The tolerance allows for one rounding of every entry of a transform, every weight of a morph target, and the result,
 * and for the sums of all that in float64, which are nothing beside it.
 */
export function oracleSkinning(
  vertices: SkinnedVertices,
  transforms: ArrayLike<number>,
  morphWeights: ArrayLike<number>,
): SkinningAnswer {
  const { positions, morphTargets, joints, weights, influencesPerVertex } = vertices;
  const out = new Float64Array(positions.length);
  const tolerances = new Float64Array(positions.length);
  const morphed = [0, 0, 0];
  const size = [0, 0, 0];
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = vertex * 3 + axis;
      morphed[axis] = positions[at];
      size[axis] = Math.abs(positions[at]);
      for (let j = 0; j < morphTargets.length; j++) {
        morphed[axis] += morphTargets[j][at] * morphWeights[j];
        size[axis] += Math.abs(morphTargets[j][at] * morphWeights[j]);
      }
    }
    const first = vertex * influencesPerVertex;
    let total = 0;
    for (let k = 0; k < influencesPerVertex; k++) total += weights[first + k];
    for (let k = 0; k < influencesPerVertex; k++) {
      const share = weights[first + k] / total;
      for (let axis = 0; axis < 3; axis++) {
        const row = joints[first + k] * 12 + axis * 4;
        let moved = transforms[row + 3];
        let reach = Math.abs(transforms[row + 3]);
        for (let i = 0; i < 3; i++) {
          moved += transforms[row + i] * morphed[i];
          reach += Math.abs(transforms[row + i]) * size[i];
        }
        out[vertex * 3 + axis] += share * moved;
        tolerances[vertex * 3 + axis] += share * reach * 3.001 * UNIT;
      }
    }
  }
  return { positions: out, tolerances };
}
