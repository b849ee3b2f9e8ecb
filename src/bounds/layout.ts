/** Kinds of bounds and where their numbers are: the only file with offsets. */

/** An axis-aligned box: lowest corner, one unused number, highest corner, one unused number. Two SIMD rows. */
export const BOX_BOUND = 0;
/** A sphere: centre and radius. One SIMD row. */
export const SPHERE_BOUND = 1;

/** Tag of a kind of bound. */
export type BoundKind = typeof BOX_BOUND | typeof SPHERE_BOUND;

/** Numbers per box. */
export const BOX_STRIDE = 8;
/** Where the lowest corner of a box begins. */
export const BOX_LOW = 0;
/** Where the highest corner of a box begins. */
export const BOX_HIGH = 4;

/** Numbers per sphere. */
export const SPHERE_STRIDE = 4;
/** Where the radius of a sphere is, behind the three coordinates of its centre. */
export const SPHERE_RADIUS = 3;

/** Numbers per bound of a kind. */
export function boundStride(kind: BoundKind): number {
  return kind === BOX_BOUND ? BOX_STRIDE : SPHERE_STRIDE;
}
