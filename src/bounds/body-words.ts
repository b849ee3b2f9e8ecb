/** What drives a body, written to where the kernels find it: the weights that are not zero. */
import type { Arena } from '../kernels/arena.js';
import { BODY, LANES } from '../kernels/lazy-layout.js';

/** Bytes of a SIMD register. */
const ROW = LANES * 4;

/** Writes the weights that are not zero, and where their rows and fields are. `rowBytes` is one slot of a block. */
export function writeWeights(arena: Arena, body: number, weights: Float32Array, rowBytes: number): void {
  const { f32, f64, u32 } = arena;
  const header = body >>> 2;
  const rows = u32[header + BODY.activeRows] >>> 2;
  const weights32 = u32[header + BODY.activeWeights] >>> 2;
  const fields = u32[header + BODY.activeFields] >>> 2;
  const weights64 = u32[header + BODY.activeWeights64] >>> 3;
  let count = 0;
  for (let j = 0; j < weights.length; j++) {
    if (weights[j] === 0) continue;
    u32[rows + count] = (j + 1) * rowBytes;
    f32[weights32 + count] = weights[j];
    u32[fields + count] = j * ROW;
    f64[weights64 + count] = weights[j];
    count++;
  }
  u32[header + BODY.activeCount] = count;
}
