/** Which part of a tree is bounded lazily, and which is baked patch by patch. */
import { LANES, NO_SLOT, PATCH, PATCH_BIT } from '../kernels/lazy-layout.js';
import { NO_NODE } from '../tree/tree.js';
import type { Tree } from '../tree/tree.js';
import type { BlockLayout } from './bd-blocks.js';

/** Blocks above the patches, and the patches. */
export interface PatchLayout {
  /** Blocks above the patches. */
  readonly lazyBlockCount: number;
  /** Per block: its number among the lazy ones, or the patch it belongs to. */
  readonly roles: Uint32Array;
  /** Per slot: where its list is among those of lazy blocks, or -1 in a patch. */
  readonly listOf: Int32Array;
  /** As the kernels read them. */
  readonly patches: Uint32Array;
}

/**
 * Cuts a tree into patches: the largest subtrees with at most `patchSize` triangles that have blocks of their own. The
 * blocks of a subtree follow each other, since blocks are in depth-first order. A leaf right below a lazy block is in no
 * patch: it is posed when it is touched.
 */
export function layOutPatches(tree: Tree, layout: BlockLayout, patchSize: number): PatchLayout {
  const { arity, children, nodeCount, ranges } = tree;
  const { blockCount, slots, words } = layout;
  const roles = new Uint32Array(blockCount);
  const patches: number[] = [];
  if (ranges[1] <= patchSize) addPatch(patches, 0, blockCount, 0, ranges[1], NO_SLOT);
  let end = ranges[1] <= patchSize ? blockCount : 0;
  for (let node = 0; node < nodeCount; node++) {
    if (children[node * arity] === NO_NODE || ranges[node * 2 + 1] > patchSize) continue;
    const firstBlock = words[slots[node]];
    // Nodes come parents first, so those inside the patch are behind its first block.
    if (firstBlock < end) continue;
    const count = blocksBelow(tree, node);
    end = firstBlock + count;
    addPatch(patches, firstBlock, count, ranges[node * 2], ranges[node * 2 + 1], slots[node]);
  }
  const isBaked = new Uint8Array(blockCount);
  for (let patch = 0; patch * PATCH.wordCount < patches.length; patch++) {
    const first = patches[patch * PATCH.wordCount + PATCH.firstBlock];
    const count = patches[patch * PATCH.wordCount + PATCH.blockCount];
    for (let block = first; block < first + count; block++) {
      roles[block] = PATCH_BIT + patch;
      isBaked[block] = 1;
    }
  }
  const listOf = new Int32Array(blockCount * LANES).fill(-1);
  let lazyBlockCount = 0;
  for (let block = 0; block < blockCount; block++) {
    if (isBaked[block] === 1) continue;
    for (let lane = 0; lane < LANES; lane++) listOf[block * LANES + lane] = lazyBlockCount * LANES + lane;
    roles[block] = lazyBlockCount++;
  }
  return { lazyBlockCount, roles, listOf, patches: Uint32Array.from(patches) };
}

function addPatch(
  patches: number[],
  firstBlock: number,
  blockCount: number,
  firstTriangle: number,
  triangleCount: number,
  slot: number,
): void {
  patches.push(firstBlock, blockCount, firstTriangle, triangleCount, slot);
}

/** Inner nodes of a subtree, its root included: nodes are in depth-first order, so they end where its triangles do. */
function blocksBelow(tree: Tree, root: number): number {
  const { arity, children, nodeCount, ranges } = tree;
  const end = ranges[root * 2] + ranges[root * 2 + 1];
  let count = 0;
  for (let node = root; node < nodeCount && ranges[node * 2] < end; node++) {
    if (children[node * arity] !== NO_NODE) count++;
  }
  return count;
}
