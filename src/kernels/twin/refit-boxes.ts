/** Bottom-up refit of axis-aligned boxes in plain TypeScript: the reference for ../assembly/refit-boxes.ts, same words. */
import type { Arena } from '../arena.js';
import { LEAF_BIT, NO_CHILD } from '../node-words.js';

/** Words of a box: lowest corner and one unused, highest corner and one unused. */
const STRIDE = 8;
const HIGH = 4;

/** Refits all boxes from the leaves up. Pointers are byte offsets into the arena. */
export function refitBoxes(
  arena: Arena,
  nodes: number,
  nodeCount: number,
  arity: number,
  leafVertices: number,
  positions: number,
  boxes: number,
): void {
  const { f32, u32 } = arena;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const words = (nodes >>> 2) + node * arity;
    const box = (boxes >>> 2) + node * STRIDE;
    const first = u32[words];
    f32[box + 3] = 0;
    f32[box + HIGH + 3] = 0;
    if (first >= LEAF_BIT) {
      const start = (leafVertices >>> 2) + (first - LEAF_BIT);
      const end = start + u32[words + 1];
      for (let axis = 0; axis < 3; axis++) {
        let low = f32[(positions + u32[start]) / 4 + axis];
        let high = low;
        for (let i = start + 1; i < end; i++) {
          const value = f32[(positions + u32[i]) / 4 + axis];
          if (value < low) low = value;
          if (high < value) high = value;
        }
        f32[box + axis] = low;
        f32[box + HIGH + axis] = high;
      }
      continue;
    }
    for (let axis = 0; axis < 3; axis++) {
      let low = f32[(boxes >>> 2) + first * STRIDE + axis];
      let high = f32[(boxes >>> 2) + first * STRIDE + HIGH + axis];
      for (let slot = 1; slot < arity; slot++) {
        const child = u32[words + slot];
        if (child === NO_CHILD) break;
        const childLow = f32[(boxes >>> 2) + child * STRIDE + axis];
        const childHigh = f32[(boxes >>> 2) + child * STRIDE + HIGH + axis];
        if (childLow < low) low = childLow;
        if (high < childHigh) high = childHigh;
      }
      f32[box + axis] = low;
      f32[box + HIGH + axis] = high;
    }
  }
}
