/** The bounds of a block from its coefficients: the reference for ../assembly/sum-block.ts, same words. */
import type { Arena } from '../arena.js';
import { BODY, LANES } from '../lazy-layout.js';

const fround = Math.fround;

/** c' = c + Σ Ubar_j q_j, and R' = R + Σ dR_j |q_j| or, on three axes, h' = h + Σ dH_j |q_j|. */
export function sumBlock(arena: Arena, header: number, block: number, out: number, sizes: number): void {
  const { f32, u32 } = arena;
  const rows = (u32[header + BODY.rows] + block * u32[header + BODY.blockBytes]) >>> 2;
  const activeRows = u32[header + BODY.activeRows] >>> 2;
  const activeWeights = u32[header + BODY.activeWeights] >>> 2;
  const activeCount = u32[header + BODY.activeCount];
  for (let k = 0; k < (3 + sizes) * LANES; k++) {
    const isSize = k >= 3 * LANES;
    let sum = f32[rows + k];
    for (let j = 0; j < activeCount; j++) {
      const q = f32[activeWeights + j];
      sum = fround(sum + fround(f32[rows + (u32[activeRows + j] >>> 2) + k] * (isSize ? Math.abs(q) : q)));
    }
    f32[out + k] = sum;
  }
  if (u32[header + BODY.sizeRows] !== 0) sumSizes(arena, header, rows, out + 3 * LANES, sizes);
}

/** Sizes by the rule of morph targets, in place of those of the plain rule. */
function sumSizes(arena: Arena, header: number, rows: number, out: number, sizes: number): void {
  const { f32, u32 } = arena;
  const sizeRows = u32[header + BODY.sizeRows] >>> 2;
  const sizeWeights = u32[header + BODY.sizeWeights] >>> 2;
  const sizeCount = u32[header + BODY.sizeCount];
  for (let k = 0; k < sizes * LANES; k++) {
    let sum = fround(f32[rows + 3 * LANES + k] * f32[header + BODY.restShare]);
    for (let j = 0; j < sizeCount; j++) {
      sum = fround(sum + fround(f32[rows + (u32[sizeRows + j] >>> 2) + k] * f32[sizeWeights + j]));
    }
    f32[out + k] = sum;
  }
}
