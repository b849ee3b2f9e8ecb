/** Nodes as a table that grows, and leaves as lists of items and of their different vertices. */
import { NO_INDEX } from '../mesh/mesh.js';
import { NO_NODE } from '../tree/tree.js';
import { growQueue, schedule } from './event-queue.js';
import { CHILDREN_CHANGED, noteNode, noteRebuilt } from './followers.js';
import { growWords } from './grow.js';
import type { KineticNodes } from './tree-record.js';

/** Sides of a box: lowest on x, y, z, highest on x, y, z. In a tree of boxes a certificate's number is `node * SIDES + side`. */
export const SIDES = 6;

/** Most triangles or points of a leaf. */
export const MOST_LEAF_ITEMS = 4095;

/** A tree that changes have made so many levels deeper is built anew. */
export const MOST_LEVELS_MORE = 24;

/** Makes room for so many nodes. */
export function growNodes(tree: KineticNodes, count: number): void {
  const slots = tree.corners * tree.leafSize;
  tree.parents = growWords(tree.parents, count, NO_NODE);
  tree.children = growWords(tree.children, count * tree.arity, NO_NODE);
  tree.isListed = growWords(tree.isListed, count, 0);
  tree.itemCounts = growWords(tree.itemCounts, count, 0);
  tree.leafItems = growWords(tree.leafItems, count * tree.leafSize, 0);
  tree.vertexCounts = growWords(tree.vertexCounts, count, 0);
  tree.leafVertices = growWords(tree.leafVertices, count * slots, 0);
  tree.nextSlots = growWords(tree.nextSlots, count * slots, NO_INDEX);
  const certificates = tree.firstCertificate + count * tree.certificatesPerNode;
  tree.extremes = growWords(tree.extremes, certificates, NO_INDEX);
  growQueue(tree.queue, certificates);
}

/** A node without parent, children and items. */
export function takeNode(tree: KineticNodes): number {
  let node = tree.freeNode;
  if (node === NO_NODE) {
    node = tree.nodeCount++;
    growNodes(tree, tree.nodeCount);
  } else tree.freeNode = tree.parents[node];
  tree.parents[node] = NO_NODE;
  tree.isListed[node] = 0;
  tree.children.fill(NO_NODE, node * tree.arity, (node + 1) * tree.arity);
  const first = tree.firstCertificate + node * tree.certificatesPerNode;
  tree.extremes.fill(NO_INDEX, first, first + tree.certificatesPerNode);
  tree.itemCounts[node] = 0;
  tree.vertexCounts[node] = 0;
  return node;
}

/** Gives a node back that nothing names any more. */
export function freeNode(tree: KineticNodes, node: number): void {
  for (let i = 0; i < tree.certificatesPerNode; i++) {
    const certificate = tree.firstCertificate + node * tree.certificatesPerNode + i;
    tree.queue.times[certificate] = Infinity;
    schedule(tree.queue, certificate);
  }
  tree.itemCounts[node] = 0;
  tree.isListed[node] = 0;
  tree.parents[node] = tree.freeNode;
  tree.freeNode = node;
}

/** Puts a node where another one is, under its parent or as the root. */
export function replaceChild(tree: KineticNodes, node: number, by: number): void {
  const parent = tree.parents[node];
  tree.parents[by] = parent;
  if (parent === NO_NODE) {
    tree.root = by;
    noteRebuilt(tree);
    return;
  }
  tree.children[tree.children.indexOf(node, parent * tree.arity)] = by;
  noteNode(tree, parent, CHILDREN_CHANGED);
}

/** How many nodes there are from the root to a node, both counted. */
export function levelOf(tree: KineticNodes, node: number): number {
  let level = 0;
  for (let above = node; above !== NO_NODE; above = tree.parents[above]) level++;
  return level;
}

/** Puts an item into a leaf that has room. */
export function addToLeaf(tree: KineticNodes, leaf: number, item: number): void {
  const { corners, itemVertices } = tree;
  tree.leafItems[leaf * tree.leafSize + tree.itemCounts[leaf]++] = item;
  tree.leafOfItem[item] = leaf;
  for (let corner = 0; corner < corners; corner++) addVertex(tree, leaf, itemVertices[item * corners + corner]);
}

/** Takes an item out of its leaf, and the vertices that no other item of the leaf has. */
export function takeFromLeaf(tree: KineticNodes, item: number): void {
  const { leafItems, leafSize } = tree;
  const leaf = tree.leafOfItem[item];
  const count = tree.itemCounts[leaf];
  const kept = Array.from(leafItems.subarray(leaf * leafSize, leaf * leafSize + count)).filter((at) => at !== item);
  emptyLeaf(tree, leaf);
  tree.leafOfItem[item] = NO_NODE;
  for (const other of kept) addToLeaf(tree, leaf, other);
}

/** Takes all items out of a leaf; where they say that they are is left as it is. */
export function emptyLeaf(tree: KineticNodes, leaf: number): void {
  for (let i = 0; i < tree.vertexCounts[leaf]; i++) unlinkSlot(tree, leaf, i);
  tree.itemCounts[leaf] = 0;
  tree.vertexCounts[leaf] = 0;
}

function addVertex(tree: KineticNodes, leaf: number, vertex: number): void {
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
  { corners, firstSlots, leafSize, leafVertices, nextSlots }: KineticNodes,
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
