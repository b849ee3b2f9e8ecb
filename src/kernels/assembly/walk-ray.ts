/**
 * Which triangles of a body can a ray, or a ball that flies along one, meet? Nodes are opened from near to far. The walk
 * stops at the first leaf that has any, so that the caller can bring the far end nearer before it goes on. Twin:
 * ../twin/walk-ray.ts, with the proof that rounding never hides a triangle.
 */
import {
  BLEND,
  BOUNDS_SIZE_X,
  HEADER_BOUND_RULE,
  HEADER_POSITIONS,
  HEADER_TRIANGLES,
  LEAF_BIT,
  MOST_OPENED,
  NO_CHILD,
  PATCHED_LAZY_BLOCK_COUNT,
  POSITION_BYTES,
  RAY_ROUNDING,
  RAY_SIGN_ERROR,
  RAY_WALK_DIRECTION64,
  RAY_WALK_ENTRIES,
  RAY_WALK_FAR,
  RAY_WALK_FLAT_AXES,
  RAY_WALK_GROWTH,
  RAY_WALK_INVERSE,
  RAY_WALK_IS_SWEEP,
  RAY_WALK_ORIGIN,
  RAY_WALK_ORIGIN64,
  ROW_BYTES,
  SMALLEST_SIGN_ERROR,
  SPHERES,
  TRIANGLE_BYTES,
  WALK_BLOCKS,
  WALK_BUDGET,
  WALK_OUT,
  WALK_OUT_COUNT,
  WALK_STACK,
  WALK_STACK_CAPACITY,
  WALK_STACK_SIZE,
} from './generated/layout';
import { isWhole, leafCount, leafFirst, shapeOf, wordOf } from './lazy-body';
import { evaluateBlock } from './evaluate-block';
import { poseLeaf } from './pose-leaf';
import { enterAtRest } from './rest-ray';

/** Returns 1 when the walk is complete, 0 when it stopped before. */
export function walkRay(body: usize, state: usize): i32 {
  const stack: usize = load<usize>(state, WALK_STACK);
  const far = load<f32>(state, RAY_WALK_FAR);
  const stackCapacity = load<u32>(state, WALK_STACK_CAPACITY);
  let stackSize = load<u32>(state, WALK_STACK_SIZE);
  let budget = load<u32>(state, WALK_BUDGET);
  let blocks = load<u32>(state, WALK_BLOCKS);
  const atRest: bool =
    load<u32>(body, HEADER_BOUND_RULE) == BLEND && !load<u32>(state, RAY_WALK_IS_SWEEP) && !isWhole(body);
  const restEnd: u32 = atRest ? load<u32>(body, PATCHED_LAZY_BLOCK_COUNT) : 0;
  while (stackSize > 0 && budget > 0 && stackSize + MOST_OPENED <= stackCapacity) {
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
        if (load<f32>(state + (lane << 2), RAY_WALK_ENTRIES) > load<f32>(state + (farthest << 2), RAY_WALK_ENTRIES)) farthest = lane;
      }
      met ^= 1 << <i32>farthest;
      const child = wordOf(body, (word << 2) + <u32>farthest);
      if (child == NO_CHILD) continue;
      store<u32>(stack + (<usize>stackSize << 3), child);
      store<f32>(stack + (<usize>stackSize << 3), load<f32>(state + (farthest << 2), RAY_WALK_ENTRIES), 4);
      stackSize++;
    }
  }
  store<u32>(state, stackSize, WALK_STACK_SIZE);
  store<u32>(state, budget, WALK_BUDGET);
  store<u32>(state, blocks, WALK_BLOCKS);
  return stackSize == 0 ? 1 : 0;
}

/** Which lanes the ray can enter before its far end; where it does, or before, is left in the state. */
// @ts-ignore: decorator
@inline
function enterLanes(body: usize, state: usize, cache: usize): i32 {
  const step: usize = shapeOf(body) == SPHERES ? 0 : ROW_BYTES;
  const flatAxes = load<u32>(state, RAY_WALK_FLAT_AXES);
  const growth = v128.load32_splat(state, RAY_WALK_GROWTH);
  const rounding = f32x4.splat(RAY_ROUNDING);
  const zero = f32x4.splat(0);
  let entry = zero;
  let exit = v128.load32_splat(state, RAY_WALK_FAR);
  let apart = i32x4.splat(0);
  for (let axis: usize = 0; axis < 3; axis++) {
    const distance = f32x4.sub(v128.load(cache + axis * ROW_BYTES), v128.load32_splat(state + (axis << 2), RAY_WALK_ORIGIN));
    const half = f32x4.add(v128.load(cache + axis * step, BOUNDS_SIZE_X), growth);
    const low = f32x4.sub(distance, half);
    const high = f32x4.add(distance, half);
    if (flatAxes & (1 << <u32>axis)) {
      apart = v128.or(apart, v128.or(f32x4.gt(low, zero), f32x4.lt(high, zero)));
      continue;
    }
    const inverse = load<f32>(state + (axis << 2), RAY_WALK_INVERSE);
    const isForward: bool = inverse > 0;
    const first = f32x4.mul(isForward ? low : high, f32x4.splat(inverse));
    const last = f32x4.mul(isForward ? high : low, f32x4.splat(inverse));
    entry = f32x4.pmax(entry, f32x4.sub(first, f32x4.mul(f32x4.abs(first), rounding)));
    exit = f32x4.pmin(exit, f32x4.add(last, f32x4.mul(f32x4.abs(last), rounding)));
  }
  v128.store(state, entry, RAY_WALK_ENTRIES);
  return ~i32x4.bitmask(v128.or(apart, f32x4.gt(entry, exit))) & 15;
}

/** Lists the triangles of a leaf that the line can pass through; returns how many. */
// @ts-ignore: decorator
@inline
function listTriangles(body: usize, state: usize, word: u32): u32 {
  const out: usize = load<usize>(state, WALK_OUT);
  const corners: usize = load<usize>(body, HEADER_TRIANGLES);
  const positions: usize = load<usize>(body, HEADER_POSITIONS);
  const isSweep = load<u32>(state, RAY_WALK_IS_SWEEP);
  const first = leafFirst(word);
  const end = first + leafCount(word);
  let count: u32 = 0;
  for (let triangle = first; triangle < end; triangle++) {
    if (!isSweep && passesBy(state, positions, corners + <usize>triangle * TRIANGLE_BYTES)) continue;
    store<u32>(out + (<usize>count << 2), triangle);
    count++;
  }
  store<u32>(state, count, WALK_OUT_COUNT);
  return count;
}

/** Whether two of the three determinants have certainly different signs. */
// @ts-ignore: decorator
@inline
function passesBy(state: usize, positions: usize, corner: usize): bool {
  const ox = load<f64>(state, RAY_WALK_ORIGIN64);
  const oy = load<f64>(state, RAY_WALK_ORIGIN64 + 8);
  const oz = load<f64>(state, RAY_WALK_ORIGIN64 + 16);
  const dx = load<f64>(state, RAY_WALK_DIRECTION64);
  const dy = load<f64>(state, RAY_WALK_DIRECTION64 + 8);
  const dz = load<f64>(state, RAY_WALK_DIRECTION64 + 16);
  const a = positions + <usize>load<u32>(corner) * POSITION_BYTES;
  const b = positions + <usize>load<u32>(corner, 4) * POSITION_BYTES;
  const c = positions + <usize>load<u32>(corner, 8) * POSITION_BYTES;
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
  const error = RAY_SIGN_ERROR * (reach * reach) + SMALLEST_SIGN_ERROR;
  const hasPositive: bool = u > error || v > error || w > error;
  const hasNegative: bool = u < -error || v < -error || w < -error;
  return hasPositive && hasNegative;
}
