/** A vertex that displacement fields move, in plain TypeScript: the reference for ../assembly/deform-linear.ts, same words. */
import type { Arena } from '../arena.js';
import { behind, doubleAt, follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

/** Deforms `vertexCount` vertices. */
export function deformLinear(
  arena: Arena,
  records: ByteOffset,
  recordBytes: number,
  active: ByteOffset,
  weights: ByteOffset,
  activeCount: number,
  vertexCount: number,
  out: ByteOffset,
): void {
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const record = wordAt(behind(records, vertex * recordBytes));
    displace(arena, record, wordAt(active), doubleAt(weights), activeCount, wordAt(out) + vertex * 3);
  }
}

/** Writes where one vertex is; places are indices of what they lead to. */
export function displace(
  { f32, f64, u32 }: Arena,
  record: number,
  active: number,
  weights: number,
  activeCount: number,
  out: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    let sum = f32[record + axis];
    for (let j = 0; j < activeCount; j++) {
      sum += f32[record + follow(u32, active + j) + axis] * f64[weights + j];
    }
    f32[out + axis] = sum;
  }
}
