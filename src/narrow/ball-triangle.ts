/**
 * Exact ball against triangle. In doubles first: an approximate closest point serves as a witness for either answer,
 * and the witness is then judged with an error bound; nothing depends on how it was found. Big integers where the bound
 * does not decide, as for a ball that just touches.
 */
import { commonExponent, powerOfTwo, toBig } from '../math/big.js';

const TWO_TO_THE_MINUS_45 = powerOfTwo(-45);
const TWO_TO_THE_MINUS_49 = powerOfTwo(-49);
const TWO_TO_THE_MINUS_50 = powerOfTwo(-50);
/** Below this the squares and products of the filter could underflow, and the answer is left to big integers. */
const SMALL = powerOfTwo(-400);

/**
 * Whether the closed ball and the closed triangle have a point in common: touching counts, a radius of zero asks for a
 * point. A collinear triangle is the segment or point that it covers. Exact for every finite centre and radius >= 0.
 *
 * @param ball Centre and radius, four numbers. An array, since a call that is not inlined puts every double that it is
 *   given on the heap.
 */
export function ballMeetsTriangle(
  ball: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  const centreX = ball[0];
  const centreY = ball[1];
  const centreZ = ball[2];
  const radius = ball[3];
  // The centre is the origin from here on. With u = 2^-53, every coordinate has a relative error of at most u.
  const ax = positions[3 * i0] - centreX;
  const ay = positions[3 * i0 + 1] - centreY;
  const az = positions[3 * i0 + 2] - centreZ;
  const bx = positions[3 * i1] - centreX;
  const by = positions[3 * i1 + 1] - centreY;
  const bz = positions[3 * i1 + 2] - centreZ;
  const cx = positions[3 * i2] - centreX;
  const cy = positions[3 * i2 + 1] - centreY;
  const cz = positions[3 * i2 + 2] - centreZ;
  // Rounding is monotone: a difference that is rounded to more than the radius is more than the radius.
  if (
    (ax > radius && bx > radius && cx > radius) ||
    (ay > radius && by > radius && cy > radius) ||
    (az > radius && bz > radius && cz > radius) ||
    (ax < -radius && bx < -radius && cx < -radius) ||
    (ay < -radius && by < -radius && cy < -radius) ||
    (az < -radius && bz < -radius && cz < -radius)
  ) {
    return false;
  }

  // The point of the triangle closest to the origin, by the regions of its corners, edges and face (Ericson 2005,
  // 5.1.5): a + s (b - a) + t (c - a). A wrong region, by rounding, costs certainty only.
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const d1 = -(abx * ax + aby * ay + abz * az);
  const d2 = -(acx * ax + acy * ay + acz * az);
  const d3 = -(abx * bx + aby * by + abz * bz);
  const d4 = -(acx * bx + acy * by + acz * bz);
  const d5 = -(abx * cx + aby * cy + abz * cz);
  const d6 = -(acx * cx + acy * cy + acz * cz);
  const areaA = d3 * d6 - d5 * d4;
  const areaB = d5 * d2 - d1 * d6;
  const areaC = d1 * d4 - d3 * d2;
  let s = 0;
  let t = 0;
  if (d1 <= 0 && d2 <= 0) {
    // Corner a.
  } else if (d3 >= 0 && d4 <= d3) {
    s = 1;
  } else if (d6 >= 0 && d5 <= d6) {
    t = 1;
  } else if (areaC <= 0 && d1 >= 0 && d3 <= 0) {
    s = d1 / (d1 - d3);
  } else if (areaB <= 0 && d2 >= 0 && d6 <= 0) {
    t = d2 / (d2 - d6);
  } else if (areaA <= 0 && d4 >= d3 && d5 >= d6) {
    t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    s = 1 - t;
  } else {
    const whole = areaA + areaB + areaC;
    s = areaB / whole;
    t = areaC / whole;
  }
  const x = ax + s * abx + t * acx;
  const y = ay + s * aby + t * acy;
  const z = az + s * abz + t * acz;
  const distanceSquared = x * x + y * y + z * z;
  const radiusSquared = radius * radius;
  const reach = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );

  // Yes, when the witness is inside with room. Let M be the reach. Some point of the true triangle differs from (x, y,
  // z) by at most 25uM per coordinate: uM from a; 6uM from each of s (b - a) and t (c - a), where a difference errs by
  // 4uM and the product by 2uM; 10uM from two additions; 2uM as s + t may exceed 1 by u. The square of its distance is
  // then at most 2·3·26uM² above that of the witness, whose computation errs by 10uM²: together less than 256uM² =
  // 2^-45 M². The rest, 2^-50 of the radius squared and so at least 2^-450, covers the rounding of that square and of
  // this comparison, and what may have underflowed.
  if (
    s >= 0 &&
    t >= 0 &&
    s + t <= 1 &&
    radiusSquared >= SMALL &&
    distanceSquared + TWO_TO_THE_MINUS_45 * reach * reach <= radiusSquared - TWO_TO_THE_MINUS_50 * radiusSquared
  ) {
    return true;
  }

  // No, when the plane at right angles to the witness, moved to the nearest corner, keeps the triangle off the ball:
  // any direction proves this, however it was found. A dot product with a true corner errs by at most 4uM(|x| + |y| +
  // |z|).
  const nearest = Math.min(x * ax + y * ay + z * az, x * bx + y * by + z * bz, x * cx + y * cy + z * cz);
  const proven = nearest - TWO_TO_THE_MINUS_49 * reach * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  if (
    proven >= SMALL &&
    distanceSquared >= SMALL &&
    proven * proven > (radiusSquared + SMALL * SMALL) * distanceSquared * (1 + TWO_TO_THE_MINUS_49)
  ) {
    return false;
  }
  return ballMeetsTriangleExactly(ball, positions, i0, i1, i2);
}

/**
 * The distance to a triangle is the least of those to its corners, to the edges onto which the centre projects, and to
 * the face if it projects onto that. Each is the distance to some point of the triangle, so all of them may be tried.
 */
function ballMeetsTriangleExactly(
  ball: Float64Array,
  positions: Float32Array,
  ...corners: readonly [number, number, number]
): boolean {
  const coordinates = corners.flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
  const exponent = commonExponent(...ball.subarray(0, 4), ...coordinates);
  const centre = [ball[0], ball[1], ball[2]].map((value) => toBig(value, exponent));
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = coordinates.map((value, k) => toBig(value, exponent) - centre[k % 3]);
  const radiusBig = toBig(ball[3], exponent);
  const a: BigVector = [ax, ay, az];
  const b: BigVector = [bx, by, bz];
  const c: BigVector = [cx, cy, cz];
  const limit = radiusBig * radiusBig;
  return (
    dot(a, a) <= limit ||
    dot(b, b) <= limit ||
    dot(c, c) <= limit ||
    reachesEdge(a, b, limit) ||
    reachesEdge(b, c, limit) ||
    reachesEdge(c, a, limit) ||
    reachesFace(a, b, c, limit)
  );
}

type BigVector = readonly [bigint, bigint, bigint];

/**
 * Whether the origin projects between a and b, and is within reach there. |a × b|² / |b - a|² is the distance squared.
 */
function reachesEdge(a: BigVector, b: BigVector, limit: bigint): boolean {
  const edge = minus(b, a);
  if (dot(a, edge) >= 0n || dot(b, edge) <= 0n) return false;
  const moment = cross(a, b);
  return dot(moment, moment) <= limit * dot(edge, edge);
}

/**
 * Whether the origin projects into the triangle, and is within reach there. Never for a collinear one: its edges do.
 */
function reachesFace(a: BigVector, b: BigVector, c: BigVector, limit: bigint): boolean {
  const normal = cross(minus(b, a), minus(c, a));
  const square = dot(normal, normal);
  if (square === 0n) return false;
  if (dot(cross(a, b), normal) < 0n || dot(cross(b, c), normal) < 0n || dot(cross(c, a), normal) < 0n) return false;
  const height = dot(a, normal);
  return height * height <= limit * square;
}

function minus(a: BigVector, b: BigVector): BigVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: BigVector, b: BigVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: BigVector, b: BigVector): BigVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
