/**
 * A bound on the norm of a matrix of three rows of three, that is on its largest singular value. The eigenvalues of AᵀA have the mean m = tr/3 and the sum of squares |AᵀA|², so that the largest of them
 * is at most m + √(⅔ (|AᵀA|² - tr²/3)). Where the root cancels, it is off by less than 2^-24 tr, and the result by less than 2^-22 of it.
 */
export function normOf(m: Float64Array): number {
  const xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  const yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  const zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  const xy = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  const xz = m[0] * m[2] + m[3] * m[5] + m[6] * m[8];
  const yz = m[1] * m[2] + m[4] * m[5] + m[7] * m[8];
  const trace = xx + yy + zz;
  const square = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
  const off = square - (trace * trace) / 3;
  // Not a number stays what it is.
  return Math.sqrt(trace / 3 + Math.sqrt((2 / 3) * (off < 0 ? 0 : off))) * SLACK;
}

/** 1 + 2^-21 */
const SLACK = 1 + 1 / 2097152;
