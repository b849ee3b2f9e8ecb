/**
 * A lazy body as the kernels see it: a header of words, and what they say about its blocks. A *block* is an inner node
 * of a four-wide tree: four children, one SIMD lane each. The same numbers, with what they mean: ../lazy-layout.ts.
 */
export const LEAF_BIT: u32 = 0x80000000;
export const NO_CHILD: u32 = 0xffffffff;
export const SPHERES: u32 = 0;
export const ORIENTED: u32 = 2;
export const BLEND: u32 = 3;

export const RULE: usize = 0;
export const SHAPE: usize = 4;
export const STAMP: usize = 8;
export const WHOLE_STAMP: usize = 12;
export const ACTIVE_COUNT: usize = 16;
export const ACTIVE_ROWS: usize = 20;
export const ACTIVE_WEIGHTS: usize = 24;
export const ACTIVE_FIELDS: usize = 28;
export const ACTIVE_WEIGHTS64: usize = 32;
export const ROWS: usize = 40;
export const BLOCK_BYTES: usize = 44;
export const RECORDS: usize = 48;
export const REST: usize = 56;
export const FIELDS: usize = 60;
export const FIELD_BLOCK_BYTES: usize = 64;
export const POSITIONS: usize = 68;
export const VERTEX_STAMPS: usize = 72;
export const TRIANGLES: usize = 76;
export const PLACED: usize = 80;
export const PLACEMENT: usize = 84;
export const PLACEMENT64: usize = 88;
export const BLOCKS_EVALUATED: usize = 92;
export const VERTICES_POSED: usize = 96;
export const BLOCKS_CARRIED: usize = 100;
export const REST_SHARE: usize = 104;
export const SIZE_COUNT: usize = 108;
export const SIZE_ROWS: usize = 112;
export const SIZE_WEIGHTS: usize = 116;
export const AXES: usize = 120;
export const ORIENTED_BOXES: usize = 124;
export const BASES: usize = 128;
export const RATES: usize = 132;
export const BASE_STAMPS: usize = 136;
export const DISTANCES: usize = 140;
export const DISTANCE_COUNT: usize = 144;
export const LOOSENESS: usize = 148;
export const REFIT_BOXES: usize = 152;
export const LISTS: usize = 160;
export const GOVERNORS: usize = 164;
export const LIST_FIELDS: usize = 168;
export const LAZY_BLOCK_COUNT: usize = 172;
export const MATRICES: usize = 176;
export const MATRICES64: usize = 180;
export const VERTICES: usize = 184;
export const INFLUENCES: usize = 188;
export const PATCH_VERTICES: usize = 192;
export const FIELD_WEIGHTS: usize = 196;
export const PATCHES_BAKED: usize = 200;
export const STARS: usize = 204;
export const STAR_FLAGS: usize = 208;
export const STAR_MARKS: usize = 212;
export const STAR_STRETCHES: usize = 216;
export const STAR_ROOM: usize = 220;
export const TRANSFORMS: usize = 224;
export const USED_GOVERNORS: usize = 228;
export const USED_GOVERNOR_COUNT: usize = 232;
export const GOVERNING: usize = 236;

/** Of a placement. */
export const PAD: usize = 48;
export const SCALE: usize = 52;
export const SHARE: usize = 56;

/** 2^-146 */
export const TINY: f32 = 1.1210387714598537e-44;
/** 1 + 2^-22: see ../twin/store-box.ts. */
const WIDEN: f32 = 1.0000002384185791015625;

/** Bytes of the bounds of a block: three rows of centres, then one of radii or three of half extents. */
export const BOUNDS_BYTES: usize = 96;
/** What is kept of a block: bounds, words of four children, stamp, patch; so many bytes as a power of two. */
const RECORD_SHIFT: usize = 7;
export const RECORD_WORDS: usize = 96;
export const RECORD_STAMP: usize = 112;
export const RECORD_PATCH: usize = 116;
export const RECORD_PATCH_VERTICES: usize = 120;
export const RECORD_PATCH_COUNTS: usize = 124;
export const ORIENTED_BYTES: usize = 192;
export const AXES_BYTES: usize = 144;

// @ts-ignore: decorator
@inline
export function shapeOf(body: usize): u32 {
  return load<u32>(body, SHAPE);
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
  return load<usize>(body, RECORDS) + ((<usize>block) << RECORD_SHIFT);
}

/** Where the oriented boxes of a block are: three rows for each axis, then three of half extents. */
// @ts-ignore: decorator
@inline
export function orientedOf(body: usize, block: u32): usize {
  return load<usize>(body, ORIENTED_BOXES) + <usize>block * ORIENTED_BYTES;
}

/** How much lengths may grow when they are measured along the axes of an oriented box. */
// @ts-ignore: decorator
@inline
export function orientedShare(body: usize): f32 {
  return load<f32>(load<usize>(body, PLACEMENT), SHARE);
}

/** Writes a box, given by its corners, into a lane of the cache, as a centre and half extents around it. */
// @ts-ignore: decorator
@inline
export function storeBox(at: usize, low: v128, high: v128): void {
  const half = f32x4.splat(0.5);
  const center = f32x4.add(f32x4.mul(low, half), f32x4.mul(high, half));
  const extent = f32x4.add(
    f32x4.mul(f32x4.pmax(f32x4.sub(high, center), f32x4.sub(center, low)), f32x4.splat(WIDEN)),
    f32x4.splat(TINY),
  );
  v128.store_lane<f32>(at, center, 0);
  v128.store_lane<f32>(at, center, 1, 16);
  v128.store_lane<f32>(at, center, 2, 32);
  v128.store_lane<f32>(at, extent, 0, 48);
  v128.store_lane<f32>(at, extent, 1, 64);
  v128.store_lane<f32>(at, extent, 2, 80);
}

// @ts-ignore: decorator
@inline
export function copyRows(to: usize, from: usize, bytes: usize): void {
  for (let row: usize = 0; row < bytes; row += 16) v128.store(to + row, v128.load(from + row));
}
