/**
 * Boxes of a BoxTree at the present time. Of an inner node it comes from the planes above: the lowest one on each side is the tightest. Of a leaf it is the exact box of its vertices: planes above are loose there, and what is
 * looked at next are those vertices anyway.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { areApart } from '../apart.js';
import { boxPad } from '../box-pad.js';
import { SIDES } from '../leaves.js';
import { coordinateOf } from '../paths.js';
import { PLANE, planeOf } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';

const scratchBox = new Float32Array(SIDES);
const holders = new Uint32Array(SIDES);
let stack = new Uint32Array(256);

/** Writes the box of a node: of an inner one the pad farther out than the planes that bound it, which `planes.ts` shows to be enough. */
export function writeBox(tree: KineticBoxTree, node: number, out: Float32Array): void {
  if (tree.itemCounts[node] === 0) writePlaneBox(tree, node, out);
  else writeLeafBox(tree, node, out);
}

/** Writes what the planes above a node leave of space, the pad farther out. */
export function writePlaneBox(tree: KineticBoxTree, node: number, out: Float32Array): void {
  const { axes, children, extremes, parents, paths } = tree;
  for (let side = 0; side < SIDES; side++) holders[side] = NO_INDEX;
  for (let below = node, above = parents[node]; above !== NO_NODE; below = above, above = parents[above]) {
    const isLeft = children[above * 2] === below;
    const side = axes[above] + (isLeft ? 3 : 0);
    if (holders[side] === NO_INDEX) holders[side] = extremes[planeOf(above, isLeft ? PLANE.left : PLANE.right)];
  }
  for (let side = 0; side < SIDES; side++) if (holders[side] === NO_INDEX) holders[side] = extremes[side];
  const pad = boxPad(tree);
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = coordinateOf(paths, holders[axis], axis) - pad;
    out[axis + 3] = coordinateOf(paths, holders[axis + 3], axis) + pad;
  }
}

/**
 * Finds all leaves whose box meets a box, and writes the first that there is room for. A child differs from its parent in one side of its box, so one plane is looked at, not six.
 */
export function findLeavesByPlanes(tree: KineticBoxTree, box: ArrayLike<number>, leaves: Uint32Array): number {
  const { axes, children, extremes, itemCounts, paths, root } = tree;
  if (root === NO_NODE) return 0;
  if (stack.length < tree.depth + 2) stack = new Uint32Array(tree.depth * 2 + 2);
  writeBox(tree, root, scratchBox);
  if (areApart(scratchBox, box)) return 0;
  const pad = boxPad(tree);
  let found = 0;
  let height = 0;
  stack[height++] = root;
  while (height > 0) {
    const node = stack[--height];
    if (itemCounts[node] > 0) {
      if (isLeafApart(tree, node, box)) continue;
      if (found < leaves.length) leaves[found] = node;
      found++;
      continue;
    }
    const axis = axes[node];
    // NaN is apart from nothing.
    const begin = Math.fround(coordinateOf(paths, extremes[planeOf(node, PLANE.right)], axis) - pad);
    if (!(begin > box[axis + 3])) stack[height++] = children[node * 2 + 1];
    const end = Math.fround(coordinateOf(paths, extremes[planeOf(node, PLANE.left)], axis) + pad);
    if (!(end < box[axis])) stack[height++] = children[node * 2];
  }
  return found;
}

/** Rounding to float32 keeps order: these are the lowest and highest positions. */
function writeLeafBox(tree: KineticBoxTree, leaf: number, out: Float32Array): void {
  for (let axis = 0; axis < 3; axis++) writeLeafRange(tree, leaf, axis, out);
}

/** Whether the box of a leaf has nothing in common with a box; mostly that is seen on the first axis. NaN is apart from nothing. */
function isLeafApart(tree: KineticBoxTree, leaf: number, box: ArrayLike<number>): boolean {
  for (let axis = 0; axis < 3; axis++) {
    writeLeafRange(tree, leaf, axis, scratchBox);
    if (scratchBox[axis] > box[axis + 3] || scratchBox[axis + 3] < box[axis]) return true;
  }
  return false;
}

function writeLeafRange(tree: KineticBoxTree, leaf: number, axis: number, out: Float32Array): void {
  const { leafVertices, paths } = tree;
  const first = leaf * tree.corners * tree.leafSize;
  let low = Infinity;
  let high = -Infinity;
  for (let slot = first; slot < first + tree.vertexCounts[leaf]; slot++) {
    const at = coordinateOf(paths, leafVertices[slot], axis);
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  out[axis] = low;
  out[axis + 3] = high;
}
