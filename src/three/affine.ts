/** The `Matrix4` of three.js: sixteen numbers, column by column. */
import type { Matrix4 } from 'three';

/** Numbers of a 4 x 4 matrix, column by column. */
export const MATRIX_LENGTH = 16;

/** Whether numbers differ from those of a matrix; they are made the same. */
export function copyIfChanged(seen: Float64Array, m: ArrayLike<number>): boolean {
  let isChanged = false;
  for (let i = 0; i < MATRIX_LENGTH; i++) {
    if (seen[i] === m[i]) continue;
    seen[i] = m[i];
    isChanged = true;
  }
  return isChanged;
}

/**
 * Writes an affine matrix, times `scale`, to `out[at]`: columns of three numbers. Written out, as is the next one: with a hundred
 * bones, both are a good part of what a single ray costs.
 */
export function copyColumns(out: Float64Array, at: number, m: ArrayLike<number>, scale: number): void {
  out[at] = scale * m[0];
  out[at + 1] = scale * m[1];
  out[at + 2] = scale * m[2];
  out[at + 3] = scale * m[4];
  out[at + 4] = scale * m[5];
  out[at + 5] = scale * m[6];
  out[at + 6] = scale * m[8];
  out[at + 7] = scale * m[9];
  out[at + 8] = scale * m[10];
  out[at + 9] = scale * m[12];
  out[at + 10] = scale * m[13];
  out[at + 11] = scale * m[14];
}

/** Writes a matrix to `out[at]`: four rows of four numbers. */
export function copyToRows(out: Float64Array, at: number, m: ArrayLike<number>): void {
  out[at] = m[0];
  out[at + 1] = m[4];
  out[at + 2] = m[8];
  out[at + 3] = m[12];
  out[at + 4] = m[1];
  out[at + 5] = m[5];
  out[at + 6] = m[9];
  out[at + 7] = m[13];
  out[at + 8] = m[2];
  out[at + 9] = m[6];
  out[at + 10] = m[10];
  out[at + 11] = m[14];
  out[at + 12] = m[3];
  out[at + 13] = m[7];
  out[at + 14] = m[11];
  out[at + 15] = m[15];
}

/** Whether the last row is 0 0 0 1, but for what inverting in doubles makes of it. */
export function isAffine(elements: ArrayLike<number>): boolean {
  return elements[3] === 0 && elements[7] === 0 && elements[11] === 0 && Math.fround(elements[15]) === 1;
}

/** Whether the last row is 0 0 0 1 to the last bit, as that of a world matrix is unless someone wrote it. */
export function isExactlyAffine(elements: ArrayLike<number>): boolean {
  return elements[3] === 0 && elements[7] === 0 && elements[11] === 0 && elements[15] === 1;
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
