/**
 * Linear deformation: posed vertex i = p_i + Σ_j U_ij q_j, with M displacement fields U_j and one weight q_j each.
 * Vibration modes, morph targets and the principal components of a recording are all of this kind.
 *
 * The fields are stored in *blocks*: four consecutive coordinates of the flat xyz list, then the same four of the next
 * field, and so on. Deforming the whole mesh then reads one stream of 16-byte words, and a single vertex touches at most
 * two blocks. Field-major storage would cost a single vertex M cache lines, vertex-major storage a whole mesh one of four
 * SIMD lanes.
 */
import { requireArray, requireFinite, requireFloat32Array } from '../checks.js';
import { REACH_SLACK, SMALLEST_FLOAT32 } from '../math/float.js';
import type { Mesh } from '../mesh/mesh.js';
import type { PoseLayout } from './pose.js';

/** Tag of {@link LinearModel}. */
export const LINEAR_MODEL = 0;

/** Coordinates in a block of field storage: one SIMD register of float32. */
export const FIELD_BLOCK = 4;

/** Rest positions and displacement fields. Plain data: it can be cloned and moved to a worker. */
export interface LinearModel {
  /** Tells models apart: always {@link LINEAR_MODEL}. */
  readonly kind: typeof LINEAR_MODEL;
  /** Vertices of the mesh. */
  readonly vertexCount: number;
  /** Number of displacement fields, M. Zero is a mesh that does not deform. */
  readonly fieldCount: number;
  /** Rest positions, three coordinates per vertex. */
  readonly rest: Float32Array;
  /** All displacement fields in blocks; {@link fieldIndex} says where a number is. */
  readonly fields: Float32Array;
  /** Largest absolute rest coordinate. */
  readonly restReach: number;
  /** Largest absolute displacement coordinate of each field. */
  readonly fieldReach: Float64Array;
  /** 32 bits that depend on every number of `rest` and `fields`: what was made for another model is told by them. */
  readonly checksum: number;
  /** What drives it: one weight per field. */
  readonly poseLayout: PoseLayout;
}

/**
 * A mesh driven by displacement fields, each of three numbers per vertex: vibration modes, or morph targets given as
 * differences (as glTF stores them). No field at all is allowed, and is a mesh that does not deform.
 */
export function createLinearModel(mesh: Mesh, fields: readonly Float32Array[]): LinearModel {
  const packed = packFields('createLinearModel', 'fields', mesh, fields);
  return {
    kind: LINEAR_MODEL,
    vertexCount: mesh.vertexCount,
    fieldCount: fields.length,
    rest: mesh.positions,
    ...packed,
    restReach: largestMagnitude(mesh.positions),
    checksum: checksumOf(checksumOf(fields.length, mesh.positions), packed.fields),
    poseLayout: { weightCount: fields.length, transformCount: 0, pointCount: 0 },
  };
}

/**
 * A mesh driven by morph targets given as whole shapes (positions, not differences): weight 1 of a target alone is that
 * shape. The differences are rounded to float32, so a shape may be missed by half a unit in the last place of the
 * difference.
 */
export function createMorphModel(mesh: Mesh, targets: readonly Float32Array[]): LinearModel {
  requireArray('createMorphModel', 'targets', targets, 0);
  const fields = targets.map((target, j) => {
    requireFloat32Array('createMorphModel', `targets[${j}]`, target, mesh.vertexCount * 3);
    requireFinite('createMorphModel', `targets[${j}]`, target);
    return target.map((coordinate, k) => coordinate - mesh.positions[k]);
  });
  return createLinearModel(mesh, fields);
}

/** Displacement fields in blocks, and the reach of each. Refuses the wrong length and what is not finite. */
export function packFields(
  caller: string,
  name: string,
  mesh: Mesh,
  fields: readonly Float32Array[],
): Pick<LinearModel, 'fields' | 'fieldReach'> {
  requireArray(caller, name, fields, 0);
  const coordinateCount = mesh.vertexCount * 3;
  fields.forEach((field, j) => {
    requireFloat32Array(caller, `${name}[${j}]`, field, coordinateCount);
    requireFinite(caller, `${name}[${j}]`, field);
  });
  const packed = new Float32Array(fieldBlockCount(mesh.vertexCount) * fields.length * FIELD_BLOCK);
  const fieldReach = new Float64Array(fields.length);
  for (let j = 0; j < fields.length; j++) {
    const field = fields[j];
    for (let k = 0; k < coordinateCount; k++) packed[fieldIndex(fields.length, j, k)] = field[k];
    fieldReach[j] = largestMagnitude(field);
  }
  return { fields: packed, fieldReach };
}

/** The displacement fields of a model as they were given, one array each. */
export function fieldsOf({ fieldCount, fields, vertexCount }: LinearModel): Float32Array[] {
  return Array.from({ length: fieldCount }, (_, j) =>
    Float32Array.from({ length: vertexCount * 3 }, (__, k) => fields[fieldIndex(fieldCount, j, k)]),
  );
}

/** Blocks that hold three coordinates for each of `vertexCount` vertices. The last one is padded with zeros. */
export function fieldBlockCount(vertexCount: number): number {
  return (vertexCount * 3 + FIELD_BLOCK - 1) >>> 2;
}

/** Where the number of field `field` at flat coordinate `coordinate` (3 · vertex + axis) is kept. */
export function fieldIndex(fieldCount: number, field: number, coordinate: number): number {
  return ((coordinate >> 2) * fieldCount + field) * FIELD_BLOCK + (coordinate & 3);
}

/**
 * The posed position of one vertex. A product of two float32 is exact in float64; the sum runs over the fields in
 * ascending order, skips weights that are zero (a face rig has few that are not), and is rounded to float32 once.
 */
export function poseLinearVertex(
  model: LinearModel,
  weights: Float32Array,
  vertex: number,
  out: Float32Array,
  offset: number,
): void {
  const { fields, fieldCount, rest } = model;
  const coordinate = vertex * 3;
  const atX = fieldIndex(fieldCount, 0, coordinate);
  const atY = fieldIndex(fieldCount, 0, coordinate + 1);
  const atZ = fieldIndex(fieldCount, 0, coordinate + 2);
  let x = rest[coordinate];
  let y = rest[coordinate + 1];
  let z = rest[coordinate + 2];
  for (let j = 0; j < fieldCount; j++) {
    const weight = weights[j];
    if (weight === 0) continue;
    const step = j * FIELD_BLOCK;
    x += fields[atX + step] * weight;
    y += fields[atY + step] * weight;
    z += fields[atZ + step] * weight;
  }
  out[offset] = x;
  out[offset + 1] = y;
  out[offset + 2] = z;
}

/**
 * A bound on every posed coordinate: |p_i + Σ U_ij q_j| ≤ max|p| + Σ max|U_j| |q_j|, widened for the rounding of sums and
 * of the result: by a factor, and by the smallest float32 where those are denormal.
 */
export function measureLinearReach(model: LinearModel, weights: Float32Array, out: Float64Array): void {
  let reach = model.restReach;
  let isPosed = false;
  for (let j = 0; j < model.fieldCount; j++) {
    if (weights[j] === 0) continue;
    isPosed = true;
    reach += model.fieldReach[j] * Math.abs(weights[j]);
  }
  out[0] = isPosed ? reach * REACH_SLACK + SMALLEST_FLOAT32 : reach;
}

/**
 * Goes on with a checksum over the words of an array. Every step is one-to-one in the sum so far and in the word, so a
 * single number that differs always changes the result; the shift carries high bits down, where products lose them.
 */
export function checksumOf(start: number, values: Float32Array): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  let sum = start;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i], 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** The largest absolute value, 0 of none. */
export function largestMagnitude(values: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
