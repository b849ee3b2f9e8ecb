/**
 * A vertex that displacement fields move: the sum of its place at rest and of the active fields, in float64 and in ascending order, rounded
 * to float32 once: the bits of `poseLinearVertex`. Twin: ../twin/deform-linear.ts.
 *
 * A record holds a vertex at rest and behind it what each field adds, three float32 each. `active` lists how many bytes into a record
 * each active field is, `weights` its weight as a float64. The fourth number of each load is the next field's first, and says nothing; behind the
 * last record there must be room for one more load.
 */
import { FIELD_STEP_BYTES, POSITION_BYTES } from './generated/layout';

/** Deforms `vertexCount` vertices. */
export function deformLinear(
  records: usize,
  recordBytes: usize,
  active: usize,
  weights: usize,
  activeCount: i32,
  vertexCount: i32,
  out: usize,
): void {
  const weightsEnd = weights + ((<usize>activeCount) << 3);
  for (const end = out + <usize>vertexCount * POSITION_BYTES; out < end; out += POSITION_BYTES) {
    displace(records, active, weights, weightsEnd, out);
    records += recordBytes;
  }
}

/** Writes where one vertex is. */
// @ts-ignore: decorator
@inline
export function displace(record: usize, active: usize, weight: usize, weightsEnd: usize, out: usize): void {
  const rest = v128.load(record);
  let xy = f64x2.promote_low_f32x4(rest);
  let z = f64x2.promote_low_f32x4(v128.shuffle<f32>(rest, rest, 2, 3, 2, 3));
  for (; weight < weightsEnd; weight += 8) {
    const field = v128.load(record + load<u32>(active));
    const q = v128.load64_splat(weight);
    xy = f64x2.add(xy, f64x2.mul(f64x2.promote_low_f32x4(field), q));
    z = f64x2.add(z, f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(field, field, 2, 3, 2, 3)), q));
    active += 4;
  }
  v128.store64_lane(out, f32x4.demote_f64x2_zero(xy), 0);
  v128.store32_lane(out, f32x4.demote_f64x2_zero(z), 0, FIELD_STEP_BYTES - 4);
}
