/**
 * How far a vertex moves when the pose changes by a distance of 1, |U_i|₂, in all and along an axis: what bounds that
 * are carried over from an earlier pose grow by (James & Pai 2004, *temporal coherence*).
 *
 * |U_i δq| ≤ σ_i |δq|₂ with σ_i the spectral norm of the 3 x M block of the vertex, the root of the largest eigenvalue
 * of the 3 x 3 matrix G = U_i U_iᵀ. For eigenvalues that are not negative tr(G^n)^(1/n) is never below the largest and
 * at most 3^(1/n) times as large: n = 64 is within 1.8 %, the root of that within 0.9 %. Along an axis a it is exactly
 * √(aᵀ G a).
 */
import { FLOAT32_ROUNDOFF as U } from '../../math/float.js';

/** Numbers per vertex: G as xx, xy, xz, yy, yz, zz, and σ. */
const RATE_STRIDE = 7;
const SIGMA = 6;

/**
 * The posed vertex is rounded (κ of what moves it, at most the Frobenius norm), the rate is multiplied and added in
 * float32, and a placement rounds once more: all together less than this share of the Frobenius norm.
 */
const ROUNDING = 12 * U;
/** Of the entries of G. */
const CANCELLATION = 1e-14;

/** Measures all vertices. `values` is laid out as {@link valuesByVertex} does. */
export function measureRates(values: Float32Array, vertexCount: number, slotCount: number): Float64Array {
  const rates = new Float64Array(vertexCount * RATE_STRIDE);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const at = vertex * RATE_STRIDE;
    for (let slot = 1; slot < slotCount; slot++) {
      const v = (vertex * slotCount + slot) * 3;
      const x = values[v];
      const y = values[v + 1];
      const z = values[v + 2];
      rates[at] += x * x;
      rates[at + 1] += x * y;
      rates[at + 2] += x * z;
      rates[at + 3] += y * y;
      rates[at + 4] += y * z;
      rates[at + 5] += z * z;
    }
    rates[at + SIGMA] = spectralNorm(rates, at);
  }
  return rates;
}

/** How fast a sphere grows that holds this vertex. */
export function sphereRate(rates: Float64Array, vertex: number): number {
  const at = vertex * RATE_STRIDE;
  return rates[at + SIGMA] + ROUNDING * Math.sqrt(trace(rates, at));
}

/** How fast a box grows along a direction of unit length. */
export function axisRate(rates: Float64Array, vertex: number, x: number, y: number, z: number): number {
  const g = vertex * RATE_STRIDE;
  const squared =
    x * x * rates[g] +
    y * y * rates[g + 3] +
    z * z * rates[g + 5] +
    2 * (x * y * rates[g + 1] + x * z * rates[g + 2] + y * z * rates[g + 4]);
  const whole = trace(rates, g);
  return Math.sqrt(Math.max(0, squared) + CANCELLATION * whole) + ROUNDING * Math.sqrt(whole);
}

function trace(rates: Float64Array, at: number): number {
  return rates[at] + rates[at + 3] + rates[at + 5];
}

function spectralNorm(rates: Float64Array, at: number): number {
  const whole = trace(rates, at);
  if (!(whole > 0)) return 0;
  let xx = rates[at] / whole;
  let xy = rates[at + 1] / whole;
  let xz = rates[at + 2] / whole;
  let yy = rates[at + 3] / whole;
  let yz = rates[at + 4] / whole;
  let zz = rates[at + 5] / whole;
  for (let power = 1; power < 64; power *= 2) {
    const sxx = xx * xx + xy * xy + xz * xz;
    const sxy = xx * xy + xy * yy + xz * yz;
    const sxz = xx * xz + xy * yz + xz * zz;
    const syy = xy * xy + yy * yy + yz * yz;
    const syz = xy * xz + yy * yz + yz * zz;
    const szz = xz * xz + yz * yz + zz * zz;
    xx = sxx;
    xy = sxy;
    xz = sxz;
    yy = syy;
    yz = syz;
    zz = szz;
  }
  let largest = xx + yy + zz;
  for (let power = 1; power < 64; power *= 2) largest = Math.sqrt(largest);
  return Math.sqrt(whole * Math.min(1, largest * (1 + 1e-12)));
}
