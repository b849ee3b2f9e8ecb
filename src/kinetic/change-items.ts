/** Triangles and points that come and go while the tree lives. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_NODE } from '../tree/tree.js';
import { boxAt } from './boxes.js';
import { renewAllUpward } from './certificates.js';
import { requireVertex } from './change-paths.js';
import { growWords } from './grow.js';
import type { KineticTree } from './tree-record.js';
import { SIDES, addToLeaf, freeNode, takeFromLeaf, takeNode } from './leaves.js';
import { coordinateOf } from './paths.js';
import { rebuildAt } from './rebuild.js';

/** A tree that insertions have made so many levels deeper is built anew. */
const MOST_LEVELS_MORE = 24;

const childBox = new Float32Array(SIDES);
const itemBox = new Float64Array(SIDES);

/**
 * Adds a triangle (three vertices) or, in a tree over points, a point (one vertex) where boxes grow least, and returns its number. Nodes may be numbered anew.
 *
 * @throws PliantError `bad-count` or `bad-index` when the vertices are none.
 */
export function insertItem(tree: KineticTree, vertices: ArrayLike<number>): number {
  const { corners } = tree;
  if (vertices.length !== corners) {
    throw new PliantError(
      'bad-count',
      `insertItem: there are ${vertices.length} vertices; items of this tree have ${corners}`,
    );
  }
  for (let corner = 0; corner < corners; corner++) requireVertex('insertItem', tree, vertices[corner]);
  const item = tree.itemCount++;
  tree.itemVertices = growWords(tree.itemVertices, tree.itemCount * corners, 0);
  tree.leafOfItem = growWords(tree.leafOfItem, tree.itemCount, NO_NODE);
  for (let corner = 0; corner < corners; corner++) tree.itemVertices[item * corners + corner] = vertices[corner];
  const leaf = tree.root === NO_NODE ? takeRoot(tree) : leafWithRoom(tree, nearestLeaf(tree, item));
  addToLeaf(tree, leaf, item);
  renewAllUpward(tree, leaf);
  tree.depth = Math.max(tree.depth, levelOf(tree, leaf));
  if (tree.depth > tree.builtDepth + MOST_LEVELS_MORE) rebuildAt(tree, tree.paths.time);
  return item;
}

/**
 * Removes a triangle or a point. Its vertices stay.
 *
 * @throws PliantError `bad-index` when it has been removed before.
 */
export function removeItem(tree: KineticTree, item: number): void {
  requireInteger('removeItem', 'item', item, 0, tree.itemCount - 1);
  const leaf = tree.leafOfItem[item];
  if (leaf === NO_NODE) {
    throw new PliantError('bad-index', `removeItem: item ${item} has been removed; use one that is there`);
  }
  takeFromLeaf(tree, item);
  renewAllUpward(tree, tree.itemCounts[leaf] > 0 ? leaf : dropLeaf(tree, leaf));
}

function takeRoot(tree: KineticTree): number {
  tree.root = takeNode(tree);
  return tree.root;
}

/** Goes down to the child whose box grows least. */
function nearestLeaf(tree: KineticTree, item: number): number {
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
function growthOf(tree: KineticTree, node: number): number {
  boxAt(tree, node, childBox);
  let growth = 0;
  for (let axis = 0; axis < 3; axis++) {
    growth += Math.max(0, childBox[axis] - itemBox[axis]) + Math.max(0, itemBox[axis + 3] - childBox[axis + 3]);
  }
  return growth;
}

/** The leaf itself, or when it is full a new one beside it: where the parent has room, or under a new parent of both. */
function leafWithRoom(tree: KineticTree, leaf: number): number {
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
function dropLeaf(tree: KineticTree, leaf: number): number {
  const { arity, children } = tree;
  const parent = tree.parents[leaf];
  if (parent === NO_NODE) {
    tree.root = NO_NODE;
    freeNode(tree, leaf);
    return NO_NODE;
  }
  const at = children.indexOf(leaf, parent * arity);
  children.copyWithin(at, at + 1, (parent + 1) * arity);
  children[(parent + 1) * arity - 1] = NO_NODE;
  freeNode(tree, leaf);
  if (children[parent * arity + 1] !== NO_NODE) return parent;
  const above = tree.parents[parent];
  replaceChild(tree, parent, children[parent * arity]);
  freeNode(tree, parent);
  return above;
}

function appendChild(tree: KineticTree, parent: number, child: number): boolean {
  for (let slot = parent * tree.arity; slot < (parent + 1) * tree.arity; slot++) {
    if (tree.children[slot] !== NO_NODE) continue;
    tree.children[slot] = child;
    tree.parents[child] = parent;
    return true;
  }
  return false;
}

/** Puts a node where another one is, under its parent or as the root. */
function replaceChild(tree: KineticTree, node: number, by: number): void {
  const parent = tree.parents[node];
  tree.parents[by] = parent;
  if (parent === NO_NODE) tree.root = by;
  else tree.children[tree.children.indexOf(node, parent * tree.arity)] = by;
}

function levelOf(tree: KineticTree, node: number): number {
  let level = 0;
  for (let above = node; above !== NO_NODE; above = tree.parents[above]) level++;
  return level;
}
