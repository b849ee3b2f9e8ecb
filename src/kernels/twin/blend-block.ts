/**
 * The bounds of a lazy block under a blend of transforms: the reference for ../assembly/blend-block.ts, same words.
 *
 * The bound. A vertex is Σ_k w_k x_k with x_k = A_k p + t_k; in a child every weight w_k lies in [least_k, most_k], and
 * the vertices that governor k moves lie, at rest, in the box c_k ± h_k. So on each axis, r_k being the row of A_k,
 *
 *     L_k ≤ x_k ≤ U_k        with  U_k, L_k = r_k·c_k + t_k ± |r_k|·h_k
 *
 * for every vertex with w_k > 0, and since Σ w_k = 1 a vertex is at most Σ w_k U_k = U_0 + Σ_{k≥1} w_k (U_k - U_0), which
 * is at most max_k U_k, and at most U_0 + Σ_{k≥1} max(least_k (U_k - U_0), most_k (U_k - U_0)). Likewise from below. Morph
 * targets move the boxes first: c_k + Σ q_j c_j, h_k + Σ |q_j| h_j, with the box c_j ± h_j of the displacements.
 *
 * Boxes at rest are given in whole steps of a grid, and matrices are applied to what is in steps (write-governors.ts); weights
 * are rounded outwards to multiples of 2^-15. All of these are exact in float32.
 *
 * Float32 safety, u = 2^-24. Let X bound every coordinate of every rest box, morphed, and ρ = max_k (|r_k|·X + |t_k|)
 * over the governors of the child, rounded up: all U_k, L_k are at most ρ in magnitude. Matrices are rounded to float32,
 * each product and each sum once more: r_k·c_k + t_k is off by at most 5.1u(|r_k||c_k| + |t_k|), |r_k|·h_k by 4.1u|r_k|h_k,
 * their sum by another u|U_k|, in all 6.2uρ. With n morph targets, c_k and h_k themselves are off by (n + 2)uX each, so U_k
 * by e uρ with e = 7, or 7 + 2(n + 3). A difference U_k - U_0 is then off by (2e + 2.1)uρ, its product with a weight by
 * most_k (2e + 4.2)uρ; the sums have m terms and partial sums of at most (1 + 2H)ρ, H = Σ_{k≥1} most_k. So
 *
 *     F = 1.02 (e + H (2e + 4.2) + 1.01 m (1 + 2H) + 8)        for the sum,        F = 1.02 (e + 8)        for the hull
 *
 * times uρ covers all of it; the 8 is for the vertex, which is rounded to float32 once (uρ; float64 sums and weights that
 * sum to 1 only within float64 rounding are nothing beside it), for the last sum, and for the product Fuρ itself. The
 * *widenings* of a list are Fu rounded up. Among many governors the hull is the better bound, and hardly widened.
 *
 * Where float32 is denormal, a rounding loses up to 2^-150 instead. Of a sum or a last product that is nothing beside reaches
 * of at least 2^-100; but of a morphed rest coordinate it is scaled up by |r_k|, of a placed matrix by X. So ρ is really
 * (|r_k| + 2^-120)(X + 2^-120) + |t_k|, of which Fu is more. No product or sum overflows while |r_k|, X and ρ are below 10^30
 * and there are fewer than 10^7 governors: the body sees to that, and refits where it is not so.
 */
import type { Arena } from '../arena.js';
import { BLEND_BOUND } from '../layout/blend-body.js';
import { FIELD, FIELDS, GOVERNOR, HULL_WIDENING, LIST, NO_FIELDS, WEIGHT_UNIT, halfWord } from '../layout/blend.js';
import { LANES } from '../layout/child-words.js';
import { storeInterval } from './store-box.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';

const fround = Math.fround;

/** The bounds of a lazy block. */
export function blendBlock(arena: Arena, header: WordIndex, block: number, cache: number): void {
  const { u32 } = arena;
  const lists = follow(u32, header + BLEND_BOUND.lists) + block * LANES * LIST.wordCount;
  for (let lane = 0; lane < LANES; lane++) {
    const list = lists + lane * LIST.wordCount;
    if (u32[list + LIST.governorCount] !== 0) boundChild(arena, header, list, cache + lane);
  }
}

// As constants of this file: where those of another are looked up by name, doubles among them are put on the heap.
const weightUnit = WEIGHT_UNIT;
const plainWidening = HULL_WIDENING;

const interval = new Float32Array(2);
/** What morph targets add to the centre and the half extents of rest boxes. */
const shift = new Float32Array(6);
/** Lower and upper end of what a governor's matrix makes of its rest box, on one axis. */
const image = new Float32Array(2);

function boundChild(arena: Arena, header: WordIndex, list: number, at: number): void {
  const { f32, u32 } = arena;
  const firstField = u32[list + LIST.firstField];
  const fields = firstField === NO_FIELDS ? -1 : follow(u32, header + BLEND_BOUND.listFields) + firstField;
  shift.fill(0);
  if (fields >= 0) morphBoxes(arena, header, fields);
  const matrices = follow(u32, header + BLEND_BOUND.matrices);
  const others = follow(u32, header + BLEND_BOUND.governors) + u32[list + LIST.firstOther] * GOVERNOR.wordCount;
  const end = others + (u32[list + LIST.governorCount] - 1) * GOVERNOR.wordCount;
  for (let axis = 0; axis < 3; axis++) {
    const matrix0 = matrices + follow(u32, list + LIST.matrix) + axis;
    moveBox(arena, list + LIST.box, matrix0);
    const low0 = image[0];
    const high0 = image[1];
    let low = low0;
    let high = high0;
    let lowSum = low0;
    let highSum = high0;
    let reach = f32[matrix0 + 16];
    for (let governor = others; governor < end; governor += GOVERNOR.wordCount) {
      const matrix = matrices + follow(u32, governor + GOVERNOR.matrix) + axis;
      moveBox(arena, governor + GOVERNOR.box, matrix);
      const least = (u32[governor + GOVERNOR.weights] & 0xffff) * weightUnit;
      const most = (u32[governor + GOVERNOR.weights] >>> 16) * weightUnit;
      const above = fround(image[1] - high0);
      const below = fround(image[0] - low0);
      highSum = fround(highSum + larger(fround(above * least), fround(above * most)));
      lowSum = fround(lowSum + smaller(fround(below * least), fround(below * most)));
      high = larger(high, image[1]);
      low = smaller(low, image[0]);
      reach = larger(reach, f32[matrix + 16]);
    }
    const hullWidening = fround(reach * (fields >= 0 ? f32[fields + FIELDS.hullWidening] : plainWidening));
    const sumWidening = fround(reach * f32[list + LIST.sumWidening]);
    interval[0] = larger(fround(low - hullWidening), fround(lowSum - sumWidening));
    interval[1] = smaller(fround(high + hullWidening), fround(highSum + sumWidening));
    storeInterval(f32, at, axis, interval);
  }
}

function morphBoxes(arena: Arena, header: WordIndex, fields: number): void {
  const { f32, u32 } = arena;
  const first = fields + FIELDS.wordCount;
  const end = first + u32[fields + FIELDS.count] * FIELD.wordCount;
  for (let field = first; field < end; field += FIELD.wordCount) {
    const weight = f32[(u32[header + BLEND_BOUND.fieldWeights] + u32[field + FIELD.weight]) >>> 2];
    if (weight === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      shift[axis] += fround(f32[field + FIELD.center + axis] * weight);
      shift[axis + 3] += fround(f32[field + FIELD.half + axis] * Math.abs(weight));
    }
  }
}

/** Leaves in `image` where a box at rest lies along an axis, once a matrix has moved it. */
function moveBox({ f32, u32 }: Arena, box: number, matrix: number): void {
  let center = 0;
  let extent = 0;
  for (let column = 0; column < 3; column++) {
    const entry = f32[matrix + column * 4];
    const restCenter = fround(halfWord(u32, box, column) + shift[column]);
    const restHalf = fround(halfWord(u32, box, column + 3) + shift[column + 3]);
    const moved = fround(entry * restCenter);
    const grown = fround(Math.abs(entry) * restHalf);
    center = column === 0 ? moved : fround(center + moved);
    extent = column === 0 ? grown : fround(extent + grown);
  }
  center = fround(center + f32[matrix + 12]);
  image[0] = center - extent;
  image[1] = center + extent;
}

/** As SIMD has it: the first unless the second is really larger. */
function larger(a: number, b: number): number {
  return a < b ? b : a;
}

function smaller(a: number, b: number): number {
  return b < a ? b : a;
}
