/**
 * All coordinates between two keys, four at a time: p + passed * ((q - p) * rate), each operation one of float64, rounded to float32 once. These are the bits of the flightplans of src/kinetic/flightplan.ts.
 */
export function poseKeys(last: usize, next: usize, passed: f64, rate: f64, rowCount: i32, out: usize): void {
  const passedTwice = f64x2.splat(passed);
  const rateTwice = f64x2.splat(rate);
  const end = out + ((<usize>rowCount) << 4);
  for (; out < end; out += 16) {
    const from = v128.load(last);
    const to = v128.load(next);
    const fromLow = f64x2.promote_low_f32x4(from);
    const toLow = f64x2.promote_low_f32x4(to);
    const fromHigh = f64x2.promote_low_f32x4(v128.shuffle<f32>(from, from, 2, 3, 2, 3));
    const toHigh = f64x2.promote_low_f32x4(v128.shuffle<f32>(to, to, 2, 3, 2, 3));
    const low = f64x2.add(fromLow, f64x2.mul(passedTwice, f64x2.mul(f64x2.sub(toLow, fromLow), rateTwice)));
    const high = f64x2.add(fromHigh, f64x2.mul(passedTwice, f64x2.mul(f64x2.sub(toHigh, fromHigh), rateTwice)));
    v128.store(out, v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5));
    last += 16;
    next += 16;
  }
}
