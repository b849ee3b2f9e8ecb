/**
 * A ray against the boxes of children that one governor moves alone, where they are boxes: at rest. In the world they lie askew, and the
 * boxes around them are larger, so that rays enter a quarter more blocks. The reference for ../assembly/rest-ray.ts, same words.
 *
 * The test. Let a, b, c be the columns of the governor's matrix for bounds and m its translation (write-governors.ts), all float32. A
 * vertex that it moves alone has, at rest, a place g in the box C ± h on the grid, and in the world x = a g₀ + b g₁ + c g₂ + m + e, where
 * e is what rounding has done to matrix and vertex: on each axis less than the hull's widening W times the reach ρ, by which blend-block.ts
 * bounds the same and more. Points of a triangle are means of such x, and the same holds of them. If the ray o + t d is there, then,
 * r = b × c being the first row of the adjugate and D the determinant, so that r·a = D and r·b = r·c = 0,
 *
 *     r·(o - m) + t r·d - r·e = D g₀,      hence      |r·(o - m) - D C₀ + t r·d| ≤ |D| h₀ + |r|·e
 *
 * and likewise for the other two. Each is an interval of t; where the three, and the ray from 0 to its far end, have nothing in common, no
 * triangle is met. Nothing is divided by D, which may be zero.
 *
 * Rounding. Products of two float32 are exact in float64, so with u = 2^-53 a component of r = yz' - zy' errs by u|r|, which
 * is at most u q, q = |yz'| + |zy'|. Then r·(o - m) errs by less than 6u q·(|o| + |m|), D C₀ by 6u q·ρ, for |D| is at most q·|a| by
 * whichever column it is expanded, and |a||C₀| + |m| ≤ ρ; t r·d errs by 6u q·|t d|, the direction being rounded by u more, and |t d| is at
 * most |o| + 2ρ where the ray meets anything. The bounds of t, a sum, a product and one over r·d, are off by as much as the slab moved by
 * 4u q·(|o| + 3ρ). In all that is less than 32u q·(|o| + 3ρ), or 2^-46 q·(|o| + ρ). What is added instead of |r|·e is q·(Wρ + 2^-40 |o|):
 * of Wρ, 15 units of float32, e takes three. Where the intervals begin, rounded to float32 and taken back by 2^-21 of itself, is not later
 * than where the ray enters.
 *
 * This is about where the ray is. Which of two hits is first, and whether one is before the far end, is told by parameters as
 * ../../narrow/ray-triangle.ts rounds them, off by less than 2^-32 of themselves; the far end of the walk is 2^-22 of itself farther
 * than that of the ray (../../query/ray/kernel-walk.ts), and by that they are in reach.
 *
 * No number overflows: coordinates are at most 2^60 here, matrices below 10^30, and float64 holds products of four. Columns that are not
 * zero are above 10^-45, and products of theirs do not vanish either. Where r·d is 0, as it is where two columns are zero, the interval
 * is all of t, or nothing, or not a number, and what is not a number leaves no child out.
 */
import type { Arena } from '../arena.js';
import { BLEND_BOUND } from '../layout/blend-body.js';
import { HULL_WIDENING, LIST, MATRIX, NO_FIELDS, halfWord } from '../layout/blend.js';
import { LANES } from '../layout/child-words.js';
import { ORIGIN_SHARE, RAY_ROUNDING } from '../layout/margins.js';
import { RAY_WALK, REST_AXIS, REST_RAY } from '../layout/walk.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';

const fround = Math.fround;
// As constants of this file: where those of another are looked up by name, doubles among them are put on the heap.
const hullWidening = HULL_WIDENING;
const ROUNDING = RAY_ROUNDING;
/** Words between the columns of a matrix, to its translation and to its reach. */
const COLUMN = MATRIX.columnY;
const TRANSLATION = MATRIX.translation;
const REACH = MATRIX.reach;
/** Where the determinant is, where axes begin, and doubles of each: where the ray begins, one over its speed, how wide it is. */
const DETERMINANT = REST_RAY.determinant;
const AXES = REST_RAY.axes;
const PER_AXIS = REST_AXIS.count;

/** Which of the lanes that a ray enters it can enter indeed; where it does, or before, is brought nearer to the truth in the state. */
export function enterAtRest(arena: Arena, header: WordIndex, at: number, block: number, met: number): number {
  const { u32 } = arena;
  const lists = follow(u32, header + BLEND_BOUND.lists) + block * LANES * LIST.wordCount;
  let entered = met;
  for (let lane = 0; lane < LANES; lane++) {
    const list = lists + lane * LIST.wordCount;
    if ((met & (1 << lane)) === 0) continue;
    if (u32[list + LIST.governorCount] !== 1 || u32[list + LIST.firstField] !== NO_FIELDS) continue;
    if (u32[list + LIST.matrix] !== u32[at + RAY_WALK.restGovernor]) seeAtRest(arena, header, at, list);
    if (!entersBox(arena, at, list, lane)) entered ^= 1 << lane;
  }
  return entered;
}

function entersBox({ f32, f64, u32 }: Arena, at: number, list: number, lane: number): boolean {
  const seen = (at + RAY_WALK.rest64) >>> 1;
  const determinant = f64[seen + DETERMINANT];
  let first = 0;
  let last = f32[at + RAY_WALK.far];
  for (let axis = 0; axis < 3; axis++) {
    const from = seen + AXES + axis * PER_AXIS;
    const start = f64[from] - determinant * halfWord(u32, list + LIST.box, axis);
    const half = Math.abs(determinant) * halfWord(u32, list + LIST.box, axis + 3) + f64[from + 2];
    const a = (-half - start) * f64[from + 1];
    const b = (half - start) * f64[from + 1];
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  if (first > last) return false;
  const rounded = fround(first);
  const entry = fround(rounded - fround(rounded * ROUNDING));
  if (entry > f32[at + RAY_WALK.entries + lane]) f32[at + RAY_WALK.entries + lane] = entry;
  return true;
}

/** Notes how the rest pose of a list's governor sees the ray. */
function seeAtRest({ f32, f64, u32 }: Arena, header: WordIndex, at: number, list: number): void {
  const matrix = (u32[header + BLEND_BOUND.matrices] + u32[list + LIST.matrix]) >>> 2;
  u32[at + RAY_WALK.restGovernor] = u32[list + LIST.matrix];
  const origin = (at + RAY_WALK.origin64) >>> 1;
  const direction = (at + RAY_WALK.direction64) >>> 1;
  const seen = (at + RAY_WALK.rest64) >>> 1;
  const fromX = f64[origin] - f32[matrix + TRANSLATION];
  const fromY = f64[origin + 1] - f32[matrix + TRANSLATION + 1];
  const fromZ = f64[origin + 2] - f32[matrix + TRANSLATION + 2];
  const wideX = hullWidening * f32[matrix + REACH] + ORIGIN_SHARE * Math.abs(f64[origin]);
  const wideY = hullWidening * f32[matrix + REACH + 1] + ORIGIN_SHARE * Math.abs(f64[origin + 1]);
  const wideZ = hullWidening * f32[matrix + REACH + 2] + ORIGIN_SHARE * Math.abs(f64[origin + 2]);
  for (let axis = 0; axis < 3; axis++) {
    const b = matrix + ((axis + 1) % 3) * COLUMN;
    const c = matrix + ((axis + 2) % 3) * COLUMN;
    const bx = f32[b];
    const by = f32[b + 1];
    const bz = f32[b + 2];
    const cx = f32[c];
    const cy = f32[c + 1];
    const cz = f32[c + 2];
    const rowX = by * cz - bz * cy;
    const rowY = bz * cx - bx * cz;
    const rowZ = bx * cy - by * cx;
    if (axis === 0) f64[seen + DETERMINANT] = f32[matrix] * rowX + f32[matrix + 1] * rowY + f32[matrix + 2] * rowZ;
    const to = seen + AXES + axis * PER_AXIS;
    f64[to] = rowX * fromX + rowY * fromY + rowZ * fromZ;
    f64[to + 1] = 1 / (rowX * f64[direction] + rowY * f64[direction + 1] + rowZ * f64[direction + 2]);
    f64[to + 2] =
      (Math.abs(by * cz) + Math.abs(bz * cy)) * wideX +
      (Math.abs(bz * cx) + Math.abs(bx * cz)) * wideY +
      (Math.abs(bx * cy) + Math.abs(by * cx)) * wideZ;
  }
}
