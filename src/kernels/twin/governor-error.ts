/**
 * How far governors lead from M, and what rounding adds to that: the reference for ../assembly/governor-error.ts, same words. The rule is that of clear-fitted.ts:
 *
 *     |Y (F(x) - F(y) - M (x - y))| ≤ e |x - y|
 *
 * M and e. With A_k, t_k the transforms of governors, w_k their weights, linear on triangles, x₀ any point, and g_k = w_k (x - x₀), F is Σ A_k g_k + (A_k x₀ + t_k) w_k. Let M = Σ A_k G_k + (A_k x₀ + t_k) b_kᵀ with
 * ΣG_k = I and Σb_k = 0, exactly (../../bounds/affine/affine-fits.ts). All w_k sum to 1, so any A, t may be taken from all A_k, A_k x₀ + t_k:
 *
 *     M = A + Σ D_k G_k + d_k b_kᵀ        D_k = A_k - A        d_k = A_k x₀ + t_k - t
 *
 * and with V_k, S_k the steepness of g_k - G_k x and w_k - b_k·x (../../bounds/affine/steepness.ts), e = Σ |Y D_k| V_k + |Y d_k| S_k. A and t are means by weight. Of two nodes, half the sum of both matrices has the mean
 * coefficients; x₀ is half the sum as well.
 *
 * Rounding. Let ρ bound all coordinates of A_k x + t_k, σ the sums of magnitudes of rows of A_k, u = 2^-24. (a) Vertices are computed in float64 and rounded once, and weights sum to 1 within a few times 2^-53: vertices are off by less
 * than η = 1.75 (u ρ + 2^-149), √3 and all. (b) Up to 30 governors: M is off by less than 2^-42 (σ Γ + ρ β), with the sums Γ, β of magnitudes of 1, G_k and b_k; all Y D_k, Y d_k together by 2^-42 |Y| (σ ΣV + ρ ΣS).
 */
import type { Arena } from '../arena.js';
import { AFFINE_FRAME, AFFINE_GOVERNOR, AFFINE_TERM } from '../layout/affine.js';
import { BLEND_POSE } from '../layout/blend-body.js';
import { GOVERNING, MATRIX64 } from '../layout/blend.js';
import { GOVERNOR_MATRIX_ROUNDING } from '../layout/margins.js';
import { follow64 } from '../units.js';
import type { WordIndex } from '../units.js';
import { multiply, normOf } from './matrix.js';

const ROUNDING = GOVERNOR_MATRIX_ROUNDING;

/** The transform that others are counted from, in the order of `MATRIX64`; of the governor under way D, row by row, and d; Y D; and x₀. */
const mean = new Float64Array(12);
const turned = new Float64Array(9);
const moved = new Float64Array(3);
const product = new Float64Array(9);
const middle = new Float64Array(3);

/** e of a region by the terms of its list, but for rounding; or infinity where that is not below a limit. Y is `inverse`. */
export function governorError(
  arena: Arena,
  header: WordIndex,
  frameA: number,
  frameB: number,
  terms: number,
  end: number,
  inverse: Float64Array,
  limit: number,
): number {
  const { f32, u32 } = arena;
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = (f32[frameA + AFFINE_FRAME.middle + axis] + f32[frameB + AFFINE_FRAME.middle + axis]) * 0.5;
  }
  const doubles = u32[header + BLEND_POSE.matrices64];
  meanOf(arena, doubles, terms, end, AFFINE_TERM.wordCount);
  let error = 0;
  for (let term = terms; term < end; term += AFFINE_TERM.wordCount) {
    const steepProducts = f32[term + AFFINE_TERM.products];
    const steepWeights = f32[term + AFFINE_TERM.weights];
    takeMean(arena, doubles, term);
    const x = inverse[0] * moved[0] + inverse[1] * moved[1] + inverse[2] * moved[2];
    const y = inverse[3] * moved[0] + inverse[4] * moved[1] + inverse[5] * moved[2];
    const z = inverse[6] * moved[0] + inverse[7] * moved[1] + inverse[8] * moved[2];
    multiply(inverse, turned, product);
    error += normOf(product) * steepProducts + Math.sqrt(x * x + y * y + z * z) * steepWeights;
    // Of those that fail, most do so early.
    if (!(error < limit)) return Infinity;
  }
  return error;
}

/** What else adds to e, for each 1 of |Y|: by (a) `rough`, and by (b). */
export function governorOff(
  { f32, f64, u32 }: Arena,
  header: WordIndex,
  frameA: number,
  frameB: number,
  terms: number,
  end: number,
  rough: number,
  reach: number,
): number {
  let products = 0;
  let weights = 0;
  for (let term = terms; term < end; term += AFFINE_TERM.wordCount) {
    products += f32[term + AFFINE_TERM.products];
    weights += f32[term + AFFINE_TERM.weights];
  }
  const stretch = f64[follow64(u32, header + BLEND_POSE.governing) + GOVERNING.stretch];
  products += Math.max(f32[frameA + AFFINE_FRAME.matrices], f32[frameB + AFFINE_FRAME.matrices]);
  weights += Math.max(f32[frameA + AFFINE_FRAME.slopes], f32[frameB + AFFINE_FRAME.slopes]);
  return rough + ROUNDING * (stretch * products + reach * weights);
}

/** Writes M of a frame. */
export function writeGovernorMatrix(arena: Arena, header: WordIndex, frame: number, posed: number): void {
  const { f32, f64, u32 } = arena;
  const governors = frame + AFFINE_FRAME.wordCount;
  const end = governors + u32[frame + AFFINE_FRAME.count] * AFFINE_GOVERNOR.wordCount;
  for (let axis = 0; axis < 3; axis++) middle[axis] = f32[frame + AFFINE_FRAME.middle + axis];
  const doubles = u32[header + BLEND_POSE.matrices64];
  meanOf(arena, doubles, governors, end, AFFINE_GOVERNOR.wordCount);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) f64[posed + row * 3 + column] = mean[placeOfEntry(row, column)];
  }
  for (let governor = governors; governor < end; governor += AFFINE_GOVERNOR.wordCount) {
    takeMean(arena, doubles, governor);
    const g = governor + AFFINE_GOVERNOR.matrix;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        f64[posed + row * 3 + column] +=
          turned[row * 3] * f32[g + column] +
          turned[row * 3 + 1] * f32[g + 3 + column] +
          turned[row * 3 + 2] * f32[g + 6 + column] +
          moved[row] * f32[governor + AFFINE_GOVERNOR.slope + column];
      }
    }
  }
}

/** Where an entry of a transform is in the order of `MATRIX64`; the translation is the last column. */
function placeOfEntry(row: number, column: number): number {
  return row === 2 ? MATRIX64.lastRow + column : column * 2 + row;
}

/** Leaves in `mean` the mean of the transforms of a list, which begin with bytes to one and its share. */
function meanOf({ f32, f64, u32 }: Arena, doubles: number, first: number, end: number, step: number): void {
  mean.fill(0);
  for (let at = first; at < end; at += step) {
    const share = f32[at + 1];
    const transform = (doubles + u32[at]) >>> 3;
    for (let k = 0; k < 12; k++) mean[k] += f64[transform + k] * share;
  }
}

/** Leaves in `turned` and `moved` what the transform of an entry does beside the mean, about the middle. */
function takeMean({ f64, u32 }: Arena, doubles: number, at: number): void {
  const transform = (doubles + u32[at]) >>> 3;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const place = placeOfEntry(row, column);
      turned[row * 3 + column] = f64[transform + place] - mean[place];
    }
    const place = placeOfEntry(row, 3);
    moved[row] =
      turned[row * 3] * middle[0] +
      turned[row * 3 + 1] * middle[1] +
      turned[row * 3 + 2] * middle[2] +
      (f64[transform + place] - mean[place]);
  }
}
