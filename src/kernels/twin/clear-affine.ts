/**
 * Is a region of a skin free of collisions, for certain, by its governors alone: the reference for ../assembly/clear-affine.ts, same words. No vertex is posed, and no border is looked at.
 *
 * The rule. Let F be the posed surface, linear on triangles, as a map from the surface at rest; x and y points of the latter, in any two triangles of the region, or where it is two nodes, one in each. For matrices M and Y let
 *
 *     |Y (F(x) - F(y) - M (x - y))| ≤ e |x - y|        |Y M - I| ≤ f        e + f < 1.
 *
 * If no two points of the region have the same place at rest, none have in the pose: F(x) = F(y) would give |x - y| ≤ |Y M (x - y)| + f |x - y| ≤ (e + f) |x - y|. So triangles that have no
 * vertex in common do not meet, others meet in what they share and do not overlap in a plane, and none has its corners in a line. ∎
 *
 * M and e. With A_k, t_k the transforms of governors, w_k their weights, linear on triangles, x₀ any point, and g_k = w_k (x - x₀), F is Σ A_k g_k + (A_k x₀ + t_k) w_k. Let M = Σ A_k G_k + (A_k x₀ + t_k) b_kᵀ with
 * ΣG_k = I and Σb_k = 0, exactly (../../bounds/affine/affine-fits.ts). All w_k sum to 1, so any A, t may be taken from all A_k, A_k x₀ + t_k:
 *
 *     M = A + Σ D_k G_k + d_k b_kᵀ        D_k = A_k - A        d_k = A_k x₀ + t_k - t
 *
 * and with V_k, S_k the steepness of g_k - G_k x and w_k - b_k·x (../../bounds/affine/steepness.ts), e = Σ |Y D_k| V_k + |Y d_k| S_k. A and t are means by weight. Of two nodes, M is half the sum of
 * both, which has the mean coefficients; x₀ is half the sum as well. Y is M inverted, whatever comes out.
 *
 * Rounding. Let ρ bound all coordinates of A_k x + t_k, σ the sums of magnitudes of rows of A_k, u = 2^-24. (a) Vertices are computed in float64 and rounded once, and weights sum to 1 within a few times 2^-53: vertices are off by less
 * than η = 1.75 (u ρ + 2^-149), √3 and all, which adds |Y| R η, R being the roughness of the region. (b) Up to 30 governors: M is off by less than 2^-42 (σ Γ + ρ β), with the sums Γ, β of magnitudes of
 * 1, G_k and b_k; all Y D_k, Y d_k together by 2^-42 |Y| (σ ΣV + ρ ΣS). (c) Norms, sums of positive numbers and Y M - I lose less than 2^-20 of e, and 2^-45 |Y| |M|. Where anything overflows or is not a number,
 * the last comparison fails.
 */
import type { Arena } from '../arena.js';
import {
  AFFINE,
  AFFINE_FRAME,
  AFFINE_GOVERNOR,
  AFFINE_LIST,
  AFFINE_TERM,
  NO_AFFINE,
  POSED_FRAME,
} from '../layout/affine.js';
import { BLEND_POSE } from '../layout/blend-body.js';
import { GOVERNING, MATRIX64 } from '../layout/blend.js';
import { HEADER } from '../layout/header.js';
import { REGIONS } from '../layout/regions.js';
import { PAIR_WALK } from '../layout/walk.js';
import { doubleAt, follow, follow64, placeOf, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { invert, multiply, normOf, offIdentity } from './matrix.js';

/** 2^-24, 2^-149, 2^-42, 2^-45 and 1 - 2^-19 */
const UNIT = 5.960464477539063e-8;
const SMALLEST = 1.401298464324817e-45;
const ROUNDING = 2.2737367544323206e-13;
const PRODUCT_ROUNDING = 2.842170943040401e-14;
const LIMIT = 1 - 32 * UNIT;

/** The transform that others are counted from, in the order of `MATRIX64`; M and Y; and of the governor under way D, row by row, and d. */
const mean = new Float64Array(12);
const matrix = new Float64Array(9);
const inverse = new Float64Array(9);
const turned = new Float64Array(9);
const moved = new Float64Array(3);
const product = new Float64Array(9);
const middle = new Float64Array(3);

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. `state` is that of a walk, which counts. */
export function clearAffine(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  affine: WordIndex,
  region: number,
  a: number,
  b: number,
  state: number,
): boolean {
  const { u32 } = arena;
  const list = u32[follow(u32, affine + AFFINE.lists) + region];
  if (list === NO_AFFINE) return false;
  u32[state + PAIR_WALK.tried]++;
  if (!(boundError(arena, body, kept, affine, list, a, b) < LIMIT)) return false;
  u32[state + PAIR_WALK.unbent]++;
  return true;
}

/** e + f of a region that has a list, but for its last bits; or infinity where that is not below the limit. */
export function boundError(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  affine: WordIndex,
  list: number,
  a: number,
  b: number,
): number {
  const { f32, f64, u32 } = arena;
  const header = wordAt(body);
  const tileCount = u32[kept + REGIONS.tileCount];
  const frameA = frameAt(u32, affine, a - tileCount);
  const frameB = frameAt(u32, affine, b - tileCount);
  const posedA = poseFrame(arena, header, affine, a - tileCount);
  const posedB = poseFrame(arena, header, affine, b - tileCount);
  let square = 0;
  for (let k = 0; k < 9; k++) {
    matrix[k] = (f64[posedA + k] + f64[posedB + k]) * 0.5;
    square += matrix[k] * matrix[k];
  }
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = (f32[frameA + AFFINE_FRAME.middle + axis] + f32[frameB + AFFINE_FRAME.middle + axis]) * 0.5;
  }
  invert(matrix, inverse);
  let inverseSquare = 0;
  for (let k = 0; k < 9; k++) inverseSquare += inverse[k] * inverse[k];
  const size = Math.sqrt(inverseSquare);
  const at = follow(u32, affine + AFFINE.words) + list;
  const terms = at + AFFINE_LIST.wordCount;
  const end = terms + u32[at + AFFINE_LIST.count] * AFFINE_TERM.wordCount;
  const doubles = u32[header + BLEND_POSE.matrices64];
  meanOf(arena, doubles, terms, end, AFFINE_TERM.wordCount);
  let error = 0;
  let products = 0;
  let weights = 0;
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
    if (!(error < LIMIT)) return Infinity;
    products += steepProducts;
    weights += steepWeights;
  }
  const governing = follow64(u32, header + BLEND_POSE.governing);
  const reach = f64[doubleAt(placeOf(affine + AFFINE.reach))];
  const stretch = f64[governing + GOVERNING.stretch];
  products += Math.max(f32[frameA + AFFINE_FRAME.matrices], f32[frameB + AFFINE_FRAME.matrices]);
  weights += Math.max(f32[frameA + AFFINE_FRAME.slopes], f32[frameB + AFFINE_FRAME.slopes]);
  const rough = f32[at + AFFINE_LIST.roughness] * (1.75 * (UNIT * reach + SMALLEST));
  const rounding = ROUNDING * (stretch * products + reach * weights);
  const off = size * (rough + rounding + PRODUCT_ROUNDING * Math.sqrt(square)) + offIdentity(inverse, matrix);
  return error + off;
}

function frameAt(u32: Uint32Array, affine: WordIndex, upper: number): number {
  return follow(u32, affine + AFFINE.words) + u32[follow(u32, affine + AFFINE.frames) + upper];
}

/** Sees to it that M of a frame is that of the present pose; returns where it is. */
function poseFrame(arena: Arena, header: WordIndex, affine: WordIndex, upper: number): number {
  const { f32, f64, u32 } = arena;
  const posed = follow64(u32, affine + AFFINE.posed) + upper * POSED_FRAME.count;
  const stamp = (posed + POSED_FRAME.stamp) * 2;
  if (u32[stamp] === u32[header + HEADER.stamp]) return posed;
  u32[stamp] = u32[header + HEADER.stamp];
  const frame = frameAt(u32, affine, upper);
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
  return posed;
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
