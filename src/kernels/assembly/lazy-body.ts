/**
 * A body as the kernels see it: a header of words, and what they say about its blocks. A *block* is an inner node of a
 * four-wide tree: four children, one SIMD lane each. Where things are, and what they mean: ../layout.
 */
import {
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  BOX_SLACK,
  HEADER_PLACEMENT,
  HEADER_RECORDS,
  HEADER_SELF,
  HEADER_SHAPE,
  HEADER_STAMP,
  HEADER_WHOLE_STAMP,
  LEAF_COUNT_MASK,
  LEAF_FIRST_BITS,
  LEAF_FIRST_MASK,
  LINEAR_BOUND_ORIENTED,
  ORIENTED_BOX_BYTES,
  PLACEMENT_SHARE,
  RECORD_BYTES,
  RECORD_WORDS,
  ROW_BYTES,
  SELDOM_TAILS,
  SELF_POSED_STAMP,
  SMALLEST_EXTENT,
  TAIL_BYTES,
} from './generated/layout';

// @ts-ignore: decorator
@inline
export function shapeOf(body: usize): u32 {
  return load<u32>(body, HEADER_SHAPE);
}

/** Whether all vertices have been posed, and all boxes are exact. */
// @ts-ignore: decorator
@inline
export function isWhole(body: usize): bool {
  return load<u32>(body, HEADER_WHOLE_STAMP) == load<u32>(body, HEADER_STAMP);
}

/** Whether a search of the body with itself has posed all its vertices. */
// @ts-ignore: decorator
@inline
export function arePosed(body: usize): bool {
  const self = load<usize>(body, HEADER_SELF);
  return self != 0 && load<u32>(self, SELF_POSED_STAMP) == load<u32>(body, HEADER_STAMP);
}

/** Where the triangles of a leaf begin, in the order of the tree. */
// @ts-ignore: decorator
@inline
export function leafFirst(word: u32): u32 {
  return word & LEAF_FIRST_MASK;
}

/** How many triangles a leaf has. */
// @ts-ignore: decorator
@inline
export function leafCount(word: u32): u32 {
  return ((word >>> LEAF_FIRST_BITS) & LEAF_COUNT_MASK) + 1;
}

/** The word of a slot (four times a block plus a lane): a block, a leaf, or nothing. */
// @ts-ignore: decorator
@inline
export function wordOf(body: usize, slot: u32): u32 {
  return load<u32>(recordOf(body, slot >>> 2) + ((<usize>(slot & 3)) << 2), RECORD_WORDS);
}

/** Where a body keeps what it knows of a block, beginning with the bounds. */
// @ts-ignore: decorator
@inline
export function recordOf(body: usize, block: u32): usize {
  return load<usize>(body, HEADER_RECORDS) + <usize>block * RECORD_BYTES;
}

/** Has the words of a record there, whose stamp and bounds nobody has written yet where they are not. Twin: ../layout/record.ts. */
export function haveWords(body: usize, block: u32): usize {
  const record = recordOf(body, block);
  if (load<u32>(record, RECORD_WORDS) == 0) {
    const tail = load<usize>(body, SELDOM_TAILS) + <usize>block * TAIL_BYTES;
    v128.store(record, v128.load(tail), RECORD_WORDS);
    v128.store(record, v128.load(tail, ROW_BYTES), RECORD_WORDS + ROW_BYTES);
  }
  return record;
}

/** Where the oriented boxes of a block are: three rows for each axis, then three of half extents. */
// @ts-ignore: decorator
@inline
export function orientedOf(body: usize, block: u32): usize {
  return load<usize>(body, LINEAR_BOUND_ORIENTED) + <usize>block * ORIENTED_BOX_BYTES;
}

/** How much lengths may grow when they are measured along the axes of an oriented box. */
// @ts-ignore: decorator
@inline
export function orientedShare(body: usize): f32 {
  return load<f32>(load<usize>(body, HEADER_PLACEMENT), PLACEMENT_SHARE);
}

/** Writes a box, given by its corners, into a lane of the cache, as a centre and half extents around it. */
// @ts-ignore: decorator
@inline
export function storeBox(at: usize, low: v128, high: v128): void {
  const half = f32x4.splat(0.5);
  const center = f32x4.add(f32x4.mul(low, half), f32x4.mul(high, half));
  const extent = f32x4.add(
    f32x4.mul(f32x4.pmax(f32x4.sub(high, center), f32x4.sub(center, low)), f32x4.splat(BOX_SLACK)),
    f32x4.splat(SMALLEST_EXTENT),
  );
  v128.store_lane<f32>(at, center, 0);
  v128.store_lane<f32>(at, center, 1, BOUNDS_CENTER_Y);
  v128.store_lane<f32>(at, center, 2, BOUNDS_CENTER_Z);
  v128.store_lane<f32>(at, extent, 0, BOUNDS_SIZE_X);
  v128.store_lane<f32>(at, extent, 1, BOUNDS_SIZE_Y);
  v128.store_lane<f32>(at, extent, 2, BOUNDS_SIZE_Z);
}

// @ts-ignore: decorator
@inline
export function copyRows(to: usize, from: usize, bytes: usize): void {
  for (let row: usize = 0; row < bytes; row += ROW_BYTES) v128.store(to + row, v128.load(from + row));
}
