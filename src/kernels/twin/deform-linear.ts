/** A vertex that displacement fields move, in plain TypeScript: the reference for ../assembly/deform-linear.ts, same words. */
import type { Arena } from '../arena.js';
import { follow } from '../units.js';

/** Deforms `vertexCount` vertices. Pointers are byte offsets into the arena. */
export function deformLinear(
  arena: Arena,
  records: number,
  recordBytes: number,
  active: number,
  weights: number,
  activeCount: number,
  vertexCount: number,
  out: number,
): void {
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    displace(arena, (records + vertex * recordBytes) >>> 2, active, weights, activeCount, (out >>> 2) + vertex * 3);
  }
}

/** Writes where one vertex is; `record` and `out` are in words. */
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
      sum += f32[record + follow(u32, (active >>> 2) + j) + axis] * f64[(weights >>> 3) + j];
    }
    f32[out + axis] = sum;
  }
}
