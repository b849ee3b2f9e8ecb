/**
 * Eigenvalues and eigenvectors of a small symmetric matrix by cyclic Jacobi rotations: slow beside QR, but short,
 * accurate to the last bits for small eigenvalues too, and free of anything that differs between engines.
 */

import type { LongWork } from '../long-work.js';
import { FLOAT64_ROUNDOFF } from './float.js';

/** Eigenvalues in falling order; vector k occupies `vectors[k * size]` to `vectors[k * size + size - 1]`, length 1. */
export interface Eigensystem {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

const MAX_SWEEPS = 60;

/** A quarter of a unit in the last place. */
const NEGLIGIBLE = FLOAT64_ROUNDOFF / 2;

/** Decomposes the symmetric `size` x `size` matrix, given row by row, as long work. The input is left as it is. */
export function* symmetricEigensystem(matrix: Float64Array, size: number): LongWork<Eigensystem> {
  const a = matrix.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  for (let sweep = 0, moved = true; moved && sweep < MAX_SWEEPS; sweep++) {
    moved = false;
    for (let p = 0; p < size - 1; p++) {
      if (rotateRow(a, v, size, p)) moved = true;
      yield sweep / MAX_SWEEPS;
    }
  }

  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j] - a[i * size + i] || i - j);
  const values = new Float64Array(size);
  const vectors = new Float64Array(size * size);
  order.forEach((column, k) => {
    values[k] = a[column * size + column];
    for (let row = 0; row < size; row++) vectors[k * size + row] = v[row * size + column];
  });
  return { values, vectors };
}

/** Rotates away row `p` right of the diagonal; says whether any element was still large enough to matter. */
function rotateRow(a: Float64Array, v: Float64Array, size: number, p: number): boolean {
  let rotated = false;
  for (let q = p + 1; q < size; q++) {
    const apq = a[p * size + q];
    const app = a[p * size + p];
    const aqq = a[q * size + q];
    // Negligible when it would not change either diagonal element.
    if (Math.abs(apq) <= NEGLIGIBLE * Math.sqrt(Math.abs(app)) * Math.sqrt(Math.abs(aqq))) continue;
    rotated = true;
    // Tangent of the rotation that annihilates a_pq, the smaller of the two (Golub & Van Loan, section 8.5).
    const tau = (aqq - app) / (2 * apq);
    const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
    const c = 1 / Math.sqrt(1 + t * t);
    const s = t * c;
    a[p * size + p] = app - t * apq;
    a[q * size + q] = aqq + t * apq;
    a[p * size + q] = a[q * size + p] = 0;
    for (let k = 0; k < size; k++) {
      if (k !== p && k !== q) {
        const akp = a[k * size + p];
        const akq = a[k * size + q];
        a[k * size + p] = a[p * size + k] = c * akp - s * akq;
        a[k * size + q] = a[q * size + k] = s * akp + c * akq;
      }
      const vkp = v[k * size + p];
      const vkq = v[k * size + q];
      v[k * size + p] = c * vkp - s * vkq;
      v[k * size + q] = s * vkp + c * vkq;
    }
  }
  return rotated;
}
