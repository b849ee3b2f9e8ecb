/**
 * Building a part of a BoxTree anew: where deformation has spoiled it, or where it must hold more.
 *
 * **The rule.** A node is spoiled when its planes overlap by more than they did when it was built and `spoiledBy` of its length then. Nodes of fewer than 64 full leaves are left alone: to look at some more of them costs less than to
 * build them. When a node is spoiled, the highest node above it that has used up half of what it is allowed, or else the node itself, is built anew with all below it. (What spoils one level, as a rotation does, spoils those above it soon
 * after.)
 *
 * **It ends.** Planes are held by vertices of the children, so what is measured is never more than by how much the children truly overlap; and when a node is built it is as much, but for m / 2 of rounding. A node is spoiled when two
 * margins m more are measured than are allowed. So its children have come to overlap by m more than when it was built, at least. No two vertices come nearer faster than 2 W (`margin.ts`), so that took at least m / 2W: between two
 * times a node is built finitely often. Paths that are set and items that are put in can be quicker, but each of them only once.
 */
import { NO_NODE } from '../../tree/tree.js';
import { growNumbers, growWords } from '../grow.js';
import { growSubtree } from '../grow-subtree.js';
import type { Subtree } from '../grow-subtree.js';
import { MOST_LEVELS_MORE, SIDES, emptyLeaf, freeNode, levelOf, replaceChild } from '../leaves.js';
import { OVERLAP, PLANE, planeOf } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';
import { choosePlanes } from './choose-planes.js';
import { isSpoiled, setOverlap } from './overlap.js';
import { renewAround, renewAroundPart, renewPlane } from './planes.js';

/** Measured on points that fly off in all directions: with 16, nearly twice as many nodes are built, and queries look at a quarter fewer; with 256, half as many are built, and queries look at up to twice as many. */
const FEWEST_LEAVES = 64;

/** Of what it is allowed, this much makes a node above a spoiled one be built with it. */
const NEARLY_SPOILED = 0.5;

/** Builds what is to be built when a node is spoiled. */
export function rebuildSpoiled(tree: KineticBoxTree, spoiled: number): void {
  let node = spoiled;
  for (let above = tree.parents[node]; above !== NO_NODE; above = tree.parents[above]) {
    if (isSpoiled(tree, above, NEARLY_SPOILED)) node = above;
  }
  tree.counts.rebuilds++;
  tree.counts.rebuiltNodes += rebuildPart(tree, node, []);
  // Parts of parts can grow deep.
  if (tree.depth <= tree.builtDepth + MOST_LEVELS_MORE) return;
  tree.counts.rebuiltNodes += rebuildPart(tree, tree.root, []);
}

/** Builds all below a node anew, with further items. Returns how many nodes there are now. */
export function rebuildPart(tree: KineticBoxTree, node: number, further: readonly number[]): number {
  const { leafItems, leafSize } = tree;
  const items = [...further];
  const before = [node];
  for (const below of before) {
    const count = tree.itemCounts[below];
    for (let i = 0; i < count; i++) items.push(leafItems[below * leafSize + i]);
    if (count === 0) before.push(tree.children[below * 2], tree.children[below * 2 + 1]);
    else emptyLeaf(tree, below);
  }
  for (const below of before) if (below !== node) freeNode(tree, below);
  const subtree = growSubtree(tree, Uint32Array.from(items));
  const top = subtree.nodes[0];
  replaceChild(tree, node, top);
  freeNode(tree, node);
  const depth = levelOf(tree, top) - 1 + subtree.built.depth;
  tree.depth = top === tree.root ? depth : Math.max(tree.depth, depth);
  if (top === tree.root) tree.builtDepth = depth;
  completeSubtree(tree, subtree);
  if (further.length === 0) renewAroundPart(tree, top);
  else renewAround(tree, top);
  return subtree.nodes.length;
}

/** Gives planes to a new subtree that has its place in the tree; those around it are left as they are. */
export function completeSubtree(tree: KineticBoxTree, subtree: Subtree): void {
  const { built, nodes } = subtree;
  tree.axes = growWords(tree.axes, tree.nodeCount, 0);
  tree.overlaps = growNumbers(tree.overlaps, tree.nodeCount * OVERLAP.stride);
  const tight = choosePlanes(tree, subtree);
  // Children come after their parents.
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (built.children[i * 2] === NO_NODE) continue;
    renewPlane(tree, planeOf(nodes[i], PLANE.left));
    renewPlane(tree, planeOf(nodes[i], PLANE.right));
    const low = i * SIDES + tree.axes[nodes[i]];
    const isLarge = built.ranges[i * 2 + 1] >= FEWEST_LEAVES * tree.leafSize;
    const isWatched = isLarge && tree.spoiledBy < Infinity;
    setOverlap(tree, nodes[i], isWatched ? tree.spoiledBy * (tight[low + 3] - tight[low]) : Infinity);
  }
}
