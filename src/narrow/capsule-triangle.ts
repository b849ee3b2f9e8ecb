/**
 * Exact capsule against triangle. In doubles first, as for a ball: an approximate closest pair of points serves as a
 * witness for either answer, and the witness is judged with an error bound; nothing depends on how it was found. Big
 * integers where the bound does not decide, as for a capsule that just touches.
 */
import { commonExponent, powerOfTwo, toBig } from '../math/big.js';
import { ballMeetsTriangle } from './ball-triangle.js';
import { bigCross, bigDot, bigMinus } from './big-vector.js';
import type { BigVector } from './big-vector.js';
import { closestOfSegments, closestToTriangle, PAIR_RESULT, POINT_RESULT } from './closest-features.js';

const TWO_TO_THE_MINUS_43 = powerOfTwo(-43);
const TWO_TO_THE_MINUS_48 = powerOfTwo(-48);
const TWO_TO_THE_MINUS_49 = powerOfTwo(-49);
const TWO_TO_THE_MINUS_50 = powerOfTwo(-50);
/** Below this the squares and products of the filter could underflow, and the answer is left to big integers. */
const SMALL = powerOfTwo(-400);

const RADIUS = 6;
const REACH = 7;
const PASSAGE = 8;
/**
 * Ends and radius of the capsule in hand, the largest coordinate seen from its start, and the place on its axis, from 0
 * to 1, where that passes through the plane of the triangle: written and read within one call, as a double given to a
 * function that is not inlined is put on the heap.
 */
const capsule = new Float64Array(9);

const START = 0;
const END = 1;
const CORNER_A = 2;
const CORNER_B = 3;
const CORNER_C = 4;
const CROSSING = 5;
/** Both ends and the corners, seen from the start of the capsule, and where its axis crosses the plane. */
const points = new Float64Array(18);
const pointResult = new Float64Array(POINT_RESULT);
const pairResult = new Float64Array(PAIR_RESULT);
/** The shortest way found so far from the axis to the triangle, and the square of its length. */
const way = new Float64Array(4);
const LENGTH_SQUARED = 3;

/**
 * Whether some point of the closed triangle lies within `radius` of the segment from a to b: touching counts. The
 * segment may be a point, which makes a ball; a radius of zero asks for the segment alone. A collinear triangle is the
 * segment or point that it covers. Exact for all finite numbers and radius >= 0.
 *
 * @param shape Start, end and radius, seven numbers.
 */
export function capsuleMeetsTriangle(
  shape: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  for (let i = 0; i <= RADIUS; i++) capsule[i] = shape[i];
  return scratchCapsuleMeetsTriangle(positions, i0, i1, i2);
}

function scratchCapsuleMeetsTriangle(positions: Float32Array, i0: number, i1: number, i2: number): boolean {
  const radius = capsule[RADIUS];
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    const start = capsule[axis];
    const end = capsule[3 + axis];
    const a = positions[3 * i0 + axis];
    const b = positions[3 * i1 + axis];
    const c = positions[3 * i2 + axis];
    // Rounding is monotone: a difference that is rounded to more than the radius is more than the radius.
    if (Math.min(a, b, c) - Math.max(start, end) > radius || Math.min(start, end) - Math.max(a, b, c) > radius) {
      return false;
    }
    // The start is the origin from here on. With u = 2^-53, every coordinate has a relative error of at most u.
    points[3 * END + axis] = end - start;
    points[3 * CORNER_A + axis] = a - start;
    points[3 * CORNER_B + axis] = b - start;
    points[3 * CORNER_C + axis] = c - start;
    reach = Math.max(
      reach,
      Math.max(Math.abs(end - start), Math.abs(a - start)),
      Math.max(Math.abs(b - start), Math.abs(c - start)),
    );
  }
  capsule[REACH] = reach;
  // Most triangles near a capsule lie beside it, and their own plane tells.
  takeNormal();
  if (wayKeepsApart()) return false;
  // The shortest way from the axis to the triangle starts at an end, leads to an edge, or is none, where they cross. It is
  // judged as soon as there is one.
  way[LENGTH_SQUARED] = Infinity;
  tryPoint(START);
  if (wayIsShort()) return true;
  if (wayKeepsApart()) return false;
  tryPoint(END);
  if (wayIsShort()) return true;
  if (wayKeepsApart()) return false;
  tryEdge(CORNER_A, CORNER_B);
  tryEdge(CORNER_B, CORNER_C);
  tryEdge(CORNER_C, CORNER_A);
  tryCrossing();
  if (wayIsShort()) return true;
  if (wayKeepsApart()) return false;
  return capsuleMeetsTriangleExactly(positions, i0, i1, i2);
}

/**
 * Whether the way proves that they meet. Let M be the reach. Its ends differ by at most 25uM per coordinate from points
 * of the true triangle and axis (as shown for the ball), so the way, below 2M per coordinate, errs by 52uM. The square
 * of the length of a true way is then at most 2·3·2M·53uM + 40uM² < 1024uM² = 2^-43 M² above what is computed. The rest,
 * 2^-50 of the radius squared and so at least 2^-450, covers the rounding of that square and of this comparison, and
 * what may have underflowed.
 */
function wayIsShort(): boolean {
  const reach = capsule[REACH];
  const radiusSquared = capsule[RADIUS] * capsule[RADIUS];
  const needed = way[LENGTH_SQUARED] + TWO_TO_THE_MINUS_43 * reach * reach;
  return radiusSquared >= SMALL && needed <= radiusSquared - TWO_TO_THE_MINUS_50 * radiusSquared;
}

/**
 * Whether the way proves that they do not meet, as planes at right angles to it, through the nearest corner and the
 * farther end, keep triangle and axis apart by more than the radius: any direction proves this. A dot product with a
 * true point errs by at most 4uM(|x| + |y| + |z|), and there are two.
 */
function wayKeepsApart(): boolean {
  const x = way[0];
  const y = way[1];
  const z = way[2];
  const lengthSquared = way[LENGTH_SQUARED];
  const nearest = Math.min(
    x * points[3 * CORNER_A] + y * points[3 * CORNER_A + 1] + z * points[3 * CORNER_A + 2],
    x * points[3 * CORNER_B] + y * points[3 * CORNER_B + 1] + z * points[3 * CORNER_B + 2],
    x * points[3 * CORNER_C] + y * points[3 * CORNER_C + 1] + z * points[3 * CORNER_C + 2],
  );
  const farthest = Math.max(0, x * points[3 * END] + y * points[3 * END + 1] + z * points[3 * END + 2]);
  const error = TWO_TO_THE_MINUS_48 * capsule[REACH] * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const proven = nearest - farthest - error;
  const radiusSquared = capsule[RADIUS] * capsule[RADIUS];
  return (
    proven >= SMALL &&
    lengthSquared >= SMALL &&
    proven * proven > (radiusSquared + SMALL * SMALL) * lengthSquared * (1 + TWO_TO_THE_MINUS_49)
  );
}

/** The normal of the triangle, as a way: turned from the start of the axis to the plane. */
function takeNormal(): void {
  const ax = points[3 * CORNER_A];
  const ay = points[3 * CORNER_A + 1];
  const az = points[3 * CORNER_A + 2];
  const bx = points[3 * CORNER_B] - ax;
  const by = points[3 * CORNER_B + 1] - ay;
  const bz = points[3 * CORNER_B + 2] - az;
  const cx = points[3 * CORNER_C] - ax;
  const cy = points[3 * CORNER_C + 1] - ay;
  const cz = points[3 * CORNER_C + 2] - az;
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const plane = ax * x + ay * y + az * z;
  const sign = plane < 0 ? -1 : 1;
  way[0] = sign * x;
  way[1] = sign * y;
  way[2] = sign * z;
  way[LENGTH_SQUARED] = x * x + y * y + z * z;
  // Where the axis passes through the plane, if it does.
  const end = points[3 * END] * x + points[3 * END + 1] * y + points[3 * END + 2] * z;
  capsule[PASSAGE] = plane / end;
}

/** A way from where the axis passes through the plane of the triangle. */
function tryCrossing(): void {
  const t = capsule[PASSAGE];
  if (!(t >= 0 && t <= 1)) return;
  for (let axis = 0; axis < 3; axis++) points[3 * CROSSING + axis] = t * points[3 * END + axis];
  tryPoint(CROSSING);
}

function tryPoint(point: number): void {
  closestToTriangle(points, point, CORNER_A, CORNER_B, CORNER_C, pointResult);
  tryWay(pointResult, 0, points, 3 * point);
}

function tryEdge(p: number, q: number): void {
  closestOfSegments(points, START, END, p, q, pairResult);
  tryWay(pairResult, 3, pairResult, 0);
}

/** To the point at offset i, from the point at offset j. */
function tryWay(to: Float64Array, i: number, from: Float64Array, j: number): void {
  const x = to[i] - from[j];
  const y = to[i + 1] - from[j + 1];
  const z = to[i + 2] - from[j + 2];
  const lengthSquared = x * x + y * y + z * z;
  if (lengthSquared < way[LENGTH_SQUARED]) {
    way[0] = x;
    way[1] = y;
    way[2] = z;
    way[LENGTH_SQUARED] = lengthSquared;
  }
}

/**
 * The distance between a segment and a triangle is that of an end and the triangle, of a corner and the segment, of the
 * segment and an edge where both are closest between their ends, or zero where the segment pierces the face. Each is
 * the distance between some points of both, so all of them may be tried.
 */
function capsuleMeetsTriangleExactly(positions: Float32Array, ...indices: readonly [number, number, number]): boolean {
  const [ax, ay, az, bx, by, bz, radius] = capsule;
  if (
    ballMeetsTriangle(Float64Array.of(ax, ay, az, radius), positions, ...indices) ||
    ballMeetsTriangle(Float64Array.of(bx, by, bz, radius), positions, ...indices)
  ) {
    return true;
  }
  const coordinates = indices.flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
  const unit = commonExponent(ax, ay, az, bx, by, bz, radius, ...coordinates);
  const seen = (x: number, y: number, z: number): BigVector => [
    toBig(x, unit) - toBig(ax, unit),
    toBig(y, unit) - toBig(ay, unit),
    toBig(z, unit) - toBig(az, unit),
  ];
  const axis = seen(bx, by, bz);
  const corners = [0, 3, 6].map((k) => seen(coordinates[k], coordinates[k + 1], coordinates[k + 2]));
  const limit = toBig(radius, unit) * toBig(radius, unit);
  const [a, b, c] = corners;
  return (
    corners.some((corner) => reachesCorner(axis, corner, limit)) ||
    reachesEdge(axis, a, b, limit) ||
    reachesEdge(axis, b, c, limit) ||
    reachesEdge(axis, c, a, limit) ||
    pierces(axis, a, b, c)
  );
}

/** Whether the corner projects between the ends of the axis, and is within reach there. */
function reachesCorner(axis: BigVector, corner: BigVector, limit: bigint): boolean {
  const along = bigDot(axis, corner);
  const length = bigDot(axis, axis);
  if (along <= 0n || along >= length) return false;
  const moment = bigCross(axis, corner);
  return bigDot(moment, moment) <= limit * length;
}

/**
 * Whether the lines of axis and edge are closest between the ends of both, and within reach there. With m = axis × edge
 * and t axis - (p + s edge) along m, products with edge × m and axis × m give t |m|² = (p × edge) · m and s |m|² = (p ×
 * axis) · m; the way there is p · m / |m|.
 */
function reachesEdge(axis: BigVector, p: BigVector, q: BigVector, limit: bigint): boolean {
  const edge = bigMinus(q, p);
  const across = bigCross(axis, edge);
  const square = bigDot(across, across);
  if (square === 0n) return false;
  const t = bigDot(bigCross(p, edge), across);
  const s = bigDot(bigCross(p, axis), across);
  if (t < 0n || t > square || s < 0n || s > square) return false;
  const height = bigDot(p, across);
  return height * height <= limit * square;
}

/** Whether the ends of the axis are on different sides of the face, not both on it, and its line passes through it. */
function pierces(axis: BigVector, a: BigVector, b: BigVector, c: BigVector): boolean {
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  const start = bigDot(normal, a);
  const end = start - bigDot(normal, axis);
  if (start === end || (start > 0n && end > 0n) || (start < 0n && end < 0n)) return false;
  const u = bigDot(axis, bigCross(b, c));
  const v = bigDot(axis, bigCross(c, a));
  const w = bigDot(axis, bigCross(a, b));
  return (u >= 0n && v >= 0n && w >= 0n) || (u <= 0n && v <= 0n && w <= 0n);
}
