/** Does a plane certainly separate two triangles? The reference for ../assembly/separate-triangles.ts. */
import {
  BOUND,
  SIZE,
  type Side,
  TINY_SIZE,
  direction,
  heightOf,
  isCorner,
  lengthOf,
  setBound,
  sideA,
  sideB,
} from './triangle-sides.js';

const fround = Math.fround;

/** Whether it is certain that the triangles in hand are apart, and no defects. */
export function areSeparated(f32: Float32Array, isSurface: boolean): boolean {
  if (!sideA.isPlane || !sideB.isPlane) return false;
  if (isBeyondPlane(f32, sideA, sideB, isSurface) || isBeyondPlane(f32, sideB, sideA, isSurface)) return true;
  if (isSurface && isBeyondCorner(f32, sideA, sideB)) return true;
  for (let edge = 0; edge < 3; edge++) {
    if (isBeyondEdge(f32, sideA, edge, sideB, isSurface) || isBeyondEdge(f32, sideB, edge, sideA, isSurface))
      return true;
  }
  return false;
}

function isBeyondPlane(f32: Float32Array, plane: Side, points: Side, isSurface: boolean): boolean {
  for (let axis = 0; axis < 3; axis++) direction[axis] = plane.numbers[axis];
  setBound(plane, points, plane.numbers[SIZE]);
  let isAbove = true;
  let isBelow = true;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && isCorner(plane, at)) continue;
    const height = heightOf(f32, at, plane.corners[0]);
    isAbove &&= height > direction[BOUND];
    isBelow &&= height < -direction[BOUND];
  }
  // With all corners set aside, both hold: the same triangle twice.
  return isAbove !== isBelow;
}

function isBeyondCorner(f32: Float32Array, side: Side, other: Side): boolean {
  let shared = 0;
  while (shared < 3 && !isCorner(other, side.corners[shared])) shared++;
  if (shared === 3) return false;
  const origin = side.corners[shared];
  for (let axis = 0; axis < 3; axis++) {
    direction[axis] = sumFrom(f32, side, origin, axis) - sumFrom(f32, other, origin, axis);
  }
  setBound(side, other, fround(lengthOf(direction[0], direction[1], direction[2]) + TINY_SIZE));
  for (let corner = 0; corner < 3; corner++) {
    const at = side.corners[corner];
    if (at !== origin && !(heightOf(f32, at, origin) > direction[BOUND])) return false;
    const beyond = other.corners[corner];
    if (beyond !== origin && !(heightOf(f32, beyond, origin) < -direction[BOUND])) return false;
  }
  return true;
}

/** The sum of one coordinate of all corners, counted from the origin. */
function sumFrom(f32: Float32Array, { corners }: Side, origin: number, axis: number): number {
  const x0 = fround(f32[corners[0] + axis] - f32[origin + axis]);
  const x1 = fround(f32[corners[1] + axis] - f32[origin + axis]);
  const x2 = fround(f32[corners[2] + axis] - f32[origin + axis]);
  return fround(fround(x0 + x1) + x2);
}

function isBeyondEdge(f32: Float32Array, side: Side, edge: number, points: Side, isSurface: boolean): boolean {
  const { corners, numbers } = side;
  const from = corners[edge];
  const to = corners[(edge + 1) % 3];
  const nx = numbers[0];
  const ny = numbers[1];
  const nz = numbers[2];
  const ex = fround(f32[to] - f32[from]);
  const ey = fround(f32[to + 1] - f32[from + 1]);
  const ez = fround(f32[to + 2] - f32[from + 2]);
  // Towards the triangle.
  direction[0] = fround(ny * ez) - fround(nz * ey);
  direction[1] = fround(nz * ex) - fround(nx * ez);
  direction[2] = fround(nx * ey) - fround(ny * ex);
  setBound(side, points, fround(fround(lengthOf(ex, ey, ez) * lengthOf(nx, ny, nz)) + TINY_SIZE));
  if (!(heightOf(f32, corners[(edge + 2) % 3], from) > direction[BOUND])) return false;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && (at === from || at === to)) continue;
    if (!(heightOf(f32, at, from) < -direction[BOUND])) return false;
  }
  return true;
}
