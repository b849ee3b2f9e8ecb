/** Do edges of borders cross, as they are seen along a line? Twin: ../twin/cross-borders.ts, with the proofs. */
import {
  FACING_BOX,
  FACING_SIZE,
  FLOAT32_ROUNDOFF,
  NODE_END_TILE,
  NODE_FIRST_POINT,
  NODE_FIRST_TILE,
  NODE_POINT_COUNT,
  NO_EDGE,
  REGIONS_ACROSS,
  REGIONS_ROOM,
  REGIONS_VERTICES,
  REGIONS_X,
  REGIONS_Y,
} from './generated/layout';
import { facingAt, nodeAt } from './see-border';

/** 2^-19; 2^-40 and 2^40 */
const SLOP: f32 = 32 * FLOAT32_ROUNDOFF;
const SMALLEST: f32 = 9.094947017729282e-13;
const LARGEST: f32 = 1099511627776;

/** How far off things may be, or 0 where sizes are beyond what is proven. */
// @ts-ignore: decorator
@inline
export function slopOf(size: f32): f32 {
  return size >= SMALLEST && size <= LARGEST ? size * SLOP : 0;
}

/** Whether two edges of a border have nothing in common but the vertex that they share. */
export function isBorderSimple(kept: usize, node: u32): bool {
  const slop = slopOf(load<f32>(facingAt(kept, node), FACING_SIZE));
  if (!(slop > 0)) return false;
  const record = nodeAt(kept, node);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const rowCount = (load<u32>(record, NODE_POINT_COUNT) + 3) >>> 2;
  // A box for each row of four edges, lowest x, lowest y, highest x and highest y in lists of their own.
  const boxes = load<usize>(kept, REGIONS_ROOM);
  const stride: usize = <usize>((rowCount + 3) & ~3) << 2;
  if (!boxRows(kept, first, rowCount, slop, boxes, stride)) return false;
  for (let row: u32 = 0; row < rowCount; row++) {
    const box = boxes + (<usize>row << 2);
    const lowX = v128.load32_splat(box);
    const lowY = v128.load32_splat(box + stride);
    const highX = v128.load32_splat(box + 2 * stride);
    const highY = v128.load32_splat(box + 3 * stride);
    for (let group = row & ~3; group < rowCount; group += 4) {
      const others = boxes + (<usize>group << 2);
      let apart = f32x4.gt(v128.load(others), highX);
      apart = v128.or(apart, f32x4.gt(v128.load(others + stride), highY));
      apart = v128.or(apart, f32x4.lt(v128.load(others + 2 * stride), lowX));
      apart = v128.or(apart, f32x4.lt(v128.load(others + 3 * stride), lowY));
      let met: u32 = ~i32x4.bitmask(apart) & 15;
      if (group < row) met &= 15 << (row - group);
      while (met != 0) {
        const other = group + ctz(met);
        met &= met - 1;
        if (other >= rowCount) break;
        if (!areRowsApart(kept, first + (<usize>row << 4), first + (<usize>other << 4), slop)) return false;
      }
    }
  }
  return true;
}

/** Boxes rows of edges, and compares edges that follow each other. */
// @ts-ignore: decorator
@inline
function boxRows(kept: usize, first: usize, rowCount: u32, slop: f32, boxes: usize, stride: usize): bool {
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
    if (!doTurn(xs + at, ys + at, x0, y0, x1, y1, edgesIn(across + at) & edgesIn(across + at + 4), slop)) return false;
    const low = f32x4.sub(lowCorner(f32x4.pmin(x0, x1), f32x4.pmin(y0, y1)), pad);
    const high = f32x4.add(highCorner(f32x4.pmax(x0, x1), f32x4.pmax(y0, y1)), pad);
    const box = boxes + (<usize>row << 2);
    v128.store_lane<f32>(box, low, 0);
    v128.store_lane<f32>(box + stride, low, 1);
    v128.store_lane<f32>(box + 2 * stride, high, 0);
    v128.store_lane<f32>(box + 3 * stride, high, 1);
  }
  return true;
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

/**
 * Whether edges of two borders, less those between the two nodes, have nothing in common but vertices that they share. The points of the second are moved: each
 * border has an origin of its own.
 */
export function areBordersApart(kept: usize, a: u32, b: u32, moveX: f32, moveY: f32, size: f32): bool {
  const slop = slopOf(size);
  if (!(slop > 0)) return false;
  const xs = load<usize>(kept, REGIONS_X);
  const ys = load<usize>(kept, REGIONS_Y);
  const vertices = load<usize>(kept, REGIONS_VERTICES);
  const room = load<usize>(kept, REGIONS_ROOM);
  const nearB = listNear(kept, b, a, -moveX, -moveY, slop, room);
  if (nearB == room) return true;
  const nearA = listNear(kept, a, b, moveX, moveY, slop, nearB);
  for (let i = nearB; i < nearA; i += 4) {
    const edge: usize = load<u32>(i);
    const lowX = min<f32>(load<f32>(xs + edge), load<f32>(xs + edge, 4)) - moveX - slop;
    const lowY = min<f32>(load<f32>(ys + edge), load<f32>(ys + edge, 4)) - moveY - slop;
    const highX = max<f32>(load<f32>(xs + edge), load<f32>(xs + edge, 4)) - moveX + slop;
    const highY = max<f32>(load<f32>(ys + edge), load<f32>(ys + edge, 4)) - moveY + slop;
    for (let j = room; j < nearB; j += 4) {
      const mate: usize = load<u32>(j);
      const x0 = load<f32>(xs + mate);
      const x1 = load<f32>(xs + mate, 4);
      if (min<f32>(x0, x1) > highX || max<f32>(x0, x1) < lowX) continue;
      const y0 = load<f32>(ys + mate);
      const y1 = load<f32>(ys + mate, 4);
      if (min<f32>(y0, y1) > highY || max<f32>(y0, y1) < lowY) continue;
      if (!edgesApart(xs, ys, vertices, edge, mate, moveX, moveY, slop)) return false;
    }
  }
  return true;
}

/** Lists the edges of a border that reach into the box of another, less those between the two; returns where the list ends. */
function listNear(kept: usize, node: u32, other: u32, moveX: f32, moveY: f32, slop: f32, out: usize): usize {
  const record = nodeAt(kept, node);
  const otherRecord = nodeAt(kept, other);
  const box = facingAt(kept, other) + FACING_BOX;
  const lowX = f32x4.splat(load<f32>(box) + moveX - slop);
  const lowY = f32x4.splat(load<f32>(box, 4) + moveY - slop);
  const highX = f32x4.splat(load<f32>(box, 8) + moveX + slop);
  const highY = f32x4.splat(load<f32>(box, 12) + moveY + slop);
  const xs = load<usize>(kept, REGIONS_X);
  const ys = load<usize>(kept, REGIONS_Y);
  const across = load<usize>(kept, REGIONS_ACROSS);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const end = first + (<usize>load<u32>(record, NODE_POINT_COUNT) << 2);
  const firstTile = load<u32>(otherRecord, NODE_FIRST_TILE);
  const tileCount = load<u32>(otherRecord, NODE_END_TILE) - firstTile;
  for (let row = first; row < end; row += 16) {
    let met = lanesMet(xs + row, ys + row, lowX, lowY, highX, highY) & edgesIn(across + row);
    while (met != 0) {
      const edge = row + (<usize>ctz(met) << 2);
      met &= met - 1;
      if (load<u32>(across + edge) - firstTile < tileCount) continue;
      store<u32>(out, <u32>edge);
      out += 4;
    }
  }
  return out;
}

/** At which of four points an edge begins. */
// @ts-ignore: decorator
@inline
function edgesIn(across: usize): u32 {
  return i32x4.bitmask(i32x4.ne(v128.load(across), i32x4.splat(NO_EDGE)));
}

/** Which of four edges reach into a box. */
// @ts-ignore: decorator
@inline
function lanesMet(x: usize, y: usize, lowX: v128, lowY: v128, highX: v128, highY: v128): u32 {
  const x0 = v128.load(x);
  const x1 = v128.load(x, 4);
  const y0 = v128.load(y);
  const y1 = v128.load(y, 4);
  let apart = f32x4.gt(f32x4.pmin(x0, x1), highX);
  apart = v128.or(apart, f32x4.gt(f32x4.pmin(y0, y1), highY));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(x0, x1), lowX));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(y0, y1), lowY));
  return ~i32x4.bitmask(apart) & 15;
}

/** Into which of four boxes an edge reaches. */
// @ts-ignore: decorator
@inline
function boxesMet(x: usize, y: usize, lowX: v128, lowY: v128, highX: v128, highY: v128): u32 {
  const x0 = v128.load32_splat(x);
  const x1 = v128.load32_splat(x, 4);
  const y0 = v128.load32_splat(y);
  const y1 = v128.load32_splat(y, 4);
  let apart = f32x4.gt(f32x4.pmin(x0, x1), highX);
  apart = v128.or(apart, f32x4.gt(f32x4.pmin(y0, y1), highY));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(x0, x1), lowX));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(y0, y1), lowY));
  return ~i32x4.bitmask(apart) & 15;
}

/** Whether each of four edges has nothing but a vertex in common with the one that follows it, where there is one. */
// @ts-ignore: decorator
@inline
function doTurn(x: usize, y: usize, x0: v128, y0: v128, x1: v128, y1: v128, wanted: u32, slop: f32): bool {
  const ux = f32x4.sub(v128.load(x, 8), x1);
  const uy = f32x4.sub(v128.load(y, 8), y1);
  const vx = f32x4.sub(x0, x1);
  const vy = f32x4.sub(y0, y1);
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

/** Two edges whose boxes meet, given by the points that they begin with; those of the second are moved. */
function edgesApart(xs: usize, ys: usize, vertices: usize, a: usize, b: usize, moveX: f32, moveY: f32, slop: f32): bool {
  const px = load<f32>(xs + a);
  const py = load<f32>(ys + a);
  const rx = load<f32>(xs + a, 4);
  const ry = load<f32>(ys + a, 4);
  const qx = load<f32>(xs + b) + moveX;
  const qy = load<f32>(ys + b) + moveY;
  const sx = load<f32>(xs + b, 4) + moveX;
  const sy = load<f32>(ys + b, 4) + moveY;
  const fromA = load<u32>(vertices + a);
  const toA = load<u32>(vertices + a, 4);
  const fromB = load<u32>(vertices + b);
  const toB = load<u32>(vertices + b, 4);
  if (fromA == toB) return doPart(px, py, rx, ry, qx, qy, slop);
  if (toA == fromB) return doPart(rx, ry, px, py, sx, sy, slop);
  if (fromA == fromB) return doPart(px, py, rx, ry, sx, sy, slop);
  if (toA == toB) return doPart(rx, ry, px, py, qx, qy, slop);
  if (sideOf(px, py, rx, ry, qx, qy, slop) * sideOf(px, py, rx, ry, sx, sy, slop) > 0) return true;
  return sideOf(qx, qy, sx, sy, px, py, slop) * sideOf(qx, qy, sx, sy, rx, ry, slop) > 0;
}

/** On which side of a line from a to b a point is: 1 for the left, -1 for the right, 0 where that is not certain. */
// @ts-ignore: decorator
@inline
export function sideOf(ax: f32, ay: f32, bx: f32, by: f32, cx: f32, cy: f32, slop: f32): i32 {
  const ux = bx - ax;
  const uy = by - ay;
  const vx = cx - ax;
  const vy = cy - ay;
  const turn = ux * vy - uy * vx;
  const bound = slop * (abs(ux) + abs(uy) + abs(vx) + abs(vy) + slop);
  return turn > bound ? 1 : turn < -bound ? -1 : 0;
}

/** Whether two edges from one vertex have nothing but it in common. */
// @ts-ignore: decorator
@inline
function doPart(x: f32, y: f32, ax: f32, ay: f32, bx: f32, by: f32, slop: f32): bool {
  const ux = ax - x;
  const uy = ay - y;
  const vx = bx - x;
  const vy = by - y;
  const bound = slop * (abs(ux) + abs(uy) + abs(vx) + abs(vy) + slop);
  return abs(ux * vy - uy * vx) > bound || ux * vx + uy * vy < -bound;
}
