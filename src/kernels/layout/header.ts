/**
 * The header of a body: what every walk needs to know of any body, whatever bounds its nodes and whatever poses its vertices. One cache
 * line. Behind it are two areas at fixed places: the words of the rule that poses vertices, and those of the rule that bounds nodes. A
 * body may have either without the other, and a new rule brings a block of words for its area. Words that are pointers are byte offsets
 * into the arena.
 */

/** Where the words of the rule that poses vertices begin: the next cache line. */
export const POSE_AREA = 16;
/** Where the words of the rule that bounds nodes begin: the cache line after that. */
export const BOUND_AREA = 32;

/**
 * Shapes of bounds, and rules by which sums of coefficients give them (linear.ts). Oriented boxes have axis-aligned ones around them in
 * the records, and are kept beside them.
 */
export const SPHERES = 0;
export const BOXES = 1;
export const ORIENTED = 2;
/** A rule, not a shape: axis-aligned boxes from the transforms of governors, and exact ones in patches (blend.ts). */
export const BLEND = 3;
/** A rule as well: axis-aligned boxes around the vertices that are farthest out, and exact ones in patches (paths.ts). */
export const PATHS = 4;

/** Rules by which vertices are posed: there are none; fields move them (linear.ts); transforms move them (blend.ts); they follow paths (paths.ts). */
export const POSE_NOTHING = 0;
export const POSE_LINEAR = 1;
export const POSE_BLEND = 2;
export const POSE_PATHS = 3;

/** Words of the header. */
export const HEADER = {
  /** What bounds a node, and what poses a vertex: which words are in the two areas behind the header. */
  boundRule: 0,
  poseRule: 1,
  /** What the records hold in this pose: boxes after a refit, whatever the rule. */
  shape: 2,
  /** The pose that evaluated blocks and posed vertices belong to, and the last pose for which all vertices were posed. */
  stamp: 3,
  wholeStamp: 4,
  /** What is kept of each block: `RECORD`. */
  records: 5,
  /** Three corners of each triangle in the order of the leaves; world positions, and the poses that they belong to. */
  triangles: 6,
  positions: 7,
  vertexStamps: 8,
  /** Room for the exact boxes of all blocks (`EXACT_BOX`), from which those above are made. */
  refitBoxes: 9,
  /** Whether the body is placed, and where: `PLACEMENT`, and rows of float64. */
  placed: 10,
  placement: 11,
  placement64: 12,
  /** Counted by the kernels. */
  blocksEvaluated: 13,
  verticesPosed: 14,
  /** What is kept for searches of the body with itself (`SELF`), or 0. */
  self: 15,
  wordCount: 16,
} as const;

/** Words that walks hardly ever read, behind both areas. */
export const SELDOM = {
  /** What the records of all blocks begin with: `TAIL`. */
  tails: 56,
  wordCount: 1,
} as const;

/** Numbers of a placement: rows of the rotation with the translation behind each, then what bounds are widened by. */
export const PLACEMENT = { rows: 0, pad: 12, scale: 13, share: 14, wordCount: 16 } as const;
/** Words of a row of a placement, and doubles of one in float64: three numbers of the rotation, then the translation. */
export const PLACEMENT_ROW = { translation: 3, wordCount: 4 } as const;
export const PLACEMENT64_ROW = { translation: 3, count: 4 } as const;
