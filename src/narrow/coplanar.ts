/**
 * Exact tests inside one plane. A plane is projected along a coordinate axis that keeps it from collapsing; the
 * projection is then one to one and affine on it, so what meets, overlaps or turns in the projection does so in space.
 * Nothing is computed but signs of `orient2d` on the float32 coordinates themselves.
 *
 * Vertices are indices into flat xyz arrays; an axis, where one is asked for, is the one to project along.
 */
import { powerOfTwo } from '../math/big.js';
import { orient2dFloat32 } from '../math/predicates.js';
import type { Sign } from '../math/predicates.js';

const ERROR_BOUND = powerOfTwo(-51);

/** The answer of `projectionAxis` for a triangle that has no plane. */
export const NO_AXIS = -1;

/**
 * The first axis (0, 1, 2 for x, y, z) along which the triangle can be projected without collapsing into a line;
 * `NO_AXIS` when there is none. The three projected areas are the components of the triangle's normal, so there is none
 * exactly when the vertices are collinear.
 */
export function projectionAxis(positions: Float32Array, i0: number, i1: number, i2: number): number {
  if (turn(positions, i0, i1, positions, i2, 2) !== 0) return 2;
  if (turn(positions, i0, i1, positions, i2, 0) !== 0) return 0;
  if (turn(positions, i0, i1, positions, i2, 1) !== 0) return 1;
  return NO_AXIS;
}

/** Whether the three vertices lie on one line, two or three of them in one point included. Exact. */
export function isCollinear(positions: Float32Array, i0: number, i1: number, i2: number): boolean {
  return projectionAxis(positions, i0, i1, i2) === NO_AXIS;
}

/** The orientation of the vertices i, j of `positions` and k of `others`, seen along `axis`. */
export function turn(
  positions: Float32Array,
  i: number,
  j: number,
  others: Float32Array,
  k: number,
  axis: number,
): Sign {
  // (y, z), (z, x) or (x, y).
  const u = axis === 2 ? 0 : axis + 1;
  const v = axis === 0 ? 2 : axis - 1;
  const iu = positions[3 * i + u];
  const iv = positions[3 * i + v];
  const ju = positions[3 * j + u];
  const jv = positions[3 * j + v];
  const ku = others[3 * k + u];
  const kv = others[3 * k + v];
  // As in `orientVertices`, a first stage of our own spares the call that would put doubles on the heap. The bound is
  // Shewchuk's (3 + 16·2^-53)·2^-53 (1997, section 4.2), rounded up to a power of two.
  const left = (iu - ku) * (jv - kv);
  const right = (iv - kv) * (ju - ku);
  const area = left - right;
  const bound = ERROR_BOUND * (Math.abs(left) + Math.abs(right));
  if (area > bound) return 1;
  if (area < -bound) return -1;
  return orient2dFloat32(iu, iv, ju, jv, ku, kv);
}

/** Whether a point in the plane of a triangle, which is not collinear, lies in it, its border included. */
export function pointInTriangle(
  points: Float32Array,
  p: number,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  const axis = projectionAxis(positions, i0, i1, i2);
  const outside = -turn(positions, i0, i1, positions, i2, axis);
  return (
    turn(positions, i0, i1, points, p, axis) !== outside &&
    turn(positions, i1, i2, points, p, axis) !== outside &&
    turn(positions, i2, i0, points, p, axis) !== outside
  );
}

/**
 * Whether two triangles of one plane share a point. Two convex polygons that do not are separated by the line of an
 * edge of one of them, with the other strictly beyond it.
 */
export function coplanarTrianglesMeet(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
  axis: number,
): boolean {
  return (
    !anEdgeSeparates(positionsA, a0, a1, a2, positionsB, b0, b1, b2, axis) &&
    !anEdgeSeparates(positionsB, b0, b1, b2, positionsA, a0, a1, a2, axis)
  );
}

/**
 * Whether two triangles v, a, b and v, c, d of one plane share more than the corner v. Near v they are closed cones
 * with angles below 180 degrees, and when two such cones share a ray, one of them contains a side of the other.
 */
export function coplanarCornersMeet(
  positions: Float32Array,
  v: number,
  a: number,
  b: number,
  c: number,
  d: number,
  axis: number,
): boolean {
  return (
    inCone(positions, v, a, b, c, axis) ||
    inCone(positions, v, a, b, d, axis) ||
    inCone(positions, v, c, d, a, axis) ||
    inCone(positions, v, c, d, b, axis)
  );
}

function anEdgeSeparates(
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
  others: Float32Array,
  k0: number,
  k1: number,
  k2: number,
  axis: number,
): boolean {
  const outside = -turn(positions, i0, i1, positions, i2, axis);
  return (
    allOnSide(outside, positions, i0, i1, others, k0, k1, k2, axis) ||
    allOnSide(outside, positions, i1, i2, others, k0, k1, k2, axis) ||
    allOnSide(outside, positions, i2, i0, others, k0, k1, k2, axis)
  );
}

function allOnSide(
  side: number,
  positions: Float32Array,
  i: number,
  j: number,
  others: Float32Array,
  k0: number,
  k1: number,
  k2: number,
  axis: number,
): boolean {
  return (
    turn(positions, i, j, others, k0, axis) === side &&
    turn(positions, i, j, others, k1, axis) === side &&
    turn(positions, i, j, others, k2, axis) === side
  );
}

/** Whether the direction from v to p lies between those to a and b, both included. */
function inCone(positions: Float32Array, v: number, a: number, b: number, p: number, axis: number): boolean {
  const outside = -turn(positions, v, a, positions, b, axis);
  return turn(positions, v, a, positions, p, axis) !== outside && turn(positions, b, v, positions, p, axis) !== outside;
}
