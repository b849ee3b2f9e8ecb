/**
 * A wider grid for boxes at rest, so that new vertices may lie beyond those that there were: with steps twice as long, or longer by any power of two, and the same middle.
 *
 * A box from c - h to c + h in steps lies in the one from c' - h' to c' + h' in steps 2^k times as long, if h' ≥ (h + |c - 2^k c'|) / 2^k. All of these are whole numbers below 2^32, so the sums are exact, and so is
 * the quotient by a power of two before it is rounded up. Displacements are float32 numbers in steps: their quotients are exact, unless they are denormal, and are then rounded up.
 */
import { FIELD, FIELDS, GOVERNOR, LIST, NO_FIELDS, halfWord } from '../../kernels/layout/blend.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { roundUp32 } from '../../math/round.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { GRID, gridExtent } from '../blend/rest-grid.js';

/** What a grid is made to reach, as a share of what it does. */
const WIDER = 2;

/** Makes the grid of bounds reach farther: to a multiple of what it did, and at least so far. Writes all lists anew. */
export function widenGrid(bounds: BlendTree, least: number): void {
  const { governors, grid, listFields, lists } = bounds;
  let scale = WIDER;
  while (gridExtent(grid) * scale < least) scale *= 2;
  grid[GRID.step] *= scale;
  grid[GRID.reach] = 0;
  const seen = new Set<number>();
  for (let list = 0; list < bounds.lazyBlockCount * LANES * LIST.wordCount; list += LIST.wordCount) {
    if (lists[list + LIST.governorCount] === 0) continue;
    widenBox(lists, list + LIST.box, scale, grid);
    const others = lists[list + LIST.governorCount] - 1;
    for (let k = 0; k < others; k++) {
      const at = (lists[list + LIST.firstOther] + k) * GOVERNOR.wordCount;
      if (seen.has(at)) continue;
      seen.add(at);
      widenBox(governors, at + GOVERNOR.box, scale, grid);
    }
    const fields = lists[list + LIST.firstField];
    if (fields !== NO_FIELDS && !seen.has(-1 - fields)) {
      seen.add(-1 - fields);
      widenFields(listFields, fields, scale);
    }
  }
}

function widenBox(words: Uint32Array, at: number, scale: number, grid: Float64Array): void {
  const box = Array.from({ length: 6 }, (_, i) => halfWord(words, at, i));
  for (let axis = 0; axis < 3; axis++) {
    const center = box[axis];
    const wide = Math.round(center / scale);
    const half = Math.ceil((box[axis + 3] + Math.abs(center - wide * scale)) / scale);
    box[axis] = wide;
    box[axis + 3] = half;
    grid[GRID.reach] = Math.max(grid[GRID.reach], Math.abs(wide) + half);
  }
  for (let pair = 0; pair < 3; pair++) words[at + pair] = (box[pair * 2] & 0xffff) + (box[pair * 2 + 1] << 16);
}

function widenFields(listFields: Uint32Array, fields: number, scale: number): void {
  const floats = new Float32Array(listFields.buffer, listFields.byteOffset, listFields.length);
  for (let i = 0; i < listFields[fields + FIELDS.count]; i++) {
    const at = fields + FIELDS.wordCount + i * FIELD.wordCount;
    for (let axis = 0; axis < 3; axis++) {
      const center = floats[at + FIELD.center + axis] / scale;
      floats[at + FIELD.center + axis] = center;
      const off = Math.abs(center - floats[at + FIELD.center + axis]);
      floats[at + FIELD.half + axis] = roundUp32(floats[at + FIELD.half + axis] / scale + off);
    }
  }
}
