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
/** A rule, not a shape: axis-aligned boxes from the transforms of governors, and exact ones in patches. */
export const BLEND = 3;

/** Bytes of the bounds of a block: three rows of centres, then one of radii or three of half extents. */
export const BOUNDS_BYTES = 96;

/**
 * Words of what a body keeps of a block: its bounds in some pose; a word for each child, which is a block, a leaf, or nothing;
 * the stamp of the pose; and for the blocks of patches, to which they belong: in the first block of one {@link FIRST_OF_PATCH} and
 * the slot that holds the patch's box, behind it where the patch's vertices begin among those of all, and its numbers of vertices and blocks;
 * in the others the first block. Two cache lines, so that opening a block waits for one page of memory rather than for several.
 */
export const RECORD = {
  bounds: 0,
  words: 24,
  stamp: 28,
  patch: 29,
  patchVertices: 30,
  patchCounts: 31,
  wordCount: 32,
} as const;

/** Set in {@link RECORD}.patch of the first block of a patch; below it the slot that holds the patch's box. */
export const FIRST_OF_PATCH = 0x80000000;
/** Stands for the slot above a patch that is the whole tree. */
export const NO_SLOT = 0x7fffffff;
/** {@link RECORD}.patchCounts holds a number of vertices and, so many bits higher, one of blocks. */
export const PATCH_COUNTS_SHIFT = 16;

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
  /** Nodes of a refitted body. */
  nodes: 9,
  rows: 10,
  blockBytes: 11,
  /** What is kept of each block: {@link RECORD}. */
  records: 12,
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
  /** Room for the exact boxes of all blocks, two rows each, from which those above are made. */
  refitBoxes: 38,
  /**
   * For blends of transforms only: what the children of lazy blocks depend on ({@link LIST}); further governors
   * ({@link GOVERNOR}) and fields ({@link FIELDS}, {@link FIELD}) of those lists; and how many lazy blocks there are. They come before all others.
   */
  lists: 40,
  governors: 41,
  listFields: 42,
  lazyBlockCount: 43,
  /** The transforms of the present pose, placed: as float32 for bounds ({@link MATRIX_BYTES}), as float64 for vertices. */
  matrices: 44,
  matrices64: 45,
  /** Vertices ({@link VERTEX}), and further influences of theirs ({@link INFLUENCE}). */
  vertices: 46,
  influences: 47,
  /** The vertices of each patch once more, in one piece ({@link VERTEX}). */
  patchVertices: 48,
  /** The weights of all fields, zeros included. */
  fieldWeights: 49,
  /** Counted by the kernels. */
  patchesBaked: 50,
  /**
   * For searches of a body with itself: its stars (star-layout.ts), or 0; of each vertex the last pose in which its star is known
   * to be unfolded; of each corner of a triangle its vertex if that is the present one, else a number of its own; the pose that
   * those of each stretch belong to; and room for a group.
   */
  stars: 51,
  starFlags: 52,
  starMarks: 53,
  starStretches: 54,
  starRoom: 55,
  /**
   * For blends again: the transforms of all governors as the pose has them, rows of float32, or the points; which governors move
   * anything, and how many; and the numbers that writing their matrices needs and leaves ({@link GOVERNING}).
   */
  transforms: 56,
  usedGovernors: 57,
  usedGovernorCount: 58,
  governing: 59,
  wordCount: 60,
} as const;

/**
 * Doubles that go with the governors. Before: a bound on the coordinates that they are applied to; the grid on which boxes at rest lie
 * (../bounds/rest-grid.ts), and a bound on what of it they are applied to, in steps. After: bounds on the coordinates that they give
 * before the body is placed, and on the rows of their matrices.
 */
export const GOVERNING = { restReach: 0, reach: 1, stretch: 2, gridReach: 3, step: 4, middle: 5, count: 8 } as const;

/**
 * Words of a governor in a list: its box at rest in steps of a grid, six numbers of sixteen bits, those of the centre and then half
 * extents; bytes to its matrix; and its least and largest weight, sixteen bits each, in units of {@link WEIGHT_UNIT}.
 */
export const GOVERNOR = { box: 0, matrix: 3, weights: 4, wordCount: 5 } as const;

/** 2^-15: products with it are exact. */
export const WEIGHT_UNIT = 1 / 32768;

/**
 * Words of what a child of a lazy block depends on: its strongest governor, but for the weights, which it does not need; where the
 * others begin ({@link GOVERNOR}), and how many there are with it; the word where its fields begin, or {@link NO_FIELDS}; and, as
 * float32, how much to widen the sum over its governors, as a share of their reach. Half a cache line: most children have one governor,
 * and then that is all there is to read.
 */
export const LIST = {
  box: 0,
  matrix: 3,
  firstOther: 4,
  governorCount: 5,
  firstField: 6,
  sumWidening: 7,
  wordCount: 8,
} as const;

/** Stands for the fields of a list that has none. */
export const NO_FIELDS = 0xffffffff;

/**
 * Words before the fields of a list: how many there are, and, as float32, how much to widen the hull of the governors, as a share of
 * their reach. Without fields it is {@link HULL_WIDENING}.
 */
export const FIELDS = { count: 0, hullWidening: 1, wordCount: 2 } as const;

/** 1.02 · (7 + 8) · 2^-24, rounded up to float32: see twin/blend-block.ts. */
export const HULL_WIDENING = 9.119510764321603e-7;

/** Words of what moves a vertex: a weight as float64; bytes to the matrix of its governor; and how many more of the vertex follow. */
export const INFLUENCE = { weight: 0, matrix: 2, left: 3, wordCount: 4 } as const;

/** Stands for the other influences of a vertex that has one alone. */
export const NO_OTHERS = 0xffffffff;

/**
 * Words of a vertex under a blend: the weight of its first influence as float64, and bytes to the matrix of that governor; where its
 * other influences begin ({@link INFLUENCE}), or {@link NO_OTHERS}; three float32 for where it is at rest; and its number. Half a cache
 * line: most vertices of most characters have one influence.
 */
export const VERTEX = { weight: 0, matrix: 2, others: 3, rest: 4, vertex: 7, wordCount: 8 } as const;

/** Words of a morph target in a list: bytes to its weight; then float32: the box of its displacements, in steps of the grid. */
export const FIELD = { weight: 0, center: 1, half: 4, wordCount: 7 } as const;

/**
 * Words of a patch: its blocks, its triangles in the order of the leaves, the slot that holds its box, and its vertices among those of
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

/** Bytes of a matrix for bounds, which takes what is in steps of the grid: three columns, the translation, and the reach of what it moves, four float32 each. */
export const MATRIX_BYTES = 80;
/** Bytes of a matrix for vertices: rows 0 and 1 column by column, then row 2, as float64. */
export const MATRIX64_BYTES = 96;

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
  wordCount: 58,
} as const;

/**
 * Words of the state of a walk along a ray: origin, inverse direction, far end and what boxes are grown by as float32;
 * origin and direction as float64; bits of the axes along which the direction is nothing; whether a ball is swept, so that
 * all triangles of a leaf count; room to order four children; and the ray as one governor's rest pose sees it, in float64: bytes to the
 * governor's matrix, or {@link NO_GOVERNOR}, its determinant, and for each axis of the grid where the ray begins, one over how fast it
 * goes, and how wide it is (twin/rest-ray.ts).
 */
export const RAY_WALK = {
  origin: 8,
  inverse: 11,
  far: 14,
  growth: 15,
  origin64: 16,
  direction64: 22,
  flatAxes: 28,
  isSweep: 29,
  entries: 32,
  restGovernor: 36,
  rest64: 38,
} as const;

/** Stands for the governor of a ray that no rest pose has seen yet. */
export const NO_GOVERNOR = 0xffffffff;

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

/** A number of sixteen bits with a sign, two of which share a word. */
export function halfWord(u32: Uint32Array, at: number, index: number): number {
  return (u32[at + (index >> 1)] << (16 - (index & 1) * 16)) >> 16;
}

/** Where the record of a block is, in words; `header` is that of the body, in words too. */
export function recordOf(u32: Uint32Array, header: number, block: number): number {
  return (u32[header + BODY.records] >>> 2) + block * RECORD.wordCount;
}

/** Where the word of a slot is, which is four times a block plus a lane. */
export function slotWordAt(u32: Uint32Array, header: number, slot: number): number {
  return recordOf(u32, header, slot >>> 2) + RECORD.words + (slot & 3);
}

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
