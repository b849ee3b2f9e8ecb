/** Which directions do all triangles of a node face, and where are they? Four triangles at a time. Twin: ../twin/bound-regions.ts, with the proof. */
import {
  ALL_FACINGS,
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  BOX_SLACK,
  FACING_BYTES,
  FACING_HIGH,
  FACING_LINE,
  FACING_LOW,
  FACING_ROUNDING,
  FACING_SIMPLE,
  FACING_TRIED,
  HEADER_POSITIONS,
  HEADER_SELF,
  HEADER_STAMP,
  HEADER_TRIANGLES,
  LINE_COUNT,
  NO_LINE,
  NO_NODE,
  POSITION_BYTES,
  RECORD_STAMP,
  REGIONS_CHILDREN,
  REGIONS_FACINGS,
  REGIONS_FACINGS_STAMP,
  REGIONS_NODE_COUNT,
  REGIONS_TILE_COUNT,
  REGIONS_TILE_STARTS,
  ROW_BYTES,
  SELF_REGIONS,
  SMALLEST_EXTENT,
  SMALLEST_PRODUCT,
  TRIANGLE_BYTES,
} from './generated/layout';
import { recordOf, storeBox, wordOf } from './lazy-body';
import { nodeAt } from './see-border';

/** Finds out about all tiles, and all nodes above them, once in a pose. All vertices have been posed, and records hold boxes. */
export function boundRegions(body: usize): void {
  const kept = load<usize>(load<usize>(body, HEADER_SELF), SELF_REGIONS);
  const now = load<u32>(body, HEADER_STAMP);
  store<u32>(kept, now, REGIONS_FACINGS_STAMP);
  const facings = load<usize>(kept, REGIONS_FACINGS);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  const starts = load<usize>(kept, REGIONS_TILE_STARTS);
  const triangles = load<usize>(body, HEADER_TRIANGLES);
  const positions = load<usize>(body, HEADER_POSITIONS);
  for (let tile: usize = 0; tile < <usize>tileCount; tile++) {
    const first = triangles + <usize>load<u32>(starts + (tile << 2)) * TRIANGLE_BYTES;
    const end = triangles + <usize>load<u32>(starts + (tile << 2), 4) * TRIANGLE_BYTES;
    boundTile(facings + tile * FACING_BYTES, positions, first, end);
  }
  const nodeCount = load<u32>(kept, REGIONS_NODE_COUNT);
  for (let node = nodeCount; node-- > tileCount; ) boundAbove(body, kept, facings, node, tileCount, now);
  // The root is the first node above the tiles, if there is any.
  const first: u32 = nodeCount == tileCount ? 0 : tileCount;
  if (load<u32>(nodeAt(kept, first)) != 0) return;
  const root = facings + <usize>first * FACING_BYTES;
  storeBox(recordOf(body, 0), v128.load(root, FACING_LOW), v128.load(root, FACING_HIGH));
  store<u32>(recordOf(body, 0), now, RECORD_STAMP);
}

/** Puts together what is known of the nodes below one, and writes their boxes to where walks find them: they are all lanes of its block. */
// @ts-ignore: decorator
@inline
export function boundAbove(body: usize, kept: usize, facings: usize, node: u32, tileCount: u32, now: u32): void {
  const list = load<usize>(kept, REGIONS_CHILDREN) + <usize>(node - tileCount) * ROW_BYTES;
  let common: u32 = ALL_FACINGS;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  let low0 = f32x4.splat(0);
  let low1 = low0;
  let low2 = low0;
  let low3 = low0;
  let high0 = low0;
  let high1 = low0;
  let high2 = low0;
  let high3 = low0;
  let child = load<u32>(list);
  if (child != NO_NODE) {
    const below = facings + <usize>child * FACING_BYTES;
    common &= load<u32>(below);
    low0 = v128.load(below, FACING_LOW);
    high0 = v128.load(below, FACING_HIGH);
    low = f32x4.pmin(low, low0);
    high = f32x4.pmax(high, high0);
  }
  child = load<u32>(list, 4);
  if (child != NO_NODE) {
    const below = facings + <usize>child * FACING_BYTES;
    common &= load<u32>(below);
    low1 = v128.load(below, FACING_LOW);
    high1 = v128.load(below, FACING_HIGH);
    low = f32x4.pmin(low, low1);
    high = f32x4.pmax(high, high1);
  }
  child = load<u32>(list, 8);
  if (child != NO_NODE) {
    const below = facings + <usize>child * FACING_BYTES;
    common &= load<u32>(below);
    low2 = v128.load(below, FACING_LOW);
    high2 = v128.load(below, FACING_HIGH);
    low = f32x4.pmin(low, low2);
    high = f32x4.pmax(high, high2);
  }
  child = load<u32>(list, 12);
  if (child != NO_NODE) {
    const below = facings + <usize>child * FACING_BYTES;
    common &= load<u32>(below);
    low3 = v128.load(below, FACING_LOW);
    high3 = v128.load(below, FACING_HIGH);
    low = f32x4.pmin(low, low3);
    high = f32x4.pmax(high, high3);
  }
  storeFacings(facings + <usize>node * FACING_BYTES, common, low, high);
  const record = recordOf(body, wordOf(body, load<u32>(nodeAt(kept, node))));
  store<u32>(record, now, RECORD_STAMP);
  const lowXY01 = v128.shuffle<f32>(low0, low1, 0, 4, 1, 5);
  const lowXY23 = v128.shuffle<f32>(low2, low3, 0, 4, 1, 5);
  const highXY01 = v128.shuffle<f32>(high0, high1, 0, 4, 1, 5);
  const highXY23 = v128.shuffle<f32>(high2, high3, 0, 4, 1, 5);
  storeSpans(record, v128.shuffle<f32>(lowXY01, lowXY23, 0, 1, 4, 5), v128.shuffle<f32>(highXY01, highXY23, 0, 1, 4, 5), 0, BOUNDS_SIZE_X);
  storeSpans(record, v128.shuffle<f32>(lowXY01, lowXY23, 2, 3, 6, 7), v128.shuffle<f32>(highXY01, highXY23, 2, 3, 6, 7), BOUNDS_CENTER_Y, BOUNDS_SIZE_Y);
  const lowZ = v128.shuffle<f32>(v128.shuffle<f32>(low0, low1, 2, 6, 3, 7), v128.shuffle<f32>(low2, low3, 2, 6, 3, 7), 0, 1, 4, 5);
  const highZ = v128.shuffle<f32>(v128.shuffle<f32>(high0, high1, 2, 6, 3, 7), v128.shuffle<f32>(high2, high3, 2, 6, 3, 7), 0, 1, 4, 5);
  storeSpans(record, lowZ, highZ, BOUNDS_CENTER_Z, BOUNDS_SIZE_Z);
}

/** One axis of the boxes of a block, as `storeBox` has it. */
// @ts-ignore: decorator
@inline
function storeSpans(record: usize, low: v128, high: v128, centers: usize, sizes: usize): void {
  const half = f32x4.splat(0.5);
  const center = f32x4.add(f32x4.mul(low, half), f32x4.mul(high, half));
  const size = f32x4.pmax(f32x4.sub(high, center), f32x4.sub(center, low));
  v128.store(record + centers, center);
  v128.store(record + sizes, f32x4.add(f32x4.mul(size, f32x4.splat(BOX_SLACK)), f32x4.splat(SMALLEST_EXTENT)));
}

/** Of borders nothing is known yet. */
// @ts-ignore: decorator
@inline
function storeFacings(at: usize, directions: u32, low: v128, high: v128): void {
  store<u32>(at, directions);
  v128.store(at, low, FACING_LOW);
  v128.store(at, high, FACING_HIGH);
  store<u32>(at, 0, FACING_SIMPLE);
  store<u32>(at, 0, FACING_TRIED);
  store<u32>(at, NO_LINE, FACING_LINE);
}

/** What all triangles of a run face, as far as that is certain, and the box around them. */
// @ts-ignore: decorator
@inline
export function boundTile(out: usize, positions: usize, first: usize, end: usize): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  // The least and the most that the normal of a triangle leads along each line.
  let least0 = low;
  let least1 = low;
  let least2 = low;
  let least3 = low;
  let least4 = low;
  let least5 = low;
  let least6 = low;
  let most0 = high;
  let most1 = high;
  let most2 = high;
  let most3 = high;
  let most4 = high;
  let most5 = high;
  let most6 = high;
  const last = end - TRIANGLE_BYTES;
  for (let at = first; at < end; at += 4 * TRIANGLE_BYTES) {
    // Where fewer than four are left, the last is there several times.
    const t1 = min<usize>(at + TRIANGLE_BYTES, last);
    const t2 = min<usize>(at + 2 * TRIANGLE_BYTES, last);
    const t3 = min<usize>(at + 3 * TRIANGLE_BYTES, last);
    const a0 = v128.load(positions + <usize>load<u32>(at) * POSITION_BYTES);
    const a1 = v128.load(positions + <usize>load<u32>(t1) * POSITION_BYTES);
    const a2 = v128.load(positions + <usize>load<u32>(t2) * POSITION_BYTES);
    const a3 = v128.load(positions + <usize>load<u32>(t3) * POSITION_BYTES);
    const b0 = v128.load(positions + <usize>load<u32>(at, 4) * POSITION_BYTES);
    const b1 = v128.load(positions + <usize>load<u32>(t1, 4) * POSITION_BYTES);
    const b2 = v128.load(positions + <usize>load<u32>(t2, 4) * POSITION_BYTES);
    const b3 = v128.load(positions + <usize>load<u32>(t3, 4) * POSITION_BYTES);
    const c0 = v128.load(positions + <usize>load<u32>(at, 8) * POSITION_BYTES);
    const c1 = v128.load(positions + <usize>load<u32>(t1, 8) * POSITION_BYTES);
    const c2 = v128.load(positions + <usize>load<u32>(t2, 8) * POSITION_BYTES);
    const c3 = v128.load(positions + <usize>load<u32>(t3, 8) * POSITION_BYTES);
    low = f32x4.pmin(low, f32x4.pmin(f32x4.pmin(lowestOf(a0, b0, c0), lowestOf(a1, b1, c1)), f32x4.pmin(lowestOf(a2, b2, c2), lowestOf(a3, b3, c3))));
    high = f32x4.pmax(high, f32x4.pmax(f32x4.pmax(highestOf(a0, b0, c0), highestOf(a1, b1, c1)), f32x4.pmax(highestOf(a2, b2, c2), highestOf(a3, b3, c3))));
    const e0 = f32x4.sub(b0, a0);
    const e1 = f32x4.sub(b1, a1);
    const e2 = f32x4.sub(b2, a2);
    const e3 = f32x4.sub(b3, a3);
    const f0 = f32x4.sub(c0, a0);
    const f1 = f32x4.sub(c1, a1);
    const f2 = f32x4.sub(c2, a2);
    const f3 = f32x4.sub(c3, a3);
    const exy01 = v128.shuffle<f32>(e0, e1, 0, 4, 1, 5);
    const exy23 = v128.shuffle<f32>(e2, e3, 0, 4, 1, 5);
    const ex = v128.shuffle<f32>(exy01, exy23, 0, 1, 4, 5);
    const ey = v128.shuffle<f32>(exy01, exy23, 2, 3, 6, 7);
    const ez = v128.shuffle<f32>(v128.shuffle<f32>(e0, e1, 2, 6, 3, 7), v128.shuffle<f32>(e2, e3, 2, 6, 3, 7), 0, 1, 4, 5);
    const fxy01 = v128.shuffle<f32>(f0, f1, 0, 4, 1, 5);
    const fxy23 = v128.shuffle<f32>(f2, f3, 0, 4, 1, 5);
    const fx = v128.shuffle<f32>(fxy01, fxy23, 0, 1, 4, 5);
    const fy = v128.shuffle<f32>(fxy01, fxy23, 2, 3, 6, 7);
    const fz = v128.shuffle<f32>(v128.shuffle<f32>(f0, f1, 2, 6, 3, 7), v128.shuffle<f32>(f2, f3, 2, 6, 3, 7), 0, 1, 4, 5);
    const x = f32x4.sub(f32x4.mul(ey, fz), f32x4.mul(ez, fy));
    const y = f32x4.sub(f32x4.mul(ez, fx), f32x4.mul(ex, fz));
    const z = f32x4.sub(f32x4.mul(ex, fy), f32x4.mul(ey, fx));
    const sum = f32x4.add(z, y);
    const difference = f32x4.sub(z, y);
    const along3 = f32x4.add(sum, x);
    const along4 = f32x4.sub(sum, x);
    const along5 = f32x4.add(difference, x);
    const along6 = f32x4.sub(difference, x);
    least0 = f32x4.pmin(least0, x);
    most0 = f32x4.pmax(most0, x);
    least1 = f32x4.pmin(least1, y);
    most1 = f32x4.pmax(most1, y);
    least2 = f32x4.pmin(least2, z);
    most2 = f32x4.pmax(most2, z);
    least3 = f32x4.pmin(least3, along3);
    most3 = f32x4.pmax(most3, along3);
    least4 = f32x4.pmin(least4, along4);
    most4 = f32x4.pmax(most4, along4);
    least5 = f32x4.pmin(least5, along5);
    most5 = f32x4.pmax(most5, along5);
    least6 = f32x4.pmin(least6, along6);
    most6 = f32x4.pmax(most6, along6);
  }
  const extent = f32x4.sub(high, low);
  const length: f32 = f32x4.extract_lane(extent, 0) + f32x4.extract_lane(extent, 1) + f32x4.extract_lane(extent, 2);
  const size = length * length;
  const bound = f32x4.splat(size * FACING_ROUNDING + SMALLEST_PRODUCT);
  let common = facing(least0, most0, bound, 0);
  common = v128.or(common, facing(least1, most1, bound, 1));
  common = v128.or(common, facing(least2, most2, bound, 2));
  common = v128.or(common, facing(least3, most3, bound, 3));
  common = v128.or(common, facing(least4, most4, bound, 4));
  common = v128.or(common, facing(least5, most5, bound, 5));
  common = v128.or(common, facing(least6, most6, bound, 6));
  common = v128.and(common, v128.shuffle<u32>(common, common, 2, 3, 0, 1));
  const directions = i32x4.extract_lane(common, 0) & i32x4.extract_lane(common, 1);
  storeFacings(out, directions, low, high);
}

// @ts-ignore: decorator
@inline
function lowestOf(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmin(f32x4.pmin(a, b), c);
}

// @ts-ignore: decorator
@inline
function highestOf(a: v128, b: v128, c: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), c);
}

/** The bits of a line, for and against. */
// @ts-ignore: decorator
@inline
function facing(least: v128, most: v128, bound: v128, line: i32): v128 {
  return v128.or(
    v128.and(f32x4.gt(least, bound), i32x4.splat(1 << line)),
    v128.and(f32x4.lt(most, f32x4.neg(bound)), i32x4.splat(1 << (line + LINE_COUNT))),
  );
}
