/**
 * Which triangles of a lazy body can a ray, or a ball that flies along one, meet? Nodes are opened from near to far. The walk
 * stops at the first leaf that has any, so that the caller can bring the far end nearer before it goes on. Twin:
 * ../twin/walk-ray.ts, with the proof that rounding never hides a triangle.
 */
import {
  LAZY_BLOCK_COUNT,
  LEAF_BIT,
  NO_CHILD,
  POSITIONS,
  SPHERES,
  STAMP,
  TRIANGLES,
  WHOLE_STAMP,
  shapeOf,
  wordOf,
} from './lazy-body';
import { evaluateBlock } from './evaluate-block';
import { poseLeaf } from './pose-leaf';
import { enterAtRest } from './rest-ray';

const STACK: usize = 0;
const STACK_SIZE: usize = 4;
const OUT: usize = 8;
const OUT_COUNT: usize = 16;
const BUDGET: usize = 20;
const BLOCKS: usize = 24;
const ORIGIN: usize = 32;
const INVERSE: usize = 44;
const FAR: usize = 56;
const GROWTH: usize = 60;
const ORIGIN64: usize = 64;
const DIRECTION64: usize = 88;
const FLAT_AXES: usize = 112;
const IS_SWEEP: usize = 116;
const ENTRIES: usize = 128;

/** 2^-21 */
const ROUNDING: f32 = 4.76837158203125e-7;
/** 2^-46 */
const SIGN_ERROR: f64 = 1.4210854715202004e-14;
/** 2^-500 */
const TINY: f64 = 3.054936363499605e-151;

/** Returns 1 when the walk is complete, 0 when it stopped before. */
export function walkRay(body: usize, state: usize): i32 {
  const stack: usize = load<usize>(state, STACK);
  const far = load<f32>(state, FAR);
  let stackSize = load<u32>(state, STACK_SIZE);
  let budget = load<u32>(state, BUDGET);
  let blocks = load<u32>(state, BLOCKS);
  const restEnd: u32 = load<u32>(state, IS_SWEEP) || isWhole(body) ? 0 : load<u32>(body, LAZY_BLOCK_COUNT);
  while (stackSize > 0 && budget > 0) {
    stackSize--;
    const top: usize = stack + (<usize>stackSize << 3);
    if (load<f32>(top, 4) > far) continue;
    const word = load<u32>(top);
    if (word & LEAF_BIT) {
      poseLeaf(body, word);
      if (listTriangles(body, state, word)) break;
      continue;
    }
    budget--;
    blocks++;
    let met = enterLanes(body, state, evaluateBlock(body, word));
    if (met != 0 && word < restEnd) met = enterAtRest(body, state, word, met);
    // The farthest is pushed first, so that the nearest comes off next; of equally far ones the lowest.
    while (met != 0) {
      let farthest: usize = 31 - clz(met);
      for (let rest = met ^ (1 << <i32>farthest); rest != 0; ) {
        const lane: usize = 31 - clz(rest);
        rest ^= 1 << <i32>lane;
        if (load<f32>(state + (lane << 2), ENTRIES) > load<f32>(state + (farthest << 2), ENTRIES)) farthest = lane;
      }
      met ^= 1 << <i32>farthest;
      const child = wordOf(body, (word << 2) + <u32>farthest);
      if (child == NO_CHILD) continue;
      store<u32>(stack + (<usize>stackSize << 3), child);
      store<f32>(stack + (<usize>stackSize << 3), load<f32>(state + (farthest << 2), ENTRIES), 4);
      stackSize++;
    }
  }
  store<u32>(state, stackSize, STACK_SIZE);
  store<u32>(state, budget, BUDGET);
  store<u32>(state, blocks, BLOCKS);
  return stackSize == 0 ? 1 : 0;
}

/** Whether all boxes are exact already. */
// @ts-ignore: decorator
@inline
function isWhole(body: usize): bool {
  return load<u32>(body, WHOLE_STAMP) == load<u32>(body, STAMP);
}

/** Which lanes the ray can enter before its far end; where it does, or before, is left in the state. */
// @ts-ignore: decorator
@inline
function enterLanes(body: usize, state: usize, cache: usize): i32 {
  const step: usize = shapeOf(body) == SPHERES ? 0 : 16;
  const flatAxes = load<u32>(state, FLAT_AXES);
  const growth = v128.load32_splat(state, GROWTH);
  const rounding = f32x4.splat(ROUNDING);
  const zero = f32x4.splat(0);
  let entry = zero;
  let exit = v128.load32_splat(state, FAR);
  let apart = i32x4.splat(0);
  for (let axis: usize = 0; axis < 3; axis++) {
    const distance = f32x4.sub(v128.load(cache + (axis << 4)), v128.load32_splat(state + (axis << 2), ORIGIN));
    const half = f32x4.add(v128.load(cache + axis * step, 48), growth);
    const low = f32x4.sub(distance, half);
    const high = f32x4.add(distance, half);
    if (flatAxes & (1 << <u32>axis)) {
      apart = v128.or(apart, v128.or(f32x4.gt(low, zero), f32x4.lt(high, zero)));
      continue;
    }
    const inverse = load<f32>(state + (axis << 2), INVERSE);
    const isForward: bool = inverse > 0;
    const first = f32x4.mul(isForward ? low : high, f32x4.splat(inverse));
    const last = f32x4.mul(isForward ? high : low, f32x4.splat(inverse));
    entry = f32x4.pmax(entry, f32x4.sub(first, f32x4.mul(f32x4.abs(first), rounding)));
    exit = f32x4.pmin(exit, f32x4.add(last, f32x4.mul(f32x4.abs(last), rounding)));
  }
  v128.store(state, entry, ENTRIES);
  return ~i32x4.bitmask(v128.or(apart, f32x4.gt(entry, exit))) & 15;
}

/** Lists the triangles of a leaf that the line can pass through; returns how many. */
// @ts-ignore: decorator
@inline
function listTriangles(body: usize, state: usize, word: u32): u32 {
  const out: usize = load<usize>(state, OUT);
  const corners: usize = load<usize>(body, TRIANGLES);
  const positions: usize = load<usize>(body, POSITIONS);
  const isSweep = load<u32>(state, IS_SWEEP);
  const first = word & 0x07ffffff;
  const end = first + ((word >>> 27) & 15) + 1;
  let count: u32 = 0;
  for (let triangle = first; triangle < end; triangle++) {
    if (!isSweep && passesBy(state, positions, corners + <usize>triangle * 12)) continue;
    store<u32>(out + (<usize>count << 2), triangle);
    count++;
  }
  store<u32>(state, count, OUT_COUNT);
  return count;
}

/** Whether two of the three determinants have certainly different signs. */
// @ts-ignore: decorator
@inline
function passesBy(state: usize, positions: usize, corner: usize): bool {
  const ox = load<f64>(state, ORIGIN64);
  const oy = load<f64>(state, ORIGIN64 + 8);
  const oz = load<f64>(state, ORIGIN64 + 16);
  const dx = load<f64>(state, DIRECTION64);
  const dy = load<f64>(state, DIRECTION64 + 8);
  const dz = load<f64>(state, DIRECTION64 + 16);
  const a = positions + <usize>load<u32>(corner) * 12;
  const b = positions + <usize>load<u32>(corner, 4) * 12;
  const c = positions + <usize>load<u32>(corner, 8) * 12;
  const ax = <f64>load<f32>(a) - ox;
  const ay = <f64>load<f32>(a, 4) - oy;
  const az = <f64>load<f32>(a, 8) - oz;
  const bx = <f64>load<f32>(b) - ox;
  const by = <f64>load<f32>(b, 4) - oy;
  const bz = <f64>load<f32>(b, 8) - oz;
  const cx = <f64>load<f32>(c) - ox;
  const cy = <f64>load<f32>(c, 4) - oy;
  const cz = <f64>load<f32>(c, 8) - oz;
  const u = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  const v = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
  const w = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  const reach = max(
    max(max(abs(ax), abs(ay)), max(abs(az), abs(bx))),
    max(max(max(abs(by), abs(bz)), max(abs(cx), abs(cy))), abs(cz)),
  );
  const error = SIGN_ERROR * (reach * reach) + TINY;
  const hasPositive: bool = u > error || v > error || w > error;
  const hasNegative: bool = u < -error || v < -error || w < -error;
  return hasPositive && hasNegative;
}
