/** The `Matrix4` of three.js: sixteen numbers, column by column. */
import type { Matrix4 } from 'three';

/** Numbers of a 4 x 4 matrix, column by column. */
export const MATRIX_LENGTH = 16;

/**
 * Whether the numbers at `at` differ from those of a matrix; they are made the same. Written out, as is the next one: with a hundred
 * bones, both are a good part of what a single ray costs.
 */
export function copyIfChanged(seen: Float64Array, at: number, m: ArrayLike<number>): boolean {
  if (
    seen[at] === m[0] &&
    seen[at + 1] === m[1] &&
    seen[at + 2] === m[2] &&
    seen[at + 3] === m[3] &&
    seen[at + 4] === m[4] &&
    seen[at + 5] === m[5] &&
    seen[at + 6] === m[6] &&
    seen[at + 7] === m[7] &&
    seen[at + 8] === m[8] &&
    seen[at + 9] === m[9] &&
    seen[at + 10] === m[10] &&
    seen[at + 11] === m[11] &&
    seen[at + 12] === m[12] &&
    seen[at + 13] === m[13] &&
    seen[at + 14] === m[14] &&
    seen[at + 15] === m[15]
  ) {
    return false;
  }
  for (let i = 0; i < MATRIX_LENGTH; i++) seen[at + i] = m[i];
  return true;
}

/** The same for the columns of an affine matrix, three numbers each, times `scale`. */
export function copyColumns(seen: Float64Array, at: number, m: ArrayLike<number>, scale: number): boolean {
  const x0 = scale * m[0];
  const x1 = scale * m[1];
  const x2 = scale * m[2];
  const y0 = scale * m[4];
  const y1 = scale * m[5];
  const y2 = scale * m[6];
  const z0 = scale * m[8];
  const z1 = scale * m[9];
  const z2 = scale * m[10];
  const t0 = scale * m[12];
  const t1 = scale * m[13];
  const t2 = scale * m[14];
  if (
    seen[at] === x0 &&
    seen[at + 1] === x1 &&
    seen[at + 2] === x2 &&
    seen[at + 3] === y0 &&
    seen[at + 4] === y1 &&
    seen[at + 5] === y2 &&
    seen[at + 6] === z0 &&
    seen[at + 7] === z1 &&
    seen[at + 8] === z2 &&
    seen[at + 9] === t0 &&
    seen[at + 10] === t1 &&
    seen[at + 11] === t2
  ) {
    return false;
  }
  seen[at] = x0;
  seen[at + 1] = x1;
  seen[at + 2] = x2;
  seen[at + 3] = y0;
  seen[at + 4] = y1;
  seen[at + 5] = y2;
  seen[at + 6] = z0;
  seen[at + 7] = z1;
  seen[at + 8] = z2;
  seen[at + 9] = t0;
  seen[at + 10] = t1;
  seen[at + 11] = t2;
  return true;
}

/** Whether the last row is 0 0 0 1, but for what inverting in doubles makes of it. */
export function isAffine(elements: ArrayLike<number>): boolean {
  return elements[3] === 0 && elements[7] === 0 && elements[11] === 0 && Math.fround(elements[15]) === 1;
}

/** Whether all are numbers. */
export function areFinite(elements: ArrayLike<number>): boolean {
  for (let i = 0; i < MATRIX_LENGTH; i++) if (!Number.isFinite(elements[i])) return false;
  return true;
}

/** Whether nothing is moved. */
export function isIdentity({ elements }: Matrix4): boolean {
  for (let i = 0; i < MATRIX_LENGTH; i++) if (elements[i] !== (i % 5 === 0 ? 1 : 0)) return false;
  return true;
}

/** Writes `a` · `b`, both affine, to `out[at]`: columns of three numbers. */
export function multiplyColumns(out: Float64Array, at: number, a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      const sum = a[row] * b[column * 4] + a[4 + row] * b[column * 4 + 1] + a[8 + row] * b[column * 4 + 2];
      out[at + column * 3 + row] = column === 3 ? sum + a[12 + row] : sum;
    }
  }
}

/** Writes `a` · `b` to `out[at]`: four rows of four numbers. */
export function multiplyToRows(out: Float64Array, at: number, a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = a[row] * b[column * 4];
      for (let k = 1; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
      out[at + row * 4 + column] = sum;
    }
  }
}
