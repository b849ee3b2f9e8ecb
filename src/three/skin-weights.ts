/**
 * Skin weights as three.js takes them, made convex. three.js does not divide weights by their sum: with B the inverse of the
 * bind matrix, b its translation and G_k = B M_k B⁻¹ what bone k makes of a vertex p in the space of the mesh, a vertex is
 *
 *     b + Σ w_k (G_k p − b)  =  Σ w_k G_k p + (1 − s) b        s = Σ w_k
 *
 * since the translation of B is added once, whatever s is. For s ≤ 1 that is a convex combination with one governor more, the
 * *anchor*, which takes everything to b and has the weight 1 − s. For s > 1 let c be the largest s there is, and let bones be
 * stretched away from b by it: G′_k p = b + c (G_k p − b). The same vertex is then Σ (w_k / c) G′_k p + (1 − s / c) b.
 *
 * Most vertices have weights that sum to 1, and are moved by their bones alone. So governors are, in this order: the bones, the
 * anchor, and the bones once more, stretched; only those that a vertex uses cost anything.
 */
import { BONES_PER_VERTEX } from './geometry-source.js';

/** Influences as `createSkinModel` takes them, and what was needed to make them so. */
export interface ConvexWeights {
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
  readonly influencesPerVertex: number;
  /** Bones that a skeleton must have at least. */
  readonly boneCount: number;
  /** How far the second set of bones is stretched; 1 where there is none. */
  readonly stretch: number;
}

/** What rounding four weights to float32 explains. Where integers stand for fractions, sums miss 1 by more, and three.js minds. */
const ROUNDING = 2.5e-7;

/** Makes the weights of all vertices sum to 1 without moving a vertex. */
export function makeConvex(joints: Uint32Array, weights: Float64Array): ConvexWeights {
  const vertexCount = weights.length / BONES_PER_VERTEX;
  let boneCount = 1;
  let stretch = 1;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const first = vertex * BONES_PER_VERTEX;
    for (let i = first; i < first + BONES_PER_VERTEX; i++) {
      if (weights[i] > 0 && joints[i] >= boneCount) boneCount = joints[i] + 1;
    }
    const sum = sumOf(weights, first);
    if (sum > 1 + ROUNDING && sum > stretch) stretch = sum;
  }
  const perVertex = BONES_PER_VERTEX + 1;
  const convexJoints = new Uint32Array(vertexCount * perVertex);
  const convexWeights = new Float64Array(vertexCount * perVertex);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const from = vertex * BONES_PER_VERTEX;
    const to = vertex * perVertex;
    const sum = sumOf(weights, from);
    const isStretched = sum > 1 + ROUNDING;
    const isWhole = !isStretched && sum >= 1 - ROUNDING;
    for (let k = 0; k < BONES_PER_VERTEX; k++) {
      convexJoints[to + k] = joints[from + k] + (isStretched ? boneCount + 1 : 0);
      convexWeights[to + k] = isStretched ? weights[from + k] / stretch : weights[from + k];
    }
    convexJoints[to + BONES_PER_VERTEX] = boneCount;
    convexWeights[to + BONES_PER_VERTEX] = isWhole ? 0 : Math.max(0, 1 - (isStretched ? sum / stretch : sum));
  }
  return { joints: convexJoints, weights: convexWeights, influencesPerVertex: perVertex, boneCount, stretch };
}

function sumOf(weights: Float64Array, first: number): number {
  let sum = 0;
  for (let i = first; i < first + BONES_PER_VERTEX; i++) sum += weights[i];
  return sum;
}
