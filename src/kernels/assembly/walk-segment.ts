/**
 * Which leaves of a body can meet a segment swept by a ball? A ball is a segment of no length, a ray one without
 * thickness. Twin: ../twin/walk-segment.ts, with the proof that rounding never hides a leaf.
 *
 * The walk keeps its state in memory, so that it can stop when its output is full or its budget spent, and go on.
 */
import {
  AXIS_BYTES,
  AXIS_Y,
  AXIS_Z,
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  LEAF_BIT,
  MOST_OPENED,
  NO_CHILD,
  ORIENTED,
  ORIENTED_BOX_SIZES,
  ROW_BYTES,
  SEGMENT_WALK_DIRECTION,
  SEGMENT_WALK_INVERSE,
  SEGMENT_WALK_RADIUS,
  SEGMENT_WALK_START,
  SPHERES,
  WALK_BLOCKS,
  WALK_BUDGET,
  WALK_OUT,
  WALK_OUT_CAPACITY,
  WALK_OUT_COUNT,
  WALK_ROUNDING,
  WALK_SLACK,
  WALK_STACK,
  WALK_STACK_CAPACITY,
  WALK_STACK_SIZE,
} from './generated/layout';
import { orientedOf, orientedShare, shapeOf, wordOf } from './lazy-body';
import { evaluateBlock } from './evaluate-block';
import { poseLeaf } from './pose-leaf';

/** Returns 1 when the walk is complete, 0 when it stopped before. */
export function walkSegment(body: usize, state: usize): i32 {
  const stack: usize = load<usize>(state, WALK_STACK);
  const out: usize = load<usize>(state, WALK_OUT);
  const outCapacity = load<u32>(state, WALK_OUT_CAPACITY);
  const stackCapacity = load<u32>(state, WALK_STACK_CAPACITY);
  let stackSize = load<u32>(state, WALK_STACK_SIZE);
  let outCount = load<u32>(state, WALK_OUT_COUNT);
  let budget = load<u32>(state, WALK_BUDGET);
  let blocks = load<u32>(state, WALK_BLOCKS);
  while (stackSize > 0 && budget > 0 && outCount + 4 <= outCapacity && stackSize + MOST_OPENED <= stackCapacity) {
    const block = load<u32>(stack + (<usize>(--stackSize) << 2));
    budget--;
    blocks++;
    const cache = evaluateBlock(body, block);
    const shape = shapeOf(body);
    let met: i32 = shape == SPHERES ? spheresMet(state, cache) : boxesMet(state, cache);
    if (met != 0 && shape == ORIENTED) met &= orientedMet(state, cache, orientedOf(body, block), orientedShare(body));
    // Highest lane first, so that the lowest comes off the stack next and leaves come in the order of the tree.
    while (met != 0) {
      const lane = 31 - clz(met);
      met ^= 1 << lane;
      const word = wordOf(body, (block << 2) + lane);
      if (word == NO_CHILD) continue;
      if (word & LEAF_BIT) {
        poseLeaf(body, word);
        store<u32>(out + (<usize>(outCount++) << 2), word);
      } else {
        store<u32>(stack + (<usize>(stackSize++) << 2), word);
      }
    }
  }
  store<u32>(state, stackSize, WALK_STACK_SIZE);
  store<u32>(state, outCount, WALK_OUT_COUNT);
  store<u32>(state, budget, WALK_BUDGET);
  store<u32>(state, blocks, WALK_BLOCKS);
  return stackSize == 0 ? 1 : 0;
}

// @ts-ignore: decorator
@inline
function spheresMet(state: usize, cache: usize): i32 {
  let x = f32x4.sub(v128.load(cache), v128.load32_splat(state, SEGMENT_WALK_START));
  let y = f32x4.sub(v128.load(cache, BOUNDS_CENTER_Y), v128.load32_splat(state, SEGMENT_WALK_START + 4));
  let z = f32x4.sub(v128.load(cache, BOUNDS_CENTER_Z), v128.load32_splat(state, SEGMENT_WALK_START + 8));
  const inverse = load<f32>(state, SEGMENT_WALK_INVERSE);
  if (inverse != 0) {
    const dx = v128.load32_splat(state, SEGMENT_WALK_DIRECTION);
    const dy = v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 4);
    const dz = v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 8);
    const along = f32x4.add(f32x4.add(f32x4.mul(x, dx), f32x4.mul(y, dy)), f32x4.mul(z, dz));
    const share = f32x4.pmin(
      f32x4.splat(1),
      f32x4.pmax(f32x4.splat(0), f32x4.mul(along, f32x4.splat(inverse))),
    );
    x = f32x4.sub(x, f32x4.mul(share, dx));
    y = f32x4.sub(y, f32x4.mul(share, dy));
    z = f32x4.sub(z, f32x4.mul(share, dz));
  }
  const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const reach = f32x4.mul(
    f32x4.add(v128.load(cache, BOUNDS_SIZE_X), v128.load32_splat(state, SEGMENT_WALK_RADIUS)),
    f32x4.splat(WALK_SLACK),
  );
  return ~i32x4.bitmask(f32x4.gt(squared, f32x4.mul(reach, reach))) & 15;
}

// @ts-ignore: decorator
@inline
function boxesMet(state: usize, cache: usize): i32 {
  const half = f32x4.splat(0.5);
  const ex = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION), half);
  const ey = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 4), half);
  const ez = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 8), half);
  return segmentMeets(
    f32x4.sub(f32x4.sub(v128.load(cache), v128.load32_splat(state, SEGMENT_WALK_START)), ex),
    f32x4.sub(f32x4.sub(v128.load(cache, BOUNDS_CENTER_Y), v128.load32_splat(state, SEGMENT_WALK_START + 4)), ey),
    f32x4.sub(f32x4.sub(v128.load(cache, BOUNDS_CENTER_Z), v128.load32_splat(state, SEGMENT_WALK_START + 8)), ez),
    ex,
    ey,
    ez,
    cache + BOUNDS_SIZE_X,
    v128.load32_splat(state, SEGMENT_WALK_RADIUS),
    load<f32>(state, SEGMENT_WALK_INVERSE) != 0,
  );
}

/** The same in the coordinates that the axes of oriented boxes measure. */
function orientedMet(state: usize, cache: usize, oriented: usize, share: f32): i32 {
  const half = f32x4.splat(0.5);
  const ex = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION), half);
  const ey = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 4), half);
  const ez = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_DIRECTION + 8), half);
  const x = f32x4.sub(f32x4.sub(v128.load(cache), v128.load32_splat(state, SEGMENT_WALK_START)), ex);
  const y = f32x4.sub(f32x4.sub(v128.load(cache, BOUNDS_CENTER_Y), v128.load32_splat(state, SEGMENT_WALK_START + 4)), ey);
  const z = f32x4.sub(f32x4.sub(v128.load(cache, BOUNDS_CENTER_Z), v128.load32_splat(state, SEGMENT_WALK_START + 8)), ez);
  const distance = f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
  const length = f32x4.add(f32x4.add(f32x4.abs(ex), f32x4.abs(ey)), f32x4.abs(ez));
  const rounding = f32x4.mul(f32x4.add(distance, length), f32x4.splat(WALK_ROUNDING));
  const radius = f32x4.mul(v128.load32_splat(state, SEGMENT_WALK_RADIUS), f32x4.splat(1 + share));
  return segmentMeets(
    along(oriented, x, y, z),
    along(oriented + AXIS_BYTES, x, y, z),
    along(oriented + 2 * AXIS_BYTES, x, y, z),
    along(oriented, ex, ey, ez),
    along(oriented + AXIS_BYTES, ex, ey, ez),
    along(oriented + 2 * AXIS_BYTES, ex, ey, ez),
    oriented + ORIENTED_BOX_SIZES,
    f32x4.add(radius, rounding),
    load<f32>(state, SEGMENT_WALK_INVERSE) != 0,
  );
}

// @ts-ignore: decorator
@inline
function along(axis: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(axis), x), f32x4.mul(v128.load(axis, AXIS_Y), y)),
    f32x4.mul(v128.load(axis, AXIS_Z), z),
  );
}

/** Separating axes of a segment and boxes: the boxes', and their products with the segment; a ball by distance. */
// @ts-ignore: decorator
@inline
function segmentMeets(
  x: v128,
  y: v128,
  z: v128,
  ex: v128,
  ey: v128,
  ez: v128,
  extents: usize,
  radius: v128,
  swept: bool,
): i32 {
  const slack = f32x4.splat(WALK_SLACK);
  const hx = f32x4.mul(f32x4.add(v128.load(extents), radius), slack);
  const hy = f32x4.mul(f32x4.add(v128.load(extents, ROW_BYTES), radius), slack);
  const hz = f32x4.mul(f32x4.add(v128.load(extents, 2 * ROW_BYTES), radius), slack);
  const ax = f32x4.abs(ex);
  const ay = f32x4.abs(ey);
  const az = f32x4.abs(ez);
  let apart = f32x4.gt(f32x4.abs(x), f32x4.add(hx, ax));
  apart = v128.or(apart, f32x4.gt(f32x4.abs(y), f32x4.add(hy, ay)));
  apart = v128.or(apart, f32x4.gt(f32x4.abs(z), f32x4.add(hz, az)));
  if (swept) {
    apart = v128.or(apart, crossApart(y, z, ey, ez, hy, hz, ay, az));
    apart = v128.or(apart, crossApart(z, x, ez, ex, hz, hx, az, ax));
    apart = v128.or(apart, crossApart(x, y, ex, ey, hx, hy, ax, ay));
  } else {
    // A ball: the distance to the box, rather than to the box grown by the radius on each side.
    const zero = f32x4.splat(0);
    const ox = f32x4.pmax(zero, f32x4.sub(f32x4.abs(x), v128.load(extents)));
    const oy = f32x4.pmax(zero, f32x4.sub(f32x4.abs(y), v128.load(extents, ROW_BYTES)));
    const oz = f32x4.pmax(zero, f32x4.sub(f32x4.abs(z), v128.load(extents, 2 * ROW_BYTES)));
    const squared = f32x4.add(f32x4.add(f32x4.mul(ox, ox), f32x4.mul(oy, oy)), f32x4.mul(oz, oz));
    const reach = f32x4.mul(radius, slack);
    apart = v128.or(apart, f32x4.gt(squared, f32x4.mul(reach, reach)));
  }
  return ~i32x4.bitmask(apart) & 15;
}

// @ts-ignore: decorator
@inline
function crossApart(y: v128, z: v128, ey: v128, ez: v128, hy: v128, hz: v128, ay: v128, az: v128): v128 {
  const distance = f32x4.abs(f32x4.sub(f32x4.mul(y, ez), f32x4.mul(z, ey)));
  const reach = f32x4.add(f32x4.mul(hy, az), f32x4.mul(hz, ay));
  return f32x4.gt(distance, f32x4.mul(reach, f32x4.splat(WALK_SLACK)));
}
