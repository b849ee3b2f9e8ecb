/**
 * Rigid placements: where a body is in the world. Given as three.js and glTF give matrices, sixteen numbers column by
 * column; kept as three rows of a rotation with the translation behind each.
 */
import { FLOAT32_ROUNDOFF as U } from '../math/float.js';
import { describe, requireFinite } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Arena } from '../kernels/arena.js';
import { HEADER, PLACEMENT } from '../kernels/layout/header.js';
import type { MemoryPlan } from './memory.js';
import { follow, follow64, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** How far from a rotation a matrix may be, as the largest entry of RᵀR - I: what float32 arithmetic leaves. */
const RIGID_TOLERANCE = 1e-4;

/** Numbers of a matrix, column by column. */
const MATRIX_LENGTH = 16;

/** Where a body is in the world. */
export interface Placement {
  /** Sixteen numbers, column by column. */
  readonly matrix: Float64Array;
  /** Whether the body has ever been placed; until then the matrix is the identity. */
  isPlaced: boolean;
  /** Whether it has been placed anew since the pose was last written. */
  isMoved: boolean;
  /** A bound on the coordinates before the body is placed. */
  readonly reach: Float64Array;
}

/** Where nothing has been placed: the identity. */
export function createPlacement(): Placement {
  const matrix = new Float64Array(MATRIX_LENGTH);
  for (let axis = 0; axis < 4; axis++) matrix[axis * 5] = 1;
  return { matrix, isPlaced: false, isMoved: false, reach: new Float64Array(1) };
}

/** Takes a placement over. Refuses what is not a rotation and a translation. */
export function setPlacement(caller: string, placement: Placement, matrix: ArrayLike<number>): void {
  requireRigid(caller, matrix);
  for (let i = 0; i < MATRIX_LENGTH; i++) placement.matrix[i] = matrix[i];
  placement.isPlaced = true;
  placement.isMoved = true;
}

/** Writes to `out[0]` a bound on the coordinates of the body where it is placed, from `placement.reach`. */
export function measureWorldReach({ isPlaced, matrix: m, reach }: Placement, out: Float64Array): void {
  out[0] = reach[0];
  if (isPlaced) out[0] = (reach[0] * SQRT3 + Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]))) * 1.001;
}

/** What a body whose bounds are placed by kernels needs. */
export function planPlacement(): MemoryPlan['own'] {
  return { placement: PLACEMENT.wordCount * 4, placement64: 12 * 8 };
}

/** The square root of 3, rounded up. */
const SQRT3 = 1.7320508075688774;

/** Refuses a matrix that is not rigid: scaled, sheared, mirrored or projective. */
function requireRigid(caller: string, matrix: ArrayLike<number>): void {
  if (typeof matrix !== 'object' || matrix === null || matrix.length !== MATRIX_LENGTH) {
    throw new PliantError('bad-count', `${caller}: got ${describe(matrix)}; pass sixteen numbers, column by column`);
  }
  requireFinite(caller, 'matrix', matrix);
  const isAffine = matrix[3] === 0 && matrix[7] === 0 && matrix[11] === 0 && matrix[15] === 1;
  if (!isAffine || !isRotation(matrix)) {
    throw new PliantError(
      'bad-number',
      `${caller}: the matrix is not a rotation and translation; scale the mesh itself`,
    );
  }
}

/** More than what a handful of products loses where float32 is denormal: 7 · 2^-149. */
const TINY = 1e-44;

/**
 * Writes a placement for the kernels, in both precisions, with what makes bounds safe. `reach[0]` bounds the
 * coordinates of the body before it is placed, ρ below. With E the largest entry of RᵀR - I in magnitude:
 *
 * - No length grows by more than a factor of 1 + 1.5E. *Scale*, 1 + 2E + 8u, covers that and the rounding of a half
 *   extent: the entries of R, three products, two sums, the scale itself, its product and the pad's sum, u each.
 * - A turned centre is the float32 sum of three products and the translation, all from float32 versions of R and t: off
 *   by less than 5u·√3ρ + 2u|t| on each axis, the world vertex, rounded once, by u(√3ρ + |t|). *Pad*, 16u(3ρ + |t|₁), is
 *   more than √3 times both, as spheres need.
 * - *Share*, 8E + 64u, is explained where oriented boxes are placed: kernels/twin/place-block.ts.
 */
export function writePlacement(arena: Arena, header: ByteOffset, m: Float64Array, reach: Float64Array): void {
  const { f32, f64, u32 } = arena;
  const at = follow(u32, wordAt(header) + HEADER.placement);
  const at64 = follow64(u32, wordAt(header) + HEADER.placement64);
  u32[wordAt(header) + HEADER.placed] = 1;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      f32[at + row * 4 + column] = m[column * 4 + row];
      f64[at64 + row * 4 + column] = m[column * 4 + row];
    }
  }
  const shift = Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]);
  measureRotation(m);
  const error = rotationError[0];
  f32[at + PLACEMENT.pad] = 16 * U * (3 * reach[0] + shift) + TINY;
  f32[at + PLACEMENT.scale] = 1 + 2 * error + 8 * U;
  f32[at + PLACEMENT.share] = 8 * error + 64 * U;
}

/** The largest entry of RᵀR - I in magnitude; in an array, since a double that a function returns may go to the heap. */
const rotationError = new Float64Array(1);

function measureRotation(m: ArrayLike<number>): void {
  let largest = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let product = i === j ? -1 : 0;
      for (let row = 0; row < 3; row++) product += m[i * 4 + row] * m[j * 4 + row];
      largest = Math.max(largest, Math.abs(product));
    }
  }
  rotationError[0] = largest;
}

/** Whether the linear part turns, and neither scales, shears nor mirrors. */
function isRotation(m: ArrayLike<number>): boolean {
  measureRotation(m);
  if (!(rotationError[0] <= RIGID_TOLERANCE)) return false;
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return determinant > 0;
}
