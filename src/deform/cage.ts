/**
 * Meshes that points carry: each vertex follows a convex combination of control points — of a cage around the mesh, of handles,
 * of a coarser mesh — and keeps what that combination leaves of its rest position.
 */
import { describe, requireFinite, requireFloat32Array } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Mesh } from '../mesh/mesh.js';
import { BLEND_MODEL } from './blend.js';
import type { BlendModel } from './blend.js';
import { gatherInfluences } from './influences.js';
import type { GovernorArray, Influences, WeightArray } from './influences.js';
import { largestMagnitude } from './linear.js';

/** Points, and how much each of them moves each vertex. */
export interface CageData {
  /** Rest positions of the points, three coordinates each. */
  readonly points: Float32Array;
  /**
   * Weights, vertex by vertex: one for each point, or, with `governors`, `influencesPerVertex` of them. Finite and not
   * negative, as harmonic or bounded biharmonic coordinates are. Those of a vertex that do not sum to 1 are divided by
   * their sum; {@link BlendModel.normalized} says for how many vertices that mattered.
   */
  readonly weights: WeightArray;
  /** The point of each weight, where weights are not given for all points. */
  readonly governors?: GovernorArray;
  /** Weights of each vertex, padded with weights of 0; needed with `governors`. */
  readonly influencesPerVertex?: number;
}

/** Below this share of the coordinates it was taken from, what is left of a rest position is noise of that difference. */
const NOISE = 9.094947017729282e-13; // 2^-40

/**
 * A mesh that control points carry. The pose has one point for each: write the rest positions to it to have the mesh at
 * rest, because a new pose has all points at the origin.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `bad-index`, naming the vertex and the value.
 */
export function createCageModel(mesh: Mesh, cage: CageData): BlendModel {
  const pointCount = requirePoints('createCageModel', '{ points, weights }', cage);
  const influences = gatherInfluences({
    caller: 'createCageModel',
    noun: 'governor',
    vertexCount: mesh.vertexCount,
    weights: cage.weights,
    governorCount: pointCount,
    ...(cage.governors === undefined
      ? { perVertex: pointCount }
      : { governors: cage.governors, perVertex: cage.influencesPerVertex as number }),
  });
  return createCarriedModel('createCageModel', mesh, cage.points, influences);
}

/** Refuses what has no points of three finite coordinates each; returns how many there are. */
export function requirePoints(caller: string, wanted: string, data: { readonly points: Float32Array }): number {
  if (typeof data !== 'object' || data === null) {
    throw new PliantError('bad-type', `${caller}: got ${describe(data)}; pass ${wanted}`);
  }
  const { points } = data;
  requireFloat32Array(caller, 'points', points);
  if (points.length === 0 || points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  requireFinite(caller, 'points', points);
  return points.length / 3;
}

/** The model of vertices that points carry by given influences. */
export function createCarriedModel(
  caller: string,
  mesh: Mesh,
  points: Float32Array,
  influences: Influences,
): BlendModel {
  const rest = new Float32Array(mesh.vertexCount * 3);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      let scale = 0;
      for (let i = influences.influenceOffsets[vertex]; i < influences.influenceOffsets[vertex + 1]; i++) {
        const term = influences.weights[i] * points[influences.governors[i] * 3 + axis];
        sum += term;
        scale += Math.abs(term);
      }
      const left = mesh.positions[vertex * 3 + axis] - sum;
      rest[vertex * 3 + axis] = Math.abs(left) <= scale * NOISE ? 0 : left;
    }
  }
  // Not finite where a vertex and its points lie at opposite ends of the float32 range.
  requireFinite(caller, 'the difference between vertices and points', rest);
  return {
    kind: BLEND_MODEL,
    vertexCount: mesh.vertexCount,
    ...influences,
    rest,
    restReach: largestMagnitude(rest),
    fieldCount: 0,
    fields: new Float32Array(0),
    fieldReach: new Float64Array(0),
    poseLayout: { weightCount: 0, transformCount: 0, pointCount: influences.governorCount },
  };
}
