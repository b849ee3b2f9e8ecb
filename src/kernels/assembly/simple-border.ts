/** Does a border cross itself, as it is seen along a line? Twin: ../twin/simple-border.ts, with the proofs. */
import {
  FACING_SIZE,
  NODE_FIRST_POINT,
  NODE_POINT_COUNT,
  NO_EDGE,
  REGIONS_ACROSS,
  REGIONS_ROOM,
  REGIONS_VERTICES,
  REGIONS_X,
  REGIONS_Y,
} from './generated/layout';
import { edgesApart, edgesIn, reachInto, slopOf } from './cross-borders';
import { facingAt, nodeAt } from './see-border';

/** Whether two edges of a border have nothing in common but the vertex that they share. */
export function isBorderSimple(kept: usize, node: u32): bool {
  const slop = slopOf(load<f32>(facingAt(kept, node), FACING_SIZE));
  if (!(slop > 0)) return false;
  const record = nodeAt(kept, node);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const rowCount = (load<u32>(record, NODE_POINT_COUNT) + 3) >>> 2;
  // A box for each row of four edges, lowest x, lowest y, highest x and highest y in lists of their own; and the ways that all edges of it lead.
  const boxes = load<usize>(kept, REGIONS_ROOM);
  const stride: usize = <usize>((rowCount + 3) & ~3) << 2;
  const ways = boxes + 4 * stride;
  boxRows(kept, first, rowCount, slop, boxes, stride);
  for (let row: u32 = 0; row < rowCount; row++) {
    const at = first + (<usize>row << 4);
    const box = boxes + (<usize>row << 2);
    // Edges that follow each other one way need not be compared with each other.
    const way = load<u32>(ways + (<usize>row << 2));
    let next = way == 0 ? row : row + 1;
    if (row + 1 < rowCount && way & load<u32>(ways + (<usize>row << 2), 4) && areAllEdges(kept, at)) next = row + 2;
    else if (!doTurn(kept, at, slop)) return false;
    const lowX = v128.load32_splat(box);
    const lowY = v128.load32_splat(box + stride);
    const highX = v128.load32_splat(box + 2 * stride);
    const highY = v128.load32_splat(box + 3 * stride);
    for (let group = next & ~3; group < rowCount; group += 4) {
      const others = boxes + (<usize>group << 2);
      let apart = f32x4.gt(v128.load(others), highX);
      apart = v128.or(apart, f32x4.gt(v128.load(others + stride), highY));
      apart = v128.or(apart, f32x4.lt(v128.load(others + 2 * stride), lowX));
      apart = v128.or(apart, f32x4.lt(v128.load(others + 3 * stride), lowY));
      let met: u32 = ~i32x4.bitmask(apart) & 15;
      if (group < next) met &= 15 << (next - group);
      while (met != 0) {
        const other = group + ctz(met);
        met &= met - 1;
        if (other >= rowCount) break;
        if (!areRowsApart(kept, at, first + (<usize>other << 4), slop)) return false;
      }
    }
  }
  return true;
}

/** Boxes rows of edges, and finds out which ways they lead. */
// @ts-ignore: decorator
@inline
function boxRows(kept: usize, first: usize, rowCount: u32, slop: f32, boxes: usize, stride: usize): void {
  const xs = load<usize>(kept, REGIONS_X) + first;
  const ys = load<usize>(kept, REGIONS_Y) + first;
  const across = load<usize>(kept, REGIONS_ACROSS) + first;
  const pad = f32x4.splat(slop);
  for (let row: u32 = 0; row < rowCount; row++) {
    const at: usize = <usize>row << 4;
    const x0 = v128.load(xs + at);
    const y0 = v128.load(ys + at);
    const x1 = v128.load(xs + at, 4);
    const y1 = v128.load(ys + at, 4);
    const low = f32x4.sub(lowCorner(f32x4.pmin(x0, x1), f32x4.pmin(y0, y1)), pad);
    const high = f32x4.add(highCorner(f32x4.pmax(x0, x1), f32x4.pmax(y0, y1)), pad);
    const box = boxes + (<usize>row << 2);
    v128.store_lane<f32>(box, low, 0);
    v128.store_lane<f32>(box + stride, low, 1);
    v128.store_lane<f32>(box + 2 * stride, high, 0);
    v128.store_lane<f32>(box + 3 * stride, high, 1);
    store<u32>(box + 4 * stride, waysOf(across + at, f32x4.sub(x1, x0), f32x4.sub(y1, y0), pad));
  }
}

/** Which of eight ways all edges of a row lead, a bit each, every fourth; none where they do not follow each other from the first of them on. */
// @ts-ignore: decorator
@inline
function waysOf(across: usize, x: v128, y: v128, pad: v128): u32 {
  const missing = i32x4.eq(v128.load(across), i32x4.splat(NO_EDGE));
  const edges: u32 = ~i32x4.bitmask(missing) & 15;
  if (edges & (edges + 1)) return 0;
  const back = f32x4.neg(pad);
  const sum = f32x4.add(x, y);
  const difference = f32x4.sub(x, y);
  const ahead = i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(v128.or(missing, f32x4.gt(x, pad)), v128.or(missing, f32x4.gt(y, pad))),
    i16x8.narrow_i32x4_s(v128.or(missing, f32x4.gt(sum, pad)), v128.or(missing, f32x4.gt(difference, pad))),
  );
  const behind = i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(v128.or(missing, f32x4.lt(x, back)), v128.or(missing, f32x4.lt(y, back))),
    i16x8.narrow_i32x4_s(v128.or(missing, f32x4.lt(sum, back)), v128.or(missing, f32x4.lt(difference, back))),
  );
  let bits: u32 = i8x16.bitmask(ahead) | (i8x16.bitmask(behind) << 16);
  bits &= bits >>> 1;
  return bits & (bits >>> 2) & 0x11111111;
}

/** Whether an edge begins at each of four points. */
// @ts-ignore: decorator
@inline
function areAllEdges(kept: usize, row: usize): bool {
  return edgesIn(load<usize>(kept, REGIONS_ACROSS) + row) == 15;
}

/** Edges of two rows, the second of which does not come before the first, or of one; those that follow each other have been compared. */
function areRowsApart(kept: usize, row: usize, other: usize, slop: f32): bool {
  const xs = load<usize>(kept, REGIONS_X);
  const ys = load<usize>(kept, REGIONS_Y);
  const across = load<usize>(kept, REGIONS_ACROSS);
  const vertices = load<usize>(kept, REGIONS_VERTICES);
  const pad = f32x4.splat(slop);
  const x0 = v128.load(xs + row);
  const y0 = v128.load(ys + row);
  const x1 = v128.load(xs + row, 4);
  const y1 = v128.load(ys + row, 4);
  const lowX = f32x4.sub(f32x4.pmin(x0, x1), pad);
  const lowY = f32x4.sub(f32x4.pmin(y0, y1), pad);
  const highX = f32x4.add(f32x4.pmax(x0, x1), pad);
  const highY = f32x4.add(f32x4.pmax(y0, y1), pad);
  const edges = edgesIn(across + row);
  let lanes = edgesIn(across + other);
  if (row == other) lanes &= 12;
  while (lanes != 0) {
    const lane: u32 = ctz(lanes);
    lanes &= lanes - 1;
    const edge = other + (<usize>lane << 2);
    let near = boxesMet(xs + edge, ys + edge, lowX, lowY, highX, highY) & edges;
    // Of a row with itself, each pair comes once.
    if (row == other) near &= (1 << (lane - 1)) - 1;
    else if (other == row + 16 && lane == 0) near &= 7;
    while (near != 0) {
      const mate = row + (<usize>ctz(near) << 2);
      near &= near - 1;
      if (!edgesApart(xs, ys, vertices, edge, mate, 0, 0, slop)) return false;
    }
  }
  return true;
}

/** Into which of four boxes an edge reaches. */
// @ts-ignore: decorator
@inline
function boxesMet(x: usize, y: usize, lowX: v128, lowY: v128, highX: v128, highY: v128): u32 {
  const x1 = v128.load32_splat(x, 4);
  const y1 = v128.load32_splat(y, 4);
  return reachInto(v128.load32_splat(x), x1, v128.load32_splat(y), y1, lowX, lowY, highX, highY);
}

/** Whether each of four edges has nothing but a vertex in common with the one that follows it, where there is one. */
// @ts-ignore: decorator
@inline
function doTurn(kept: usize, row: usize, slop: f32): bool {
  const x = load<usize>(kept, REGIONS_X) + row;
  const y = load<usize>(kept, REGIONS_Y) + row;
  const across = load<usize>(kept, REGIONS_ACROSS) + row;
  const wanted = edgesIn(across) & edgesIn(across + 4);
  const x1 = v128.load(x, 4);
  const y1 = v128.load(y, 4);
  const ux = f32x4.sub(v128.load(x, 8), x1);
  const uy = f32x4.sub(v128.load(y, 8), y1);
  const vx = f32x4.sub(v128.load(x), x1);
  const vy = f32x4.sub(v128.load(y), y1);
  const lengths = f32x4.add(f32x4.add(f32x4.add(f32x4.abs(ux), f32x4.abs(uy)), f32x4.abs(vx)), f32x4.abs(vy));
  const bound = f32x4.mul(f32x4.splat(slop), f32x4.add(lengths, f32x4.splat(slop)));
  const turn = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  const along = f32x4.add(f32x4.mul(ux, vx), f32x4.mul(uy, vy));
  const parts = v128.or(f32x4.gt(f32x4.abs(turn), bound), f32x4.lt(along, f32x4.neg(bound)));
  return (~i32x4.bitmask(parts) & wanted) == 0;
}

/** The lowest of four x and of four y. */
// @ts-ignore: decorator
@inline
function lowCorner(x: v128, y: v128): v128 {
  const two = f32x4.pmin(v128.shuffle<f32>(x, y, 0, 4, 1, 5), v128.shuffle<f32>(x, y, 2, 6, 3, 7));
  return f32x4.pmin(two, v128.shuffle<f32>(two, two, 2, 3, 0, 1));
}

/** The highest ones. */
// @ts-ignore: decorator
@inline
function highCorner(x: v128, y: v128): v128 {
  const two = f32x4.pmax(v128.shuffle<f32>(x, y, 0, 4, 1, 5), v128.shuffle<f32>(x, y, 2, 6, 3, 7));
  return f32x4.pmax(two, v128.shuffle<f32>(two, two, 2, 3, 0, 1));
}
