/** Nodes as a table that grows, and leaves as lists of items and of their different vertices. */
import { NO_INDEX } from '../mesh/mesh.js';
import { NO_NODE } from '../tree/tree.js';
import { growQueue, schedule } from './event-queue.js';
import { growWords } from './grow.js';
import type { KineticTree } from './tree-record.js';

/** Sides of a box: lowest on x, y, z, highest on x, y, z. A certificate's number is `node * SIDES + side`. */
export const SIDES = 6;

/** Makes room for so many nodes. */
export function growNodes(tree: KineticTree, count: number): void {
  const slots = tree.corners * tree.leafSize;
  tree.parents = growWords(tree.parents, count, NO_NODE);
  tree.children = growWords(tree.children, count * tree.arity, NO_NODE);
  tree.extremes = growWords(tree.extremes, count * SIDES, NO_INDEX);
  tree.itemCounts = growWords(tree.itemCounts, count, 0);
  tree.leafItems = growWords(tree.leafItems, count * tree.leafSize, 0);
  tree.vertexCounts = growWords(tree.vertexCounts, count, 0);
  tree.leafVertices = growWords(tree.leafVertices, count * slots, 0);
  tree.nextSlots = growWords(tree.nextSlots, count * slots, NO_INDEX);
  growQueue(tree.queue, count * SIDES);
}

/** A node without parent, children and items. */
export function takeNode(tree: KineticTree): number {
  let node = tree.freeNode;
  if (node === NO_NODE) {
    node = tree.nodeCount++;
    growNodes(tree, tree.nodeCount);
  } else tree.freeNode = tree.parents[node];
  tree.parents[node] = NO_NODE;
  tree.children.fill(NO_NODE, node * tree.arity, (node + 1) * tree.arity);
  tree.extremes.fill(NO_INDEX, node * SIDES, (node + 1) * SIDES);
  tree.itemCounts[node] = 0;
  tree.vertexCounts[node] = 0;
  return node;
}

/** Gives a node back that nothing names any more. */
export function freeNode(tree: KineticTree, node: number): void {
  for (let certificate = node * SIDES; certificate < (node + 1) * SIDES; certificate++) {
    tree.queue.times[certificate] = Infinity;
    schedule(tree.queue, certificate);
  }
  tree.itemCounts[node] = 0;
  tree.parents[node] = tree.freeNode;
  tree.freeNode = node;
}

/** Puts an item into a leaf that has room. */
export function addToLeaf(tree: KineticTree, leaf: number, item: number): void {
  const { corners, itemVertices } = tree;
  tree.leafItems[leaf * tree.leafSize + tree.itemCounts[leaf]++] = item;
  tree.leafOfItem[item] = leaf;
  for (let corner = 0; corner < corners; corner++) addVertex(tree, leaf, itemVertices[item * corners + corner]);
}

/** Takes an item out of its leaf, and the vertices that no other item of the leaf has. */
export function takeFromLeaf(tree: KineticTree, item: number): void {
  const { leafItems, leafSize } = tree;
  const leaf = tree.leafOfItem[item];
  tree.leafOfItem[item] = NO_NODE;
  for (let i = 0; i < tree.vertexCounts[leaf]; i++) unlinkSlot(tree, leaf, i);
  const count = tree.itemCounts[leaf];
  const kept = Array.from(leafItems.subarray(leaf * leafSize, leaf * leafSize + count)).filter((at) => at !== item);
  tree.itemCounts[leaf] = 0;
  tree.vertexCounts[leaf] = 0;
  for (const other of kept) addToLeaf(tree, leaf, other);
}

function addVertex(tree: KineticTree, leaf: number, vertex: number): void {
  const { firstSlots, leafVertices, nextSlots } = tree;
  const first = leaf * tree.corners * tree.leafSize;
  const end = first + tree.vertexCounts[leaf];
  for (let slot = first; slot < end; slot++) if (leafVertices[slot] === vertex) return;
  leafVertices[end] = vertex;
  nextSlots[end] = firstSlots[vertex];
  firstSlots[vertex] = end;
  tree.vertexCounts[leaf]++;
}

function unlinkSlot(
  { corners, firstSlots, leafSize, leafVertices, nextSlots }: KineticTree,
  leaf: number,
  i: number,
): void {
  const slot = leaf * corners * leafSize + i;
  const vertex = leafVertices[slot];
  if (firstSlots[vertex] === slot) {
    firstSlots[vertex] = nextSlots[slot];
    return;
  }
  let before = firstSlots[vertex];
  while (nextSlots[before] !== slot) before = nextSlots[before];
  nextSlots[before] = nextSlots[slot];
}
