/** How far fields lead from M, with what rounding adds to that. Twin: ../twin/field-error.ts, with the proof. */
import {
  AFFINE_FRAME_BYTES,
  AFFINE_FRAME_COUNT,
  AFFINE_GOVERNOR_BYTES,
  AFFINE_GOVERNOR_MATRIX,
  AFFINE_TERM_BYTES,
  AFFINE_TERM_PRODUCTS,
  AFFINE_TERM_WEIGHTS,
  AFFINE_WEIGHTS,
  FIELD_MATRIX_ROUNDING,
  THIRD,
} from './generated/layout';

/** What may be off, beside |Y|. */
// @ts-ignore: decorator
@inline
export function fieldOff(affine: usize, terms: usize, end: usize, rough: f64): f64 {
  const weights = load<usize>(affine, AFFINE_WEIGHTS);
  let steep: f64 = 0;
  let sizes: f64 = 1;
  for (let term = terms; term < end; term += AFFINE_TERM_BYTES) {
    const weight = abs<f64>(load<f64>(weights + load<usize>(term)));
    steep += weight * <f64>load<f32>(term, AFFINE_TERM_PRODUCTS);
    sizes += weight * <f64>load<f32>(term, AFFINE_TERM_WEIGHTS);
  }
  return steep + rough + FIELD_MATRIX_ROUNDING * sizes;
}

/** Writes M of a frame. */
export function writeFieldMatrix(affine: usize, frame: usize, posed: usize): void {
  const end = frame + AFFINE_FRAME_BYTES + <usize>load<u32>(frame, AFFINE_FRAME_COUNT) * AFFINE_GOVERNOR_BYTES;
  const weights = load<usize>(affine, AFFINE_WEIGHTS);
  // The first eight entries, two at a time, and the last.
  let m01 = f64x2(1, 0);
  let m23 = f64x2(0, 0);
  let m45 = f64x2(1, 0);
  let m67 = f64x2(0, 0);
  let m8: f64 = 1;
  for (let field = frame + AFFINE_FRAME_BYTES; field < end; field += AFFINE_GOVERNOR_BYTES) {
    const weight = load<f64>(weights + load<usize>(field));
    const both = f64x2.splat(weight);
    m01 = f64x2.add(m01, f64x2.mul(both, pairAt(field + AFFINE_GOVERNOR_MATRIX)));
    m23 = f64x2.add(m23, f64x2.mul(both, pairAt(field + AFFINE_GOVERNOR_MATRIX + 8)));
    m45 = f64x2.add(m45, f64x2.mul(both, pairAt(field + AFFINE_GOVERNOR_MATRIX + 16)));
    m67 = f64x2.add(m67, f64x2.mul(both, pairAt(field + AFFINE_GOVERNOR_MATRIX + 24)));
    m8 += weight * <f64>load<f32>(field, AFFINE_GOVERNOR_MATRIX + 32);
  }
  v128.store(posed, m01);
  v128.store(posed, m23, 16);
  v128.store(posed, m45, 32);
  v128.store(posed, m67, 48);
  store<f64>(posed, m8, 64);
}

/** Two float32 as doubles. */
// @ts-ignore: decorator
@inline
function pairAt(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** A bound on the norm of a matrix, as ../twin/matrix.ts has it. */
// @ts-ignore: decorator
@inline
export function normOf(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64): f64 {
  const xx = a * a + d * d + g * g;
  const yy = b * b + e * e + h * h;
  const zz = c * c + f * f + i * i;
  const xy = a * b + d * e + g * h;
  const xz = a * c + d * f + g * i;
  const yz = b * c + e * f + h * i;
  const trace = xx + yy + zz;
  const square = xx * xx + yy * yy + zz * zz + (xy * xy + xz * xz + yz * yz) * 2;
  const off = square - trace * trace * THIRD;
  return sqrt<f64>(trace * THIRD + sqrt<f64>(max<f64>(off, 0) * (2 * THIRD)));
}
