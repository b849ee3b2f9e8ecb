/**
 * Exact ray against triangle: the first point of the closed triangle on the ray. Whether there is one is decided by
 * signs of determinants, in doubles with an error bound and in big integers where that does not decide, so that no ray
 * slips through an edge or a corner that triangles share; both sides count.
 *
 * With A, B, C the corners seen from the origin o and d the direction, the line passes through the triangle exactly
 * when the three determinants
 *     U = det(d, B, C),  V = det(d, C, A),  W = det(d, A, B)
 * have no two different signs and are not all zero; seen along d, they are twice the areas that o makes with the edges,
 * so U : V : W are the weights of the corners at the point that is met. All are zero exactly when o, d and the triangle
 * lie in one plane, which includes rays that run in it, collinear triangles, and d = 0; see ray-in-plane.ts.
 */
import { commonExponent, powerOfTwo, toBig } from '../math/big.js';
import type { WritableNumberArray } from '../math/vec3.js';
import { bigCross, bigDot, bigRatio } from './big-vector.js';
import type { BigVector } from './big-vector.js';
import { meetInPlane } from './ray-in-plane.js';

const TWO_TO_THE_MINUS_17 = powerOfTwo(-17);
const TWO_TO_THE_MINUS_47 = powerOfTwo(-47);
const TWO_TO_THE_MINUS_49 = powerOfTwo(-49);
/** Beyond this, products of the filter could overflow, and the answer is left to big integers. */
const LARGE = powerOfTwo(200);
/** More than products can lose to underflow while no factor exceeds `LARGE`. */
const TINY = powerOfTwo(-500);

/** Numbers of a ray: origin, direction, the end of its parameter, and the parameter of the hit. */
export const RAY_LENGTH = 8;
/** Where the end of a ray's parameter is; it may be Infinity. */
export const RAY_FAR = 6;
/** Where the parameter of the hit is left. */
export const RAY_PARAMETER = 7;

/** Where a plane is met: before the ray begins, after that, or it cannot be told in doubles. */
const BEHIND = -1;
const UNCERTAIN = 0;
const AHEAD = 1;

/** Weights of the corners at the hit, up to a common factor. */
const weights = new Float64Array(3);

/**
 * Whether the ray o + t d, 0 <= t <= `ray[RAY_FAR]`, meets the closed triangle; if so, the first such t is left in
 * `ray[RAY_PARAMETER]`. The ray is an array, since a call that is not inlined puts doubles on the heap. The direction
 * need not have length one; the origin on the triangle gives 0. A collinear triangle is the segment or
 * point that it covers; d = 0 asks for the point o. Exact for all finite origins and directions, up to the rounding of
 * t.
 *
 * t depends on ray and triangle alone, and `far`, which may be Infinity, is compared with t as it is returned: the
 * first of many hits does not depend on the order in which they are found, nor on the `far` they were looked for with.
 * t is zero only if it is exactly, and is off by less than 2^-32 of itself, or by the smallest double. As a rule it is
 * off by 2^-50, and more where the ray grazes the face or begins close to it; where that could be too much, it is the
 * double nearest to the exact one. Walks that leave out boxes rely on that bound.
 */
export function rayMeetsTriangle(
  ray: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): boolean {
  const originX = ray[0];
  const originY = ray[1];
  const originZ = ray[2];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const ax = positions[3 * i0] - originX;
  const ay = positions[3 * i0 + 1] - originY;
  const az = positions[3 * i0 + 2] - originZ;
  const bx = positions[3 * i1] - originX;
  const by = positions[3 * i1 + 1] - originY;
  const bz = positions[3 * i1 + 2] - originZ;
  const cx = positions[3 * i2] - originX;
  const cy = positions[3 * i2 + 1] - originY;
  const cz = positions[3 * i2 + 2] - originZ;
  const long = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  const reach = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );
  // Let D be the largest component of d, M the reach, u = 2^-53. Differences err by uM, products of two of them by 3uM²
  // (first order), a component of a cross product by 8uM². U errs by 3·8uDM² from those, by 6uDM² from its products and
  // by 10uDM² from its sums: 40uDM² < 2^-47 DM².
  const bound = TWO_TO_THE_MINUS_47 * long * reach * reach + TINY;
  const u = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  const v = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
  const w = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  if (long <= LARGE && reach <= LARGE) {
    const above = u > bound || v > bound || w > bound;
    const below = u < -bound || v < -bound || w < -bound;
    if (above && below) return false;
    if (Math.min(Math.abs(u), Math.abs(v), Math.abs(w)) > bound) {
      const side = solveParameter(ray, positions, i0, i1, i2);
      if (side === BEHIND) return false;
      if (side === AHEAD) {
        if (ray[RAY_PARAMETER] > ray[RAY_FAR]) return false;
        weights[0] = Math.abs(u);
        weights[1] = Math.abs(v);
        weights[2] = Math.abs(w);
        return true;
      }
    }
  }
  return rayMeetsTriangleExactly(ray, positions, i0, i1, i2) && ray[RAY_PARAMETER] <= ray[RAY_FAR];
}

/**
 * As `rayMeetsTriangle`, and on a hit also the weights of the three corners there, which add up to 1 but for rounding:
 * `out[0]` for i0, `out[1]` for i1, `out[2]` for i2, none below zero. Where a collinear triangle leaves a choice, the
 * third of its corners, the one between the others, has weight zero.
 */
export function rayHitBarycentric(
  ray: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
  out: WritableNumberArray,
): boolean {
  if (!rayMeetsTriangle(ray, positions, i0, i1, i2)) return false;
  const whole = weights[0] + weights[1] + weights[2];
  out[0] = weights[0] / whole;
  out[1] = weights[1] / whole;
  out[2] = weights[2] / whole;
  return true;
}

/**
 * Where the line, which is known to pass through the triangle, meets its plane, in doubles: `AHEAD`, with the parameter
 * in `ray[RAY_PARAMETER]`, or `BEHIND` the origin, or `UNCERTAIN` where t could be off by more than it may.
 *
 * With e = B - A, f = C - A and N = e × f, t is A·N / d·N. Other than U, V and W, N does not see how far away the
 * triangle is, so little cancels out. With u = 2^-53, coordinates of e, f and A err by u of themselves, and a component of
 * N, a difference of products, by 4u of S, the sum of their magnitudes: d·N by 7u |d|·S and A·N by 8u |A|·S. Where both
 * sums are at most 2^17 times the results, t is off by less than 16 · 2^17 u = 2^-32 of itself. Coordinates of e and f are
 * differences of float32, whose products do not underflow; what others lose is nothing beside `TINY`.
 */
function solveParameter(
  ray: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): typeof AHEAD | typeof BEHIND | typeof UNCERTAIN {
  const x = positions[3 * i0];
  const y = positions[3 * i0 + 1];
  const z = positions[3 * i0 + 2];
  const ex = positions[3 * i1] - x;
  const ey = positions[3 * i1 + 1] - y;
  const ez = positions[3 * i1 + 2] - z;
  const fx = positions[3 * i2] - x;
  const fy = positions[3 * i2 + 1] - y;
  const fz = positions[3 * i2 + 2] - z;
  const ax = x - ray[0];
  const ay = y - ray[1];
  const az = z - ray[2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const sx = Math.abs(ey * fz) + Math.abs(ez * fy);
  const sy = Math.abs(ez * fx) + Math.abs(ex * fz);
  const sz = Math.abs(ex * fy) + Math.abs(ey * fx);
  const whole = ray[3] * nx + ray[4] * ny + ray[5] * nz;
  const wholeSum = Math.abs(ray[3]) * sx + Math.abs(ray[4]) * sy + Math.abs(ray[5]) * sz;
  if (!(Math.abs(whole) > TWO_TO_THE_MINUS_17 * wholeSum + TINY)) return UNCERTAIN;
  const height = ax * nx + ay * ny + az * nz;
  const heightSum = Math.abs(ax) * sx + Math.abs(ay) * sy + Math.abs(az) * sz;
  // A ray that begins on a face, or is taken for that, is told from it by the sign alone.
  if (Math.abs(height) > TWO_TO_THE_MINUS_49 * heightSum + TINY && height > 0 !== whole > 0) return BEHIND;
  if (!(Math.abs(height) > TWO_TO_THE_MINUS_17 * heightSum + TINY)) return UNCERTAIN;
  ray[RAY_PARAMETER] = height / whole;
  return AHEAD;
}

/** Leaves parameter and weights where the filter does. */
function rayMeetsTriangleExactly(
  ray: Float64Array,
  positions: Float32Array,
  ...corners: readonly [number, number, number]
): boolean {
  const coordinates = corners.flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
  // Lengths and the direction are counted in units of their own.
  const unit = commonExponent(ray[0], ray[1], ray[2], ...coordinates);
  const unitOfDirection = commonExponent(ray[3], ray[4], ray[5]);
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = coordinates.map(
    (value, k) => toBig(value, unit) - toBig(ray[k % 3], unit),
  );
  const a: BigVector = [ax, ay, az];
  const b: BigVector = [bx, by, bz];
  const c: BigVector = [cx, cy, cz];
  const direction: BigVector = [
    toBig(ray[3], unitOfDirection),
    toBig(ray[4], unitOfDirection),
    toBig(ray[5], unitOfDirection),
  ];
  const normal = bigCross(b, c);
  const u = bigDot(direction, normal);
  const v = bigDot(direction, bigCross(c, a));
  const w = bigDot(direction, bigCross(a, b));
  if ((u > 0n || v > 0n || w > 0n) && (u < 0n || v < 0n || w < 0n)) return false;
  const whole = u + v + w;
  if (whole === 0n) {
    const hit = meetInPlane(direction, [a, b, c]);
    if (hit === undefined) return false;
    setHit(ray, hit.numerator, hit.denominator, unit - unitOfDirection);
    for (let k = 0; k < 3; k++) weights[k] = bigRatio(hit.weights[k], hit.wholeWeight, 0);
    return true;
  }
  const height = bigDot(a, normal);
  if (height !== 0n && height > 0n !== whole > 0n) return false;
  setHit(ray, height, whole, unit - unitOfDirection);
  weights[0] = bigRatio(u, whole, 0);
  weights[1] = bigRatio(v, whole, 0);
  weights[2] = bigRatio(w, whole, 0);
  return true;
}

function setHit(ray: Float64Array, numerator: bigint, denominator: bigint, exponent: number): void {
  const t = bigRatio(numerator, denominator, exponent);
  ray[RAY_PARAMETER] = numerator !== 0n && t === 0 ? Number.MIN_VALUE : t;
}
