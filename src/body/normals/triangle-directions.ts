/**
 * Which directions do posed triangles face? As kernels/twin/bound-regions.ts has it, but in float64: the differences of coordinates are right to U = 2^-53, and v·n, with n = (b - a) x (c - a), is off by less than
 * 6.2U |b - a|₁ |c - a|₁. The bound in use is 16U of that. Products of float32 numbers neither overflow nor underflow here.
 */
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { LINE_COUNT } from '../../kernels/layout/regions.js';

const ROUNDING = 16 * FLOAT64_ROUNDOFF;

/** The directions that a triangle faces, whose corners are words of `f32`; bits are those of regions. */
export function directionsOfTriangle(f32: Float32Array, a: number, b: number, c: number): number {
  const ex = f32[b] - f32[a];
  const ey = f32[b + 1] - f32[a + 1];
  const ez = f32[b + 2] - f32[a + 2];
  const fx = f32[c] - f32[a];
  const fy = f32[c + 1] - f32[a + 1];
  const fz = f32[c + 2] - f32[a + 2];
  const x = ey * fz - ez * fy;
  const y = ez * fx - ex * fz;
  const z = ex * fy - ey * fx;
  const bound = ROUNDING * (Math.abs(ex) + Math.abs(ey) + Math.abs(ez)) * (Math.abs(fx) + Math.abs(fy) + Math.abs(fz));
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

function bit(product: number, bound: number, line: number): number {
  return product > bound ? 1 << line : product < -bound ? 1 << (line + LINE_COUNT) : 0;
}
