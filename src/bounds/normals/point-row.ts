/**
 * What a row has of governors that are points. One matrix is fitted to how all of them move, by least squares of what it leaves (Schvartzman et al. 2009, section 5):
 *
 *     A = Σ_k (y_k - ȳ) c_kᵀ,   c_k = S⁻¹ X_k,   S = Σ_k X_k X_kᵀ,   X_k = x_k - x̄
 *
 * so that all a pose takes is a sum. Bounds hold for any X_k and c_k. Where points lie in a plane, S has no inverse: a little is added to its diagonal, and A takes the direction
 * across the plane to nothing, which costs nothing, since surfaces run along it.
 */
import { roundUp32 } from '../../math/round.js';
import { magnitudeOf, putEnclosure } from './enclosure.js';
import { POINT } from './layout.js';
import { ENTRIES, SPREAD_ERROR } from './node-governors.js';
import type { NodeGovernors } from './node-governors.js';
import type { GovernorSums } from './transform-row.js';

/** What is added to the diagonal, as a share of the mean of the diagonal. */
const REGULAR = 1e-6;

/** Writes the points that were measured, from their places at rest; of the sums, gradients are those of weights, times how far each point is from the mean. */
export function putPoints(
  { found, gradients, spreads }: NodeGovernors,
  restPoints: Float64Array,
  slack: number,
  out: Float32Array,
  first: number,
): GovernorSums {
  const sums = { gradients: new Float64Array(3), spreads: new Float64Array(3) };
  const places = placesOf(found, restPoints);
  const fits = fitsOf(places);
  for (let k = 0; k < found.length; k++) {
    const at = first + k * POINT.count;
    let farthest = 0;
    for (let axis = 0; axis < 3; axis++) {
      out[at + POINT.place + axis] = places[k * 3 + axis];
      out[at + POINT.fit + axis] = fits[k * 3 + axis];
      farthest = Math.max(farthest, Math.abs(out[at + POINT.place + axis]));
    }
    for (let column = 0; column < 3; column++) {
      const entry = k * ENTRIES + 9 + column;
      const center = at + POINT.gradient + column;
      putEnclosure(gradients, entry, SPREAD_ERROR * spreads[k * 3 + column], slack, out, center, center + 3);
      const size = roundUp32(magnitudeOf(gradients, entry) + spreads[k * 3 + column]);
      sums.gradients[column] += farthest * size;
      sums.spreads[column] += size;
    }
  }
  return sums;
}

/** Where points are at rest, from their mean, in float32. */
export function placesOf(found: readonly number[], restPoints: Float64Array): Float32Array {
  const places = new Float32Array(found.length * 3);
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (const governor of found) sum += restPoints[governor * 3 + axis];
    const mean = sum / found.length;
    found.forEach((governor, k) => (places[k * 3 + axis] = restPoints[governor * 3 + axis] - mean));
  }
  return places;
}

/** S⁻¹ X_k for all points, by the adjugate of S; zeros where S is nothing, or too large or small for that. */
function fitsOf(places: Float32Array): Float32Array {
  const s = new Float64Array(6);
  for (let k = 0; k < places.length; k += 3) {
    const x = places[k];
    const y = places[k + 1];
    const z = places[k + 2];
    s[0] += x * x;
    s[1] += y * y;
    s[2] += z * z;
    s[3] += y * z;
    s[4] += z * x;
    s[5] += x * y;
  }
  const added = (REGULAR * (s[0] + s[1] + s[2])) / 3;
  const xx = s[0] + added;
  const yy = s[1] + added;
  const zz = s[2] + added;
  const [, , , yz, zx, xy] = s;
  const adjugate = [
    [yy * zz - yz * yz, yz * zx - xy * zz, xy * yz - yy * zx],
    [yz * zx - xy * zz, zz * xx - zx * zx, zx * xy - yz * xx],
    [xy * yz - yy * zx, zx * xy - yz * xx, xx * yy - xy * xy],
  ];
  const determinant = xx * adjugate[0][0] + xy * adjugate[0][1] + zx * adjugate[0][2];
  const fits = new Float32Array(places.length);
  for (let k = 0; k < places.length; k += 3) {
    for (let row = 0; row < 3; row++) {
      const [x, y, z] = adjugate[row];
      const fit = (x * places[k] + y * places[k + 1] + z * places[k + 2]) / determinant;
      fits[k + row] = Number.isFinite(Math.fround(fit)) ? fit : 0;
    }
  }
  return fits;
}
