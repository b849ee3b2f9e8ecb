/**
 * Closest points in doubles, the common ground of distances and of filters. Points are indices into a flat array of x,
 * y, z, results go to flat arrays: a double handed to a function that is not inlined would be put on the heap.
 */

/** Where `closestToTriangle` puts the square of the distance, after x, y, z of the point. */
export const POINT_DISTANCE_SQUARED = 3;
/** The length of such a result. */
export const POINT_RESULT = 4;
/** Where `closestOfSegments` puts the square of the distance, after x, y, z of a point on the one and on the other. */
export const PAIR_DISTANCE_SQUARED = 6;
/** The length of such a result. */
export const PAIR_RESULT = 7;

/** The square of the sine of an angle: below it, a triangle is a sliver whose face is told from its edges too late. */
const SLIVER = 1 / (1024 * 1024);

/**
 * The point of the triangle a, b, c closest to p. Any triangle will do, collinear ones too; the result is never NaN
 * while coordinates are finite.
 *
 * How good it is. Let M be the largest component of a - p, b - p, c - p and u = 2^-53. The point is that of the
 * triangle up to the rounding of its coordinates. The square of the distance exceeds that of the true closest point by
 * at most c·uM², c being some tens, while that of a triangle with an angle of no less than 2^-10 at a, whose closest
 * point is inside, does by no more than its rounding:
 * - a corner is taken when the derivatives d1, d2 along both edges are not positive as computed. They err by about
 *   6uM², and by convexity the square of the distance cannot fall by more than 2(d1 + d2) in the whole triangle.
 * - The weights of a point inside come from cross products and err by about 20uM / (|ab| sin) and the like, with the
 *   sine of the angle at a, so that the point moves by δ = 40uM / sin and the square of its distance grows by δ²: as
 *   the point below p is where it is least, there is no term of first order. With sin > 2^-10 that is nothing.
 * - For slivers the edges are tried beside it. The point below p is no farther from the nearest edge than the height h
 *   of the sliver, sin >= h / |the longer of ab, ac|, so the better one adds min(h², δ²) <= h·δ <= 40uM · 2M√3.
 */
export function closestToTriangle(
  points: Float64Array,
  p: number,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): void {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const abx = points[3 * b] - ax;
  const aby = points[3 * b + 1] - ay;
  const abz = points[3 * b + 2] - az;
  const acx = points[3 * c] - ax;
  const acy = points[3 * c + 1] - ay;
  const acz = points[3 * c + 2] - az;
  const apx = points[3 * p] - ax;
  const apy = points[3 * p + 1] - ay;
  const apz = points[3 * p + 2] - az;
  if (abx * apx + aby * apy + abz * apz <= 0 && acx * apx + acy * apy + acz * apz <= 0) {
    out[0] = ax;
    out[1] = ay;
    out[2] = az;
    out[POINT_DISTANCE_SQUARED] = apx * apx + apy * apy + apz * apz;
    return;
  }
  const nx = aby * acz - abz * acy;
  const ny = abz * acx - abx * acz;
  const nz = abx * acy - aby * acx;
  const whole = nx * nx + ny * ny + nz * nz;
  const weightB = nx * (apy * acz - apz * acy) + ny * (apz * acx - apx * acz) + nz * (apx * acy - apy * acx);
  const weightC = nx * (aby * apz - abz * apy) + ny * (abz * apx - abx * apz) + nz * (abx * apy - aby * apx);
  out[POINT_DISTANCE_SQUARED] = Infinity;
  if (weightB >= 0 && weightC >= 0 && weightB + weightC <= whole && whole > 0) {
    const s = weightB / whole;
    const t = weightC / whole;
    const x = s * abx + t * acx;
    const y = s * aby + t * acy;
    const z = s * abz + t * acz;
    out[0] = ax + x;
    out[1] = ay + y;
    out[2] = az + z;
    out[POINT_DISTANCE_SQUARED] = (x - apx) * (x - apx) + (y - apy) * (y - apy) + (z - apz) * (z - apz);
    const squares = (abx * abx + aby * aby + abz * abz) * (acx * acx + acy * acy + acz * acz);
    if (whole >= SLIVER * squares) return;
  }
  improveBySegment(points, p, a, b, out);
  improveBySegment(points, p, b, c, out);
  improveBySegment(points, p, c, a, out);
}

function improveBySegment(points: Float64Array, p: number, a: number, b: number, out: Float64Array): void {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const abx = points[3 * b] - ax;
  const aby = points[3 * b + 1] - ay;
  const abz = points[3 * b + 2] - az;
  const apx = points[3 * p] - ax;
  const apy = points[3 * p + 1] - ay;
  const apz = points[3 * p + 2] - az;
  const along = abx * apx + aby * apy + abz * apz;
  const length = abx * abx + aby * aby + abz * abz;
  // The test for b spares the sum a + (b - a), which may not be b; no comparison holds for NaN, which gives a.
  const end = along >= length && along > 0;
  const t = end ? 1 : along > 0 ? along / length : 0;
  const x = t * abx - apx;
  const y = t * aby - apy;
  const z = t * abz - apz;
  const distanceSquared = x * x + y * y + z * z;
  if (distanceSquared < out[POINT_DISTANCE_SQUARED] || out[POINT_DISTANCE_SQUARED] === Infinity) {
    out[0] = end ? points[3 * b] : ax + t * abx;
    out[1] = end ? points[3 * b + 1] : ay + t * aby;
    out[2] = end ? points[3 * b + 2] : az + t * abz;
    out[POINT_DISTANCE_SQUARED] = distanceSquared;
  }
}

/**
 * The points of the segments a, b and c, d closest to each other (Ericson 2005, 5.1.9), either of which may be a point.
 * Both are points of the segments up to rounding. In the notation of the code, with parallel segments the square of the
 * distance hardly depends on s while t follows it: what rounding does to s = (bf - ce) / (ae - bb) costs no more than
 * the rounding of ae - bb, divided by e, which is a few u times the square of the length.
 */
export function closestOfSegments(
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
): void {
  const ax = points[3 * a];
  const ay = points[3 * a + 1];
  const az = points[3 * a + 2];
  const cx = points[3 * c];
  const cy = points[3 * c + 1];
  const cz = points[3 * c + 2];
  const ux = points[3 * b] - ax;
  const uy = points[3 * b + 1] - ay;
  const uz = points[3 * b + 2] - az;
  const vx = points[3 * d] - cx;
  const vy = points[3 * d + 1] - cy;
  const vz = points[3 * d + 2] - cz;
  const wx = ax - cx;
  const wy = ay - cy;
  const wz = az - cz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const determinant = uu * vv - uv * uv;
  let s = determinant > 0 ? (uv * vw - uw * vv) / determinant : 0;
  // Brought into [0, 1]; not-a-number, from a segment without length, becomes 0.
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  let t = (uv * s + vw) / vv;
  if (!(t > 0)) {
    t = 0;
    s = -uw / uu;
  } else if (t > 1) {
    t = 1;
    s = (uv - uw) / uu;
  }
  if (!(s > 0)) s = 0;
  else if (s > 1) s = 1;
  const sx = s * ux;
  const sy = s * uy;
  const sz = s * uz;
  const tx = t * vx;
  const ty = t * vy;
  const tz = t * vz;
  const x = wx + sx - tx;
  const y = wy + sy - ty;
  const z = wz + sz - tz;
  out[0] = ax + sx;
  out[1] = ay + sy;
  out[2] = az + sz;
  out[3] = cx + tx;
  out[4] = cy + ty;
  out[5] = cz + tz;
  out[PAIR_DISTANCE_SQUARED] = x * x + y * y + z * z;
}
