/** The record of normal bounds: what is precomputed of each node, and where each number is. */

/** What moves a surface: fields alone; transforms, which fields may come before; or points. */
export const BY_FIELDS = 0;
export const BY_TRANSFORMS = 1;
export const BY_POINTS = 2;

/** Stands in {@link NormalBounds.rows} for a node whose normals are found from its triangles, because that costs less. */
export const FROM_TRIANGLES = 0xffffffff;
/** Stands there for a node of which nothing can be said: a triangle of it has no normal at rest. */
export const NO_BOUND = 0xfffffffe;

/**
 * Bounds on the normals of the nodes of a tree, in any pose, from what moves them alone. Plain data: it can be cloned, moved to a worker and
 * shared by bodies. Nodes are numbered as regions are: tiles first, then the nodes above them, parents first.
 */
export interface NormalBounds {
  /** What moves the surface: 0 for fields alone, 1 for transforms, 2 for points. */
  readonly rule: number;
  /** Which shape it was made for. */
  readonly fingerprint: number;
  /** Fields of its model. */
  readonly fieldCount: number;
  /** Of each node the row that bounds its normals; or 2^32 - 1 where triangles are looked at instead, and 2^32 - 2 where nothing can be said. */
  readonly rows: Uint32Array;
  /** The numbers of all rows. */
  readonly numbers: Float32Array;
  /** Two words per row, and two behind the last: where its governors and its fields begin. */
  readonly starts: Uint32Array;
  /** The governors of all rows. */
  readonly governors: Uint32Array;
  /** The numbers of those governors. */
  readonly governorNumbers: Float32Array;
  /** The fields of all rows. */
  readonly fields: Uint32Array;
  /** The numbers of those fields. */
  readonly fieldNumbers: Float32Array;
}

/**
 * Numbers of a row: the origin that places at rest are counted from; the box of normals at rest, lowest corner first; the gradient at rest, nine centres row by row and nine
 * radii; how much a bound is widened by, per column, for each unit of the stretch of transforms and of the reach of coordinates; and, under points, the gradient
 * of what they leave of places at rest, as centres and radii.
 */
export const ROW = {
  origin: 0,
  normals: 3,
  gradient: 9,
  byStretch: 27,
  byReach: 30,
  left: 33,
  count: 51,
} as const;

/**
 * Numbers of a governor that is a transform: its share in the mean; the least and the largest mean of its weights at the corners of a triangle; the gradient of what
 * its weights do inside triangles, four rows of three centres and then of radii, the last row for translations; and what bounds that for a displacement of 1, per column.
 */
export const GOVERNOR = { share: 0, least: 1, most: 2, gradient: 3, spread: 27, count: 30 } as const;

/** Numbers of a governor that is a point: what it adds to the fitted matrix, per column; its place at rest from their mean; the gradient of its weights, centres and radii. */
export const POINT = { fit: 0, place: 3, gradient: 6, count: 12 } as const;

/** Numbers of a field: the gradient of its displacements, centres and radii; their mean, and how far they are from it, at most. */
export const FIELD = { gradient: 0, mean: 18, spread: 21, count: 24 } as const;
