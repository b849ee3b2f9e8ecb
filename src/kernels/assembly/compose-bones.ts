/**
 * What a skeleton makes of a mesh, bone by bone: left · world · bound, two products in float64, rounded once. Twin:
 * ../twin/compose-bones.ts, with what is where.
 */
import {
  BONES_BONES,
  BONES_COUNT,
  BONES_IS_CHANGED,
  BONES_LEFT,
  BONES_OUTS,
  BONES_TRANSFORMS,
  BONE_BOUND,
  BONE_BYTES,
  BONE_COLUMN_BYTES,
  BONE_ROW_BYTES,
  TRANSFORM_ROW1,
} from './generated/layout';

/** Returns the number of the first bone that leads where float32 does not, or how many there are. */
export function composeBones(state: usize): u32 {
  const left: usize = load<usize>(state, BONES_LEFT);
  const transforms: usize = load<usize>(state, BONES_TRANSFORMS);
  const count = load<u32>(state, BONES_COUNT);
  let world: usize = load<usize>(state, BONES_BONES);
  let out: usize = load<usize>(state, BONES_OUTS);
  let difference = i32x4.splat(0);
  let bone: u32 = 0;
  for (; bone < count; bone++, world += BONE_BYTES, out += 4) {
    const bound = world + BONE_BOUND;
    const row0a = middle(world, bound, 0);
    const row0b = middle(world, bound, 16);
    const row1a = middle(world + 8, bound, 0);
    const row1b = middle(world + 8, bound, 16);
    const row2a = middle(world + 16, bound, 0);
    const row2b = middle(world + 16, bound, 16);
    const to = transforms + <usize>load<u32>(out);
    let isFinite = v128.not(f64x2.splat(0));
    for (let row: usize = 0; row < 3; row++) {
      const x = v128.load64_splat(left + (row << 3));
      const y = v128.load64_splat(left + (row << 3), BONE_COLUMN_BYTES);
      const z = v128.load64_splat(left + (row << 3), 2 * BONE_COLUMN_BYTES);
      const a = f64x2.add(f64x2.add(f64x2.mul(x, row0a), f64x2.mul(y, row1a)), f64x2.mul(z, row2a));
      let b = f64x2.add(f64x2.add(f64x2.mul(x, row0b), f64x2.mul(y, row1b)), f64x2.mul(z, row2b));
      b = f64x2.replace_lane(b, 1, f64x2.extract_lane(b, 1) + load<f64>(left + (row << 3), 3 * BONE_COLUMN_BYTES));
      const rounded = v128.shuffle<f64>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 2);
      difference = v128.or(difference, v128.xor(rounded, v128.load(to + row * TRANSFORM_ROW1)));
      v128.store(to + row * TRANSFORM_ROW1, rounded);
      // What is infinite or not a number is not nothing when it is taken from itself.
      isFinite = v128.and(isFinite, f32x4.eq(f32x4.sub(rounded, rounded), f32x4.splat(0)));
    }
    if (!i32x4.all_true(isFinite)) break;
  }
  store<u32>(state, v128.any_true(difference), BONES_IS_CHANGED);
  return bone;
}

/** Half a row of world · bound. */
// @ts-ignore: decorator
@inline
function middle(world: usize, bound: usize, half: usize): v128 {
  const at = bound + half;
  const x = f64x2.mul(v128.load64_splat(world), v128.load(at));
  const y = f64x2.mul(v128.load64_splat(world, BONE_COLUMN_BYTES), v128.load(at, BONE_ROW_BYTES));
  const z = f64x2.mul(v128.load64_splat(world, 2 * BONE_COLUMN_BYTES), v128.load(at, 2 * BONE_ROW_BYTES));
  const t = f64x2.mul(v128.load64_splat(world, 3 * BONE_COLUMN_BYTES), v128.load(at, 3 * BONE_ROW_BYTES));
  return f64x2.add(f64x2.add(f64x2.add(x, y), z), t);
}
