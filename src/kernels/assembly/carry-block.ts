/** The bounds of a block carried over from an earlier pose. Twin: ../twin/carry-block.ts, with the proof. */
import {
  BASES,
  BASE_STAMPS,
  BOUNDS_BYTES,
  DISTANCES,
  DISTANCE_COUNT,
  LOOSENESS,
  RATES,
  STAMP,
  copyRows,
} from './lazy-body';
import { sumBoxes, sumSpheres } from './sum-block';

/**
 * How far the pose has moved since the block was evaluated, or a negative number if that is not known.
 */
// @ts-ignore: decorator
@inline
function distanceSince(body: usize, block: u32): f32 {
  const stamp = load<usize>(body, BASE_STAMPS) + ((<usize>block) << 2);
  const then = load<u32>(stamp);
  const age = load<u32>(body, STAMP) - then;
  if (then == 0 || age >= load<u32>(body, DISTANCE_COUNT)) return -1;
  return load<f32>(load<usize>(body, DISTANCES) + ((<usize>age) << 2));
}

// @ts-ignore: decorator
@inline
function rememberBase(body: usize, block: u32): void {
  store<u32>(load<usize>(body, BASE_STAMPS) + ((<usize>block) << 2), load<u32>(body, STAMP));
}

/** Whether no lane grew by more than the share of its size that is allowed. */
// @ts-ignore: decorator
@inline
function isTight(body: usize, growth: v128, size: v128): bool {
  return i32x4.all_true(f32x4.le(growth, f32x4.mul(size, v128.load32_splat(body, LOOSENESS))));
}

/** Leaves four spheres in `cache`: those of an earlier pose, grown, or else evaluated. Returns which. */
export function carrySpheres(body: usize, block: u32, cache: usize): bool {
  const base = load<usize>(body, BASES) + <usize>block * BOUNDS_BYTES;
  const distance = distanceSince(body, block);
  if (distance >= 0) {
    const rate = v128.load(load<usize>(body, RATES) + ((<usize>block) << 4));
    const growth = f32x4.mul(rate, f32x4.splat(distance));
    const r = v128.load(base, 48);
    if (isTight(body, growth, r)) {
      copyRows(cache, base, 48);
      v128.store(cache, f32x4.add(r, growth), 48);
      return true;
    }
  }
  sumSpheres(body, block, base);
  rememberBase(body, block);
  copyRows(cache, base, 64);
  return false;
}

/** The same for boxes; the sums of their half extents are compared. */
export function carryBoxes(body: usize, block: u32, cache: usize): bool {
  const base = load<usize>(body, BASES) + <usize>block * BOUNDS_BYTES;
  const distance = distanceSince(body, block);
  if (distance >= 0) {
    const rates = load<usize>(body, RATES) + <usize>block * 48;
    const d = f32x4.splat(distance);
    const gx = f32x4.mul(v128.load(rates), d);
    const gy = f32x4.mul(v128.load(rates, 16), d);
    const gz = f32x4.mul(v128.load(rates, 32), d);
    const x = v128.load(base, 48);
    const y = v128.load(base, 64);
    const z = v128.load(base, 80);
    if (isTight(body, f32x4.add(f32x4.add(gx, gy), gz), f32x4.add(f32x4.add(x, y), z))) {
      copyRows(cache, base, 48);
      v128.store(cache, f32x4.add(x, gx), 48);
      v128.store(cache, f32x4.add(y, gy), 64);
      v128.store(cache, f32x4.add(z, gz), 80);
      return true;
    }
  }
  sumBoxes(body, block, base);
  rememberBase(body, block);
  copyRows(cache, base, BOUNDS_BYTES);
  return false;
}
