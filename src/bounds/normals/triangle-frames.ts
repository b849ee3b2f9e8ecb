/**
 * What gradients at rest are taken by: for each triangle two vectors g_a and g_b, the gradients of the shares of its corners a and b, and its normal m. Whatever vectors they are,
 * bounds made with them hold as long as (g_a x g_b)·m > 0 (normal-bounds.ts): so their rounding does not count, and what has to be certain is that sign.
 */
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { SIDES, writeSides } from '../../math/triangle-sides.js';
import { cross, lengthSquared } from '../../math/vec3.js';

/** Numbers of a frame: both gradients, and the normal. */
export const FRAME = { a: 0, b: 3, normal: 6, count: 9 } as const;

/** Frames of triangles. */
export interface TriangleFrames {
  /** {@link FRAME} numbers per triangle. */
  readonly numbers: Float64Array;
  /** 1 for each triangle that has none, for it has no normal at rest. */
  readonly isOdd: Uint8Array;
}

/** Frames of triangles, three corners each, of places at rest, three coordinates each. */
export function frameTriangles(corners: Uint32Array, places: Float32Array): TriangleFrames {
  const triangleCount = corners.length / 3;
  const numbers = new Float64Array(triangleCount * FRAME.count);
  const isOdd = new Uint8Array(triangleCount);
  const sides = new Float64Array(SIDES.count);
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const a = corners[triangle * 3] * 3;
    const b = corners[triangle * 3 + 1] * 3;
    const c = corners[triangle * 3 + 2] * 3;
    writeSides(sides, places, c, a, b);
    const squared = lengthSquared(sides, SIDES.normal);
    const at = triangle * FRAME.count;
    // f x n and n x e, over |n|².
    cross(numbers, at + FRAME.a, sides, SIDES.f, sides, SIDES.normal);
    cross(numbers, at + FRAME.b, sides, SIDES.normal, sides, SIDES.e);
    for (let k = at + FRAME.a; k < at + FRAME.normal; k++) numbers[k] /= squared;
    const length = Math.sqrt(squared);
    for (let axis = 0; axis < 3; axis++) numbers[at + FRAME.normal + axis] = sides[SIDES.normal + axis] / length;
    if (!isRight(numbers, at)) isOdd[triangle] = 1;
  }
  return { numbers, isOdd };
}

/**
 * Whether (g_a x g_b)·m > 0 for certain. The sum of six products of three numbers is off by less than 8u of their magnitudes, which are less than |g_a|₁|g_b|₁|m|₁ together;
 * what underflows is less than the smallest product that counts. Not-a-number is not above anything.
 */
function isRight(numbers: Float64Array, at: number): boolean {
  const [ax, ay, az, bx, by, bz, mx, my, mz] = numbers.subarray(at, at + FRAME.count);
  const product = (ay * bz - az * by) * mx + (az * bx - ax * bz) * my + (ax * by - ay * bx) * mz;
  const size =
    (Math.abs(ax) + Math.abs(ay) + Math.abs(az)) *
    (Math.abs(bx) + Math.abs(by) + Math.abs(bz)) *
    (Math.abs(mx) + Math.abs(my) + Math.abs(mz));
  return product > 16 * FLOAT64_ROUNDOFF * size + SMALLEST && size < LARGEST;
}

const SMALLEST = 1e-200;
const LARGEST = 1e200;
