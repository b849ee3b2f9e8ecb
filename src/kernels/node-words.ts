/**
 * How the kernels read a tree: `arity` words per node. An inner node lists its children, then {@link NO_CHILD}. A leaf
 * has {@link LEAF_BIT} set in the first word, whose other bits say where its vertices begin in the leaf list, and the
 * number of them in the second. The leaf list holds each vertex of a leaf once, so a leaf of four triangles loads about
 * six positions instead of twelve.
 *
 * The AssemblyScript sources repeat these two constants, since they cannot import this file; a test compares results.
 */

/** Set in the first word of a leaf. */
export const LEAF_BIT = 0x80000000;

/** Fills the unused slots of an inner node. */
export const NO_CHILD = 0xffffffff;
