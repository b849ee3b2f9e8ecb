/** Which of four pairs of triangles does a plane certainly separate? Twin: ../twin/separate-triangles.ts. */
import {
  ROW_BYTES,
  SIDE_CORNER_BYTES,
  SIDE_CORNER_Y,
  SIDE_CORNER_Z,
  SIDE_IDS,
  SIDE_NORMAL,
  SIDE_SIZE,
  SMALLEST_SIZE,
} from './generated/layout';
import { boundOf, havePlanes, heightOf, isCorner, lengthOf, product } from './triangle-sides';

/** Lanes in which all corners of one triangle, but for those that both have, lie beyond the plane of the other. */
// @ts-ignore: decorator
@inline
export function planesSeparate(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const separated = v128.or(isBeyondPlane(sideA, sideB, isSurface), isBeyondPlane(sideB, sideA, isSurface));
  return v128.and(separated, havePlanes(sideA, sideB));
}

/** Lanes that a plane through a corner that both have separates, or one through an edge and square to its triangle. */
// @ts-ignore: decorator
@inline
export function edgesSeparate(sideA: usize, sideB: usize, isSurface: v128, wanted: i32): v128 {
  if (wanted == 0) return i32x4.splat(0);
  const allowed = havePlanes(sideA, sideB);
  let separated: v128 = isBeyondCorner(sideA, sideB, isSurface);
  for (let edge: usize = 0; edge < 3; edge++) {
    if ((~i32x4.bitmask(v128.and(separated, allowed)) & wanted) == 0) break;
    const next: usize = edge == 2 ? 0 : edge + 1;
    const last: usize = edge == 0 ? 2 : edge - 1;
    separated = v128.or(separated, isBeyondEdge(sideA, edge, next, last, sideB, isSurface));
    separated = v128.or(separated, isBeyondEdge(sideB, edge, next, last, sideA, isSurface));
  }
  return v128.and(separated, allowed);
}

function isBeyondPlane(plane: usize, points: usize, isSurface: v128): v128 {
  const nx = v128.load(plane, SIDE_NORMAL);
  const ny = v128.load(plane, SIDE_NORMAL + ROW_BYTES);
  const nz = v128.load(plane, SIDE_NORMAL + 2 * ROW_BYTES);
  const bound = boundOf(plane, points, v128.load(plane, SIDE_SIZE));
  const minus = f32x4.neg(bound);
  const height0 = heightOf(points, plane, nx, ny, nz);
  const height1 = heightOf(points + SIDE_CORNER_BYTES, plane, nx, ny, nz);
  const height2 = heightOf(points + 2 * SIDE_CORNER_BYTES, plane, nx, ny, nz);
  const out0 = isCorner(plane, points, 0, isSurface);
  const out1 = isCorner(plane, points, ROW_BYTES, isSurface);
  const out2 = isCorner(plane, points, 2 * ROW_BYTES, isSurface);
  const above = v128.and(
    v128.and(v128.or(out0, f32x4.gt(height0, bound)), v128.or(out1, f32x4.gt(height1, bound))),
    v128.or(out2, f32x4.gt(height2, bound)),
  );
  const below = v128.and(
    v128.and(v128.or(out0, f32x4.lt(height0, minus)), v128.or(out1, f32x4.lt(height1, minus))),
    v128.or(out2, f32x4.lt(height2, minus)),
  );
  // With all corners set aside, both hold: the same triangle twice.
  return v128.xor(above, below);
}

function isBeyondCorner(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const in0 = isCorner(sideB, sideA, 0, isSurface);
  const in1 = isCorner(sideB, sideA, ROW_BYTES, isSurface);
  const in2 = isCorner(sideB, sideA, 2 * ROW_BYTES, isSurface);
  const some = v128.or(v128.or(in0, in1), in2);
  if (!v128.any_true(some)) return some;
  const id = sharedRow(sideA + SIDE_IDS, ROW_BYTES, in0, in1);
  const sx = sharedRow(sideA, SIDE_CORNER_BYTES, in0, in1);
  const sy = sharedRow(sideA + SIDE_CORNER_Y, SIDE_CORNER_BYTES, in0, in1);
  const sz = sharedRow(sideA + SIDE_CORNER_Z, SIDE_CORNER_BYTES, in0, in1);
  const tx = f32x4.sub(sumFrom(sideA, sx), sumFrom(sideB, sx));
  const ty = f32x4.sub(sumFrom(sideA + SIDE_CORNER_Y, sy), sumFrom(sideB + SIDE_CORNER_Y, sy));
  const tz = f32x4.sub(sumFrom(sideA + SIDE_CORNER_Z, sz), sumFrom(sideB + SIDE_CORNER_Z, sz));
  const bound = boundOf(sideA, sideB, f32x4.add(lengthOf(tx, ty, tz), f32x4.splat(SMALLEST_SIZE)));
  const minus = f32x4.neg(bound);
  let beyond = some;
  for (let corner: usize = 0; corner < 3; corner++) {
    const pointA = sideA + corner * SIDE_CORNER_BYTES;
    const pointB = sideB + corner * SIDE_CORNER_BYTES;
    const outA = i32x4.eq(v128.load(sideA + corner * ROW_BYTES, SIDE_IDS), id);
    const outB = i32x4.eq(v128.load(sideB + corner * ROW_BYTES, SIDE_IDS), id);
    const heightA = product(from(pointA, sx), from(pointA + SIDE_CORNER_Y, sy), from(pointA + SIDE_CORNER_Z, sz), tx, ty, tz);
    const heightB = product(from(pointB, sx), from(pointB + SIDE_CORNER_Y, sy), from(pointB + SIDE_CORNER_Z, sz), tx, ty, tz);
    beyond = v128.and(beyond, v128.or(outA, f32x4.gt(heightA, bound)));
    beyond = v128.and(beyond, v128.or(outB, f32x4.lt(heightB, minus)));
  }
  return beyond;
}

/** Of the rows of three corners, that of the first that is shared; of the last, if the two before are not. */
// @ts-ignore: decorator
@inline
function sharedRow(row: usize, step: usize, in0: v128, in1: v128): v128 {
  return v128.bitselect(v128.load(row), v128.bitselect(v128.load(row + step), v128.load(row + 2 * step), in1), in0);
}

// @ts-ignore: decorator
@inline
function from(row: usize, origin: v128): v128 {
  return f32x4.sub(v128.load(row), origin);
}

/** The sum of one coordinate of all corners, counted from the origin. */
// @ts-ignore: decorator
@inline
function sumFrom(row: usize, origin: v128): v128 {
  return f32x4.add(f32x4.add(from(row, origin), from(row + SIDE_CORNER_BYTES, origin)), from(row + 2 * SIDE_CORNER_BYTES, origin));
}

function isBeyondEdge(side: usize, edge: usize, next: usize, last: usize, points: usize, isSurface: v128): v128 {
  const from = side + edge * SIDE_CORNER_BYTES;
  const to = side + next * SIDE_CORNER_BYTES;
  const nx = v128.load(side, SIDE_NORMAL);
  const ny = v128.load(side, SIDE_NORMAL + ROW_BYTES);
  const nz = v128.load(side, SIDE_NORMAL + 2 * ROW_BYTES);
  const ex = f32x4.sub(v128.load(to), v128.load(from));
  const ey = f32x4.sub(v128.load(to, SIDE_CORNER_Y), v128.load(from, SIDE_CORNER_Y));
  const ez = f32x4.sub(v128.load(to, SIDE_CORNER_Z), v128.load(from, SIDE_CORNER_Z));
  // Towards the triangle.
  const mx = f32x4.sub(f32x4.mul(ny, ez), f32x4.mul(nz, ey));
  const my = f32x4.sub(f32x4.mul(nz, ex), f32x4.mul(nx, ez));
  const mz = f32x4.sub(f32x4.mul(nx, ey), f32x4.mul(ny, ex));
  const size = f32x4.add(f32x4.mul(lengthOf(ex, ey, ez), lengthOf(nx, ny, nz)), f32x4.splat(SMALLEST_SIZE));
  const bound = boundOf(side, points, size);
  const minus = f32x4.neg(bound);
  const id0 = v128.load(side + edge * ROW_BYTES, SIDE_IDS);
  const id1 = v128.load(side + next * ROW_BYTES, SIDE_IDS);
  const own = f32x4.gt(heightOf(side + last * SIDE_CORNER_BYTES, from, mx, my, mz), bound);
  const beyond0 = f32x4.lt(heightOf(points, from, mx, my, mz), minus);
  const beyond1 = f32x4.lt(heightOf(points + SIDE_CORNER_BYTES, from, mx, my, mz), minus);
  const beyond2 = f32x4.lt(heightOf(points + 2 * SIDE_CORNER_BYTES, from, mx, my, mz), minus);
  const out0 = isEnd(id0, id1, v128.load(points, SIDE_IDS), isSurface);
  const out1 = isEnd(id0, id1, v128.load(points, SIDE_IDS + ROW_BYTES), isSurface);
  const out2 = isEnd(id0, id1, v128.load(points, SIDE_IDS + 2 * ROW_BYTES), isSurface);
  return v128.and(
    v128.and(own, v128.or(out0, beyond0)),
    v128.and(v128.or(out1, beyond1), v128.or(out2, beyond2)),
  );
}

// @ts-ignore: decorator
@inline
function isEnd(id0: v128, id1: v128, id: v128, isSurface: v128): v128 {
  return v128.and(v128.or(i32x4.eq(id, id0), i32x4.eq(id, id1)), isSurface);
}
