/** The bounds of a block placed in the world. Twin: ../twin/place-block.ts, with the proof for oriented boxes. */
import { AXES, AXES_BYTES, PAD, PLACED, PLACEMENT, SCALE, SHARE, TINY, copyRows, orientedOf } from './lazy-body';

// @ts-ignore: decorator
@inline
function placeCenters(placement: usize, cache: usize): void {
  const x = v128.load(cache);
  const y = v128.load(cache, 16);
  const z = v128.load(cache, 32);
  v128.store(cache, f32x4.add(turned(placement, x, y, z), v128.load32_splat(placement, 12)));
  v128.store(cache, f32x4.add(turned(placement + 16, x, y, z), v128.load32_splat(placement, 28)), 16);
  v128.store(cache, f32x4.add(turned(placement + 32, x, y, z), v128.load32_splat(placement, 44)), 32);
}

// @ts-ignore: decorator
@inline
export function placeSpheres(placement: usize, cache: usize): void {
  placeCenters(placement, cache);
  const r = f32x4.mul(v128.load(cache, 48), v128.load32_splat(placement, SCALE));
  v128.store(cache, f32x4.add(r, v128.load32_splat(placement, PAD)), 48);
}

// @ts-ignore: decorator
@inline
export function placeBoxes(placement: usize, cache: usize): void {
  placeCenters(placement, cache);
  const x = v128.load(cache, 48);
  const y = v128.load(cache, 64);
  const z = v128.load(cache, 80);
  const pad = v128.load32_splat(placement, PAD);
  const scale = v128.load32_splat(placement, SCALE);
  v128.store(cache, widened(placement, x, y, z, scale, pad), 48);
  v128.store(cache, widened(placement + 16, x, y, z, scale, pad), 64);
  v128.store(cache, widened(placement + 32, x, y, z, scale, pad), 80);
}

/**
 * Half extents along a box's own axes come in, those of the axis-aligned box around it go out; the oriented box itself,
 * axes and half extents, is left beside the cache. For the proof see the twin.
 */
export function orientBoxes(body: usize, block: u32, cache: usize): void {
  const placement: usize = load<usize>(body, PLACEMENT);
  const axes = load<usize>(body, AXES) + <usize>block * AXES_BYTES;
  const oriented = orientedOf(body, block);
  let x = v128.load(cache, 48);
  let y = v128.load(cache, 64);
  let z = v128.load(cache, 80);
  if (load<u32>(body, PLACED)) {
    placeCenters(placement, cache);
    const added = f32x4.add(sharedSlack(placement, x, y, z), v128.load32_splat(placement, PAD));
    x = f32x4.add(x, added);
    y = f32x4.add(y, added);
    z = f32x4.add(z, added);
    for (let axis: usize = 0; axis < 144; axis += 48) {
      const ax = v128.load(axes + axis);
      const ay = v128.load(axes + axis, 16);
      const az = v128.load(axes + axis, 32);
      v128.store(oriented + axis, turned(placement, ax, ay, az));
      v128.store(oriented + axis, turned(placement + 16, ax, ay, az), 16);
      v128.store(oriented + axis, turned(placement + 32, ax, ay, az), 32);
    }
  } else {
    copyRows(oriented, axes, AXES_BYTES);
  }
  v128.store(oriented, x, 144);
  v128.store(oriented, y, 160);
  v128.store(oriented, z, 176);
  const slack = sharedSlack(placement, x, y, z);
  for (let row: usize = 0; row < 48; row += 16) {
    const extent = f32x4.add(
      f32x4.add(
        f32x4.mul(x, f32x4.abs(v128.load(oriented + row))),
        f32x4.mul(y, f32x4.abs(v128.load(oriented + row, 48))),
      ),
      f32x4.mul(z, f32x4.abs(v128.load(oriented + row, 96))),
    );
    v128.store(cache + row, f32x4.add(extent, slack), 48);
  }
}

// @ts-ignore: decorator
@inline
function sharedSlack(placement: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f32x4.add(f32x4.add(f32x4.add(x, y), z), f32x4.splat(TINY));
  return f32x4.add(f32x4.mul(sum, v128.load32_splat(placement, SHARE)), f32x4.splat(TINY));
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
