/** By how much a 3 x 3 matrix stretches a vector at most. */

/** At a double root each step halves what is left. */
const NEWTON_STEPS = 16;

/**
 * An upper bound of the largest singular value of a matrix, nine numbers by rows, which a rotation exceeds 1 by no more than 1e-12 with. `m` is the matrix in full doubles.
 *
 * The largest eigenvalue of B = MᵀM is q + p x, where q is a third of the trace, p² a sixth of the square sum of D = B - qI, and x the largest root of x³ - 3x - 2r, with
 * r = det(D / p) / 2 in [-1, 1]. From x = 2 Newton's steps come down to that root and never below it: right of it the polynomial is convex and grows. What rounding of r does to the root is largest where it is
 * double, the square root of it; 1e-6 p makes up for that, and 1e-13 of the trace for the rounding of B and D.
 */
export function largestStretch(m: Float64Array): number {
  const xx = m[0] * m[0] + m[3] * m[3] + m[6] * m[6];
  const yy = m[1] * m[1] + m[4] * m[4] + m[7] * m[7];
  const zz = m[2] * m[2] + m[5] * m[5] + m[8] * m[8];
  const xy = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  const xz = m[0] * m[2] + m[3] * m[5] + m[6] * m[8];
  const yz = m[1] * m[2] + m[4] * m[5] + m[7] * m[8];
  const trace = xx + yy + zz;
  const q = trace / 3;
  const dx = xx - q;
  const dy = yy - q;
  const dz = zz - q;
  const p = Math.sqrt((dx * dx + dy * dy + dz * dz + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  let x = 2;
  // Where D is noise, its two largest eigenvalues may be anything, and 2 will do.
  if (p > 1e-12 * trace) {
    const determinant = dx * (dy * dz - yz * yz) - xy * (xy * dz - yz * xz) + xz * (xy * yz - dy * xz);
    const r = Math.max(-1, Math.min(1, determinant / (2 * p * p * p)));
    for (let steps = 0; steps < NEWTON_STEPS; steps++) {
      const slope = 3 * (x * x - 1);
      const step = ((x * x - 3) * x - 2 * r) / slope;
      if (!(step > 1e-12)) break;
      x -= step;
    }
  }
  return Math.sqrt((q + p * (x + 1e-6)) * (1 + 1e-13) + 1e-13 * trace);
}
