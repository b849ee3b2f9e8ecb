/** The bounds of a block from its coefficients: the reference for ../assembly/sum-block.ts, same words. */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';

const fround = Math.fround;

/** c' = c + Σ Ubar_j q_j, and R' = R + Σ dR_j |q_j| or, on three axes, h' = h + Σ dH_j |q_j|. */
export function sumBlock(arena: Arena, header: WordIndex, block: number, out: number, sizes: number): void {
  const { f32, u32 } = arena;
  const rows = (u32[header + LINEAR_BOUND.rows] + block * u32[header + LINEAR_BOUND.blockBytes]) >>> 2;
  const activeRows = follow(u32, header + LINEAR_BOUND.activeRows);
  const activeWeights = follow(u32, header + LINEAR_BOUND.activeWeights);
  const activeCount = u32[header + LINEAR_BOUND.activeRowCount];
  for (let k = 0; k < (3 + sizes) * LANES; k++) {
    const isSize = k >= 3 * LANES;
    let sum = f32[rows + k];
    for (let j = 0; j < activeCount; j++) {
      const q = f32[activeWeights + j];
      sum = fround(sum + fround(f32[rows + follow(u32, activeRows + j) + k] * (isSize ? Math.abs(q) : q)));
    }
    f32[out + k] = sum;
  }
  if (u32[header + LINEAR_BOUND.sizeRows] !== 0) sumSizes(arena, header, rows, out + 3 * LANES, sizes);
}

/** Sizes by the rule of morph targets, in place of those of the plain rule. */
function sumSizes(arena: Arena, header: WordIndex, rows: number, out: number, sizes: number): void {
  const { f32, u32 } = arena;
  const sizeRows = follow(u32, header + LINEAR_BOUND.sizeRows);
  const sizeWeights = follow(u32, header + LINEAR_BOUND.sizeWeights);
  const sizeCount = u32[header + LINEAR_BOUND.sizeCount];
  for (let k = 0; k < sizes * LANES; k++) {
    let sum = fround(f32[rows + 3 * LANES + k] * f32[header + LINEAR_BOUND.restShare]);
    for (let j = 0; j < sizeCount; j++) {
      sum = fround(sum + fround(f32[rows + follow(u32, sizeRows + j) + k] * f32[sizeWeights + j]));
    }
    f32[out + k] = sum;
  }
}
