/**
 * Patches: parts of a tree that are posed and bounded exactly as a whole, when a walk first reaches one of their blocks. Blocks above them come first and are *lazy*: the rule bounds them
 * from the pose. The rules that have patches are `BLEND` and all behind it.
 */
import { BOUND_AREA } from './header.js';
import { RECORD_RULE } from './record.js';

/** How many words of the rule's area come first, whatever the rule. */
export const PATCHED_WORDS = 3;

/** How patches bound nodes: the first words of the rule's area, whatever the rule. */
export const PATCHED = {
  /** How many lazy blocks there are. */
  lazyBlockCount: BOUND_AREA,
  /** The vertices of each patch in one piece: what the rule that poses them wants of each. */
  patchVertices: BOUND_AREA + 1,
  /** Counted by the kernels. */
  patchesBaked: BOUND_AREA + 2,
  wordCount: PATCHED_WORDS,
} as const;

/**
 * Words of a block's record that are the rule's: for the blocks of patches, to which they belong. In the first block of one
 * {@link FIRST_OF_PATCH} and the slot that holds the patch's box, behind it where the patch's vertices begin among those of all, and its
 * numbers of vertices and blocks; in the others the first block.
 */
export const PATCH_RECORD = {
  patch: RECORD_RULE,
  vertices: RECORD_RULE + 1,
  counts: RECORD_RULE + 2,
} as const;

/** Set in {@link PATCH_RECORD}.patch of the first block of a patch; below it the slot that holds the patch's box. */
export const FIRST_OF_PATCH = 0x80000000;
/** {@link PATCH_RECORD}.counts holds a number of vertices and, so many bits higher, one of blocks. */
export const PATCH_COUNTS_SHIFT = 16;
/** Stands for the slot above a patch that is the whole tree. */
export const NO_SLOT = 0x7fffffff;

/**
 * Words of a patch, as a tree lists them: its blocks, its triangles in the order of the leaves, the slot that holds its box, and its vertices among those of
 * all patches: where they begin, and how many there are.
 */
export const PATCH = {
  firstBlock: 0,
  blockCount: 1,
  firstTriangle: 2,
  triangleCount: 3,
  slot: 4,
  firstVertex: 5,
  vertexCount: 6,
  wordCount: 7,
} as const;
