/** Is a region that displacement fields move free of collisions, for certain, by the weights of the fields alone? Twin: ../twin/clear-fields.ts, with the proof. */
import {
  AFFINE_FRAMES,
  AFFINE_FRAME_BYTES,
  AFFINE_FRAME_COUNT,
  AFFINE_GOVERNOR_BYTES,
  AFFINE_GOVERNOR_MATRIX,
  AFFINE_LISTS,
  AFFINE_LIST_BYTES,
  AFFINE_LIST_COUNT,
  AFFINE_LIST_ROUGHNESS,
  AFFINE_POSED,
  AFFINE_REACH,
  AFFINE_TERM_BYTES,
  AFFINE_TERM_PRODUCTS,
  AFFINE_TERM_WEIGHTS,
  AFFINE_WEIGHTS,
  AFFINE_WORDS,
  HEADER_STAMP,
  NO_AFFINE,
  PAIR_WALK_TRIED,
  PAIR_WALK_UNBENT,
  POSED_FRAME_BYTES,
  POSED_FRAME_STAMP,
  REGIONS_TILE_COUNT,
} from './generated/layout';

/** 2^-24, 2^-149, 2^-40, 2^-45 and 1 - 2^-19 */
const UNIT: f64 = 5.960464477539063e-8;
const SMALLEST: f64 = 1.401298464324817e-45;
const ROUNDING: f64 = 9.094947017729282e-13;
const PRODUCT_ROUNDING: f64 = 2.842170943040401e-14;
const LIMIT: f64 = 1 - 32 * UNIT;
const THIRD: f64 = 0.33333333333333337;

/** Whether a region, of the nodes a and b or of one given twice, is free of collisions and defects. */
export function clearFields(body: usize, kept: usize, affine: usize, region: u32, a: u32, b: u32, state: usize): bool {
  const list = load<u32>(load<usize>(affine, AFFINE_LISTS) + (<usize>region << 2));
  if (list == NO_AFFINE) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_TRIED) + 1, PAIR_WALK_TRIED);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  const posedA = poseFrame(body, affine, a - tileCount);
  const posedB = poseFrame(body, affine, b - tileCount);
  const m0 = (load<f64>(posedA) + load<f64>(posedB)) * 0.5;
  const m1 = (load<f64>(posedA, 8) + load<f64>(posedB, 8)) * 0.5;
  const m2 = (load<f64>(posedA, 16) + load<f64>(posedB, 16)) * 0.5;
  const m3 = (load<f64>(posedA, 24) + load<f64>(posedB, 24)) * 0.5;
  const m4 = (load<f64>(posedA, 32) + load<f64>(posedB, 32)) * 0.5;
  const m5 = (load<f64>(posedA, 40) + load<f64>(posedB, 40)) * 0.5;
  const m6 = (load<f64>(posedA, 48) + load<f64>(posedB, 48)) * 0.5;
  const m7 = (load<f64>(posedA, 56) + load<f64>(posedB, 56)) * 0.5;
  const m8 = (load<f64>(posedA, 64) + load<f64>(posedB, 64)) * 0.5;
  const square = m0 * m0 + m1 * m1 + m2 * m2 + m3 * m3 + m4 * m4 + m5 * m5 + m6 * m6 + m7 * m7 + m8 * m8;
  const weights = load<usize>(affine, AFFINE_WEIGHTS);
  const at = load<usize>(affine, AFFINE_WORDS) + (<usize>list << 2);
  const terms = at + AFFINE_LIST_BYTES;
  const end = terms + <usize>load<u32>(at, AFFINE_LIST_COUNT) * AFFINE_TERM_BYTES;
  let steep: f64 = 0;
  let sizes: f64 = 1;
  for (let term = terms; term < end; term += AFFINE_TERM_BYTES) {
    const weight = abs<f64>(load<f64>(weights + load<usize>(term)));
    steep += weight * <f64>load<f32>(term, AFFINE_TERM_PRODUCTS);
    sizes += weight * <f64>load<f32>(term, AFFINE_TERM_WEIGHTS);
  }
  // Y
  const x = m4 * m8 - m5 * m7;
  const y = m5 * m6 - m3 * m8;
  const z = m3 * m7 - m4 * m6;
  const scale: f64 = 1 / (m0 * x + m1 * y + m2 * z);
  const y0 = x * scale;
  const y1 = (m2 * m7 - m1 * m8) * scale;
  const y2 = (m1 * m5 - m2 * m4) * scale;
  const y3 = y * scale;
  const y4 = (m0 * m8 - m2 * m6) * scale;
  const y5 = (m2 * m3 - m0 * m5) * scale;
  const y6 = z * scale;
  const y7 = (m1 * m6 - m0 * m7) * scale;
  const y8 = (m0 * m4 - m1 * m3) * scale;
  const o0 = y0 * m0 + y1 * m3 + y2 * m6 - 1;
  const o1 = y0 * m1 + y1 * m4 + y2 * m7;
  const o2 = y0 * m2 + y1 * m5 + y2 * m8;
  const o3 = y3 * m0 + y4 * m3 + y5 * m6;
  const o4 = y3 * m1 + y4 * m4 + y5 * m7 - 1;
  const o5 = y3 * m2 + y4 * m5 + y5 * m8;
  const o6 = y6 * m0 + y7 * m3 + y8 * m6;
  const o7 = y6 * m1 + y7 * m4 + y8 * m7;
  const o8 = y6 * m2 + y7 * m5 + y8 * m8 - 1;
  const offIdentity = sqrt<f64>(o0 * o0 + o1 * o1 + o2 * o2 + o3 * o3 + o4 * o4 + o5 * o5 + o6 * o6 + o7 * o7 + o8 * o8);
  const reach = load<f64>(affine, AFFINE_REACH);
  const rough = <f64>load<f32>(at, AFFINE_LIST_ROUGHNESS) * (3.5 * (UNIT * reach + SMALLEST));
  const off = steep + rough + ROUNDING * sizes + PRODUCT_ROUNDING * sqrt<f64>(square);
  if (!(normOf(y0, y1, y2, y3, y4, y5, y6, y7, y8) * off + offIdentity < LIMIT)) return false;
  store<u32>(state, load<u32>(state, PAIR_WALK_UNBENT) + 1, PAIR_WALK_UNBENT);
  return true;
}

/** Sees to it that M of a frame is that of the present pose; returns where it is. */
function poseFrame(body: usize, affine: usize, upper: u32): usize {
  const posed = load<usize>(affine, AFFINE_POSED) + <usize>upper * POSED_FRAME_BYTES;
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(posed, POSED_FRAME_STAMP) == now) return posed;
  store<u32>(posed, now, POSED_FRAME_STAMP);
  const frame =
    load<usize>(affine, AFFINE_WORDS) +
    (<usize>load<u32>(load<usize>(affine, AFFINE_FRAMES) + (<usize>upper << 2)) << 2);
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
  return posed;
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
function normOf(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64): f64 {
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
