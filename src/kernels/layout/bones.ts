/** Where the kernels find a skeleton. */

/**
 * Words that say where things are, as byte offsets into the arena: a matrix from the world to the space of the mesh, columns of three
 * doubles; bones ({@link BONE}); of each bone how many bytes into the transforms its own is; transforms, three rows of float32; and
 * how many bones there are. The kernel leaves in the last one whether it has changed any transform.
 */
export const BONES = { left: 0, bones: 1, outs: 2, transforms: 3, count: 4, isChanged: 5, wordCount: 6 } as const;

/** Doubles of a bone: where it is, columns of three, times its stretch; and what takes the mesh to its space, four rows of four. */
export const BONE = { world: 0, bound: 12, count: 28 } as const;
/** Doubles from one column of three to the next, and from one row of four to the next. */
export const BONE_COLUMN = 3;
export const BONE_ROW = 4;
