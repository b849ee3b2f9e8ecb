/**
 * Exact triangle against an intersection of half-spaces, such as a view frustum. Everything happens among the weights
 * (w0, w1, w2) of the corners, none negative and 1 together: there a half-space is w · h <= 0, h being how far each
 * corner lies beyond its plane, and size or shape of the triangle do not matter.
 *
 * In doubles, the triangle of weights is cut by one half-space after the other, each moved outward a little more than
 * all rounding so far: if nothing remains, nothing would. If something does, its middle is a witness to try. In big
 * integers where neither decides.
 */
import { commonExponent, powerOfTwo, toBig } from '../math/big.js';
import { bigCross, bigDot } from './big-vector.js';
import type { BigVector } from './big-vector.js';

const TWO_TO_THE_MINUS_49 = powerOfTwo(-49);
const TWO_TO_THE_MINUS_50 = powerOfTwo(-50);
/** More than products can lose to underflow while no factor exceeds `LARGE`. */
const TINY = powerOfTwo(-700);
const LARGE = powerOfTwo(300);

/** In place of a number of corners. */
const UNDECIDED = -1;
/** How many half-spaces there is room for at first. */
const ROOM = 8;
/** Corners of the polygon, three weights each, before and after a cut: made longer when there are more half-spaces. */
let polygon = new Float64Array(3 * (ROOM + 3));
let remains = new Float64Array(3 * (ROOM + 3));
/** Per half-space that cuts: how far the corners lie beyond its plane, and the error of these three. */
let beyond = new Float64Array(4 * ROOM);
const marginInHand = new Float64Array(1);

/**
 * Whether the closed triangle meets the intersection of closed half-spaces. Half-space k is all x with n · x <= d, from
 * `planes[4k]` on: n, which need not have length one, then d. Without half-spaces every triangle does. The intersection
 * may be unbounded or empty; a collinear triangle is the segment or point that it covers. Exact for all finite numbers.
 */
export function frustumMeetsTriangle(
  planes: Float64Array,
  planeCount: number,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  if (beyond.length < 4 * planeCount) {
    polygon = new Float64Array(3 * (planeCount + 3));
    remains = new Float64Array(3 * (planeCount + 3));
    beyond = new Float64Array(4 * planeCount);
  }
  // Half-spaces that may cut the triangle are collected.
  let cuts = 0;
  for (let k = 0; k < planeCount; k++) {
    const nx = planes[4 * k];
    const ny = planes[4 * k + 1];
    const nz = planes[4 * k + 2];
    const d = planes[4 * k + 3];
    const size =
      Math.abs(nx) * Math.max(Math.abs(positions[3 * i0]), Math.abs(positions[3 * i1]), Math.abs(positions[3 * i2])) +
      Math.abs(ny) *
        Math.max(Math.abs(positions[3 * i0 + 1]), Math.abs(positions[3 * i1 + 1]), Math.abs(positions[3 * i2 + 1])) +
      Math.abs(nz) *
        Math.max(Math.abs(positions[3 * i0 + 2]), Math.abs(positions[3 * i1 + 2]), Math.abs(positions[3 * i2 + 2])) +
      Math.abs(d);
    // Three products and three sums: 4u times the sum of all magnitudes, u = 2^-53; taken twice, for the rounding of
    // this sum too.
    const error = TWO_TO_THE_MINUS_50 * size + TINY;
    const h0 = nx * positions[3 * i0] + ny * positions[3 * i0 + 1] + nz * positions[3 * i0 + 2] - d;
    const h1 = nx * positions[3 * i1] + ny * positions[3 * i1 + 1] + nz * positions[3 * i1 + 2] - d;
    const h2 = nx * positions[3 * i2] + ny * positions[3 * i2 + 1] + nz * positions[3 * i2 + 2] - d;
    if (!(size <= LARGE)) return frustumMeetsTriangleExactly(planes, planeCount, positions, i0, i1, i2);
    if (h0 > error && h1 > error && h2 > error) return false;
    if (h0 < -error && h1 < -error && h2 < -error) continue;
    beyond[4 * cuts] = h0;
    beyond[4 * cuts + 1] = h1;
    beyond[4 * cuts + 2] = h2;
    beyond[4 * cuts + 3] = error;
    cuts++;
  }
  if (cuts === 0) return true;
  const corners = cutAll(cuts);
  if (corners === 0) return false;
  if (corners !== UNDECIDED && middleIsInside(cuts, corners)) return true;
  return frustumMeetsTriangleExactly(planes, planeCount, positions, i0, i1, i2);
}

/**
 * Cuts the triangle of all weights, and returns how many corners remain, in `polygon`, or `UNDECIDED`. If none does, the triangle does
 * not meet the intersection, by what follows; u = 2^-53, H is the largest of |h0|, |h1|, |h2|, e the error of each.
 *
 * Beside the polygon that is computed stands a true one, Q, which loses the same corners and gets new ones at the same
 * places t of its edges, without rounding. A new corner is rounded by less than 8u per weight and is as far from Q as
 * the corners it lies between, so after k cuts computed and true corners differ by 8uk at most. Weights of a computed
 * corner, times h, then give a value within e + 8uH + 24ukH of that of the true corner, and at a new corner, where
 * values are interpolated to `margin` but for the rounding of t, 7uH more. What a cut takes from Q is a cap, or several:
 * the hull of lost and new corners. With a margin above e + (24k + 15)uH all of these, and so the whole cap, lie truly
 * beyond the plane. Hence Q always contains the intersection, and when it vanishes there is none. The margin is 2e + (k
 * + 1)·32uH.
 */
function cutAll(cuts: number): number {
  for (let i = 0; i < 9; i++) polygon[i] = i % 4 === 0 ? 1 : 0;
  let count = 3;
  for (let k = 0; k < cuts && count > 0; k++) {
    const h0 = beyond[4 * k];
    const h1 = beyond[4 * k + 1];
    const h2 = beyond[4 * k + 2];
    measureMargin(k, k);
    const margin = marginInHand[0];
    let kept = 0;
    let previous = count - 1;
    let before = polygon[3 * previous] * h0 + polygon[3 * previous + 1] * h1 + polygon[3 * previous + 2] * h2 - margin;
    for (let corner = 0; corner < count; corner++) {
      const here = polygon[3 * corner] * h0 + polygon[3 * corner + 1] * h1 + polygon[3 * corner + 2] * h2 - margin;
      if ((before < 0 && here > 0) || (before > 0 && here < 0)) {
        const t = before / (before - here);
        for (let i = 0; i < 3; i++) {
          const from = polygon[3 * previous + i];
          remains[3 * kept + i] = from + t * (polygon[3 * corner + i] - from);
        }
        kept++;
      }
      if (here <= 0) {
        remains[3 * kept] = polygon[3 * corner];
        remains[3 * kept + 1] = polygon[3 * corner + 1];
        remains[3 * kept + 2] = polygon[3 * corner + 2];
        kept++;
      }
      previous = corner;
      before = here;
    }
    // A cut makes two corners for one or more that it takes away. Where rounding makes it take away several caps, there
    // may be more, and no room for them.
    if (kept > count + 1) return UNDECIDED;
    const swapped = polygon;
    polygon = remains;
    remains = swapped;
    count = kept;
  }
  return count;
}

/**
 * Whether the middle of the polygon is inside of all half-spaces with room. It need not be where it was meant to be:
 * any weights that are not negative, divided by their sum, give a point of the triangle, and only the sign of w · h
 * counts.
 */
function middleIsInside(cuts: number, corners: number): boolean {
  let w0 = 0;
  let w1 = 0;
  let w2 = 0;
  for (let corner = 0; corner < corners; corner++) {
    w0 += Math.max(0, polygon[3 * corner]);
    w1 += Math.max(0, polygon[3 * corner + 1]);
    w2 += Math.max(0, polygon[3 * corner + 2]);
  }
  const whole = w0 + w1 + w2;
  for (let k = 0; k < cuts; k++) {
    const value = w0 * beyond[4 * k] + w1 * beyond[4 * k + 1] + w2 * beyond[4 * k + 2];
    measureMargin(k, 0);
    if (!(value < -whole * marginInHand[0])) return false;
  }
  return true;
}

/** The margin of half-space k after some cuts, see `cutAll`; left in an array, since a returned double may go to the heap. */
function measureMargin(k: number, cutsBefore: number): void {
  const largest = Math.max(Math.abs(beyond[4 * k]), Math.abs(beyond[4 * k + 1]), Math.abs(beyond[4 * k + 2]));
  marginInHand[0] = 2 * beyond[4 * k + 3] + TWO_TO_THE_MINUS_49 * (2 * cutsBefore + 2) * largest;
}

/**
 * If the conditions on the weights, w_i >= 0 and w · h <= 0 for every half-space, have a solution, they have one at a
 * corner of the polygon of solutions, where two of them hold with equality: at a multiple of the cross product of two
 * rows. All pairs are tried.
 */
function frustumMeetsTriangleExactly(
  planes: Float64Array,
  planeCount: number,
  positions: Float32Array,
  ...corners: readonly [number, number, number]
): boolean {
  const coordinates = corners.flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
  const unit = commonExponent(...coordinates);
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = coordinates.map((value) => toBig(value, unit));
  const rows: BigVector[] = [
    [-1n, 0n, 0n],
    [0n, -1n, 0n],
    [0n, 0n, -1n],
  ];
  for (let k = 0; k < planeCount; k++) {
    const row = rowOf(planes.subarray(4 * k, 4 * k + 4), unit, [
      [ax, ay, az],
      [bx, by, bz],
      [cx, cy, cz],
    ]);
    if (row.every((value) => value > 0n)) return false;
    if (row.some((value) => value > 0n)) rows.push(row);
  }
  return rows.some((one, k) => rows.slice(k + 1).some((other) => holdsAtCorner(rows, bigCross(one, other))));
}

/** How far three corners, counted in 2^unit, lie beyond a plane, times one positive factor. */
function rowOf(plane: Float64Array, unit: number, corners: readonly [BigVector, BigVector, BigVector]): BigVector {
  const [nx, ny, nz, d] = plane;
  // n · x is counted in 2^(unit + unitOfNormal), d in its own unit; both are taken to the finer one.
  const unitOfNormal = commonExponent(nx, ny, nz);
  const normal: BigVector = [toBig(nx, unitOfNormal), toBig(ny, unitOfNormal), toBig(nz, unitOfNormal)];
  const unitOfOffset = commonExponent(d);
  const finest = Math.min(unit + unitOfNormal, unitOfOffset);
  const shift = BigInt(unit + unitOfNormal - finest);
  const offset = toBig(d, unitOfOffset) << BigInt(unitOfOffset - finest);
  const [a, b, c] = corners;
  return [
    (bigDot(normal, a) << shift) - offset,
    (bigDot(normal, b) << shift) - offset,
    (bigDot(normal, c) << shift) - offset,
  ];
}

/** Whether all conditions hold at the weights in the direction of `corner`, turned so that their sum is positive. */
function holdsAtCorner(rows: readonly BigVector[], corner: BigVector): boolean {
  const whole = corner[0] + corner[1] + corner[2];
  if (whole === 0n) return false;
  return rows.every((row) => (whole > 0n ? bigDot(row, corner) <= 0n : bigDot(row, corner) >= 0n));
}
