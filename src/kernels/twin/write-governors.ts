/**
 * The matrices of a blend's governors, from the transforms or points of a pose: placed in float64, so that a vertex is rounded
 * once, in the world; then in the two precisions that kernels read. The reference for ../assembly/write-governors.ts, same words.
 *
 * Matrices for bounds are applied to boxes at rest, which are given in steps s from a middle m: a coordinate p = m + s q goes to
 * A p + t = (s A) q + (t + A m), so s A and t + A m are what is rounded to float32.
 *
 * The last row of a matrix for bounds is a *reach*. With Q a bound on q, what it is applied to goes to at most |s row|₁ Q + |t + A m|
 * on each axis, and it is that which the rounding of bounds is measured by. Where A m and t are much larger than their sum, as for
 * a mesh far from its origin, float64 counts too, with which the sum and the vertices are computed: of |row|₁ ρ + |t|, ρ being a bound on
 * p, it loses 2^-53 a few times, and as often as a vertex has influences. Bounds are widened by more than 2^-21 of a reach: with
 * 2^-16 of that bound in it, by 2^16 times as much as float64 can lose once.
 *
 * A reach is rounded to float32, which takes 2^-24 of it at most; sums in float64 take some 2^-50. REACH_SLACK is more than both, so what
 * is written is not less than the reach. That the columns, too, are rounded, by which products may exceed it, is in the factor 1.02 of
 * blend-block.ts.
 */
import { REACH_SLACK } from '../../math/float.js';
import type { Arena } from '../arena.js';
import { BLEND_BOUND, BLEND_POSE } from '../layout/blend-body.js';
import { GOVERNING, MATRIX, MATRIX64, TRANSFORM } from '../layout/blend.js';
import { HEADER } from '../layout/header.js';
import { REACH_SHARE64, SMALLEST_FACTOR, SMALLEST_GOVERNOR_REACH } from '../layout/margins.js';
import { follow, follow64, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

/** Twelve numbers: the rows of the transform under way, before and after it is placed. */
const transform = new Float64Array(TRANSFORM.wordCount);
const placed = new Float64Array(TRANSFORM.wordCount);

/** Writes the matrices of all governors that move anything; bounds the coordinates that they give before they are placed, and their rows. */
export function writeGovernors(arena: Arena, body: ByteOffset, arePoints: number, isPlaced: number): void {
  const { f64, u32 } = arena;
  const header = wordAt(body);
  const used = follow(u32, header + BLEND_POSE.usedGovernors);
  const governing = follow64(u32, header + BLEND_POSE.governing);
  f64[governing + GOVERNING.reach] = 0;
  f64[governing + GOVERNING.stretch] = 0;
  for (let i = 0; i < u32[header + BLEND_POSE.usedGovernorCount]; i++) {
    const governor = u32[used + i];
    if (arePoints === 1) readPoint(arena, header, governor);
    else readTransform(arena, header, governor);
    measure(f64, governing);
    place(f64, follow64(u32, header + HEADER.placement64), isPlaced);
    writeDoubles(arena, header, governor);
    writeColumns(arena, governing, follow(u32, header + BLEND_BOUND.matrices) + governor * MATRIX.wordCount);
  }
}

function measure(f64: Float64Array, governing: number): void {
  for (let row = 0; row < TRANSFORM.wordCount; row += 4) {
    const stretch = Math.abs(transform[row]) + Math.abs(transform[row + 1]) + Math.abs(transform[row + 2]);
    const reach = stretch * f64[governing + GOVERNING.restReach] + Math.abs(transform[row + 3]);
    // Math.max keeps what is not a number, and a pose that is not a number must be refused.
    f64[governing + GOVERNING.reach] = Math.max(f64[governing + GOVERNING.reach], reach);
  }
}

function readTransform({ f32, u32 }: Arena, header: WordIndex, governor: number): void {
  const from = follow(u32, header + BLEND_POSE.transforms) + governor * TRANSFORM.wordCount;
  for (let i = 0; i < TRANSFORM.wordCount; i++) transform[i] = f32[from + i];
}

/** A point governs by carrying along what it moves. */
function readPoint({ f32, u32 }: Arena, header: WordIndex, governor: number): void {
  const from = follow(u32, header + BLEND_POSE.transforms) + governor * 3;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) transform[row * 4 + column] = row === column ? 1 : 0;
    transform[row * 4 + 3] = f32[from + row];
  }
}

function place(f64: Float64Array, matrix: number, isPlaced: number): void {
  if (isPlaced === 0) {
    placed.set(transform);
    return;
  }
  for (let row = 0; row < 3; row++) {
    const x = f64[matrix + row * 4];
    const y = f64[matrix + row * 4 + 1];
    const z = f64[matrix + row * 4 + 2];
    for (let column = 0; column < 4; column++) {
      placed[row * 4 + column] = x * transform[column] + y * transform[4 + column] + z * transform[8 + column];
    }
    placed[row * 4 + 3] += f64[matrix + row * 4 + 3];
  }
}

function writeDoubles({ f64, u32 }: Arena, header: WordIndex, governor: number): void {
  const doubles = follow64(u32, header + BLEND_POSE.matrices64) + governor * MATRIX64.count;
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 2; row++) f64[doubles + column * 2 + row] = placed[row * 4 + column];
    f64[doubles + 8 + column] = placed[8 + column];
  }
}

/** Writes the matrix for bounds, with its reach behind the columns. */
function writeColumns({ f32, f64 }: Arena, governing: number, columns: number): void {
  const restReach = f64[governing + GOVERNING.restReach];
  const gridReach = f64[governing + GOVERNING.gridReach] + SMALLEST_FACTOR;
  const step = f64[governing + GOVERNING.step];
  for (let row = 0; row < 3; row++) {
    const x = placed[row * 4];
    const y = placed[row * 4 + 1];
    const z = placed[row * 4 + 2];
    const t = placed[row * 4 + 3];
    const moved =
      t +
      (x * f64[governing + GOVERNING.middle] +
        y * f64[governing + GOVERNING.middle + 1] +
        z * f64[governing + GOVERNING.middle + 2]);
    f32[columns + row] = x * step;
    f32[columns + 4 + row] = y * step;
    f32[columns + 8 + row] = z * step;
    f32[columns + 12 + row] = moved;
    const stretch = Math.abs(x) + Math.abs(y) + Math.abs(z);
    f64[governing + GOVERNING.stretch] = Math.max(f64[governing + GOVERNING.stretch], stretch);
    const reach =
      (stretch * step + SMALLEST_FACTOR) * gridReach +
      Math.abs(moved) +
      (stretch * restReach + Math.abs(t)) * REACH_SHARE64;
    f32[columns + 16 + row] = Math.max(reach * REACH_SLACK, SMALLEST_GOVERNOR_REACH);
  }
}
