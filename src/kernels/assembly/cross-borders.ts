/** Do edges of borders cross, as they are seen along a line? Twin: ../twin/cross-borders.ts, with the proofs. */
import {
  BORDER_ROUNDING,
  FACING_BOX,
  FACING_SIZE,
  LARGEST_BORDER,
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

/** How far off things may be, or 0 where sizes are beyond what is proven. */
// @ts-ignore: decorator
@inline
export function slopOf(size: f32): f32 {
  return size <= LARGEST_BORDER ? size * BORDER_ROUNDING : 0;
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
  const across = load<usize>(kept, REGIONS_ACROSS);
  const vertices = load<usize>(kept, REGIONS_VERTICES);
  // What reaches into the first border of the second: its edges and their boxes, in lists of their own.
  const near = load<usize>(kept, REGIONS_ROOM);
  const recordB = nodeAt(kept, b);
  const stride: usize = <usize>((load<u32>(recordB, NODE_POINT_COUNT) + 3) & ~3) << 2;
  const end = listNear(kept, a, b, moveX, moveY, slop, near, stride);
  if (end == near) return true;
  const box = end + 4 * stride;
  const lowX = f32x4.splat(load<f32>(box) + moveX - slop);
  const lowY = f32x4.splat(load<f32>(box, 4) + moveY - slop);
  const highX = f32x4.splat(load<f32>(box, 8) + moveX + slop);
  const highY = f32x4.splat(load<f32>(box, 12) + moveY + slop);
  const recordA = nodeAt(kept, a);
  const firstTile = i32x4.splat(load<u32>(recordB, NODE_FIRST_TILE));
  const tileCount = i32x4.splat(load<u32>(recordB, NODE_END_TILE) - load<u32>(recordB, NODE_FIRST_TILE));
  const first: usize = <usize>load<u32>(recordA, NODE_FIRST_POINT) << 2;
  const last = first + (<usize>load<u32>(recordA, NODE_POINT_COUNT) << 2);
  for (let row = first; row < last; row += 16) {
    let met = lanesMet(xs + row, ys + row, lowX, lowY, highX, highY);
    if (met == 0) continue;
    met &= edgesBeyond(across + row, firstTile, tileCount);
    while (met != 0) {
      const edge = row + (<usize>ctz(met) << 2);
      met &= met - 1;
      const x0 = load<f32>(xs + edge);
      const x1 = load<f32>(xs + edge, 4);
      const y0 = load<f32>(ys + edge);
      const y1 = load<f32>(ys + edge, 4);
      const edgeLowX = f32x4.splat((x1 < x0 ? x1 : x0) - moveX - slop);
      const edgeLowY = f32x4.splat((y1 < y0 ? y1 : y0) - moveY - slop);
      const edgeHighX = f32x4.splat((x0 < x1 ? x1 : x0) - moveX + slop);
      const edgeHighY = f32x4.splat((y0 < y1 ? y1 : y0) - moveY + slop);
      for (let group = near; group < end; group += 16) {
        let apart = f32x4.gt(v128.load(group + stride), edgeHighX);
        apart = v128.or(apart, f32x4.gt(v128.load(group + 2 * stride), edgeHighY));
        apart = v128.or(apart, f32x4.lt(v128.load(group + 3 * stride), edgeLowX));
        apart = v128.or(apart, f32x4.lt(v128.load(group + 4 * stride), edgeLowY));
        let mates: u32 = ~i32x4.bitmask(apart) & 15;
        while (mates != 0) {
          const mate: usize = load<u32>(group + (<usize>ctz(mates) << 2));
          mates &= mates - 1;
          if (!edgesApart(xs, ys, vertices, edge, mate, moveX, moveY, slop)) return false;
        }
      }
    }
  }
  return true;
}

/**
 * Lists the edges of a second border that reach into the box of the first, less those between the two, and their boxes; behind those of the last group the box of them
 * all. Returns where the list of edges ends, in whole groups of four: what fills the last one up is nowhere.
 */
function listNear(kept: usize, a: u32, b: u32, moveX: f32, moveY: f32, slop: f32, near: usize, stride: usize): usize {
  const box = facingAt(kept, a) + FACING_BOX;
  const lowX = f32x4.splat(load<f32>(box) - moveX - slop);
  const lowY = f32x4.splat(load<f32>(box, 4) - moveY - slop);
  const highX = f32x4.splat(load<f32>(box, 8) - moveX + slop);
  const highY = f32x4.splat(load<f32>(box, 12) - moveY + slop);
  const xs = load<usize>(kept, REGIONS_X);
  const ys = load<usize>(kept, REGIONS_Y);
  const across = load<usize>(kept, REGIONS_ACROSS);
  const recordA = nodeAt(kept, a);
  const recordB = nodeAt(kept, b);
  const firstTile = i32x4.splat(load<u32>(recordA, NODE_FIRST_TILE));
  const tileCount = i32x4.splat(load<u32>(recordA, NODE_END_TILE) - load<u32>(recordA, NODE_FIRST_TILE));
  const first: usize = <usize>load<u32>(recordB, NODE_FIRST_POINT) << 2;
  const last = first + (<usize>load<u32>(recordB, NODE_POINT_COUNT) << 2);
  let out = near;
  let least = f32x4.splat(Infinity);
  let most = f32x4.splat(-Infinity);
  for (let row = first; row < last; row += 16) {
    let met = lanesMet(xs + row, ys + row, lowX, lowY, highX, highY);
    if (met == 0) continue;
    met &= edgesBeyond(across + row, firstTile, tileCount);
    while (met != 0) {
      const edge = row + (<usize>ctz(met) << 2);
      met &= met - 1;
      // Both ends of the edge, x and y side by side.
      const ends = v128.shuffle<f32>(v128.load64_zero(xs + edge), v128.load64_zero(ys + edge), 0, 4, 1, 5);
      const turned = v128.shuffle<f32>(ends, ends, 2, 3, 0, 1);
      const low = f32x4.pmin(ends, turned);
      const high = f32x4.pmax(ends, turned);
      least = f32x4.pmin(least, low);
      most = f32x4.pmax(most, high);
      store<u32>(out, <u32>edge);
      v128.store_lane<f32>(out + stride, low, 0);
      v128.store_lane<f32>(out + 2 * stride, low, 1);
      v128.store_lane<f32>(out + 3 * stride, high, 0);
      v128.store_lane<f32>(out + 4 * stride, high, 1);
      out += 4;
    }
  }
  while ((out - near) & 15) {
    store<f32>(out + stride, Infinity);
    out += 4;
  }
  // Behind the last of the lists.
  v128.store(out + 4 * stride, v128.shuffle<f32>(least, most, 0, 1, 4, 5));
  return out;
}

/** At which of four points an edge begins. */
// @ts-ignore: decorator
@inline
export function edgesIn(across: usize): u32 {
  return i32x4.bitmask(i32x4.ne(v128.load(across), i32x4.splat(NO_EDGE)));
}

/** At which of four points an edge begins that does not have one of some tiles across it. */
// @ts-ignore: decorator
@inline
export function edgesBeyond(across: usize, firstTile: v128, tileCount: v128): u32 {
  const tiles = v128.load(across);
  const inside = v128.or(i32x4.eq(tiles, i32x4.splat(NO_EDGE)), i32x4.lt_u(i32x4.sub(tiles, firstTile), tileCount));
  return ~i32x4.bitmask(inside) & 15;
}

/** Which of four edges reach into a box. */
// @ts-ignore: decorator
@inline
function lanesMet(x: usize, y: usize, lowX: v128, lowY: v128, highX: v128, highY: v128): u32 {
  return reachInto(v128.load(x), v128.load(x, 4), v128.load(y), v128.load(y, 4), lowX, lowY, highX, highY);
}

/** Which of four edges, from one point to the other, reach into a box, or one each into four. */
// @ts-ignore: decorator
@inline
export function reachInto(x0: v128, x1: v128, y0: v128, y1: v128, lowX: v128, lowY: v128, highX: v128, highY: v128): u32 {
  let apart = f32x4.gt(f32x4.pmin(x0, x1), highX);
  apart = v128.or(apart, f32x4.gt(f32x4.pmin(y0, y1), highY));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(x0, x1), lowX));
  apart = v128.or(apart, f32x4.lt(f32x4.pmax(y0, y1), lowY));
  return ~i32x4.bitmask(apart) & 15;
}

/** Two edges whose boxes meet, given by the points that they begin with; those of the second are moved. */
export function edgesApart(xs: usize, ys: usize, vertices: usize, a: usize, b: usize, moveX: f32, moveY: f32, slop: f32): bool {
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
