/**
 * Which leaves of two lazy bodies can meet, or which of one? Pairs of slots (four times a block plus a lane) are opened
 * on both sides at once: sixteen tests in four SIMD comparisons. Twin: ../twin/walk-pairs.ts, with the proof.
 */
import {
  LEAF_BIT,
  NO_CHILD,
  ORIENTED,
  SPHERES,
  STAMP,
  WHOLE_STAMP,
  recordOf,
  orientedOf,
  orientedShare,
  shapeOf,
  wordOf,
} from './lazy-body';
import { evaluateBlock } from './evaluate-block';
import { poseLeaf } from './pose-leaf';

const STACK: usize = 0;
const STACK_SIZE: usize = 4;
const OUT: usize = 8;
const OUT_CAPACITY: usize = 12;
const OUT_COUNT: usize = 16;
const BUDGET: usize = 20;
const BLOCKS: usize = 24;
const PAD: usize = 32;

/** 1 + 2^-20 */
const SLACK: f32 = 1.00000095367431640625;
/** 2^-20 */
const ROUNDING: f32 = 9.5367431640625e-7;

/** Returns 1 when the walk is complete, 0 when it stopped before. With one body twice, see the twin. */
export function walkPairs(a: usize, b: usize, state: usize): i32 {
  const stack: usize = load<usize>(state, STACK);
  const out: usize = load<usize>(state, OUT);
  const outCapacity = load<u32>(state, OUT_CAPACITY);
  const pad = load<f32>(state, PAD);
  let stackSize = load<u32>(state, STACK_SIZE);
  let outCount = load<u32>(state, OUT_COUNT);
  let budget = load<u32>(state, BUDGET);
  let pairs = load<u32>(state, BLOCKS);
  const oriented: bool = shapeOf(a) == ORIENTED || shapeOf(b) == ORIENTED;
  const spheresA: bool = shapeOf(a) == SPHERES;
  const spheresB: bool = shapeOf(b) == SPHERES;
  const whole: bool = isWhole(a) && isWhole(b);
  while (stackSize > 0 && budget > 0 && outCount + 16 <= outCapacity) {
    stackSize--;
    budget--;
    pairs++;
    const slotA = load<u32>(stack + (<usize>stackSize << 3));
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
  store<u32>(state, stackSize, STACK_SIZE);
  store<u32>(state, outCount, OUT_COUNT);
  store<u32>(state, budget, BUDGET);
  store<u32>(state, pairs, BLOCKS);
  return stackSize == 0 ? 1 : 0;
}

/** Whether all vertices have been posed. */
// @ts-ignore: decorator
@inline
function isWhole(body: usize): bool {
  return load<u32>(body, WHOLE_STAMP) == load<u32>(body, STAMP);
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
  const y = f32x4.sub(v128.load(cacheB, 16), v128.load32_splat(at, 16));
  const z = f32x4.sub(v128.load(cacheB, 32), v128.load32_splat(at, 32));
  const slack = f32x4.splat(SLACK);
  const padding = f32x4.splat(pad);
  const first = f32x4.add(v128.load(cacheB, 48), f32x4.add(v128.load32_splat(at, 48), padding));
  const reach = f32x4.mul(first, slack);
  if (spheresA && spheresB) {
    const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
    return ~i32x4.bitmask(f32x4.gt(squared, f32x4.mul(reach, reach))) & 15;
  }
  const offsetA: usize = spheresA ? 0 : 16;
  const offsetB: usize = spheresB ? 0 : 16;
  const second = f32x4.add(
    v128.load(cacheB + offsetB, 48),
    f32x4.add(v128.load32_splat(at + offsetA, 48), padding),
  );
  const third = f32x4.add(
    v128.load(cacheB + offsetB + offsetB, 48),
    f32x4.add(v128.load32_splat(at + offsetA + offsetA, 48), padding),
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
  const y = f32x4.sub(v128.load(cacheB, 16), v128.load32_splat(cacheA + lane, 16));
  const z = f32x4.sub(v128.load(cacheB, 32), v128.load32_splat(cacheA + lane, 32));
  const distance = f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
  const rounding = f32x4.add(f32x4.mul(distance, f32x4.splat(ROUNDING)), f32x4.splat(pad));
  const boxesA = orientedOf(a, slotA >>> 2) + lane;
  const boxesB = orientedOf(b, blockB);
  let apart = i32x4.splat(0);
  if (shapeOf(a) == ORIENTED) {
    for (let k: usize = 0; k < 3; k++) {
      const ax = v128.load32_splat(boxesA + k * 48);
      const ay = v128.load32_splat(boxesA + k * 48, 16);
      const az = v128.load32_splat(boxesA + k * 48, 32);
      let reach = f32x4.add(v128.load32_splat(boxesA + (k << 4), 144), rounding);
      const shape = shapeOf(b);
      if (shape == SPHERES) {
        reach = f32x4.add(reach, f32x4.mul(v128.load(cacheB, 48), f32x4.splat(1 + orientedShare(a))));
      } else if (shape == ORIENTED) {
        const hx = v128.load(boxesB, 144);
        const hy = v128.load(boxesB, 160);
        const hz = v128.load(boxesB, 176);
        const across = weighted(
          product(ax, ay, az, v128.load(boxesB), v128.load(boxesB, 16), v128.load(boxesB, 32)),
          product(ax, ay, az, v128.load(boxesB, 48), v128.load(boxesB, 64), v128.load(boxesB, 80)),
          product(ax, ay, az, v128.load(boxesB, 96), v128.load(boxesB, 112), v128.load(boxesB, 128)),
          hx,
          hy,
          hz,
        );
        const sum = f32x4.add(f32x4.add(hx, hy), hz);
        reach = f32x4.add(reach, f32x4.add(across, f32x4.mul(sum, f32x4.splat(orientedShare(b)))));
      } else {
        const across = weighted(ax, ay, az, v128.load(cacheB, 48), v128.load(cacheB, 64), v128.load(cacheB, 80));
        reach = f32x4.add(reach, across);
      }
      apart = v128.or(apart, isBeyond(product(ax, ay, az, x, y, z), reach));
    }
  }
  if (shapeOf(b) == ORIENTED) {
    for (let k: usize = 0; k < 3; k++) {
      const bx = v128.load(boxesB + k * 48);
      const by = v128.load(boxesB + k * 48, 16);
      const bz = v128.load(boxesB + k * 48, 32);
      let reach = f32x4.add(v128.load(boxesB + (k << 4), 144), rounding);
      const shape = shapeOf(a);
      const sizes = cacheA + lane;
      if (shape == SPHERES) {
        reach = f32x4.add(reach, f32x4.mul(v128.load32_splat(sizes, 48), f32x4.splat(1 + orientedShare(b))));
      } else if (shape == ORIENTED) {
        const hx = v128.load32_splat(boxesA, 144);
        const hy = v128.load32_splat(boxesA, 160);
        const hz = v128.load32_splat(boxesA, 176);
        const across = weighted(
          splatProduct(boxesA, bx, by, bz),
          splatProduct(boxesA + 48, bx, by, bz),
          splatProduct(boxesA + 96, bx, by, bz),
          hx,
          hy,
          hz,
        );
        const sum = f32x4.add(f32x4.add(hx, hy), hz);
        reach = f32x4.add(reach, f32x4.add(across, f32x4.mul(sum, f32x4.splat(orientedShare(a)))));
      } else {
        const hx = v128.load32_splat(sizes, 48);
        const hy = v128.load32_splat(sizes, 64);
        const hz = v128.load32_splat(sizes, 80);
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
function splatProduct(axis: usize, x: v128, y: v128, z: v128): v128 {
  return product(v128.load32_splat(axis), v128.load32_splat(axis, 16), v128.load32_splat(axis, 32), x, y, z);
}

// @ts-ignore: decorator
@inline
function weighted(x: v128, y: v128, z: v128, hx: v128, hy: v128, hz: v128): v128 {
  return product(f32x4.abs(x), f32x4.abs(y), f32x4.abs(z), hx, hy, hz);
}

// @ts-ignore: decorator
@inline
function isBeyond(distance: v128, reach: v128): v128 {
  return f32x4.gt(f32x4.abs(distance), f32x4.mul(reach, f32x4.splat(SLACK)));
}
