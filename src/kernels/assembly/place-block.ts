/** The bounds of a block placed in the world. Twin: ../twin/place-block.ts, with the proof for oriented boxes. */
import {
  AXES_BYTES,
  AXIS_BYTES,
  AXIS_Y,
  AXIS_Z,
  BOUNDS_CENTER_X,
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  HEADER_PLACED,
  HEADER_PLACEMENT,
  LINEAR_BOUND_AXES,
  ORIENTED_BOX_SIZES,
  PLACEMENT_PAD,
  PLACEMENT_ROW_BYTES,
  PLACEMENT_ROW_TRANSLATION,
  PLACEMENT_SCALE,
  PLACEMENT_SHARE,
  ROW_BYTES,
  SMALLEST_EXTENT,
} from './generated/layout';
import { copyRows, orientedOf } from './lazy-body';

// @ts-ignore: decorator
@inline
export function placeCenters(placement: usize, cache: usize): void {
  const x = v128.load(cache);
  const y = v128.load(cache, BOUNDS_CENTER_Y);
  const z = v128.load(cache, BOUNDS_CENTER_Z);
  v128.store(cache, moved(placement, x, y, z), BOUNDS_CENTER_X);
  v128.store(cache, moved(placement + PLACEMENT_ROW_BYTES, x, y, z), BOUNDS_CENTER_Y);
  v128.store(cache, moved(placement + 2 * PLACEMENT_ROW_BYTES, x, y, z), BOUNDS_CENTER_Z);
}

// @ts-ignore: decorator
@inline
function moved(row: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(turned(row, x, y, z), v128.load32_splat(row, PLACEMENT_ROW_TRANSLATION));
}

// @ts-ignore: decorator
@inline
export function placeRadii(placement: usize, cache: usize): void {
  const r = f32x4.mul(v128.load(cache, BOUNDS_SIZE_X), v128.load32_splat(placement, PLACEMENT_SCALE));
  v128.store(cache, f32x4.add(r, v128.load32_splat(placement, PLACEMENT_PAD)), BOUNDS_SIZE_X);
}

// @ts-ignore: decorator
@inline
export function placeExtents(placement: usize, cache: usize): void {
  const x = v128.load(cache, BOUNDS_SIZE_X);
  const y = v128.load(cache, BOUNDS_SIZE_Y);
  const z = v128.load(cache, BOUNDS_SIZE_Z);
  const pad = v128.load32_splat(placement, PLACEMENT_PAD);
  const scale = v128.load32_splat(placement, PLACEMENT_SCALE);
  v128.store(cache, widened(placement, x, y, z, scale, pad), BOUNDS_SIZE_X);
  v128.store(cache, widened(placement + PLACEMENT_ROW_BYTES, x, y, z, scale, pad), BOUNDS_SIZE_Y);
  v128.store(cache, widened(placement + 2 * PLACEMENT_ROW_BYTES, x, y, z, scale, pad), BOUNDS_SIZE_Z);
}

/**
 * Half extents along a box's own axes come in, those of the axis-aligned box around it go out; the oriented box itself,
 * axes and half extents, is left beside the cache. For the proof see the twin.
 */
export function orientBoxes(body: usize, block: u32, cache: usize): void {
  const placement: usize = load<usize>(body, HEADER_PLACEMENT);
  const axes = load<usize>(body, LINEAR_BOUND_AXES) + <usize>block * AXES_BYTES;
  const oriented = orientedOf(body, block);
  let x = v128.load(cache, BOUNDS_SIZE_X);
  let y = v128.load(cache, BOUNDS_SIZE_Y);
  let z = v128.load(cache, BOUNDS_SIZE_Z);
  if (load<u32>(body, HEADER_PLACED)) {
    const added = f32x4.add(sharedSlack(placement, x, y, z), v128.load32_splat(placement, PLACEMENT_PAD));
    x = f32x4.add(x, added);
    y = f32x4.add(y, added);
    z = f32x4.add(z, added);
    for (let axis: usize = 0; axis < AXES_BYTES; axis += AXIS_BYTES) {
      const ax = v128.load(axes + axis);
      const ay = v128.load(axes + axis, AXIS_Y);
      const az = v128.load(axes + axis, AXIS_Z);
      v128.store(oriented + axis, turned(placement, ax, ay, az));
      v128.store(oriented + axis, turned(placement + PLACEMENT_ROW_BYTES, ax, ay, az), AXIS_Y);
      v128.store(oriented + axis, turned(placement + 2 * PLACEMENT_ROW_BYTES, ax, ay, az), AXIS_Z);
    }
  } else {
    copyRows(oriented, axes, AXES_BYTES);
  }
  v128.store(oriented, x, ORIENTED_BOX_SIZES);
  v128.store(oriented, y, ORIENTED_BOX_SIZES + ROW_BYTES);
  v128.store(oriented, z, ORIENTED_BOX_SIZES + 2 * ROW_BYTES);
  const slack = sharedSlack(placement, x, y, z);
  for (let row: usize = 0; row < AXIS_BYTES; row += ROW_BYTES) {
    const extent = f32x4.add(
      f32x4.add(
        f32x4.mul(x, f32x4.abs(v128.load(oriented + row))),
        f32x4.mul(y, f32x4.abs(v128.load(oriented + row, AXIS_BYTES))),
      ),
      f32x4.mul(z, f32x4.abs(v128.load(oriented + row, 2 * AXIS_BYTES))),
    );
    v128.store(cache + row, f32x4.add(extent, slack), BOUNDS_SIZE_X);
  }
}

// @ts-ignore: decorator
@inline
function sharedSlack(placement: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.add(x, y), z), f32x4.splat(SMALLEST_EXTENT));
  return f32x4.add(f32x4.mul(sum, v128.load32_splat(placement, PLACEMENT_SHARE)), f32x4.splat(SMALLEST_EXTENT));
}

// @ts-ignore: decorator
@inline
function turned(row: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(x, v128.load32_splat(row)), f32x4.mul(y, v128.load32_splat(row, 4))),
    f32x4.mul(z, v128.load32_splat(row, 8)),
  );
}

/** One half extent of a turned box, widened by the scale and the pad that make up for rounding. */
// @ts-ignore: decorator
@inline
function widened(row: usize, x: v128, y: v128, z: v128, scale: v128, pad: v128): v128 {
  const extent = f32x4.add(
    f32x4.add(
      f32x4.mul(x, f32x4.abs(v128.load32_splat(row))),
      f32x4.mul(y, f32x4.abs(v128.load32_splat(row, 4))),
    ),
    f32x4.mul(z, f32x4.abs(v128.load32_splat(row, 8))),
  );
  return f32x4.add(f32x4.mul(extent, scale), pad);
}
