/** The directions in which points spread most and least: the axes of oriented boxes. */

const MOST_SWEEPS = 12;

const matrix = new Float64Array(9);
const vectors = new Float64Array(9);

/**
 * Eigenvectors of a symmetric 3 x 3 matrix, given as xx, xy, xz, yy, yz, zz, by Jacobi rotations: nine numbers to
 * `out`, three orthonormal rows. Where the matrix says nothing, as for a single point, they are the world's axes.
 */
export function principalAxes(spread: Float64Array, out: Float64Array): void {
  const [xx, xy, xz, yy, yz, zz] = spread;
  // Free of scale, so that products neither overflow nor vanish.
  const scale = 1 / Math.max(xx, yy, zz);
  const isUsable = scale > 0 && scale < Infinity;
  matrix.set(
    isUsable ? [xx, xy, xz, xy, yy, yz, xz, yz, zz].map((value) => value * scale) : [1, 0, 0, 0, 1, 0, 0, 0, 1],
  );
  vectors.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    if (Math.abs(matrix[1]) + Math.abs(matrix[2]) + Math.abs(matrix[5]) < 1e-15) break;
    rotate(0, 1);
    rotate(0, 2);
    rotate(1, 2);
  }
  out.set(vectors);
}

/** Rotates away element (p, q); `vectors` has the eigenvectors as rows. */
function rotate(p: number, q: number): void {
  const apq = matrix[p * 3 + q];
  if (apq === 0) return;
  const tau = (matrix[q * 4] - matrix[p * 4]) / (2 * apq);
  const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  const r = 3 - p - q;
  matrix[p * 4] -= t * apq;
  matrix[q * 4] += t * apq;
  matrix[p * 3 + q] = matrix[q * 3 + p] = 0;
  const arp = matrix[r * 3 + p];
  const arq = matrix[r * 3 + q];
  matrix[r * 3 + p] = matrix[p * 3 + r] = c * arp - s * arq;
  matrix[r * 3 + q] = matrix[q * 3 + r] = s * arp + c * arq;
  for (let k = 0; k < 3; k++) {
    const vp = vectors[p * 3 + k];
    const vq = vectors[q * 3 + k];
    vectors[p * 3 + k] = c * vp - s * vq;
    vectors[q * 3 + k] = s * vp + c * vq;
  }
}
