/** Affine maps: as rows of 3 x 4 matrices, twelve numbers, the way poses have them; and as the `Matrix4` of three.js. */
import type { Matrix4 } from 'three';
import { TRANSFORM_STRIDE } from '../deform/pose.js';

/** Numbers of a 4 x 4 matrix, column by column. */
export const MATRIX_LENGTH = 16;

/** Whether the numbers at `at` differ from those of a matrix; they are made the same. */
export function copyIfChanged(seen: Float64Array, at: number, elements: ArrayLike<number>): boolean {
  let isChanged = false;
  for (let i = 0; i < MATRIX_LENGTH; i++) {
    if (seen[at + i] === elements[i]) continue;
    seen[at + i] = elements[i];
    isChanged = true;
  }
  return isChanged;
}

/** Whether the last row is 0 0 0 1, but for what inverting in doubles makes of it. */
export function isAffine(elements: ArrayLike<number>): boolean {
  return elements[3] === 0 && elements[7] === 0 && elements[11] === 0 && Math.fround(elements[15]) === 1;
}

/** Whether nothing is moved. */
export function isIdentity({ elements }: Matrix4): boolean {
  for (let i = 0; i < MATRIX_LENGTH; i++) if (elements[i] !== (i % 5 === 0 ? 1 : 0)) return false;
  return true;
}

/** `out` = `a` · `b`, as rows; `a` and `b` are stored column by column. */
export function multiplyColumns(out: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): void {
  for (let row = 0; row < 3; row++) {
    const x = a[row];
    const y = a[row + 4];
    const z = a[row + 8];
    for (let column = 0; column < 4; column++) {
      const k = column * 4;
      out[row * 4 + column] = x * b[k] + y * b[k + 1] + z * b[k + 2];
    }
    out[row * 4 + 3] += a[row + 12];
  }
}

/** `out` = `a` · `b`, where `a` and `out` are rows, and `b` is stored column by column. `out` may be `a`. */
export function multiplyByColumns(out: Float64Array, a: Float64Array, b: ArrayLike<number>): void {
  for (let row = 0; row < TRANSFORM_STRIDE; row += 4) {
    const x = a[row];
    const y = a[row + 1];
    const z = a[row + 2];
    const shift = a[row + 3];
    for (let column = 0; column < 4; column++) {
      const k = column * 4;
      out[row + column] = x * b[k] + y * b[k + 1] + z * b[k + 2];
    }
    out[row + 3] += shift;
  }
}

/** Writes `a` · `b` to `out[at]`, where `b` and what is written are rows, and `a` is stored column by column. */
export function multiplyRows(out: Float64Array, at: number, a: ArrayLike<number>, b: Float64Array, from: number): void {
  for (let row = 0; row < 3; row++) {
    const x = a[row];
    const y = a[row + 4];
    const z = a[row + 8];
    for (let column = 0; column < 4; column++) {
      out[at + row * 4 + column] = x * b[from + column] + y * b[from + 4 + column] + z * b[from + 8 + column];
    }
    out[at + row * 4 + 3] += a[row + 12];
  }
}
