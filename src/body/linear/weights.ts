/**
 * The weights that are not zero, written to where the kernels find them: for vertices of blends with morph targets, and for bounds of proxies. Of bodies that fields alone move, a kernel
 * writes both (../../kernels/twin/write-weights.ts).
 */
import type { Arena } from '../../kernels/arena.js';
import { DISPLACEMENT, LINEAR_BOUND } from '../../kernels/layout/linear.js';
import { FIELD_STEP_BYTES } from '../../kernels/layout/record.js';
import type { MemoryPlan } from '../memory.js';
import { follow, follow64, wordAt } from '../../kernels/units.js';
import type { ByteOffset } from '../../kernels/units.js';

/** What posing vertices by so many fields needs of a body. */
export function planFields(fieldCount: number): MemoryPlan['own'] {
  return { activeFields: fieldCount * 4, activeWeights64: fieldCount * 8 };
}

/** Writes where the fields of weights that are not zero are, with their weights, for records that have nothing but fields. */
export function writeFields(arena: Arena, body: ByteOffset, weights: Float32Array): void {
  const { f64, u32 } = arena;
  const header = wordAt(body);
  const fields = follow(u32, header + DISPLACEMENT.activeFields);
  const weights64 = follow64(u32, header + DISPLACEMENT.activeWeights64);
  let count = 0;
  for (let j = 0; j < weights.length; j++) {
    if (weights[j] === 0) continue;
    u32[fields + count] = j * FIELD_STEP_BYTES;
    f64[weights64 + count] = weights[j];
    count++;
  }
  u32[header + DISPLACEMENT.activeCount] = count;
}

/** What bounding nodes by so many fields needs of a body. */
export function planRows(fieldCount: number): MemoryPlan['own'] {
  return { activeRows: fieldCount * 4, activeWeights: fieldCount * 4 };
}

/** Writes where the rows of weights that are not zero are, with their weights. `rowBytes` is one slot of a block. */
export function writeRows(arena: Arena, body: ByteOffset, weights: Float32Array, rowBytes: number): void {
  const { f32, u32 } = arena;
  const header = wordAt(body);
  const rows = follow(u32, header + LINEAR_BOUND.activeRows);
  const weights32 = follow(u32, header + LINEAR_BOUND.activeWeights);
  let count = 0;
  for (let j = 0; j < weights.length; j++) {
    if (weights[j] === 0) continue;
    u32[rows + count] = (j + 1) * rowBytes;
    f32[weights32 + count] = weights[j];
    count++;
  }
  u32[header + LINEAR_BOUND.activeRowCount] = count;
}
