/**
 * What a lane of a block holds: the number of a block, a leaf, or nothing. A *block* is an inner node of a four-wide tree: four
 * children, one SIMD lane each. A *slot* is a lane of a block: four times the block plus the lane.
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

/** What of the word of a leaf says where its triangles begin, and, shifted down, how many they are. */
export const LEAF_FIRST_MASK = 0x07ffffff;
export const LEAF_COUNT_MASK = LEAF_CAPACITY - 1;

/**
 * Where the triangles of a leaf begin, in the order of the tree. Words of leaves are passed around as signed numbers
 * (`word | 0`): one of 32 bits without sign is put on the heap for a call that is not inlined.
 */
export function leafFirst(word: number): number {
  return word & LEAF_FIRST_MASK;
}

/** How many triangles a leaf has. */
export function leafCount(word: number): number {
  return ((word >>> LEAF_FIRST_BITS) & LEAF_COUNT_MASK) + 1;
}

/** The word of a leaf. */
export function leafWord(first: number, count: number): number {
  return LEAF_BIT + (count - 1) * 0x08000000 + first;
}
