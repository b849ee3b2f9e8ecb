/** Which directions do all triangles of a node face, and where are they? Four triangles at a time. Twin: ../twin/bound-regions.ts, with the proof. */
import {
  ALL_FACINGS,
  FACING_BYTES,
  FACING_HIGH,
  FACING_LINE,
  FACING_LOW,
  FACING_SIMPLE,
  FACING_TRIED,
  FLOAT32_ROUNDOFF,
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
  TRIANGLE_BYTES,
} from './generated/layout';
import { recordOf, storeBox, wordOf } from './lazy-body';
import { nodeAt } from './see-border';

/** 2^-20, 2^-120 and 2^100 */
const ROUNDING: f32 = 16 * FLOAT32_ROUNDOFF;
const TINY: f32 = 7.52316384526264e-37;
const HUGE: f32 = 1.2676506002282294e30;

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
    putBox(body, kept, <u32>tile, facings + tile * FACING_BYTES);
  }
  const children = load<usize>(kept, REGIONS_CHILDREN);
  for (let node = load<u32>(kept, REGIONS_NODE_COUNT); node-- > tileCount; ) {
    let common: u32 = ALL_FACINGS;
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    const list = children + <usize>(node - tileCount) * ROW_BYTES;
    for (let lane: usize = 0; lane < 4; lane++) {
      const child = load<u32>(list + (lane << 2));
      if (child == NO_NODE) continue;
      const facing = facings + <usize>child * FACING_BYTES;
      common &= load<u32>(facing);
      low = f32x4.pmin(low, v128.load(facing, FACING_LOW));
      high = f32x4.pmax(high, v128.load(facing, FACING_HIGH));
    }
    const facing = facings + <usize>node * FACING_BYTES;
    storeFacings(facing, common, low, high);
    putBox(body, kept, node, facing);
    // The children of the node are all lanes of its block.
    const word = wordOf(body, load<u32>(nodeAt(kept, node)));
    store<u32>(recordOf(body, word), now, RECORD_STAMP);
  }
  store<u32>(recordOf(body, 0), now, RECORD_STAMP);
}

/** Writes the box of a node to where walks find it. */
// @ts-ignore: decorator
@inline
function putBox(body: usize, kept: usize, node: u32, facing: usize): void {
  const slot = load<u32>(nodeAt(kept, node));
  const at = recordOf(body, slot >>> 2) + (<usize>(slot & 3) << 2);
  storeBox(at, v128.load(facing, FACING_LOW), v128.load(facing, FACING_HIGH));
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
function boundTile(out: usize, positions: usize, first: usize, end: usize): void {
  let common = i32x4.splat(ALL_FACINGS);
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
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
    const size = f32x4.mul(
      f32x4.add(f32x4.add(f32x4.abs(ex), f32x4.abs(ey)), f32x4.abs(ez)),
      f32x4.add(f32x4.add(f32x4.abs(fx), f32x4.abs(fy)), f32x4.abs(fz)),
    );
    const bound = f32x4.add(f32x4.mul(size, f32x4.splat(ROUNDING)), f32x4.splat(TINY));
    const sum = f32x4.add(z, y);
    const difference = f32x4.sub(z, y);
    let faced = facing(x, bound, 0);
    faced = v128.or(faced, facing(y, bound, 1));
    faced = v128.or(faced, facing(z, bound, 2));
    faced = v128.or(faced, facing(f32x4.add(sum, x), bound, 3));
    faced = v128.or(faced, facing(f32x4.sub(sum, x), bound, 4));
    faced = v128.or(faced, facing(f32x4.add(difference, x), bound, 5));
    faced = v128.or(faced, facing(f32x4.sub(difference, x), bound, 6));
    common = v128.and(common, v128.and(faced, f32x4.lt(size, f32x4.splat(HUGE))));
  }
  common = v128.and(common, v128.shuffle<u32>(common, common, 2, 3, 0, 1));
  storeFacings(out, i32x4.extract_lane(common, 0) & i32x4.extract_lane(common, 1), low, high);
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
function facing(product: v128, bound: v128, line: i32): v128 {
  return v128.or(
    v128.and(f32x4.gt(product, bound), i32x4.splat(1 << line)),
    v128.and(f32x4.lt(product, f32x4.neg(bound)), i32x4.splat(1 << (line + LINE_COUNT))),
  );
}
