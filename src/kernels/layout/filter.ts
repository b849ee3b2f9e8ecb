/** Where the kernel that filters pairs of triangles finds things: its state, and the room it works in. */
import { LANES, LEAF_CAPACITY } from './child-words.js';
import { behind, point, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';
import { EXACT_BOX } from './record.js';

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
  /** Whether neighbours of one body are decided by their stars. */
  useStars: 9,
  wordCount: 12,
} as const;

/**
 * Set in the second word of a pair that comes out, where it is certain that the triangles cross: no exact test is needed.
 * Above every number of a triangle, and low enough that engines keep the word as a small integer, not on the heap.
 */
export const CROSSES = 0x10000000;
/** Which bit of a pair of words, taken as one, that is. */
export const CROSSES_BIT = 60;

/** Most pairs of triangles that two leaves have. */
export const LEAF_PAIR_CAPACITY = LEAF_CAPACITY * LEAF_CAPACITY;

/** Pairs of triangles that a call goes through, at most. */
const PAIR_CAPACITY = 2048;
/** Words of the boxes of a leaf: one around it, then one around each triangle. */
export const LEAF_BOXES = {
  whole: 0,
  triangles: EXACT_BOX.wordCount,
  wordCount: (1 + LEAF_CAPACITY) * EXACT_BOX.wordCount,
} as const;
/** Leaves of either side whose boxes are kept, a power of two; triangles whose leaves share a place lie this many bits higher apart. */
export const KEPT_LEAF_COUNT = 32;
export const KEPT_SHIFT = 3;
/** Words of the leaves of a side that are kept: which they are, and their boxes. */
export const KEPT = {
  leaves: 0,
  boxes: KEPT_LEAF_COUNT,
  wordCount: KEPT_LEAF_COUNT * (1 + LEAF_BOXES.wordCount),
} as const;
/** Words of a triangle of the leaf in hand that is near the other: its number, and where its box is. */
export const NEAR = { triangle: 0, box: 1, wordCount: 2 } as const;
/** Words of the list of those. */
export const NEAR_LIST_WORDS = LEAF_CAPACITY * NEAR.wordCount;
const BOXES_BYTES = 2 * (KEPT.wordCount + NEAR_LIST_WORDS) * 4;

/** Words of three coordinates of a corner of four triangles, rows of four lanes. */
export const SIDE_CORNER = { x: 0, y: LANES, z: 2 * LANES, wordCount: 3 * LANES } as const;
/**
 * Words of one side of four pairs of triangles, one lane each: three corners ({@link SIDE_CORNER}); which vertices they are; the normals;
 * the lengths that bound errors; and in which lanes the triangle has a plane.
 */
export const SIDE = {
  corners: 0,
  ids: 9 * LANES,
  normal: 12 * LANES,
  span: 15 * LANES,
  size: 16 * LANES,
  isPlane: 17 * LANES,
  wordCount: 18 * LANES,
} as const;
const SIDE_BYTES = SIDE.wordCount * 4;

/** Bytes of the state and of all rooms. */
export const FILTER_BYTES = FILTER.wordCount * 4 + BOXES_BYTES + 2 * SIDE_BYTES + PAIR_CAPACITY * 8;

/** Writes into the state where the rooms are: behind it. */
export function layOutFilter(u32: Uint32Array, state: ByteOffset): void {
  const at = wordAt(state);
  const boxes = behind(state, FILTER.wordCount * 4);
  const rows = behind(boxes, BOXES_BYTES);
  point(u32, at + FILTER.boxes, boxes);
  point(u32, at + FILTER.rows, rows);
  point(u32, at + FILTER.pairs, behind(rows, 2 * SIDE_BYTES));
  u32[at + FILTER.pairCapacity] = PAIR_CAPACITY;
}
