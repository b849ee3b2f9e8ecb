/** The bounds of a block carried over from an earlier pose. Twin: ../twin/carry-block.ts, with the proof. */
import {
  BOUNDS_BYTES,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  HEADER_STAMP,
  LINEAR_BOUND_BASES,
  LINEAR_BOUND_BASE_STAMPS,
  LINEAR_BOUND_DISTANCES,
  LINEAR_BOUND_DISTANCE_COUNT,
  LINEAR_BOUND_LOOSENESS,
  LINEAR_BOUND_RATES,
  ROW_BYTES,
} from './generated/layout';
import { copyRows } from './lazy-body';
import { sumBoxes, sumSpheres } from './sum-block';

/**
 * How far the pose has moved since the block was evaluated, or a negative number if that is not known.
 */
// @ts-ignore: decorator
@inline
function distanceSince(body: usize, block: u32): f32 {
  const stamp = load<usize>(body, LINEAR_BOUND_BASE_STAMPS) + ((<usize>block) << 2);
  const then = load<u32>(stamp);
  const age = load<u32>(body, HEADER_STAMP) - then;
  if (then == 0 || age >= load<u32>(body, LINEAR_BOUND_DISTANCE_COUNT)) return -1;
  return load<f32>(load<usize>(body, LINEAR_BOUND_DISTANCES) + ((<usize>age) << 2));
}

// @ts-ignore: decorator
@inline
function rememberBase(body: usize, block: u32): void {
  store<u32>(load<usize>(body, LINEAR_BOUND_BASE_STAMPS) + ((<usize>block) << 2), load<u32>(body, HEADER_STAMP));
}

/** Whether no lane grew by more than the share of its size that is allowed. */
// @ts-ignore: decorator
@inline
function isTight(body: usize, growth: v128, size: v128): bool {
  return i32x4.all_true(f32x4.le(growth, f32x4.mul(size, v128.load32_splat(body, LINEAR_BOUND_LOOSENESS))));
}

/** Leaves four spheres in `cache`: those of an earlier pose, grown, or else evaluated. Returns which. */
export function carrySpheres(body: usize, block: u32, cache: usize): bool {
  const base = load<usize>(body, LINEAR_BOUND_BASES) + <usize>block * BOUNDS_BYTES;
  const distance = distanceSince(body, block);
  if (distance >= 0) {
    const rate = v128.load(load<usize>(body, LINEAR_BOUND_RATES) + <usize>block * ROW_BYTES);
    const growth = f32x4.mul(rate, f32x4.splat(distance));
    const r = v128.load(base, BOUNDS_SIZE_X);
    if (isTight(body, growth, r)) {
      copyRows(cache, base, BOUNDS_SIZE_X);
      v128.store(cache, f32x4.add(r, growth), BOUNDS_SIZE_X);
      return true;
    }
  }
  sumSpheres(body, block, base);
  rememberBase(body, block);
  copyRows(cache, base, BOUNDS_SIZE_Y);
  return false;
}

/** The same for boxes; the sums of their half extents are compared. */
export function carryBoxes(body: usize, block: u32, cache: usize): bool {
  const base = load<usize>(body, LINEAR_BOUND_BASES) + <usize>block * BOUNDS_BYTES;
  const distance = distanceSince(body, block);
  if (distance >= 0) {
    const rates = load<usize>(body, LINEAR_BOUND_RATES) + <usize>block * (3 * ROW_BYTES);
    const d = f32x4.splat(distance);
    const gx = f32x4.mul(v128.load(rates), d);
    const gy = f32x4.mul(v128.load(rates, ROW_BYTES), d);
    const gz = f32x4.mul(v128.load(rates, 2 * ROW_BYTES), d);
    const x = v128.load(base, BOUNDS_SIZE_X);
    const y = v128.load(base, BOUNDS_SIZE_Y);
    const z = v128.load(base, BOUNDS_SIZE_Z);
    if (isTight(body, f32x4.add(f32x4.add(gx, gy), gz), f32x4.add(f32x4.add(x, y), z))) {
      copyRows(cache, base, BOUNDS_SIZE_X);
      v128.store(cache, f32x4.add(x, gx), BOUNDS_SIZE_X);
      v128.store(cache, f32x4.add(y, gy), BOUNDS_SIZE_Y);
      v128.store(cache, f32x4.add(z, gz), BOUNDS_SIZE_Z);
      return true;
    }
  }
  sumBoxes(body, block, base);
  rememberBase(body, block);
  copyRows(cache, base, BOUNDS_BYTES);
  return false;
}
