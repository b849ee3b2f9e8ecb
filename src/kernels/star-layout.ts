/**
 * The stars of a surface, as the kernel that unfolds them reads them. The *star* of a vertex are its triangles; its *ring* are
 * their other corners, in the order in which one comes to them going round the vertex. A ring is closed, or it has two ends
 * at the border of the surface.
 *
 * Stars come in groups of four with rings of the same length, one SIMD lane each, in rows of four words: what the group is
 * ({@link STAR_GROUP}), the four vertices, then the rings. Behind the last group is a row of zeros.
 */

/** Words of the first row of a group. */
export const STAR_GROUP = { ringLength: 0, isClosed: 1 } as const;

/** Vertices of a ring, at most. Those of longer ones are not unfolded; there are hardly any. */
export const MOST_IN_RING = 31;

/** Bytes that unfolding a group needs: three rows for each vertex of its rings, and once more for the first. */
export const STAR_ROOM_BYTES = (MOST_IN_RING + 1) * 48;

/** Set in the mark of a corner whose star is not unfolded; below it the number of the corner, so that none is like it. */
export const OWN_MARK = 0x80000000;
