/** Where the kernels find a skeleton. The AssemblyScript sources repeat these numbers in bytes. */

/**
 * Words that say where things are, as byte offsets into the arena: a matrix from the world to the space of the mesh and those of
 * bones, columns of three doubles; what takes the mesh to the space of each bone, four rows of doubles; of each bone how many
 * bytes into the transforms its own is; transforms, three rows of float32; and how many bones there are.
 */
export const BONES = { left: 0, worlds: 1, bounds: 2, outs: 3, transforms: 4, count: 5, wordCount: 6 } as const;

/** Doubles of a matrix whose last row is 0 0 0 1, column by column; and of any, row by row. */
export const WORLD_LENGTH = 12;
export const BOUND_LENGTH = 16;
