/** Matrices of three rows of three, row by row, for the twins of kernels that write theirs out. */
import { THIRD } from '../layout/margins.js';

/** Writes the inverse of a matrix, whatever comes out. */
export function invert(matrix: Float64Array, inverse: Float64Array): void {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const x = e * i - f * h;
  const y = f * g - d * i;
  const z = d * h - e * g;
  const scale = 1 / (a * x + b * y + c * z);
  inverse[0] = x * scale;
  inverse[1] = (c * h - b * i) * scale;
  inverse[2] = (b * f - c * e) * scale;
  inverse[3] = y * scale;
  inverse[4] = (a * i - c * g) * scale;
  inverse[5] = (c * d - a * f) * scale;
  inverse[6] = z * scale;
  inverse[7] = (b * g - a * h) * scale;
  inverse[8] = (a * e - b * d) * scale;
}

/** Writes a product of two matrices. */
export function multiply(left: Float64Array, right: Float64Array, product: Float64Array): void {
  for (let row = 0; row < 9; row += 3) {
    for (let column = 0; column < 3; column++) {
      product[row + column] =
        left[row] * right[column] + left[row + 1] * right[3 + column] + left[row + 2] * right[6 + column];
    }
  }
}

const product = new Float64Array(9);

/** How far a product of two matrices is from the identity, at most. */
export function offIdentity(left: Float64Array, right: Float64Array): number {
  multiply(left, right, product);
  let square = 0;
  for (let k = 0; k < 9; k++) {
    const off = product[k] - (k % 4 === 0 ? 1 : 0);
    square += off * off;
  }
  return Math.sqrt(square);
}

/** The root of the sum of squares of a matrix, which its norm is at most. */
export function sizeOf(matrix: Float64Array): number {
  let square = 0;
  for (let k = 0; k < 9; k++) square += matrix[k] * matrix[k];
  return Math.sqrt(square);
}

/** A smaller bound on the norm of a matrix, as ../../bounds/affine/norm.ts has it, with the proof, but for rounding. */
export function normOf(m: Float64Array): number {
  const xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  const yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  const zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  const xy = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  const xz = m[0] * m[2] + m[3] * m[5] + m[6] * m[8];
  const yz = m[1] * m[2] + m[4] * m[5] + m[7] * m[8];
  const trace = xx + yy + zz;
  const square = xx * xx + yy * yy + zz * zz + (xy * xy + xz * xz + yz * yz) * 2;
  const off = square - trace * trace * THIRD;
  return Math.sqrt(trace * THIRD + Math.sqrt(Math.max(off, 0) * (2 * THIRD)));
}
