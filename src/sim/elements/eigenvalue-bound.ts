/** A bound on eigenvalues. */

/** Makes up for rounding. */
const SLACK = 1 + 1e-12;

/**
 * No less than the largest eigenvalue of a symmetric matrix [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], given as xx, yy, zz, xy, xz, yz: its largest sum of absolute values along a row (Gershgorin) or the
 * root of the sum of all squares, whichever is less. Exact where the matrix is diagonal.
 */
export function largestEigenvalueBound([xx, yy, zz, xy, xz, yz]: readonly number[]): number {
  const rows = Math.max(
    Math.abs(xx) + Math.abs(xy) + Math.abs(xz),
    Math.abs(yy) + Math.abs(xy) + Math.abs(yz),
    Math.abs(zz) + Math.abs(xz) + Math.abs(yz),
  );
  const squares = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
  return Math.min(rows, Math.sqrt(squares)) * SLACK;
}
