/** Boxes at rest of all nodes of a block tree, by slot: where triangles that are added lie best. They are measured when a cut adds some; nothing that is searched depends on them. */
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import type { BlockTree } from '../blocks/block-tree.js';

/** Numbers of a box: lowest corner, then highest. */
export const REST_BOX = 6;

/** Measures the boxes, six numbers per slot; `positions` are those of the mesh. Children come behind their parents, so one loop backwards does. */
export function measureRestBoxes(tree: BlockTree, positions: Float32Array): Float32Array {
  const { triangles, vertexOrder, words } = tree;
  const boxes = new Float32Array(words.length * REST_BOX);
  for (let slot = words.length - 1; slot >= 0; slot--) {
    const word = words[slot];
    if (word === NO_CHILD) continue;
    const at = slot * REST_BOX;
    emptyBox(boxes, at);
    if (word >= LEAF_BIT) {
      const first = leafFirst(word) * 3;
      const end = first + leafCount(word) * 3;
      for (let corner = first; corner < end; corner++)
        growByPoint(boxes, at, positions, vertexOrder[triangles[corner]] * 3);
      continue;
    }
    for (let lane = 0; lane < LANES; lane++) {
      const child = word * LANES + lane;
      if (words[child] !== NO_CHILD) growByBox(boxes, at, boxes, child * REST_BOX);
    }
  }
  return boxes;
}

/** Makes a box one that holds nothing. */
export function emptyBox(boxes: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    boxes[at + axis] = Infinity;
    boxes[at + 3 + axis] = -Infinity;
  }
}

/** Has a box hold a point too. */
export function growByPoint(boxes: Float32Array, at: number, points: Float32Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = points[from + axis];
    if (value < boxes[at + axis]) boxes[at + axis] = value;
    if (value > boxes[at + 3 + axis]) boxes[at + 3 + axis] = value;
  }
}

/** Has a box hold another one too. */
export function growByBox(boxes: Float32Array, at: number, others: Float32Array, from: number): void {
  growByPoint(boxes, at, others, from);
  growByPoint(boxes, at, others, from + 3);
}

/** Half the area of a box that also holds another one. */
export function halfAreaWith(boxes: Float32Array, at: number, other: Float32Array): number {
  const x = Math.max(boxes[at + 3], other[3]) - Math.min(boxes[at], other[0]);
  const y = Math.max(boxes[at + 4], other[4]) - Math.min(boxes[at + 1], other[1]);
  const z = Math.max(boxes[at + 5], other[5]) - Math.min(boxes[at + 2], other[2]);
  return x * y + y * z + z * x;
}
