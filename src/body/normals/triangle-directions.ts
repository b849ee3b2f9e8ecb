/**
 * Which directions do posed triangles face? As kernels/twin/bound-regions.ts has it, but in float64: the differences of coordinates are right to U = 2^-53, and v·n, with n = (b - a) x (c - a), is off by less than
 * 6.2U |b - a|₁ |c - a|₁. The bound in use is 16U of that. Products of float32 numbers neither overflow nor underflow here.
 */
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { SIDES, writeSides } from '../../math/triangle-sides.js';
import { LINE_COUNT } from '../../kernels/layout/regions.js';

const ROUNDING = 16 * FLOAT64_ROUNDOFF;
/** Room for one triangle at a time. */
const sides = new Float64Array(SIDES.count);

/** The directions that a triangle faces, whose corners are words of `f32`; bits are those of regions. */
export function directionsOfTriangle(f32: Float32Array, a: number, b: number, c: number): number {
  writeSides(sides, f32, a, b, c);
  const x = sides[SIDES.normal];
  const y = sides[SIDES.normal + 1];
  const z = sides[SIDES.normal + 2];
  const bound = ROUNDING * sumOfMagnitudes(sides, SIDES.e) * sumOfMagnitudes(sides, SIDES.f);
  return (
    bit(x, bound, 0) |
    bit(y, bound, 1) |
    bit(z, bound, 2) |
    bit(z + y + x, bound, 3) |
    bit(z + y - x, bound, 4) |
    bit(z - y + x, bound, 5) |
    bit(z - y - x, bound, 6)
  );
}

function sumOfMagnitudes(vector: Float64Array, at: number): number {
  return Math.abs(vector[at]) + Math.abs(vector[at + 1]) + Math.abs(vector[at + 2]);
}

function bit(product: number, bound: number, line: number): number {
  return product > bound ? 1 << line : product < -bound ? 1 << (line + LINE_COUNT) : 0;
}
