/**
 * Do edges of borders cross, as they are seen along a line: the reference for ../assembly/cross-borders.ts, same words.
 *
 * Two edges without a common vertex are apart where their boxes are, or where one lies on one side of the other's line. Two that share a vertex have nothing else in
 * common where one turns away from the other, or they lead opposite ways.
 *
 * How far off things may be, with u = 2^-24. Points are off by less than 3uS (see-border.ts). Those of a second border, which has another origin, are moved by the
 * difference d of the origins, seen along the same line: with S at least |d|₁ more than its own size, they are off by 3uS in all and by one rounding more, uS: δ = 4uS. A
 * difference of two points, at most 2S, is off by η = 2δ + 2uS = 10uS. A turn or a product of two differences v and w is off by η (|v|₁ + |w|₁) + 2η² and by the rounding of
 * two products and a sum, 3u · 2S (|v|₁ + |w|₁) at most: by less than 16uS (|v|₁ + |w|₁) + 200u²S². With `slop` = 32uS, the bound slop (|v|₁ + |w|₁ + slop) is twice as
 * much, and covers its own rounding. Boxes are widened by slop: two of them are off by 2δ, and what they are widened and moved by is rounded, 4uS at most. Sizes are kept to
 * at most 2^40, so that nothing overflows: where it did, the lesser of two products could count for nothing beside the other.
 *
 * Underflow adds 2^-149 to what a turn or a product is off by, and takes 2^-150 from the bound: less than the quarter of it that nobody needs. For of v and w one is an edge of a border, and with s its length |·|₁, s as it is
 * computed and slop are at least s together. All triangles of its node face the direction, certainly, and where they are, the border winds round: so they lie in its box, which is 2S wide and high. The triangle at the edge
 * has, as it is seen, twice an area of more than 2^-121 (bound-regions.ts), and of at most 2S s. So S s is more than 2^-122, and the bound more than slop s = 32uS s > 2^-141.
 */
import type { Arena } from '../arena.js';
import { BORDER_ROUNDING, LARGEST_BORDER } from '../layout/margins.js';
import { FACING, NODE, NO_EDGE, REGIONS } from '../layout/regions.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';
import { facingAt, nodeAt } from './see-border.js';

const fround = Math.fround;
const SLOP = BORDER_ROUNDING;
const LARGEST = LARGEST_BORDER;

/** How far off things may be, or 0 where sizes are beyond what is proven. */
export function slopOf(size: number): number {
  return size <= LARGEST ? fround(size * SLOP) : 0;
}

/** Lowest x, lowest y, highest x and highest y. */
const box = new Float32Array(4);

/**
 * Whether edges of two borders, less those between the two nodes, have nothing in common but vertices that they share. The points of the second are moved: each
 * border has an origin of its own. Of the second border only what reaches into the box of the first can meet anything, and of the first only what reaches into the box of that.
 */
export function areBordersApart(
  arena: Arena,
  kept: WordIndex,
  a: number,
  b: number,
  moveX: number,
  moveY: number,
  size: number,
): boolean {
  const { f32, u32 } = arena;
  const slop = slopOf(size);
  if (!(slop > 0)) return false;
  const recordA = nodeAt(u32, kept, a);
  const recordB = nodeAt(u32, kept, b);
  const endA = u32[recordA + NODE.firstPoint] + u32[recordA + NODE.pointCount];
  const endB = u32[recordB + NODE.firstPoint] + u32[recordB + NODE.pointCount];
  const around = facingAt(u32, kept, a) + FACING.box;
  let hasNear = false;
  box.fill(Infinity, 0, 2);
  box.fill(-Infinity, 2);
  for (let other = u32[recordB + NODE.firstPoint]; other < endB; other++) {
    if (!isEdge(u32, kept, other, a) || !isNear(arena, kept, other, f32, around, -moveX, -moveY, slop)) continue;
    hasNear = true;
    widen(arena, kept, other);
    widen(arena, kept, other + 1);
  }
  if (!hasNear) return true;
  for (let edge = u32[recordA + NODE.firstPoint]; edge < endA; edge++) {
    if (!isEdge(u32, kept, edge, b) || !isNear(arena, kept, edge, box, 0, moveX, moveY, slop)) continue;
    for (let other = u32[recordB + NODE.firstPoint]; other < endB; other++) {
      if (!isEdge(u32, kept, other, a) || !isNear(arena, kept, other, f32, around, -moveX, -moveY, slop)) continue;
      if (areBoxesApart(arena, kept, edge, other, moveX, moveY, slop)) continue;
      if (!areEdgesApart(arena, kept, edge, other, moveX, moveY, slop)) return false;
    }
  }
  return true;
}

/** Makes room for a point in the box of what is near. */
function widen({ f32, u32 }: Arena, kept: WordIndex, point: number): void {
  const x = f32[follow(u32, kept + REGIONS.x) + point];
  const y = f32[follow(u32, kept + REGIONS.y) + point];
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

/** Whether an edge reaches into a box, which is moved. */
function isNear(
  { f32, u32 }: Arena,
  kept: WordIndex,
  point: number,
  boxes: Float32Array,
  at: number,
  moveX: number,
  moveY: number,
  slop: number,
): boolean {
  const x = follow(u32, kept + REGIONS.x) + point;
  const y = follow(u32, kept + REGIONS.y) + point;
  return (
    reachesInto(f32, x, boxes[at], boxes[at + 2], moveX, slop) &&
    reachesInto(f32, y, boxes[at + 1], boxes[at + 3], moveY, slop)
  );
}

function reachesInto(f32: Float32Array, at: number, from: number, to: number, move: number, slop: number): boolean {
  const low = fround(fround(from + move) - slop);
  const high = fround(fround(to + move) + slop);
  return !(Math.min(f32[at], f32[at + 1]) > high || Math.max(f32[at], f32[at + 1]) < low);
}

/** Whether an edge begins at a point, and does not lie between its node and another. */
export function isEdge(u32: Uint32Array, kept: WordIndex, point: number, other: number): boolean {
  const across = u32[follow(u32, kept + REGIONS.across) + point];
  if (across === NO_EDGE) return false;
  const record = nodeAt(u32, kept, other);
  return across < u32[record + NODE.firstTile] || across >= u32[record + NODE.endTile];
}

/** Whether the boxes of two edges are apart. That of the first is widened, and moved to where the points of the other are. */
export function areBoxesApart(
  { f32, u32 }: Arena,
  kept: WordIndex,
  a: number,
  b: number,
  moveX: number,
  moveY: number,
  slop: number,
): boolean {
  return (
    areSpansApart(f32, follow(u32, kept + REGIONS.x), a, b, moveX, slop) ||
    areSpansApart(f32, follow(u32, kept + REGIONS.y), a, b, moveY, slop)
  );
}

function areSpansApart(f32: Float32Array, xs: number, a: number, b: number, move: number, slop: number): boolean {
  const low = fround(fround(Math.min(f32[xs + a], f32[xs + a + 1]) - move) - slop);
  const high = fround(fround(Math.max(f32[xs + a], f32[xs + a + 1]) - move) + slop);
  return Math.min(f32[xs + b], f32[xs + b + 1]) > high || Math.max(f32[xs + b], f32[xs + b + 1]) < low;
}

/** Whether two edges, given by the points that they begin with, have nothing but a vertex in common; those of the second are moved. */
export function areEdgesApart(
  { f32, u32 }: Arena,
  kept: WordIndex,
  a: number,
  b: number,
  moveX: number,
  moveY: number,
  slop: number,
): boolean {
  const xs = follow(u32, kept + REGIONS.x);
  const ys = follow(u32, kept + REGIONS.y);
  const vertices = follow(u32, kept + REGIONS.vertices);
  const px = f32[xs + a];
  const py = f32[ys + a];
  const rx = f32[xs + a + 1];
  const ry = f32[ys + a + 1];
  const qx = fround(f32[xs + b] + moveX);
  const qy = fround(f32[ys + b] + moveY);
  const sx = fround(f32[xs + b + 1] + moveX);
  const sy = fround(f32[ys + b + 1] + moveY);
  const fromA = u32[vertices + a];
  const toA = u32[vertices + a + 1];
  const fromB = u32[vertices + b];
  const toB = u32[vertices + b + 1];
  if (fromA === toB) return doPart(px, py, rx, ry, qx, qy, slop);
  if (toA === fromB) return doPart(rx, ry, px, py, sx, sy, slop);
  if (fromA === fromB) return doPart(px, py, rx, ry, sx, sy, slop);
  if (toA === toB) return doPart(rx, ry, px, py, qx, qy, slop);
  if (sideOf(px, py, rx, ry, qx, qy, slop) * sideOf(px, py, rx, ry, sx, sy, slop) > 0) return true;
  return sideOf(qx, qy, sx, sy, px, py, slop) * sideOf(qx, qy, sx, sy, rx, ry, slop) > 0;
}

/** On which side of a line from a to b a point is: 1 for the left, -1 for the right, 0 where that is not certain. */
export function sideOf(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, slop: number): number {
  const ux = fround(bx - ax);
  const uy = fround(by - ay);
  const vx = fround(cx - ax);
  const vy = fround(cy - ay);
  const turn = fround(fround(ux * vy) - fround(uy * vx));
  const bound = boundOf(ux, uy, vx, vy, slop);
  return turn > bound ? 1 : turn < -bound ? -1 : 0;
}

/** Whether two edges from one vertex have nothing but it in common. */
function doPart(x: number, y: number, ax: number, ay: number, bx: number, by: number, slop: number): boolean {
  const ux = fround(ax - x);
  const uy = fround(ay - y);
  const vx = fround(bx - x);
  const vy = fround(by - y);
  const bound = boundOf(ux, uy, vx, vy, slop);
  const turn = fround(fround(ux * vy) - fround(uy * vx));
  return Math.abs(turn) > bound || fround(fround(ux * vx) + fround(uy * vy)) < -bound;
}

function boundOf(ux: number, uy: number, vx: number, vy: number, slop: number): number {
  const lengths = fround(fround(fround(Math.abs(ux) + Math.abs(uy)) + Math.abs(vx)) + Math.abs(vy));
  return fround(slop * fround(lengths + slop));
}
