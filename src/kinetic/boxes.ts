/** Boxes at the present time, and which leaves meet one. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_NODE } from '../tree/tree.js';
import type { KineticTree } from './tree-record.js';
import { SIDES } from './leaves.js';
import { marginAt } from './margin.js';
import { coordinateOf } from './paths.js';

/** Margins that a side is widened by, for each level of the tree; `certificates.ts` says why. */
const MARGINS_PER_LEVEL = 3;

const nodeBox = new Float32Array(SIDES);
let stack = new Uint32Array(256);

/** How far each side of a box lies beyond what a vertex has, at most, before it is rounded to float32: far below the last place of the largest coordinates. */
export function boxPad(tree: KineticTree): number {
  return MARGINS_PER_LEVEL * tree.depth * marginAt(tree.paths, tree.paths.time);
}

/**
 * Writes the box of a node at the present time: lowest x, y, z, highest x, y, z. It contains the float32 position of every vertex below the node: rounding to float32 keeps order, so
 * what holds of computed coordinates holds of positions. In nearly all cases it is their exact box.
 */
export function boxAt(tree: KineticTree, node: number, out: Float32Array): void {
  const { extremes, paths } = tree;
  const pad = boxPad(tree);
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = coordinateOf(paths, extremes[node * SIDES + axis], axis) - pad;
    out[axis + 3] = coordinateOf(paths, extremes[node * SIDES + axis + 3], axis) + pad;
  }
}

/**
 * Finds all leaves whose box meets a box (lowest x, y, z, highest x, y, z; touching counts) at the present time. Returns how many there are, and writes the first that there is room for.
 */
export function findLeavesInBox(tree: KineticTree, box: ArrayLike<number>, leaves: Uint32Array): number {
  const { arity, children, itemCounts } = tree;
  if (box.length < SIDES) {
    throw new PliantError('bad-count', `findLeavesInBox: the box has ${box.length} numbers; pass six`);
  }
  if (stack.length < tree.depth * arity) stack = new Uint32Array(tree.depth * arity * 2);
  let found = 0;
  let height = 0;
  if (tree.root !== NO_NODE) stack[height++] = tree.root;
  while (height > 0) {
    const node = stack[--height];
    boxAt(tree, node, nodeBox);
    if (areApart(nodeBox, box)) continue;
    if (itemCounts[node] > 0) {
      if (found < leaves.length) leaves[found] = node;
      found++;
      continue;
    }
    for (let slot = (node + 1) * arity - 1; slot >= node * arity; slot--) {
      if (children[slot] !== NO_NODE) stack[height++] = children[slot];
    }
  }
  return found;
}

/** Writes the triangles or points of a leaf, at most `leafSize`, and returns how many there are. */
export function readLeafItems(tree: KineticTree, leaf: number, out: Uint32Array): number {
  requireInteger('readLeafItems', 'leaf', leaf, 0, tree.nodeCount - 1);
  const count = tree.itemCounts[leaf];
  for (let i = 0; i < count && i < out.length; i++) out[i] = tree.leafItems[leaf * tree.leafSize + i];
  return count;
}

/** Writes the positions of all vertices at the present time, three numbers each; those of removed vertices mean nothing. */
export function writePositions(tree: KineticTree, out: Float32Array): void {
  const { paths } = tree;
  if (out.length < paths.vertexCount * 3) {
    throw new PliantError(
      'bad-count',
      `writePositions: there is room for ${out.length} numbers, but there are ${paths.vertexCount} vertices; pass three each`,
    );
  }
  for (let vertex = 0; vertex < paths.vertexCount; vertex++) {
    for (let axis = 0; axis < 3; axis++) out[vertex * 3 + axis] = coordinateOf(paths, vertex, axis);
  }
}

/** NaN is apart from nothing. */
function areApart(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a[0] > b[3] || a[1] > b[4] || a[2] > b[5] || b[0] > a[3] || b[1] > a[4] || b[2] > a[5];
}
