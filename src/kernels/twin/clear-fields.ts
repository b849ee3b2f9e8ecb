/**
 * Is a region that displacement fields move free of collisions, for certain, by the weights of the fields alone: the reference for ../assembly/clear-fields.ts, same words. The rule is that of clear-affine.ts:
 *
 *     |Y (F(x) - F(y) - M (x - y))| ≤ e |x - y|        |Y M - I| ≤ f        e + f < 1.
 *
 * M and e. F(x) = x + Σ q_j U_j(x), but for rounding. Let M = I + Σ q_j G_j, and |U_j(x) - U_j(y) - G_j (x - y)| ≤ V_j |x - y| (../../bounds/affine/field-regions.ts): then e = |Y| Σ |q_j| V_j. Of two nodes, M is half the sum
 * of both, which has the mean matrices. A placement B of the body changes nothing: with B M and Y B⁻¹ for M and Y all is as before.
 *
 * Rounding. Let ρ bound all coordinates, placed and not, u = 2^-24. (a) Vertices are computed in float64 and rounded once; where the body is placed, once more. So they are off by less than η = 3.5 (u ρ + 2^-149), √3, the
 * float64 arithmetic of thousands of fields and all, which adds |Y| R η, R being the roughness of the region; B⁻¹ is a rotation within 10^-4, for which 2 · 1.75 leaves room, √3 being less than 1.7321. (b) Up to 1024 fields: M is off by less than
 * 2^-40 (1 + Σ |q_j| Γ_j), with Γ_j the magnitudes of G_j, of either node. (c) Norms, sums of positive numbers and Y M - I lose less than 2^-20 of e, and 2^-45 |Y| |M|. Where anything overflows or is not a number, the last
 * comparison fails.
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
import { HEADER } from '../layout/header.js';
import { REGIONS } from '../layout/regions.js';
import { PAIR_WALK } from '../layout/walk.js';
import { doubleAt, follow, follow64, placeOf, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { invert, normOf, offIdentity } from './matrix.js';

/** 2^-24, 2^-149, 2^-40, 2^-45 and 1 - 2^-19 */
const UNIT = 5.960464477539063e-8;
const SMALLEST = 1.401298464324817e-45;
const ROUNDING = 9.094947017729282e-13;
const PRODUCT_ROUNDING = 2.842170943040401e-14;
const LIMIT = 1 - 32 * UNIT;

const matrix = new Float64Array(9);
const inverse = new Float64Array(9);

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. `state` is that of a walk, which counts. */
export function clearFields(
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
  if (!(boundFieldError(arena, body, kept, affine, list, a, b) < LIMIT)) return false;
  u32[state + PAIR_WALK.unbent]++;
  return true;
}

/** e + f of a region that has a list, but for its last bits. */
export function boundFieldError(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  affine: WordIndex,
  list: number,
  a: number,
  b: number,
): number {
  const { f32, f64, u32 } = arena;
  const tileCount = u32[kept + REGIONS.tileCount];
  const posedA = poseFrame(arena, body, affine, a - tileCount);
  const posedB = poseFrame(arena, body, affine, b - tileCount);
  let square = 0;
  for (let k = 0; k < 9; k++) {
    matrix[k] = (f64[posedA + k] + f64[posedB + k]) * 0.5;
    square += matrix[k] * matrix[k];
  }
  const weights = u32[affine + AFFINE.weights];
  const at = follow(u32, affine + AFFINE.words) + list;
  const terms = at + AFFINE_LIST.wordCount;
  const end = terms + u32[at + AFFINE_LIST.count] * AFFINE_TERM.wordCount;
  let steep = 0;
  let sizes = 1;
  for (let term = terms; term < end; term += AFFINE_TERM.wordCount) {
    const weight = Math.abs(f64[(weights + u32[term]) >>> 3]);
    steep += weight * f32[term + AFFINE_TERM.products];
    sizes += weight * f32[term + AFFINE_TERM.weights];
  }
  invert(matrix, inverse);
  const reach = f64[doubleAt(placeOf(affine + AFFINE.reach))];
  const rough = f32[at + AFFINE_LIST.roughness] * (3.5 * (UNIT * reach + SMALLEST));
  const off = steep + rough + ROUNDING * sizes + PRODUCT_ROUNDING * Math.sqrt(square);
  return normOf(inverse) * off + offIdentity(inverse, matrix);
}

/** Sees to it that M of a frame is that of the present pose; returns where it is. */
function poseFrame({ f32, f64, u32 }: Arena, body: ByteOffset, affine: WordIndex, upper: number): number {
  const posed = follow64(u32, affine + AFFINE.posed) + upper * POSED_FRAME.count;
  const stamp = (posed + POSED_FRAME.stamp) * 2;
  const now = u32[wordAt(body) + HEADER.stamp];
  if (u32[stamp] === now) return posed;
  u32[stamp] = now;
  const frame = follow(u32, affine + AFFINE.words) + u32[follow(u32, affine + AFFINE.frames) + upper];
  const fields = frame + AFFINE_FRAME.wordCount;
  const end = fields + u32[frame + AFFINE_FRAME.count] * AFFINE_GOVERNOR.wordCount;
  const weights = u32[affine + AFFINE.weights];
  for (let k = 0; k < 9; k++) f64[posed + k] = k % 4 === 0 ? 1 : 0;
  for (let field = fields; field < end; field += AFFINE_GOVERNOR.wordCount) {
    const weight = f64[(weights + u32[field]) >>> 3];
    for (let k = 0; k < 9; k++) f64[posed + k] += weight * f32[field + AFFINE_GOVERNOR.matrix + k];
  }
  return posed;
}
