/**
 * Where the kernels find things, in words (four bytes each): the header of a lazy body, and the state of a walk. The
 * AssemblyScript sources repeat these numbers in bytes, since they cannot import this file; a test compares results.
 */

/** Set in the word of a leaf; below it the number of its triangles less one, and where they begin. */
export const LEAF_BIT = 0x80000000;
/** Bits that say where the triangles of a leaf begin. */
export const LEAF_FIRST_BITS = 27;
/** Most triangles in a leaf of a lazy tree. */
export const LEAF_CAPACITY = 16;
/** The word of a lane that has no child. */
export const NO_CHILD = 0xffffffff;
/** Children of a block: one SIMD lane each. */
export const LANES = 4;

/** Shapes of bounds. Oriented boxes have axis-aligned ones around them in the cache, and are kept beside it. */
export const SPHERES = 0;
export const BOXES = 1;
export const ORIENTED = 2;

/** Bytes of a block in the cache: three rows of centres, then one of radii or three of half extents. */
export const CACHE_BYTES = 96;

/** Bytes of a block of oriented boxes: three rows for each of three axes, then three of half extents along them. */
export const ORIENTED_BYTES = 192;
/** Bytes of a block's axes among the coefficients. */
export const AXES_BYTES = 144;

/** Words of a body's header. Those that are pointers are byte offsets into the arena. */
export const BODY = {
  /** What evaluating a block gives, and what the cache holds in this pose: boxes after a refit, whatever the rule. */
  rule: 0,
  shape: 1,
  /** The pose that evaluated blocks and posed vertices belong to, and the last pose for which all vertices were posed. */
  stamp: 2,
  wholeStamp: 3,
  /** Fields whose weight is not zero: where they are in a block of rows and of fields, and their weights. */
  activeCount: 4,
  activeRows: 5,
  activeWeights: 6,
  activeFields: 7,
  activeWeights64: 8,
  words: 9,
  rows: 10,
  blockBytes: 11,
  cache: 12,
  blockStamps: 13,
  rest: 14,
  fields: 15,
  fieldBlockBytes: 16,
  positions: 17,
  vertexStamps: 18,
  triangles: 19,
  placed: 20,
  placement: 21,
  placement64: 22,
  /** Counted by the kernels. */
  blocksEvaluated: 23,
  verticesPosed: 24,
  /** Blocks that were carried over from an earlier pose instead of being evaluated. */
  blocksCarried: 25,
  /**
   * For morph targets only (else `sizeRows` is 0, and sizes are size at rest + Σ |q_j| · row): sizes are restShare ·
   * (size at rest) + Σ weight · row over so many rows of a block; where they are, and their weights, as
   * ../bounds/size-terms.ts says.
   */
  restShare: 26,
  sizeCount: 27,
  sizeRows: 28,
  sizeWeights: 29,
  /** Axes of oriented boxes among the coefficients, and oriented boxes of the present pose. */
  axes: 30,
  oriented: 31,
  /**
   * For carrying bounds over: bounds as they were last evaluated, before placement (0 when nothing is carried over);
   * how fast sizes grow; when each block was evaluated; how far the pose is from those before it, and how many of
   * those are known; and which share of its size a bound may grow by.
   */
  bases: 32,
  rates: 33,
  baseStamps: 34,
  distances: 35,
  distanceCount: 36,
  looseness: 37,
  wordCount: 40,
} as const;

/** Words of the state of a walk; from `shape` on they are float32. */
export const WALK = {
  stack: 0,
  stackSize: 1,
  out: 2,
  outCapacity: 3,
  outCount: 4,
  budget: 5,
  blocks: 6,
  shape: 8,
  wordCount: 16,
} as const;

/**
 * The scratch memory of walks: the state, a stack and an output of so many entries, each of one word, or two in a walk
 * over pairs. Opening a pair of nodes takes one entry away and adds at most sixteen, and no tree has more than about 80
 * levels.
 */
export const SCRATCH = { stackEntries: 4096, outEntries: 4096 } as const;

/** Bytes of the scratch memory. */
export const SCRATCH_BYTES = WALK.wordCount * 4 + (SCRATCH.stackEntries + SCRATCH.outEntries) * 8;

/** Numbers of a placement: rows of the rotation with the translation behind each, then what bounds are widened by. */
export const PLACEMENT = { rows: 0, pad: 12, scale: 13, share: 14, wordCount: 16 } as const;

/**
 * Where the triangles of a leaf begin, in the order of the tree. Words of leaves are passed around as signed numbers
 * (`word | 0`): one of 32 bits without sign is put on the heap for a call that is not inlined.
 */
export function leafFirst(word: number): number {
  return word & 0x07ffffff;
}

/** How many triangles a leaf has. */
export function leafCount(word: number): number {
  return ((word >>> LEAF_FIRST_BITS) & (LEAF_CAPACITY - 1)) + 1;
}

/** The word of a leaf. */
export function leafWord(first: number, count: number): number {
  return LEAF_BIT + (count - 1) * 0x08000000 + first;
}
