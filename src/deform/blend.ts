/**
 * Blended deformation: posed vertex i = Σ_k w_ik (A_k r_i + t_k), a convex combination of what its governors would make
 * of it. Governors are bones with affine transforms (linear blend skinning), or points that only carry along (vertices
 * of a tetrahedral mesh or a cage). Displacement fields, where there are any, move r_i before the governors do: morph
 * targets followed by skin, as glTF composes them.
 *
 * The weights of a vertex are not negative and sum to 1, so a posed vertex lies in the convex hull of its governors'
 * images: that is all that bounds over governors need.
 */
import { REACH_SLACK, SMALLEST_FLOAT32 } from '../math/float.js';
import { FIELD_BLOCK, fieldIndex } from './linear.js';
import { TRANSFORM_STRIDE } from './pose.js';
import type { Pose, PoseLayout } from './pose.js';

/** Tag of {@link BlendModel}. */
export const BLEND_MODEL = 1;

/** Rest positions, governors and weights. Plain data: it can be cloned and moved to a worker. */
export interface BlendModel {
  /** Tells models apart: always {@link BLEND_MODEL}. */
  readonly kind: typeof BLEND_MODEL;
  /** Vertices of the mesh. */
  readonly vertexCount: number;
  /** Bones or control points, at least one. */
  readonly governorCount: number;
  /**
   * What the transforms are applied to, three numbers per vertex. For a skin the rest positions; for an embedding what is
   * left of them after the combination of the resting points: zero inside, the way from the nearest place outside.
   */
  readonly rest: Float32Array;
  /** Where the influences of each vertex begin, and behind the last vertex their number. */
  readonly influenceOffsets: Uint32Array;
  /** Who moves the vertex: ascending and without repetition for each vertex, at least one. */
  readonly governors: Uint32Array;
  /** How much, for each entry of `governors`: above 0, and summing to 1 for each vertex but for rounding of float64. */
  readonly weights: Float64Array;
  /** The governors that move any vertex at all, ascending. */
  readonly usedGovernors: Uint32Array;
  /** Displacement fields applied before the governors; zero for none. */
  readonly fieldCount: number;
  /** All displacement fields in blocks, as a linear model keeps them; {@link fieldIndex} says where a number is. */
  readonly fields: Float32Array;
  /** Largest absolute displacement coordinate of each field. */
  readonly fieldReach: Float64Array;
  /** Largest absolute coordinate of `rest`. */
  readonly restReach: number;
  /** What drives it: a weight per field, and a transform or a point per governor. */
  readonly poseLayout: PoseLayout;
  /** What was done to the weights that were given. */
  readonly normalized: NormalizedWeights;
  /** Whether weights jump from vertex to vertex: then searches do not fit them by themselves. */
  readonly isUneven?: true;
}

/** How far given weights were from summing to 1. */
export interface NormalizedWeights {
  /** Vertices whose weights missed 1 by more than rounding them to float32 explains. */
  readonly vertexCount: number;
  /** The largest distance from 1 among all vertices. */
  readonly largestError: number;
}

/**
 * The posed position of one vertex. All sums run in float64 over ascending governors and fields, fields of weight zero
 * are left out, and the result is rounded to float32 once. A point governs by the transform that has the point as
 * translation and the identity as linear part, in the same formula.
 */
export function poseBlendVertex(
  model: BlendModel,
  pose: Pose,
  vertex: number,
  out: Float32Array,
  offset: number,
): void {
  const { fields, fieldCount, rest, influenceOffsets, governors, weights } = model;
  const coordinate = vertex * 3;
  let rx = rest[coordinate];
  let ry = rest[coordinate + 1];
  let rz = rest[coordinate + 2];
  if (fieldCount > 0) {
    const atX = fieldIndex(fieldCount, 0, coordinate);
    const atY = fieldIndex(fieldCount, 0, coordinate + 1);
    const atZ = fieldIndex(fieldCount, 0, coordinate + 2);
    for (let j = 0; j < fieldCount; j++) {
      const weight = pose.weights[j];
      if (weight === 0) continue;
      const step = j * FIELD_BLOCK;
      rx += fields[atX + step] * weight;
      ry += fields[atY + step] * weight;
      rz += fields[atZ + step] * weight;
    }
  }

  const end = influenceOffsets[vertex + 1];
  let influence = influenceOffsets[vertex];
  let w = weights[influence];
  if (model.poseLayout.pointCount > 0) {
    const { points } = pose;
    let k = governors[influence] * 3;
    let scale = w;
    let x = w * points[k];
    let y = w * points[k + 1];
    let z = w * points[k + 2];
    for (influence++; influence < end; influence++) {
      w = weights[influence];
      k = governors[influence] * 3;
      scale += w;
      x += w * points[k];
      y += w * points[k + 1];
      z += w * points[k + 2];
    }
    // Beside the diagonal the identity has zeros, whose products decide the sign of a zero.
    const beside = 0;
    out[offset] = scale * rx + beside * ry + beside * rz + x;
    out[offset + 1] = beside * rx + scale * ry + beside * rz + y;
    out[offset + 2] = beside * rx + beside * ry + scale * rz + z;
    return;
  }

  const { transforms } = pose;
  let k = governors[influence] * TRANSFORM_STRIDE;
  let xx = w * transforms[k];
  let xy = w * transforms[k + 1];
  let xz = w * transforms[k + 2];
  let x = w * transforms[k + 3];
  let yx = w * transforms[k + 4];
  let yy = w * transforms[k + 5];
  let yz = w * transforms[k + 6];
  let y = w * transforms[k + 7];
  let zx = w * transforms[k + 8];
  let zy = w * transforms[k + 9];
  let zz = w * transforms[k + 10];
  let z = w * transforms[k + 11];
  for (influence++; influence < end; influence++) {
    w = weights[influence];
    k = governors[influence] * TRANSFORM_STRIDE;
    xx += w * transforms[k];
    xy += w * transforms[k + 1];
    xz += w * transforms[k + 2];
    x += w * transforms[k + 3];
    yx += w * transforms[k + 4];
    yy += w * transforms[k + 5];
    yz += w * transforms[k + 6];
    y += w * transforms[k + 7];
    zx += w * transforms[k + 8];
    zy += w * transforms[k + 9];
    zz += w * transforms[k + 10];
    z += w * transforms[k + 11];
  }
  out[offset] = xx * rx + xy * ry + xz * rz + x;
  out[offset + 1] = yx * rx + yy * ry + yz * rz + y;
  out[offset + 2] = zx * rx + zy * ry + zz * rz + z;
}

/**
 * A bound on every posed coordinate, left in `out[0]`. With ρ a bound on the morphed rest coordinates, a governor takes
 * them to at most |row|₁ ρ + |t| on each axis, and a convex combination to at most the largest of those.
 */
export function measureBlendReach(model: BlendModel, pose: Pose, out: Float64Array): void {
  const { usedGovernors } = model;
  let rho = model.restReach;
  for (let j = 0; j < model.fieldCount; j++) rho += model.fieldReach[j] * Math.abs(pose.weights[j]);
  let reach = 0;
  if (model.poseLayout.pointCount > 0) {
    const { points } = pose;
    for (let i = 0; i < usedGovernors.length; i++) {
      const k = usedGovernors[i] * 3;
      reach = Math.max(reach, Math.abs(points[k]), Math.abs(points[k + 1]), Math.abs(points[k + 2]));
    }
    reach += rho;
  } else {
    const { transforms } = pose;
    for (let i = 0; i < usedGovernors.length; i++) {
      const k = usedGovernors[i] * TRANSFORM_STRIDE;
      for (let row = k; row < k + TRANSFORM_STRIDE; row += 4) {
        const stretch = Math.abs(transforms[row]) + Math.abs(transforms[row + 1]) + Math.abs(transforms[row + 2]);
        // Math.max, because it keeps what is not a number, and a pose that is not a number must be refused.
        reach = Math.max(reach, stretch * rho + Math.abs(transforms[row + 3]));
      }
    }
  }
  out[0] = reach;
  widenBlendReach(out);
}

/**
 * Widens a reach for the rounding of weights (whose sum may exceed 1 by some units of float64), sums and the result: by a factor,
 * and by the smallest float32 where those are denormal.
 */
export function widenBlendReach(out: Float64Array): void {
  out[0] = out[0] * REACH_SLACK + SMALLEST_FLOAT32;
}
