/**
 * A discrete normal cone: which of fourteen directions do all normals of a node face, for certain? From bounds on the gradient J of its triangles and the box of their normals m at rest, by interval arithmetic
 * (Schvartzman et al. 2009, equation 17 and section 4.1): n = cof(J) m, and a bit is set where v·n is above 0. ../../bounds/normals/normal-bounds.ts says why that is so for the posed vertices.
 *
 * Rounding. With c_l the largest magnitude in column l of J, and |m| ≤ 1.01, an entry of cof(J) is a difference of two products of at most c_a c_b each, off by 3U of those, U = 2^-53; a component of n has nine
 * such products, off by less than 32U (c_1 c_2 + c_2 c_3 + c_3 c_1); v·n adds three of them, and is off by less than 128U of that, with what adding takes. The bound in use is 2^-44: four times as much, and TINY for
 * what underflows. Where something overflows, the bound is infinite or not a number, and nothing is above it.
 */
import { ROW } from '../../bounds/normals/layout.js';
import { LINE_COUNT } from '../../kernels/layout/regions.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import type { Gradient } from './gradient.js';

/** 2^-44 */
const ROUNDING = 512 * FLOAT64_ROUNDOFF;
const TINY = 1e-290;

/** Bounds on the three components of normals, lowest first. */
const bounds = new Float64Array(6);
/** An entry of cof(J), from and to. */
const cofactor = new Float64Array(2);
/** The largest magnitude in each column. */
const sizes = new Float64Array(3);

/** The directions that all normals face, given the box of normals at rest: the lowest seven bits along lines, the next seven against them, as regions have them. */
export function directionsOf({ high, low }: Gradient, numbers: Float32Array, row: number): number {
  const normals = row * ROW.count + ROW.normals;
  bounds.fill(0);
  for (let column = 0; column < 3; column++) {
    const next = (column + 1) % 3;
    const last = (column + 2) % 3;
    const leastNormal = numbers[normals + column];
    const mostNormal = numbers[normals + 3 + column];
    let size = 0;
    for (let axis = 0; axis < 3; axis++) {
      const j = ((axis + 1) % 3) * 3;
      const k = ((axis + 2) % 3) * 3;
      setProduct(low, high, j + next, k + last);
      subtractProduct(low, high, j + last, k + next);
      const ac = cofactor[0] * leastNormal;
      const ad = cofactor[0] * mostNormal;
      const bc = cofactor[1] * leastNormal;
      const bd = cofactor[1] * mostNormal;
      bounds[axis] += Math.min(ac, ad, bc, bd);
      bounds[axis + 3] += Math.max(ac, ad, bc, bd);
      size = Math.max(size, Math.abs(low[axis * 3 + column]), Math.abs(high[axis * 3 + column]));
    }
    sizes[column] = size;
  }
  const limit = ROUNDING * (sizes[0] * sizes[1] + sizes[1] * sizes[2] + sizes[2] * sizes[0]) + TINY;
  return (
    bit(bounds[0], bounds[3], limit, 0) |
    bit(bounds[1], bounds[4], limit, 1) |
    bit(bounds[2], bounds[5], limit, 2) |
    bit(bounds[2] + bounds[1] + bounds[0], bounds[5] + bounds[4] + bounds[3], limit, 3) |
    bit(bounds[2] + bounds[1] - bounds[3], bounds[5] + bounds[4] - bounds[0], limit, 4) |
    bit(bounds[2] - bounds[4] + bounds[0], bounds[5] - bounds[1] + bounds[3], limit, 5) |
    bit(bounds[2] - bounds[4] - bounds[3], bounds[5] - bounds[1] - bounds[0], limit, 6)
  );
}

/** The bits of a line, for and against. */
function bit(least: number, most: number, limit: number, line: number): number {
  return least > limit ? 1 << line : most < -limit ? 1 << (line + LINE_COUNT) : 0;
}

function setProduct(low: Float64Array, high: Float64Array, i: number, j: number): void {
  const ac = low[i] * low[j];
  const ad = low[i] * high[j];
  const bc = high[i] * low[j];
  const bd = high[i] * high[j];
  cofactor[0] = Math.min(ac, ad, bc, bd);
  cofactor[1] = Math.max(ac, ad, bc, bd);
}

function subtractProduct(low: Float64Array, high: Float64Array, i: number, j: number): void {
  const ac = low[i] * low[j];
  const ad = low[i] * high[j];
  const bc = high[i] * low[j];
  const bd = high[i] * high[j];
  cofactor[0] -= Math.max(ac, ad, bc, bd);
  cofactor[1] -= Math.min(ac, ad, bc, bd);
}
