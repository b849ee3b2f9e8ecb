/** Which part of a tree is bounded lazily, and which is baked patch by patch. */
import { NO_SLOT, PATCH } from '../../kernels/layout/patches.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import type { BlockTree } from './block-tree.js';
import type { BlockLayout } from './lay-out.js';

/** A tree whose nodes are bounded lazily down to patches, which are posed as a whole. */
export interface PatchedTree extends BlockTree {
  /** Patches. */
  readonly patchCount: number;
  /** Blocks above the patches: the first ones. */
  readonly lazyBlockCount: number;
  /** Blocks, triangles and vertices of each patch. */
  readonly patches: Uint32Array;
  /** The vertices of each patch in one piece: what the rule that poses them wants of each. */
  readonly patchVertices: Uint32Array;
}

/**
 * Inner nodes in the order in which they become blocks. Those above the patches, which are bounded lazily, come first: what their
 * children depend on is then found by the number of the block alone. Patches follow, each in one piece.
 */
export interface NodeOrder {
  readonly nodes: Uint32Array;
  /** How many of them are bounded lazily. */
  readonly lazyCount: number;
}

/** So many levels of the lazy part lie together: 21 blocks or fewer, whose bounds take less than a page of memory. */
const LEVELS_TOGETHER = 3;

/**
 * Orders the nodes of a tree whose patches have at most `patchSize` triangles. A walk goes down from the root: with a few levels
 * side by side it passes through fewer pages of memory than with every branch by itself.
 */
export function orderNodes(tree: Tree, patchSize: number): NodeOrder {
  const lazy: number[] = [];
  const tops = isLazy(tree, 0, patchSize) ? [0] : [];
  for (let top = tops.pop(); top !== undefined; top = tops.pop()) {
    let level = [top];
    for (let depth = 0; depth < LEVELS_TOGETHER; depth++) {
      lazy.push(...level);
      level = level.flatMap((node) => childrenOf(tree, node).filter((child) => isLazy(tree, child, patchSize)));
    }
    tops.push(...level.toReversed());
  }
  const baked: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isInner(tree, node) && !isLazy(tree, node, patchSize)) baked.push(node);
  }
  return { nodes: Uint32Array.from([...lazy, ...baked]), lazyCount: lazy.length };
}

/**
 * The patches of a tree, as `PATCH` of the layout has them, but for their vertices: the largest subtrees with at most `patchSize` triangles that have blocks of
 * their own. A leaf right below a lazy block is in no patch: it is posed when it is touched.
 */
export function layOutPatches(tree: Tree, { blockCount, slots, words }: BlockLayout, patchSize: number): Uint32Array {
  const { nodeCount, ranges } = tree;
  if (!isLazy(tree, 0, patchSize)) return Uint32Array.of(0, blockCount, 0, ranges[1], NO_SLOT, 0, 0);
  const patches: number[] = [];
  // Nodes come parents first and depth-first, so those inside a patch follow its root, and their triangles end with its own.
  let end = 0;
  for (let node = 0; node < nodeCount; node++) {
    const first = ranges[node * 2];
    if (first < end || !isInner(tree, node) || isLazy(tree, node, patchSize)) continue;
    const count = ranges[node * 2 + 1];
    end = first + count;
    patches.push(words[slots[node]], countInner(tree, node), first, count, slots[node], 0, 0);
  }
  return Uint32Array.from(patches);
}

/**
 * The vertices of each patch, in the order in which its triangles use them; those on borders are in several. Writes into the patches where they are, and how many.
 */
export function listPatchVertices(vertexCount: number, corners: Uint32Array, patches: Uint32Array): Uint32Array {
  const seenBy = new Int32Array(vertexCount).fill(-1);
  const found: number[] = [];
  for (let patch = 0; patch < patches.length; patch += PATCH.wordCount) {
    const first = patches[patch + PATCH.firstTriangle] * 3;
    const end = first + patches[patch + PATCH.triangleCount] * 3;
    patches[patch + PATCH.firstVertex] = found.length;
    for (let corner = first; corner < end; corner++) {
      if (seenBy[corners[corner]] === patch) continue;
      seenBy[corners[corner]] = patch;
      found.push(corners[corner]);
    }
    patches[patch + PATCH.vertexCount] = found.length - patches[patch + PATCH.firstVertex];
  }
  return Uint32Array.from(found);
}

function isLazy(tree: Tree, node: number, patchSize: number): boolean {
  return isInner(tree, node) && tree.ranges[node * 2 + 1] > patchSize;
}

function isInner({ arity, children }: Tree, node: number): boolean {
  return children[node * arity] !== NO_NODE;
}

function childrenOf({ arity, children }: Tree, node: number): number[] {
  return [...children.subarray(node * arity, (node + 1) * arity)].filter((child) => child !== NO_NODE);
}

/** Inner nodes of a subtree, its root included. */
function countInner(tree: Tree, root: number): number {
  const { nodeCount, ranges } = tree;
  const end = ranges[root * 2] + ranges[root * 2 + 1];
  let count = 0;
  for (let node = root; node < nodeCount && ranges[node * 2] < end; node++) if (isInner(tree, node)) count++;
  return count;
}
