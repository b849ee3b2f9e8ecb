/** Affine maps: as rows of 3 x 4 matrices, twelve numbers, the way poses have them; and as the `Matrix4` of three.js. */
import type { Matrix4 } from 'three';

/** Numbers of a 4 x 4 matrix, column by column. */
export const MATRIX_LENGTH = 16;

/** Whether the numbers at `at` differ from those of a matrix; they are made the same. */
export function copyIfChanged(seen: Float64Array, at: number, elements: ArrayLike<number>): boolean {
  let i = 0;
  while (i < MATRIX_LENGTH && seen[at + i] === elements[i]) i++;
  if (i === MATRIX_LENGTH) return false;
  for (; i < MATRIX_LENGTH; i++) seen[at + i] = elements[i];
  return true;
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

/**
 * Writes `a` · `b` to `out[at]`, as rows; `a` is stored column by column, and so is `b`. Written out, as is the next one: with a
 * hundred bones, they are a good part of what a single ray costs.
 */
export function multiplyColumns(out: Float64Array, at: number, a: ArrayLike<number>, b: ArrayLike<number>): void {
  const b0 = b[0];
  const b1 = b[1];
  const b2 = b[2];
  const b4 = b[4];
  const b5 = b[5];
  const b6 = b[6];
  const b8 = b[8];
  const b9 = b[9];
  const b10 = b[10];
  const b12 = b[12];
  const b13 = b[13];
  const b14 = b[14];
  for (let row = 0; row < 3; row++) {
    const x = a[row];
    const y = a[row + 4];
    const z = a[row + 8];
    const to = at + row * 4;
    out[to] = x * b0 + y * b1 + z * b2;
    out[to + 1] = x * b4 + y * b5 + z * b6;
    out[to + 2] = x * b8 + y * b9 + z * b10;
    out[to + 3] = x * b12 + y * b13 + z * b14 + a[row + 12];
  }
}

/** Writes `a` · `b` to `out[at]`, as rows; `a` is stored column by column, and `b` at `from` as rows. `out` is another array. */
export function multiplyRows(out: Float64Array, at: number, a: ArrayLike<number>, b: Float64Array, from: number): void {
  const b0 = b[from];
  const b1 = b[from + 1];
  const b2 = b[from + 2];
  const b3 = b[from + 3];
  const b4 = b[from + 4];
  const b5 = b[from + 5];
  const b6 = b[from + 6];
  const b7 = b[from + 7];
  const b8 = b[from + 8];
  const b9 = b[from + 9];
  const b10 = b[from + 10];
  const b11 = b[from + 11];
  for (let row = 0; row < 3; row++) {
    const x = a[row];
    const y = a[row + 4];
    const z = a[row + 8];
    const to = at + row * 4;
    out[to] = x * b0 + y * b4 + z * b8;
    out[to + 1] = x * b1 + y * b5 + z * b9;
    out[to + 2] = x * b2 + y * b6 + z * b10;
    out[to + 3] = x * b3 + y * b7 + z * b11 + a[row + 12];
  }
}
