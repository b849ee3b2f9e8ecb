/** Do two triangles certainly cross? The reference for ../assembly/cross-triangles.ts. */
import { SMALLEST_SIZE } from '../layout/margins.js';
import {
  BOUND,
  HEIGHT,
  LENGTH,
  SIZE,
  SPAN,
  direction,
  isCorner,
  measureHeight,
  setBound,
  sideA,
  sideB,
  type Side,
} from './triangle-sides.js';

const fround = Math.fround;

/** Whether the triangles in hand certainly cross. */
export function doCross(f32: Float32Array, isSurface: boolean): boolean {
  if (!sideA.isPlane || !sideB.isPlane) return false;
  if (isSurface && shareCorner()) return false;
  const acrossB = throughPlane(f32, sideB, sideA);
  const acrossA = throughPlane(f32, sideA, sideB);
  if (acrossA === 0 || acrossB === 0) return false;
  for (let edge = 0; edge < 3; edge++) {
    if ((acrossB & (1 << edge)) !== 0 && passesInside(f32, sideA, edge)) return true;
    if ((acrossA & (1 << edge)) !== 0 && passesInside(f32, sideB, edge)) return true;
  }
  return false;
}

/** Whether the triangles in hand, of one surface, have a corner in common. */
function shareCorner(): boolean {
  const { corners } = sideA;
  return isCorner(sideB, corners[0]) || isCorner(sideB, corners[1]) || isCorner(sideB, corners[2]);
}

/** Which edges of a triangle certainly pass through the plane of another: bits 0 to 2. */
function throughPlane(f32: Float32Array, plane: Side, points: Side): number {
  for (let axis = 0; axis < 3; axis++) direction[axis] = plane.numbers[axis];
  direction[LENGTH] = plane.numbers[SIZE];
  setBound(plane, points);
  let above = 0;
  let below = 0;
  for (let corner = 0; corner < 3; corner++) {
    measureHeight(f32, points.corners[corner], plane.corners[0]);
    if (direction[HEIGHT] > direction[BOUND]) above |= 1 << corner;
    else if (direction[HEIGHT] < -direction[BOUND]) below |= 1 << corner;
  }
  const nextAbove = (above >> 1) | ((above & 1) << 2);
  const nextBelow = (below >> 1) | ((below & 1) << 2);
  return (above & nextBelow) | (below & nextAbove);
}

/** Whether the line of an edge certainly has all edges of another triangle on the same side. */
function passesInside(f32: Float32Array, side: Side, edge: number): boolean {
  let isLeft = true;
  let isRight = true;
  for (let k = 0; k < 3; k++) {
    // From the first triangle's edge to the second's, whichever is asked for: rounding is the same for both.
    if (side === sideA) measureVolume(f32, edge, k);
    else measureVolume(f32, k, edge);
    isLeft &&= direction[HEIGHT] > direction[BOUND];
    isRight &&= direction[HEIGHT] < -direction[BOUND];
  }
  return isLeft || isRight;
}

/** On which side of an edge of the first triangle an edge of the second passes; leaves the bound and the height with the direction. */
function measureVolume(f32: Float32Array, edgeA: number, edgeB: number): void {
  const a = sideA.corners[edgeA];
  const b = sideB.corners[edgeB];
  const nextA = sideA.corners[(edgeA + 1) % 3];
  const nextB = sideB.corners[(edgeB + 1) % 3];
  const ex = fround(f32[nextA] - f32[a]);
  const ey = fround(f32[nextA + 1] - f32[a + 1]);
  const ez = fround(f32[nextA + 2] - f32[a + 2]);
  const fx = fround(f32[nextB] - f32[b]);
  const fy = fround(f32[nextB + 1] - f32[b + 1]);
  const fz = fround(f32[nextB + 2] - f32[b + 2]);
  direction[0] = fround(ey * fz) - fround(ez * fy);
  direction[1] = fround(ez * fx) - fround(ex * fz);
  direction[2] = fround(ex * fy) - fround(ey * fx);
  direction[LENGTH] = fround(sideA.numbers[SPAN] * sideB.numbers[SPAN]) + SMALLEST_SIZE;
  setBound(sideA, sideB);
  measureHeight(f32, b, a);
}
