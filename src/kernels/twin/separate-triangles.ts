/** Does a plane certainly separate two triangles? The reference for ../assembly/separate-triangles.ts. */
import { SMALLEST_SIZE } from '../layout/margins.js';
import {
  BOUND,
  HEIGHT,
  LENGTH,
  SIZE,
  type Side,
  direction,
  isCorner,
  measureHeight,
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
  direction[LENGTH] = plane.numbers[SIZE];
  setBound(plane, points);
  let isAbove = true;
  let isBelow = true;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && isCorner(plane, at)) continue;
    measureHeight(f32, at, plane.corners[0]);
    isAbove &&= direction[HEIGHT] > direction[BOUND];
    isBelow &&= direction[HEIGHT] < -direction[BOUND];
  }
  // With all corners set aside, both hold: the same triangle twice.
  return isAbove !== isBelow;
}

function isBeyondCorner(f32: Float32Array, side: Side, other: Side): boolean {
  let shared = 0;
  while (shared < 3 && !isCorner(other, side.corners[shared])) shared++;
  if (shared === 3) return false;
  const origin = side.corners[shared];
  for (let axis = 0; axis < 3; axis++) setDifference(f32, side, other, origin, axis);
  const length = fround(fround(Math.abs(direction[0]) + Math.abs(direction[1])) + Math.abs(direction[2]));
  direction[LENGTH] = length + SMALLEST_SIZE;
  setBound(side, other);
  for (let corner = 0; corner < 3; corner++) {
    const at = side.corners[corner];
    measureHeight(f32, at, origin);
    if (at !== origin && !(direction[HEIGHT] > direction[BOUND])) return false;
    const beyond = other.corners[corner];
    measureHeight(f32, beyond, origin);
    if (beyond !== origin && !(direction[HEIGHT] < -direction[BOUND])) return false;
  }
  return true;
}

/** One coordinate of the direction: the sum of that of all corners of one triangle, counted from the origin, less that of the other. */
function setDifference(f32: Float32Array, side: Side, other: Side, origin: number, axis: number): void {
  const a = side.corners[0] + axis;
  const b = side.corners[1] + axis;
  const c = side.corners[2] + axis;
  const from = f32[origin + axis];
  const sum = fround(fround(fround(f32[a] - from) + fround(f32[b] - from)) + fround(f32[c] - from));
  const p = other.corners[0] + axis;
  const q = other.corners[1] + axis;
  const r = other.corners[2] + axis;
  direction[axis] = sum - fround(fround(fround(f32[p] - from) + fround(f32[q] - from)) + fround(f32[r] - from));
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
  const lengthE = fround(fround(Math.abs(ex) + Math.abs(ey)) + Math.abs(ez));
  const lengthN = fround(fround(Math.abs(nx) + Math.abs(ny)) + Math.abs(nz));
  direction[LENGTH] = fround(lengthE * lengthN) + SMALLEST_SIZE;
  setBound(side, points);
  measureHeight(f32, corners[(edge + 2) % 3], from);
  if (!(direction[HEIGHT] > direction[BOUND])) return false;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && (at === from || at === to)) continue;
    measureHeight(f32, at, from);
    if (!(direction[HEIGHT] < -direction[BOUND])) return false;
  }
  return true;
}
