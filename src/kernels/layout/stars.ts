/**
 * The stars of a surface, as the kernel that unfolds them reads them. The *star* of a vertex are its triangles; its *ring* are
 * their other corners, in the order in which one comes to them going round the vertex. A ring is closed, or it has two ends
 * at the border of the surface.
 *
 * Triangles, in the order of the leaves, are divided into *stretches*, and a star belongs to all stretches that it has triangles in:
 * whoever looks at a part of a surface need not unfold the others. The stars of a stretch come in groups of four with rings of the
 * same length, one SIMD lane each, in rows of four words: what the group is ({@link STAR_GROUP}), the four vertices,
 * then the rings. Behind the last group is a row of zeros. Before all of them is the number of triangles, and of each stretch how
 * many bytes from the beginning its groups are.
 */

/** Triangles of a stretch: two to the power of this. */
export const STRETCH_SHIFT = 13;

/** Words of a group: its first row, the row of its vertices, and where the rows of rings begin. */
export const STAR_GROUP = { ringLength: 0, isClosed: 1, vertices: 4, rings: 8 } as const;
/** Words before all groups: the number of triangles, and of each stretch how many bytes from here its groups are. */
export const STAR_LIST = { triangleCount: 0, stretches: 1 } as const;

/** Words of a vertex of four rings from their vertices, while a group is unfolded: rows of x, y and z. */
export const RING_POINT = { x: 0, y: 4, z: 8, wordCount: 12 } as const;

/** Vertices of a ring, at most. Those of longer ones are not unfolded; there are hardly any. */
export const MOST_IN_RING = 31;

/**
 * Words of what a body keeps for searches with itself, taken when such a search first needs it: the stars as above; of each vertex the
 * last pose in which its star is known to be unfolded; of each corner of a triangle its vertex if that is the present one, else a number
 * of its own; the pose that those of each stretch belong to; and room for a group.
 */
export const STARS = { list: 0, flags: 1, marks: 2, stretches: 3, room: 4, wordCount: 16 } as const;

/** Bytes that unfolding a group needs: three rows for each vertex of its rings, and once more for the first. */
export const STAR_ROOM_BYTES = (MOST_IN_RING + 1) * RING_POINT.wordCount * 4;

/** Set in the mark of a corner whose star is not unfolded; below it the number of the corner, so that none is like it. */
export const OWN_MARK = 0x80000000;
