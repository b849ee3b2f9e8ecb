/** Boxes at the present time, and which leaves meet one. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_NODE } from '../tree/tree.js';
import { poseListedLeaf } from './agenda/key-frames.js';
import { areApart } from './apart.js';
import { MARGINS_PER_LEVEL } from './box-pad.js';
import type { AnyKineticTree } from './box-tree/box-tree-record.js';
import { findLeavesByPlanes, writeBox } from './box-tree/plane-boxes.js';
import type { KineticNodes, KineticTree } from './tree-record.js';
import { SIDES } from './leaves.js';
import { MOMENT, writeMargin } from './margin.js';
import { MOTION, coordinateOf, readMotion } from './paths.js';

const moment = new Float64Array(MOMENT.stride);
const motion = new Float64Array(MOTION.stride);
const nodeBox = new Float32Array(SIDES);
let stack = new Uint32Array(256);

/**
 * Writes the box of a node at the present time: lowest x, y, z, highest x, y, z. It contains the float32 position of every vertex below the node: rounding to float32 keeps order, so
 * what holds of computed coordinates holds of positions. In nearly all cases it is their exact box; but an inner node of a BoxTree has what the planes above leave of space, which is more.
 */
export function boxAt(tree: AnyKineticTree, node: number, out: Float32Array): void {
  if (tree.form === 'box-tree') writeBox(tree, node, out);
  else writeExtremes(tree, node, out);
}

/**
 * Finds all leaves whose box meets a box (lowest x, y, z, highest x, y, z; touching counts) at the present time. Returns how many there are, and writes the first that there is room for.
 */
export function findLeavesInBox(tree: AnyKineticTree, box: ArrayLike<number>, leaves: Uint32Array): number {
  const { arity, children, itemCounts } = tree;
  if (box.length < SIDES) {
    throw new PliantError('bad-count', `findLeavesInBox: the box has ${box.length} numbers; pass six`);
  }
  if (tree.form === 'box-tree') return findLeavesByPlanes(tree, box, leaves);
  if (stack.length < tree.depth * arity) stack = new Uint32Array(tree.depth * arity * 2);
  let found = 0;
  let height = 0;
  if (tree.root !== NO_NODE) stack[height++] = tree.root;
  while (height > 0) {
    const node = stack[--height];
    writeExtremes(tree, node, nodeBox);
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

function writeExtremes(tree: KineticTree, node: number, out: Float32Array): void {
  const { extremes, paths } = tree;
  // Numbers are written, not returned: what is returned is kept on the heap.
  moment[MOMENT.time] = paths.time;
  writeMargin(paths, moment);
  const pad = MARGINS_PER_LEVEL * tree.depth * moment[MOMENT.margin];
  motion[MOTION.time] = paths.time;
  for (let axis = 0; axis < 3; axis++) {
    readMotion(paths, extremes[node * SIDES + axis], axis, paths.key, motion);
    out[axis] = motion[MOTION.coordinate] - pad;
    readMotion(paths, extremes[node * SIDES + axis + 3], axis, paths.key, motion);
    out[axis + 3] = motion[MOTION.coordinate] + pad;
  }
}

/** Writes the triangles or points of a leaf, at most `leafSize`, and returns how many there are. */
export function readLeafItems(tree: KineticNodes, leaf: number, out: Uint32Array): number {
  requireInteger('readLeafItems', 'leaf', leaf, 0, tree.nodeCount - 1);
  const count = tree.itemCounts[leaf];
  for (let i = 0; i < count && i < out.length; i++) out[i] = tree.leafItems[leaf * tree.leafSize + i];
  return count;
}

/**
 * Writes the positions of the vertices of a leaf at the present time, three numbers at the place of each, as {@link writePositions} does of all; others are left as they are. To be asked what a leaf has that a query has reached.
 *
 * @throws PliantError `bad-count` when there is no room for all vertices of the tree.
 */
export function writeLeafPositions(tree: AnyKineticTree, leaf: number, out: Float32Array): void {
  const { corners, leafSize, leafVertices, paths, vertexCounts } = tree;
  requireInteger('writeLeafPositions', 'leaf', leaf, 0, tree.nodeCount - 1);
  requireRoom('writeLeafPositions', paths.vertexCount, out);
  if (tree.form === 'aabb-tree' && poseListedLeaf(tree, leaf, out)) return;
  const first = leaf * corners * leafSize;
  for (let slot = first; slot < first + vertexCounts[leaf]; slot++) {
    const vertex = leafVertices[slot];
    for (let axis = 0; axis < 3; axis++) out[vertex * 3 + axis] = coordinateOf(paths, vertex, axis);
  }
}

/** Writes the positions of all vertices at the present time, three numbers each; those of removed vertices mean nothing. */
export function writePositions(tree: KineticNodes, out: Float32Array): void {
  const { paths } = tree;
  requireRoom('writePositions', paths.vertexCount, out);
  for (let vertex = 0; vertex < paths.vertexCount; vertex++) {
    for (let axis = 0; axis < 3; axis++) out[vertex * 3 + axis] = coordinateOf(paths, vertex, axis);
  }
}

function requireRoom(caller: string, vertexCount: number, out: Float32Array): void {
  if (out.length >= vertexCount * 3) return;
  throw new PliantError(
    'bad-count',
    `${caller}: there is room for ${out.length} numbers, but there are ${vertexCount} vertices; pass three each`,
  );
}
