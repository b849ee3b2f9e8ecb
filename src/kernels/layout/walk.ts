/** The state of a walk inside a kernel, and the memory that it works in. */

/** Where the words of the shape begin that a walk looks for. */
const SHAPE = 8;

/**
 * Words of the state of a walk; from `shape` on they are float32. A walk stops where the stack has no room for what the next entry
 * may open into ({@link MOST_OPENED}): whoever goes on with it sees to more room.
 */
export const WALK = {
  stack: 0,
  stackSize: 1,
  out: 2,
  outCapacity: 3,
  outCount: 4,
  budget: 5,
  blocks: 6,
  stackCapacity: 7,
  shape: SHAPE,
  wordCount: 58,
} as const;

/**
 * What a walk over pairs widens its reach by; and, counted by the kernels, the regions of a body that were free of collisions, the borders that were looked
 * at, with how many edges, and the regions that were free by their governors, of how many that were tried.
 */
export const PAIR_WALK = {
  pad: SHAPE,
  cleared: SHAPE + 1,
  borders: SHAPE + 2,
  borderEdges: SHAPE + 3,
  unbent: SHAPE + 4,
  tried: SHAPE + 5,
} as const;

/** Of a segment swept by a ball: where it begins, where it leads, one over its length squared, or 0, and the radius. */
export const SEGMENT_WALK = {
  start: SHAPE,
  direction: SHAPE + 3,
  inverse: SHAPE + 6,
  radius: SHAPE + 7,
} as const;

/**
 * Words of the state of a walk along a ray: origin, inverse direction, far end and what boxes are grown by as float32;
 * origin and direction as float64; bits of the axes along which the direction is nothing; whether a ball is swept, so that
 * all triangles of a leaf count; room to order four children; and the ray as one governor's rest pose sees it, in float64: bytes to the
 * governor's matrix, or {@link NO_GOVERNOR}, and what {@link REST_RAY} says.
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

/** Doubles of a ray as a rest pose sees it: the determinant of the governor's matrix, and for each axis of the grid {@link REST_AXIS}. */
export const REST_RAY = { determinant: 0, axes: 1, count: 10 } as const;
/** Doubles of a ray along an axis at rest: where it begins, one over how fast it goes, and how wide it is (../twin/rest-ray.ts). */
export const REST_AXIS = { start: 0, inverse: 1, width: 2, count: 3 } as const;

/** Stands for the governor of a ray that no rest pose has seen yet. */
export const NO_GOVERNOR = 0xffffffff;

/** Entries that opening one may add to a stack, at most: a block has four children, and a pair of blocks sixteen pairs of them. */
export const MOST_OPENED = 16;

/** Entries of the output of a walk, one word each, or two in a walk over pairs. */
export const OUT_ENTRIES = 4096;

/** Bytes of the scratch memory of walks: the state and the output. The stack grows with the depth of trees: ../walk-stack.ts. */
export const SCRATCH_BYTES = (WALK.wordCount + OUT_ENTRIES * 2) * 4;
