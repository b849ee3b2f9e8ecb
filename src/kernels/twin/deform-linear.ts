/** Whole-mesh linear deformation in plain TypeScript: the reference for ../assembly/deform-linear.ts, same words. */
import type { Arena } from '../arena.js';

/** Four coordinates of a block, and the bytes they take. */
const BLOCK = 4;

/** Deforms `blockCount` blocks of four coordinates. Pointers are byte offsets into the arena. */
export function deformLinear(
  arena: Arena,
  rest: number,
  fields: number,
  active: number,
  weights: number,
  activeCount: number,
  fieldCount: number,
  blockCount: number,
  out: number,
): void {
  const { f32, f64, u32 } = arena;
  const coordinateCount = blockCount * BLOCK;
  for (let k = 0; k < coordinateCount; k++) {
    const at = (fields >>> 2) + (k >>> 2) * fieldCount * BLOCK + (k & 3);
    let sum = f32[(rest >>> 2) + k];
    for (let j = 0; j < activeCount; j++) {
      sum += f32[at + (u32[(active >>> 2) + j] >>> 2)] * f64[(weights >>> 3) + j];
    }
    f32[(out >>> 2) + k] = sum;
  }
}
