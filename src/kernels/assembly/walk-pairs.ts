/**
 * Which leaves of two bodies can meet, or which of one? Pairs of slots (four times a block plus a lane) are opened
 * on both sides at once: sixteen tests in four SIMD comparisons. Twin: ../twin/walk-pairs.ts, with the proof.
 */
import {
  AXIS_BYTES,
  AXIS_Y,
  AXIS_Z,
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  LEAF_BIT,
  MOST_OPENED,
  NO_CHILD,
  ORIENTED,
  ORIENTED_BOX_SIZES,
  PAIR_WALK_PAD,
  REGION_BIT,
  ROW_BYTES,
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
import { isWhole, orientedOf, orientedShare, recordOf, shapeOf, wordOf } from './lazy-body';
import { evaluateBlock } from './evaluate-block';
import { poseLeaf } from './pose-leaf';

/** Returns 1 when the walk is complete, 0 when it stopped before, as it does before a region. With one body twice, see the twin. */
export function walkPairs(a: usize, b: usize, state: usize): i32 {
  const stack: usize = load<usize>(state, WALK_STACK);
  const out: usize = load<usize>(state, WALK_OUT);
  const outCapacity = load<u32>(state, WALK_OUT_CAPACITY);
  const pad = load<f32>(state, PAIR_WALK_PAD);
  const stackCapacity = load<u32>(state, WALK_STACK_CAPACITY);
  let stackSize = load<u32>(state, WALK_STACK_SIZE);
  let outCount = load<u32>(state, WALK_OUT_COUNT);
  let budget = load<u32>(state, WALK_BUDGET);
  let pairs = load<u32>(state, WALK_BLOCKS);
  const oriented: bool = shapeOf(a) == ORIENTED || shapeOf(b) == ORIENTED;
  const spheresA: bool = shapeOf(a) == SPHERES;
  const spheresB: bool = shapeOf(b) == SPHERES;
  const whole: bool = isWhole(a) && isWhole(b);
  while (stackSize > 0 && budget > 0 && outCount + 16 <= outCapacity && stackSize + MOST_OPENED <= stackCapacity) {
    const slotA = load<u32>(stack + (<usize>(stackSize - 1) << 3));
    // Regions are for another kernel.
    if ((slotA & (LEAF_BIT | REGION_BIT)) == REGION_BIT) break;
    stackSize--;
    budget--;
    pairs++;
    const slotB = load<u32>(stack + (<usize>stackSize << 3), 4);
    if (slotA & LEAF_BIT) {
      putLeaves(whole, a, slotA, b, slotB, out + (<usize>outCount << 3));
      outCount++;
      continue;
    }
    const wordA = wordOf(a, slotA);
    const wordB = wordOf(b, slotB);
    // A leaf is compared as the single lane that it is, a block with all of its four.
    const leafA = (wordA & LEAF_BIT) != 0;
    const leafB = (wordB & LEAF_BIT) != 0;
    const cacheA = leafA ? recordOf(a, slotA >>> 2) : evaluateBlock(a, wordA);
    const cacheB = leafB ? recordOf(b, slotB >>> 2) : evaluateBlock(b, wordB);
    const firstA: u32 = leafA ? slotA & 3 : 0;
    const lastA: u32 = leafA ? slotA & 3 : 3;
    const baseA: u32 = leafA ? slotA & ~3 : wordA << 2;
    const baseB: u32 = leafB ? slotB & ~3 : wordB << 2;
    const isSame: bool = a == b && slotA == slotB;
    const lanesB: i32 = leafB ? 1 << (slotB & 3) : 15;
    for (let laneA = lastA + 1; laneA-- > firstA; ) {
      const childA = wordOf(a, baseA + laneA);
      if (childA == NO_CHILD) continue;
      const wanted: i32 = isSame ? lanesB & (-1 << laneA) : lanesB;
      let met = lanesMet(spheresA, cacheA, laneA, spheresB, cacheB, pad) & wanted;
      if (oriented && met != 0) met &= orientedMet(a, baseA + laneA, cacheA, b, baseB >>> 2, cacheB, pad);
      while (met != 0) {
        const laneB = 31 - clz(met);
        met ^= 1 << laneB;
        const childB = wordOf(b, baseB + laneB);
        if (childB == NO_CHILD) continue;
        if (childA & childB & LEAF_BIT) {
          putLeaves(whole, a, childA, b, childB, out + (<usize>outCount << 3));
          outCount++;
        } else {
          store<u32>(stack + (<usize>stackSize << 3), baseA + laneA);
          store<u32>(stack + (<usize>stackSize << 3), baseB + laneB, 4);
          stackSize++;
        }
      }
    }
  }
  store<u32>(state, stackSize, WALK_STACK_SIZE);
  store<u32>(state, outCount, WALK_OUT_COUNT);
  store<u32>(state, budget, WALK_BUDGET);
  store<u32>(state, pairs, WALK_BLOCKS);
  return stackSize == 0 ? 1 : 0;
}

// @ts-ignore: decorator
@inline
function putLeaves(whole: bool, a: usize, leafA: u32, b: usize, leafB: u32, out: usize): void {
  if (!whole) {
    poseLeaf(a, leafA);
    poseLeaf(b, leafB);
  }
  store<u32>(out, leafA);
  store<u32>(out, leafB, 4);
}

/** One lane of the first against the four lanes of the second. A sphere among boxes is taken as the box around it. */
// @ts-ignore: decorator
@inline
function lanesMet(spheresA: bool, cacheA: usize, lane: u32, spheresB: bool, cacheB: usize, pad: f32): i32 {
  const at = cacheA + (<usize>lane << 2);
  const x = f32x4.sub(v128.load(cacheB), v128.load32_splat(at));
  const y = f32x4.sub(v128.load(cacheB, BOUNDS_CENTER_Y), v128.load32_splat(at, BOUNDS_CENTER_Y));
  const z = f32x4.sub(v128.load(cacheB, BOUNDS_CENTER_Z), v128.load32_splat(at, BOUNDS_CENTER_Z));
  const slack = f32x4.splat(WALK_SLACK);
  const padding = f32x4.splat(pad);
  const first = f32x4.add(v128.load(cacheB, BOUNDS_SIZE_X), f32x4.add(v128.load32_splat(at, BOUNDS_SIZE_X), padding));
  const reach = f32x4.mul(first, slack);
  if (spheresA && spheresB) {
    const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
    return ~i32x4.bitmask(f32x4.gt(squared, f32x4.mul(reach, reach))) & 15;
  }
  const offsetA: usize = spheresA ? 0 : ROW_BYTES;
  const offsetB: usize = spheresB ? 0 : ROW_BYTES;
  const second = f32x4.add(
    v128.load(cacheB + offsetB, BOUNDS_SIZE_X),
    f32x4.add(v128.load32_splat(at + offsetA, BOUNDS_SIZE_X), padding),
  );
  const third = f32x4.add(
    v128.load(cacheB + offsetB + offsetB, BOUNDS_SIZE_X),
    f32x4.add(v128.load32_splat(at + offsetA + offsetA, BOUNDS_SIZE_X), padding),
  );
  let apart = f32x4.gt(f32x4.abs(x), reach);
  apart = v128.or(apart, f32x4.gt(f32x4.abs(y), f32x4.mul(second, slack)));
  apart = v128.or(apart, f32x4.gt(f32x4.abs(z), f32x4.mul(third, slack)));
  return ~i32x4.bitmask(apart) & 15;
}

/** The axes of oriented boxes on either side, which the axis-aligned boxes around them have passed. */
function orientedMet(a: usize, slotA: u32, cacheA: usize, b: usize, blockB: u32, cacheB: usize, pad: f32): i32 {
  const lane: usize = <usize>(slotA & 3) << 2;
  const x = f32x4.sub(v128.load(cacheB), v128.load32_splat(cacheA + lane));
  const y = f32x4.sub(v128.load(cacheB, BOUNDS_CENTER_Y), v128.load32_splat(cacheA + lane, BOUNDS_CENTER_Y));
  const z = f32x4.sub(v128.load(cacheB, BOUNDS_CENTER_Z), v128.load32_splat(cacheA + lane, BOUNDS_CENTER_Z));
  const distance = f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
  const rounding = f32x4.add(f32x4.mul(distance, f32x4.splat(WALK_ROUNDING)), f32x4.splat(pad));
  const boxesA = orientedOf(a, slotA >>> 2) + lane;
  const boxesB = orientedOf(b, blockB);
  let apart = i32x4.splat(0);
  if (shapeOf(a) == ORIENTED) {
    for (let k: usize = 0; k < 3; k++) {
      const ax = v128.load32_splat(boxesA + k * AXIS_BYTES);
      const ay = v128.load32_splat(boxesA + k * AXIS_BYTES, AXIS_Y);
      const az = v128.load32_splat(boxesA + k * AXIS_BYTES, AXIS_Z);
      let reach = f32x4.add(v128.load32_splat(boxesA + k * ROW_BYTES, ORIENTED_BOX_SIZES), rounding);
      const shape = shapeOf(b);
      if (shape == SPHERES) {
        reach = f32x4.add(reach, f32x4.mul(v128.load(cacheB, BOUNDS_SIZE_X), f32x4.splat(1 + orientedShare(a))));
      } else if (shape == ORIENTED) {
        const hx = v128.load(boxesB, ORIENTED_BOX_SIZES);
        const hy = v128.load(boxesB, ORIENTED_BOX_SIZES + ROW_BYTES);
        const hz = v128.load(boxesB, ORIENTED_BOX_SIZES + 2 * ROW_BYTES);
        const across = weighted(
          axisProduct(boxesB, ax, ay, az),
          axisProduct(boxesB + AXIS_BYTES, ax, ay, az),
          axisProduct(boxesB + 2 * AXIS_BYTES, ax, ay, az),
          hx,
          hy,
          hz,
        );
        const sum = f32x4.add(f32x4.add(hx, hy), hz);
        reach = f32x4.add(reach, f32x4.add(across, f32x4.mul(sum, f32x4.splat(orientedShare(b)))));
      } else {
        const across = weighted(ax, ay, az, v128.load(cacheB, BOUNDS_SIZE_X), v128.load(cacheB, BOUNDS_SIZE_Y), v128.load(cacheB, BOUNDS_SIZE_Z));
        reach = f32x4.add(reach, across);
      }
      apart = v128.or(apart, isBeyond(product(ax, ay, az, x, y, z), reach));
    }
  }
  if (shapeOf(b) == ORIENTED) {
    for (let k: usize = 0; k < 3; k++) {
      const bx = v128.load(boxesB + k * AXIS_BYTES);
      const by = v128.load(boxesB + k * AXIS_BYTES, AXIS_Y);
      const bz = v128.load(boxesB + k * AXIS_BYTES, AXIS_Z);
      let reach = f32x4.add(v128.load(boxesB + k * ROW_BYTES, ORIENTED_BOX_SIZES), rounding);
      const shape = shapeOf(a);
      const sizes = cacheA + lane;
      if (shape == SPHERES) {
        reach = f32x4.add(reach, f32x4.mul(v128.load32_splat(sizes, BOUNDS_SIZE_X), f32x4.splat(1 + orientedShare(b))));
      } else if (shape == ORIENTED) {
        const hx = v128.load32_splat(boxesA, ORIENTED_BOX_SIZES);
        const hy = v128.load32_splat(boxesA, ORIENTED_BOX_SIZES + ROW_BYTES);
        const hz = v128.load32_splat(boxesA, ORIENTED_BOX_SIZES + 2 * ROW_BYTES);
        const across = weighted(
          splatProduct(boxesA, bx, by, bz),
          splatProduct(boxesA + AXIS_BYTES, bx, by, bz),
          splatProduct(boxesA + 2 * AXIS_BYTES, bx, by, bz),
          hx,
          hy,
          hz,
        );
        const sum = f32x4.add(f32x4.add(hx, hy), hz);
        reach = f32x4.add(reach, f32x4.add(across, f32x4.mul(sum, f32x4.splat(orientedShare(a)))));
      } else {
        const hx = v128.load32_splat(sizes, BOUNDS_SIZE_X);
        const hy = v128.load32_splat(sizes, BOUNDS_SIZE_Y);
        const hz = v128.load32_splat(sizes, BOUNDS_SIZE_Z);
        reach = f32x4.add(reach, weighted(bx, by, bz, hx, hy, hz));
      }
      apart = v128.or(apart, isBeyond(product(bx, by, bz, x, y, z), reach));
    }
  }
  return ~i32x4.bitmask(apart) & 15;
}

// @ts-ignore: decorator
@inline
function product(ax: v128, ay: v128, az: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, x), f32x4.mul(ay, y)), f32x4.mul(az, z));
}

// @ts-ignore: decorator
@inline
function axisProduct(axis: usize, x: v128, y: v128, z: v128): v128 {
  return product(x, y, z, v128.load(axis), v128.load(axis, AXIS_Y), v128.load(axis, AXIS_Z));
}

// @ts-ignore: decorator
@inline
function splatProduct(axis: usize, x: v128, y: v128, z: v128): v128 {
  return product(v128.load32_splat(axis), v128.load32_splat(axis, AXIS_Y), v128.load32_splat(axis, AXIS_Z), x, y, z);
}

// @ts-ignore: decorator
@inline
function weighted(x: v128, y: v128, z: v128, hx: v128, hy: v128, hz: v128): v128 {
  return product(f32x4.abs(x), f32x4.abs(y), f32x4.abs(z), hx, hy, hz);
}

// @ts-ignore: decorator
@inline
function isBeyond(distance: v128, reach: v128): v128 {
  return f32x4.gt(f32x4.abs(distance), f32x4.mul(reach, f32x4.splat(WALK_SLACK)));
}
