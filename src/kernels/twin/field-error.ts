/**
 * How far displacement fields lead from M, with what rounding adds to that: the reference for ../assembly/field-error.ts, same words. The rule is that of clear-fitted.ts:
 *
 *     |Y (F(x) - F(y) - M (x - y))| ≤ e |x - y|
 *
 * M and e. F(x) = x + Σ q_j U_j(x), but for rounding. Let M = I + Σ q_j G_j, and |U_j(x) - U_j(y) - G_j (x - y)| ≤ V_j |x - y| (../../bounds/affine/field-regions.ts): then e = |Y| Σ |q_j| V_j. Of two nodes, half the sum
 * of both matrices has the mean G_j. A placement B of the body changes nothing: with B M and Y B⁻¹ for M and Y all is as before.
 *
 * Rounding. Let ρ bound all coordinates, placed and not, u = 2^-24. (a) Vertices are computed in float64 and rounded once; where the body is placed, once more. So they are off by less than η = 3.5 (u ρ + 2^-149), √3, the
 * float64 arithmetic of thousands of fields and all; B⁻¹ is a rotation within 10^-4, for which 2 · 1.75 leaves room, √3 being less than 1.7321. (b) Up to 1024 fields: M is off by less than
 * 2^-40 (1 + Σ |q_j| Γ_j), with Γ_j the magnitudes of G_j, of either node.
 */
import type { Arena } from '../arena.js';
import { AFFINE, AFFINE_FRAME, AFFINE_GOVERNOR, AFFINE_TERM } from '../layout/affine.js';
import { FIELD_MATRIX_ROUNDING } from '../layout/margins.js';
import type { WordIndex } from '../units.js';

const ROUNDING = FIELD_MATRIX_ROUNDING;

/** e, for each 1 of |Y|: with what (a) adds, which is `rough`, and (b). */
export function fieldOff(
  { f32, f64, u32 }: Arena,
  affine: WordIndex,
  terms: number,
  end: number,
  rough: number,
): number {
  const weights = u32[affine + AFFINE.weights];
  let steep = 0;
  let sizes = 1;
  for (let term = terms; term < end; term += AFFINE_TERM.wordCount) {
    const weight = Math.abs(f64[(weights + u32[term]) >>> 3]);
    steep += weight * f32[term + AFFINE_TERM.products];
    sizes += weight * f32[term + AFFINE_TERM.weights];
  }
  return steep + rough + ROUNDING * sizes;
}

/** Writes M of a frame. */
export function writeFieldMatrix({ f32, f64, u32 }: Arena, affine: WordIndex, frame: number, posed: number): void {
  const fields = frame + AFFINE_FRAME.wordCount;
  const end = fields + u32[frame + AFFINE_FRAME.count] * AFFINE_GOVERNOR.wordCount;
  const weights = u32[affine + AFFINE.weights];
  for (let k = 0; k < 9; k++) f64[posed + k] = k % 4 === 0 ? 1 : 0;
  for (let field = fields; field < end; field += AFFINE_GOVERNOR.wordCount) {
    const weight = f64[(weights + u32[field]) >>> 3];
    for (let k = 0; k < 9; k++) f64[posed + k] += weight * f32[field + AFFINE_GOVERNOR.matrix + k];
  }
}
