/** Which of four pairs of triangles certainly cross? Twin: ../twin/cross-triangles.ts. */
import {
  ROW_BYTES,
  SIDE_CORNER_BYTES,
  SIDE_CORNER_Y,
  SIDE_CORNER_Z,
  SIDE_NORMAL,
  SIDE_SIZE,
  SIDE_SPAN,
  SMALLEST_SIZE,
} from './generated/layout';
import { boundOf, havePlanes, heightOf, isCorner } from './triangle-sides';

/** Lanes in which an edge of one triangle certainly passes through the inside of the other. */
export function doCross(sideA: usize, sideB: usize): v128 {
  const acrossB = throughPlane(sideB, sideA);
  const acrossA = throughPlane(sideA, sideB);
  const none = i32x4.splat(0);
  const both = v128.and(i32x4.ne(acrossA, none), i32x4.ne(acrossB, none));
  const possible = v128.and(both, havePlanes(sideA, sideB));
  if (!v128.any_true(possible)) return none;
  const spanA = v128.load(sideA, SIDE_SPAN);
  const bound = boundOf(sideA, sideB, f32x4.add(f32x4.mul(spanA, v128.load(sideB, SIDE_SPAN)), f32x4.splat(SMALLEST_SIZE)));
  const minus = f32x4.neg(bound);
  let left0 = i32x4.splat(-1);
  let left1 = left0;
  let left2 = left0;
  let right0 = left0;
  let right1 = left0;
  let right2 = left0;
  let crossing = none;
  for (let edge: usize = 0; edge < 3; edge++) {
    const start = sideA + edge * SIDE_CORNER_BYTES;
    const next: usize = edge == 2 ? sideA : start + SIDE_CORNER_BYTES;
    const ex = f32x4.sub(v128.load(next), v128.load(start));
    const ey = f32x4.sub(v128.load(next, SIDE_CORNER_Y), v128.load(start, SIDE_CORNER_Y));
    const ez = f32x4.sub(v128.load(next, SIDE_CORNER_Z), v128.load(start, SIDE_CORNER_Z));
    const volume0 = volumeOf(start, ex, ey, ez, sideB, sideB + SIDE_CORNER_BYTES);
    const volume1 = volumeOf(start, ex, ey, ez, sideB + SIDE_CORNER_BYTES, sideB + 2 * SIDE_CORNER_BYTES);
    const volume2 = volumeOf(start, ex, ey, ez, sideB + 2 * SIDE_CORNER_BYTES, sideB);
    const above0 = f32x4.gt(volume0, bound);
    const above1 = f32x4.gt(volume1, bound);
    const above2 = f32x4.gt(volume2, bound);
    const below0 = f32x4.lt(volume0, minus);
    const below1 = f32x4.lt(volume1, minus);
    const below2 = f32x4.lt(volume2, minus);
    left0 = v128.and(left0, above0);
    left1 = v128.and(left1, above1);
    left2 = v128.and(left2, above2);
    right0 = v128.and(right0, below0);
    right1 = v128.and(right1, below1);
    right2 = v128.and(right2, below2);
    const isInside = v128.or(
      v128.and(v128.and(above0, above1), above2),
      v128.and(v128.and(below0, below1), below2),
    );
    crossing = v128.or(crossing, v128.and(isInside, isBit(acrossB, <i32>edge)));
  }
  crossing = v128.or(crossing, v128.and(v128.or(left0, right0), isBit(acrossA, 0)));
  crossing = v128.or(crossing, v128.and(v128.or(left1, right1), isBit(acrossA, 1)));
  crossing = v128.or(crossing, v128.and(v128.or(left2, right2), isBit(acrossA, 2)));
  return v128.and(crossing, possible);
}

/** Lanes in which triangles have a corner in common. */
// @ts-ignore: decorator
@inline
export function shareCorner(sideA: usize, sideB: usize, isSurface: v128): v128 {
  const first = v128.or(isCorner(sideB, sideA, 0, isSurface), isCorner(sideB, sideA, ROW_BYTES, isSurface));
  return v128.or(first, isCorner(sideB, sideA, 2 * ROW_BYTES, isSurface));
}

/** Which edges of a triangle certainly pass through a plane: bits 0 to 2 of each lane. */
function throughPlane(plane: usize, points: usize): v128 {
  const nx = v128.load(plane, SIDE_NORMAL);
  const ny = v128.load(plane, SIDE_NORMAL + ROW_BYTES);
  const nz = v128.load(plane, SIDE_NORMAL + 2 * ROW_BYTES);
  const bound = boundOf(plane, points, v128.load(plane, SIDE_SIZE));
  const minus = f32x4.neg(bound);
  const height0 = heightOf(points, plane, nx, ny, nz);
  const height1 = heightOf(points + SIDE_CORNER_BYTES, plane, nx, ny, nz);
  const height2 = heightOf(points + 2 * SIDE_CORNER_BYTES, plane, nx, ny, nz);
  const above0 = f32x4.gt(height0, bound);
  const above1 = f32x4.gt(height1, bound);
  const above2 = f32x4.gt(height2, bound);
  const below0 = f32x4.lt(height0, minus);
  const below1 = f32x4.lt(height1, minus);
  const below2 = f32x4.lt(height2, minus);
  const edge0 = v128.or(v128.and(above0, below1), v128.and(below0, above1));
  const edge1 = v128.or(v128.and(above1, below2), v128.and(below1, above2));
  const edge2 = v128.or(v128.and(above2, below0), v128.and(below2, above0));
  return v128.or(
    v128.or(v128.and(edge0, i32x4.splat(1)), v128.and(edge1, i32x4.splat(2))),
    v128.and(edge2, i32x4.splat(4)),
  );
}

/** Lanes in which a bit is set. */
// @ts-ignore: decorator
@inline
function isBit(bits: v128, bit: i32): v128 {
  return i32x4.shr_s(i32x4.shl(bits, 31 - bit), 31);
}

/** On which side of a line, from a start along e, another edge passes. */
// @ts-ignore: decorator
@inline
function volumeOf(start: usize, ex: v128, ey: v128, ez: v128, from: usize, to: usize): v128 {
  const fx = f32x4.sub(v128.load(to), v128.load(from));
  const fy = f32x4.sub(v128.load(to, SIDE_CORNER_Y), v128.load(from, SIDE_CORNER_Y));
  const fz = f32x4.sub(v128.load(to, SIDE_CORNER_Z), v128.load(from, SIDE_CORNER_Z));
  const nx = f32x4.sub(f32x4.mul(ey, fz), f32x4.mul(ez, fy));
  const ny = f32x4.sub(f32x4.mul(ez, fx), f32x4.mul(ex, fz));
  const nz = f32x4.sub(f32x4.mul(ex, fy), f32x4.mul(ey, fx));
  return heightOf(from, start, nx, ny, nz);
}
