/**
 * When can two moving triangles meet, seen along their normals? Boxes of triangles that hang askew meet long before the triangles do; along its normal a triangle is thin.
 *
 * Along any direction d that stands still, points that move straight have places d·p that move straight, too. So what window.ts says about the sides of boxes holds for the lowest and the highest place of each triangle at both ends: two
 * half-lines of time for each direction, whatever it is. The normals are those at time 1, when triangles that are asked about are likely to be near; they need not be exact.
 *
 * Rounding. Let u be 2^-53, and m the sum over the axes of |d| times the largest absolute coordinate of all corners at both ends. A place is a sum of three products, off by 3u m at most; the difference of two places, which is 2m at most, by 8u m, and by
 * 10u m once the pad is added; terms in u² aside. The pad is 16u m, so what comes out is never below the true gap. A line through larger gaps is zero not later; where it is, is off by the 2u of a difference and a quotient, and the factors are off by 8u. Nothing
 * underflows: coordinates are whole multiples of 2^-149 below 2^128, directions of 2^-298 below 2^260, places of 2^-447 below 2^390. What is not a number makes comparisons false, and leaves the window as it is.
 */
import { FLOAT64_ROUNDOFF } from '../math/float.js';
import type { PosedTriangles } from '../query/pair/leaf-pairs.js';

const PAD = 16 * FLOAT64_ROUNDOFF;
const EARLIER = 1 - 8 * FLOAT64_ROUNDOFF;
const LATER = 1 + 8 * FLOAT64_ROUNDOFF;

/** Numbers of a triangle. */
const TRIANGLE = 9;
/** The corners of the first triangle, then of the second, at time 0, then the same at time 1. */
const SECOND = TRIANGLE;
const ENDS = 2 * TRIANGLE;
const points = new Float64Array(2 * ENDS);
/** The largest absolute coordinate along each axis. */
const reach = new Float64Array(3);
/** Lowest and highest place of the first triangle and of the second, at time 0, then at time 1. */
const places = new Float64Array(8);

/**
 * Makes the window of time within which two triangles may meet smaller, as far as their normals tell: the `i`-th and the `j`-th of the order of their trees. False if there is none left.
 */
export function narrowWindow(
  fromA: PosedTriangles,
  toA: PosedTriangles,
  i: number,
  fromB: PosedTriangles,
  toB: PosedTriangles,
  j: number,
  window: Float64Array,
): boolean {
  reach.fill(0);
  readTriangle(fromA, i, 0);
  readTriangle(fromB, j, SECOND);
  readTriangle(toA, i, ENDS);
  readTriangle(toB, j, ENDS + SECOND);
  return narrowAlongNormal(ENDS, window) && narrowAlongNormal(ENDS + SECOND, window);
}

function readTriangle({ corners, positions }: PosedTriangles, triangle: number, at: number): void {
  for (let k = 0; k < 3; k++) {
    const corner = corners[triangle * 3 + k] * 3;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[corner + axis];
      const size = value < 0 ? -value : value;
      points[at + k * 3 + axis] = value;
      if (size > reach[axis]) reach[axis] = size;
    }
  }
}

/** Narrows the window by the normal of the triangle whose corners begin at a place. */
function narrowAlongNormal(at: number, window: Float64Array): boolean {
  const ux = points[at + 3] - points[at];
  const uy = points[at + 4] - points[at + 1];
  const uz = points[at + 5] - points[at + 2];
  const vx = points[at + 6] - points[at];
  const vy = points[at + 7] - points[at + 1];
  const vz = points[at + 8] - points[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  for (let triangle = 0; triangle < 4; triangle++) {
    const first = triangle * TRIANGLE;
    const a = x * points[first] + y * points[first + 1] + z * points[first + 2];
    const b = x * points[first + 3] + y * points[first + 4] + z * points[first + 5];
    const c = x * points[first + 6] + y * points[first + 7] + z * points[first + 8];
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    places[triangle * 2] = c < low ? c : low;
    places[triangle * 2 + 1] = c > high ? c : high;
  }
  const sizeX = x < 0 ? -x : x;
  const sizeY = y < 0 ? -y : y;
  const sizeZ = z < 0 ? -z : z;
  const pad = (sizeX * reach[0] + sizeY * reach[1] + sizeZ * reach[2]) * PAD;
  return (
    narrowBySides(places[3] - places[0] + pad, places[7] - places[4] + pad, window) &&
    narrowBySides(places[1] - places[2] + pad, places[5] - places[6] + pad, window)
  );
}

/** Narrows the window to where a gap that is so much at both ends is not below zero. */
function narrowBySides(start: number, end: number, window: Float64Array): boolean {
  if (start < 0) {
    if (end < 0) return false;
    const root = (start / (start - end)) * EARLIER;
    if (root > window[0]) window[0] = root;
  } else if (end < 0) {
    const root = (start / (start - end)) * LATER;
    if (root < window[1]) window[1] = root;
  }
  return !(window[0] > window[1]);
}
