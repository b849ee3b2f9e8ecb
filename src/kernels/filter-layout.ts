/**
 * Where the kernel that filters pairs of triangles finds things, in words: its state, and the room it works in. The
 * AssemblyScript sources repeat these numbers in bytes; a test compares results.
 */
import { LANES, LEAF_CAPACITY } from './lazy-layout.js';

/** Words of the state. Those that are pointers are byte offsets into the arena. */
export const FILTER = {
  /** Pairs of leaves, two words each; how many there are; how many have been gone through. */
  leafPairs: 0,
  leafPairCount: 1,
  next: 2,
  /** Room for pairs of triangles, two words each, and for how many; those that come out, and those whose boxes meet. */
  pairs: 3,
  pairCapacity: 4,
  pairCount: 5,
  comparedCount: 6,
  /** Rooms for the boxes of leaves and of their triangles, and for four pairs of triangles. */
  boxes: 7,
  rows: 8,
  wordCount: 12,
} as const;

/**
 * Set in the second word of a pair that comes out, where it is certain that the triangles cross: no exact test is needed.
 * Above every number of a triangle, and low enough that engines keep the word as a small integer, not on the heap.
 */
export const CROSSES = 0x10000000;

/** Most pairs of triangles that two leaves have. */
export const LEAF_PAIR_CAPACITY = LEAF_CAPACITY * LEAF_CAPACITY;

/** Pairs of triangles that a call goes through, at most. */
const PAIR_CAPACITY = 2048;
/** Bytes of the boxes of a leaf: two rows around it, and two for each triangle. */
const LEAF_BOX_BYTES = (1 + LEAF_CAPACITY) * 2 * LANES * 4;
/** Leaves of either side whose boxes are kept, each with its word; of the two leaves in hand, lists of triangles. */
const KEPT_LEAVES = 32;
const BOXES_BYTES = 2 * KEPT_LEAVES * (4 + LEAF_BOX_BYTES) + 2 * LEAF_CAPACITY * 8;
/** Bytes of one side of four pairs of triangles. */
const SIDE_BYTES = 18 * LANES * 4;

/** Bytes of the state and of all rooms. */
export const FILTER_BYTES = FILTER.wordCount * 4 + BOXES_BYTES + 2 * SIDE_BYTES + PAIR_CAPACITY * 8;

/** Writes into the state where the rooms are: behind it. */
export function layOutFilter(u32: Uint32Array, state: number): void {
  const at = state >>> 2;
  const boxes = state + FILTER.wordCount * 4;
  u32[at + FILTER.boxes] = boxes;
  u32[at + FILTER.rows] = boxes + BOXES_BYTES;
  u32[at + FILTER.pairs] = boxes + BOXES_BYTES + 2 * SIDE_BYTES;
  u32[at + FILTER.pairCapacity] = PAIR_CAPACITY;
}
