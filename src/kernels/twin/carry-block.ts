/**
 * The bounds of a block carried over from an earlier pose: the reference for ../assembly/carry-block.ts, same words.
 *
 * Why a bound that is carried over is safe. With c' and R' of an earlier pose q' and the present one q'' = q' + δq, a
 * vertex is at most |U_i δq| farther from c', and |U_i δq| ≤ |U_i|₂ |δq|₂ on the whole, or |U_ia|₂ |δq|₂ along an axis
 * a. So R'' = R' + rate · distance, one product and one sum: what the float32 sums need is in the rate and in R' (see
 * ../../bounds/bd/bd-tree.ts), and the placement is applied afterwards, so that it may change in between.
 */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { BOUNDS } from '../layout/record.js';
import { sumBlock } from './sum-block.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';

const fround = Math.fround;

/** Leaves bounds in `cache`: those of an earlier pose, grown, or else evaluated. Returns whether they were carried. */
export function carryBlock(arena: Arena, header: WordIndex, block: number, cache: number, sizes: number): boolean {
  const { f32, u32 } = arena;
  const base = follow(u32, header + LINEAR_BOUND.bases) + block * BOUNDS.wordCount;
  const rates = follow(u32, header + LINEAR_BOUND.rates) + block * sizes * LANES;
  const distance = distanceSince(arena, header, block);
  const isCarried =
    distance >= 0 && isTight(f32, base + 3 * LANES, rates, distance, sizes, f32[header + LINEAR_BOUND.looseness]);
  if (!isCarried) {
    sumBlock(arena, header, block, base, sizes);
    u32[follow(u32, header + LINEAR_BOUND.baseStamps) + block] = u32[header + HEADER.stamp];
  }
  for (let k = 0; k < (3 + sizes) * LANES; k++) {
    const growth = isCarried && k >= 3 * LANES ? fround(f32[rates + k - 3 * LANES] * distance) : 0;
    f32[cache + k] = isCarried && k >= 3 * LANES ? f32[base + k] + growth : f32[base + k];
  }
  return isCarried;
}

/** How far the pose has moved since the block was evaluated, or a negative number if that is not known. */
function distanceSince(arena: Arena, header: WordIndex, block: number): number {
  const { f32, u32 } = arena;
  const then = u32[follow(u32, header + LINEAR_BOUND.baseStamps) + block];
  const age = (u32[header + HEADER.stamp] - then) >>> 0;
  if (then === 0 || age >= u32[header + LINEAR_BOUND.distanceCount]) return -1;
  return f32[follow(u32, header + LINEAR_BOUND.distances) + age];
}

/** Whether no lane grew by more than the share of its size that is allowed; of boxes, the sums over the axes count. */
function isTight(
  f32: Float32Array,
  base: number,
  rates: number,
  distance: number,
  sizes: number,
  looseness: number,
): boolean {
  for (let lane = 0; lane < LANES; lane++) {
    let growth = fround(f32[rates + lane] * distance);
    let size = f32[base + lane];
    for (let axis = 1; axis < sizes; axis++) {
      growth = fround(growth + fround(f32[rates + axis * LANES + lane] * distance));
      size = fround(size + f32[base + axis * LANES + lane]);
    }
    if (!(growth <= fround(size * looseness))) return false;
  }
  return true;
}
