/**
 * Whole-mesh linear deformation, four coordinates at a time: the fastest way to deform a whole mesh, where nobody asks for single vertices. Sums run in float64 over the active fields in ascending
 * order and are rounded to float32 once: the bits of the library's own vertices.
 *
 * `fields` holds, for each block of four coordinates, 16 bytes per field; `active` lists the byte offset of each active
 * field within a block, `weights` its weight as a float64.
 */
export function deformLinear(
  rest: usize,
  fields: usize,
  active: usize,
  weights: usize,
  activeCount: i32,
  fieldCount: i32,
  blockCount: i32,
  out: usize,
): void {
  const blockBytes = (<usize>fieldCount) << 4;
  const weightsEnd = weights + ((<usize>activeCount) << 3);
  for (let block = 0; block < blockCount; block++) {
    const start = v128.load(rest);
    let low = f64x2.promote_low_f32x4(start);
    let high = f64x2.promote_low_f32x4(v128.shuffle<f32>(start, start, 2, 3, 2, 3));
    let offset = active;
    for (let weight = weights; weight < weightsEnd; weight += 8) {
      const field = v128.load(fields + load<u32>(offset));
      const q = v128.load64_splat(weight);
      low = f64x2.add(low, f64x2.mul(f64x2.promote_low_f32x4(field), q));
      high = f64x2.add(high, f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(field, field, 2, 3, 2, 3)), q));
      offset += 4;
    }
    v128.store(
      out,
      v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5),
    );
    rest += 16;
    out += 16;
    fields += blockBytes;
  }
}
