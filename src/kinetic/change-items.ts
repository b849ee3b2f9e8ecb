/** Triangles and points that come and go while the tree lives. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_NODE } from '../tree/tree.js';
import { boxAt } from './boxes.js';
import type { AnyKineticTree, KineticBoxTree } from './box-tree/box-tree-record.js';
import { renewAround } from './box-tree/planes.js';
import { rebuildPart } from './box-tree/rebuild-part.js';
import { renewAllUpward } from './certificates.js';
import { BELOW_CHANGED, CHILDREN_CHANGED, noteNode, noteRebuilt, requireFollowed } from './followers.js';
import { requireVertex } from './change-paths.js';
import { growWords } from './grow.js';
import {
  MOST_LEVELS_MORE,
  SIDES,
  addToLeaf,
  freeNode,
  levelOf,
  replaceChild,
  takeFromLeaf,
  takeNode,
} from './leaves.js';
import { coordinateOf } from './paths.js';
import { rebuildAt } from './rebuild.js';

const childBox = new Float32Array(SIDES);
const itemBox = new Float64Array(SIDES);

/**
 * Adds a triangle (three vertices) or, in a tree over points, a point (one vertex) where boxes grow least, and returns its number. Nodes may be numbered anew.
 *
 * @throws PliantError `bad-count` or `bad-index` when the vertices are none.
 */
export function insertItem(tree: AnyKineticTree, vertices: ArrayLike<number>): number {
  const { corners } = tree;
  if (vertices.length !== corners) {
    throw new PliantError(
      'bad-count',
      `insertItem: there are ${vertices.length} vertices; items of this tree have ${corners}`,
    );
  }
  for (let corner = 0; corner < corners; corner++) requireVertex('insertItem', tree, vertices[corner]);
  requireFollowed('insertItem', tree);
  const item = tree.itemCount++;
  tree.structure++;
  tree.itemVertices = growWords(tree.itemVertices, tree.itemCount * corners, 0);
  tree.leafOfItem = growWords(tree.leafOfItem, tree.itemCount, NO_NODE);
  for (let corner = 0; corner < corners; corner++) tree.itemVertices[item * corners + corner] = vertices[corner];
  putInto(tree, tree.root === NO_NODE ? takeRoot(tree) : nearestLeaf(tree, item), item);
  if (tree.depth > tree.builtDepth + MOST_LEVELS_MORE) rebuildAt(tree, tree.paths.time);
  return item;
}

/**
 * Removes a triangle or a point. Its vertices stay.
 *
 * @throws PliantError `bad-index` when it has been removed before.
 */
export function removeItem(tree: AnyKineticTree, item: number): void {
  requireInteger('removeItem', 'item', item, 0, tree.itemCount - 1);
  const leaf = tree.leafOfItem[item];
  if (leaf === NO_NODE) {
    throw new PliantError('bad-index', `removeItem: item ${item} has been removed; use one that is there`);
  }
  requireFollowed('removeItem', tree);
  tree.structure++;
  takeFromLeaf(tree, item);
  const isEmpty = tree.itemCounts[leaf] === 0;
  if (tree.form === 'aabb-tree') {
    const lowest = isEmpty ? dropLeaf(tree, leaf) : leaf;
    renewAllUpward(tree, lowest);
    if (lowest !== NO_NODE) noteNode(tree, lowest, BELOW_CHANGED);
  } else renewAround(tree, isEmpty ? dropBoxLeaf(tree, leaf) : leaf);
}

function takeRoot(tree: AnyKineticTree): number {
  tree.root = takeNode(tree);
  noteRebuilt(tree);
  return tree.root;
}

/** Puts an item into a leaf, or beside those that are there when it is full. */
function putInto(tree: AnyKineticTree, nearest: number, item: number): void {
  if (tree.form === 'box-tree' && tree.itemCounts[nearest] === tree.leafSize) {
    rebuildPart(tree, nearest, [item]);
    return;
  }
  const leaf = leafWithRoom(tree, nearest);
  addToLeaf(tree, leaf, item);
  if (tree.form === 'aabb-tree') renewAllUpward(tree, leaf);
  else renewAround(tree, leaf);
  tree.depth = Math.max(tree.depth, levelOf(tree, leaf));
}

/** Goes down to the child whose box grows least. */
function nearestLeaf(tree: AnyKineticTree, item: number): number {
  const { arity, children, corners, itemVertices, paths } = tree;
  for (let axis = 0; axis < 3; axis++) {
    itemBox[axis] = Infinity;
    itemBox[axis + 3] = -Infinity;
    for (let corner = 0; corner < corners; corner++) {
      const at = coordinateOf(paths, itemVertices[item * corners + corner], axis);
      itemBox[axis] = Math.min(itemBox[axis], at);
      itemBox[axis + 3] = Math.max(itemBox[axis + 3], at);
    }
  }
  let node = tree.root;
  while (tree.itemCounts[node] === 0) {
    let nearest = children[node * arity];
    let least = Infinity;
    for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
      const growth = growthOf(tree, children[slot]);
      if (growth >= least) continue;
      least = growth;
      nearest = children[slot];
    }
    node = nearest;
  }
  return node;
}

/** By how much the sides of a node's box grow when it takes in the item. */
function growthOf(tree: AnyKineticTree, node: number): number {
  boxAt(tree, node, childBox);
  let growth = 0;
  for (let axis = 0; axis < 3; axis++) {
    growth += Math.max(0, childBox[axis] - itemBox[axis]) + Math.max(0, itemBox[axis + 3] - childBox[axis + 3]);
  }
  return growth;
}

/** The leaf itself, or when it is full a new one beside it: where the parent has room, or under a new parent of both. */
function leafWithRoom(tree: AnyKineticTree, leaf: number): number {
  if (tree.itemCounts[leaf] < tree.leafSize) return leaf;
  const added = takeNode(tree);
  const parent = tree.parents[leaf];
  if (parent !== NO_NODE && appendChild(tree, parent, added)) return added;
  const above = takeNode(tree);
  replaceChild(tree, leaf, above);
  appendChild(tree, above, leaf);
  appendChild(tree, above, added);
  return added;
}

/** Takes an empty leaf out, and its parent where that has one child left. Returns the lowest node above that is still there. */
function dropLeaf(tree: AnyKineticTree, leaf: number): number {
  const { arity, children } = tree;
  const parent = tree.parents[leaf];
  if (parent === NO_NODE) {
    tree.root = NO_NODE;
    noteRebuilt(tree);
    freeNode(tree, leaf);
    return NO_NODE;
  }
  const at = children.indexOf(leaf, parent * arity);
  children.copyWithin(at, at + 1, (parent + 1) * arity);
  children[(parent + 1) * arity - 1] = NO_NODE;
  noteNode(tree, parent, CHILDREN_CHANGED);
  freeNode(tree, leaf);
  if (children[parent * arity + 1] !== NO_NODE) return parent;
  const above = tree.parents[parent];
  replaceChild(tree, parent, children[parent * arity]);
  freeNode(tree, parent);
  return above;
}

/** The same in a BoxTree; returns what is in the place of its parent then. */
function dropBoxLeaf(tree: KineticBoxTree, leaf: number): number {
  const parent = tree.parents[leaf];
  const [left, right] = parent === NO_NODE ? [leaf, NO_NODE] : tree.children.subarray(parent * 2, parent * 2 + 2);
  dropLeaf(tree, leaf);
  return left === leaf ? right : left;
}

function appendChild(tree: AnyKineticTree, parent: number, child: number): boolean {
  for (let slot = parent * tree.arity; slot < (parent + 1) * tree.arity; slot++) {
    if (tree.children[slot] !== NO_NODE) continue;
    tree.children[slot] = child;
    tree.parents[child] = parent;
    noteNode(tree, parent, CHILDREN_CHANGED);
    return true;
  }
  return false;
}
