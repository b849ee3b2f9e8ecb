/** The words of a body that blended transforms move: how they pose vertices, and how they bound nodes. The arrays are those of blend.ts. */
import { BOUND_AREA, POSE_AREA } from './header.js';
import { DISPLACEMENT } from './linear.js';
import { RECORD } from './record.js';

const POSE = POSE_AREA + DISPLACEMENT.wordCount;

/** How transforms pose vertices, which fields have displaced before. */
export const BLEND_POSE = {
  /** Vertices (`VERTEX`), and further influences of theirs (`INFLUENCE`). */
  vertices: POSE,
  influences: POSE + 1,
  /** The transforms of the present pose, placed, as float64 (`MATRIX64`). */
  matrices64: POSE + 2,
  /**
   * The transforms of all governors as the pose has them, rows of float32, or the points; which governors move
   * anything, and how many; and the numbers that writing their matrices needs and leaves (`GOVERNING`).
   */
  transforms: POSE + 3,
  usedGovernors: POSE + 4,
  usedGovernorCount: POSE + 5,
  governing: POSE + 6,
  wordCount: 7,
} as const;

/** How transforms bound nodes. */
export const BLEND_BOUND = {
  /**
   * What the children of lazy blocks depend on (`LIST`); further governors (`GOVERNOR`) and fields (`FIELDS`,
   * `FIELD`) of those lists; and how many lazy blocks there are. They come before all others.
   */
  lists: BOUND_AREA,
  governors: BOUND_AREA + 1,
  listFields: BOUND_AREA + 2,
  lazyBlockCount: BOUND_AREA + 3,
  /** The transforms of the present pose, placed, as float32 (`MATRIX`). */
  matrices: BOUND_AREA + 4,
  /** The weights of all fields, zeros included. */
  fieldWeights: BOUND_AREA + 5,
  /** The vertices of each patch once more, in one piece (`VERTEX`). */
  patchVertices: BOUND_AREA + 6,
  /** Counted by the kernels. */
  patchesBaked: BOUND_AREA + 7,
  wordCount: 8,
} as const;

/**
 * Words of a block's record that are this rule's: for the blocks of patches, to which they belong. In the first block of one
 * {@link FIRST_OF_PATCH} and the slot that holds the patch's box, behind it where the patch's vertices begin among those of all, and its
 * numbers of vertices and blocks; in the others the first block.
 */
export const BLEND_RECORD = {
  patch: RECORD.rule,
  patchVertices: RECORD.rule + 1,
  patchCounts: RECORD.rule + 2,
} as const;

/** Set in {@link BLEND_RECORD}.patch of the first block of a patch; below it the slot that holds the patch's box. */
export const FIRST_OF_PATCH = 0x80000000;
/** {@link BLEND_RECORD}.patchCounts holds a number of vertices and, so many bits higher, one of blocks. */
export const PATCH_COUNTS_SHIFT = 16;
