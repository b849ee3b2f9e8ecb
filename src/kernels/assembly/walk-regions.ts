/** Which regions of a body with itself are not free of collisions, and what do they consist of? Twin: ../twin/walk-regions.ts. */
import {
  BLEND,
  BOUNDS_CENTER_Y,
  BOUNDS_CENTER_Z,
  BOUNDS_SIZE_X,
  BOUNDS_SIZE_Y,
  BOUNDS_SIZE_Z,
  HEADER_BOUND_RULE,
  HEADER_SELF,
  LEAF_BIT,
  MOST_OPENED,
  NODE_BYTES,
  NO_CHILD,
  PAIR_WALK_PAD,
  REGIONS_NODES,
  REGIONS_REGIONS,
  REGIONS_TILE_COUNT,
  REGION_BIT,
  REGION_BYTES,
  REGION_CHILDREN,
  REGION_FIRST_CHILD,
  REGION_NODE_A,
  REGION_NODE_B,
  SELF_AFFINE,
  SELF_REGIONS,
  WALK_BLOCKS,
  WALK_BUDGET,
  WALK_OUT,
  WALK_OUT_CAPACITY,
  WALK_OUT_COUNT,
  WALK_SLACK,
  WALK_STACK,
  WALK_STACK_CAPACITY,
  WALK_STACK_SIZE,
} from './generated/layout';
import { clearFitted } from './clear-fitted';
import { clearRegion, tellBelow } from './clear-region';
import { evaluateBlock } from './evaluate-block';
import { faceNode, haveBlock, isFaced } from './face-node';
import { recordOf, wordOf } from './lazy-body';
import { poseLeaf } from './pose-leaf';

/** Goes on while there are regions on top of the stack; returns 1 when the walk is complete, 0 when it stopped before. */
export function walkRegions(body: usize, state: usize): i32 {
  return walk(body, state, false);
}

/** The same in a body that has been fitted, and whose regions have not been bounded. */
export function walkFitted(body: usize, state: usize): i32 {
  return walk(body, state, true);
}

/** Both; what is not wanted is left out where it is inlined. */
// @ts-ignore: decorator
@inline
function walk(body: usize, state: usize, isFitted: bool): i32 {
  const stack: usize = load<usize>(state, WALK_STACK);
  const out: usize = load<usize>(state, WALK_OUT);
  const outCapacity = load<u32>(state, WALK_OUT_CAPACITY);
  const stackCapacity = load<u32>(state, WALK_STACK_CAPACITY);
  const pad = load<f32>(state, PAIR_WALK_PAD);
  let stackSize = load<u32>(state, WALK_STACK_SIZE);
  let outCount = load<u32>(state, WALK_OUT_COUNT);
  let budget = load<u32>(state, WALK_BUDGET);
  let pairs = load<u32>(state, WALK_BLOCKS);
  const kept = load<usize>(load<usize>(body, HEADER_SELF), SELF_REGIONS);
  const regions = load<usize>(kept, REGIONS_REGIONS);
  const nodes = load<usize>(kept, REGIONS_NODES);
  const tileCount = load<u32>(kept, REGIONS_TILE_COUNT);
  while (stackSize > 0 && budget > 0 && outCount + 16 <= outCapacity && stackSize + MOST_OPENED <= stackCapacity) {
    const entry = load<u32>(stack + (<usize>(stackSize - 1) << 3));
    if ((entry & (LEAF_BIT | REGION_BIT)) != REGION_BIT) break;
    stackSize--;
    budget--;
    pairs++;
    const region = regions + <usize>(entry & ~REGION_BIT) * REGION_BYTES;
    if (isClear(body, kept, regions, entry & ~REGION_BIT, state, isFitted)) continue;
    const nodeA = load<u32>(region, REGION_NODE_A);
    const nodeB = load<u32>(region, REGION_NODE_B);
    const slotA = load<u32>(nodes + <usize>nodeA * NODE_BYTES);
    const slotB = load<u32>(nodes + <usize>nodeB * NODE_BYTES);
    const wordA = wordOf(body, slotA);
    const wordB = wordOf(body, slotB);
    if (nodeA < tileCount || nodeB < tileCount) {
      // What lies below tiles is for the kernel that walks pairs.
      const areLeaves: bool = (wordA & wordB & LEAF_BIT) != 0;
      const at = areLeaves ? out + (<usize>outCount << 3) : stack + (<usize>stackSize << 3);
      store<u32>(at, areLeaves ? wordA : slotA);
      store<u32>(at, areLeaves ? wordB : slotB, 4);
      if (areLeaves) outCount++;
      else stackSize++;
      continue;
    }
    if (!isFitted || isFaced(body, kept, nodeA)) tellBelow(kept, nodeA, tileCount);
    if (nodeA != nodeB && (!isFitted || isFaced(body, kept, nodeB))) tellBelow(kept, nodeB, tileCount);
    const cacheA = isFitted ? openBlock(body, wordA) : recordOf(body, wordA);
    const cacheB = isFitted ? openBlock(body, wordB) : recordOf(body, wordB);
    const children = load<u32>(region, REGION_CHILDREN) & 0xffff;
    const firstChild = load<u32>(region, REGION_FIRST_CHILD);
    for (let laneA: u32 = 4; laneA-- > 0; ) {
      const childA = wordOf(body, (wordA << 2) + laneA);
      if (childA == NO_CHILD) continue;
      let met = lanesMet(cacheA + (<usize>laneA << 2), cacheB, pad);
      if (nodeA == nodeB) met &= -1 << laneA;
      while (met != 0) {
        const laneB: u32 = 31 - clz(met);
        met ^= 1 << laneB;
        const childB = wordOf(body, (wordB << 2) + laneB);
        if (childB == NO_CHILD) continue;
        const bit: u32 = 1 << (laneA * 4 + laneB);
        const child = firstChild + popcnt(children & (bit - 1));
        if (childA & childB & LEAF_BIT) {
          // Pairs of leaves come before all others, so they are not left on the stack.
          if (children & bit && isClear(body, kept, regions, child, state, isFitted)) continue;
          store<u32>(out + (<usize>outCount << 3), childA);
          store<u32>(out + (<usize>outCount << 3), childB, 4);
          outCount++;
        } else {
          store<u32>(stack + (<usize>stackSize << 3), children & bit ? REGION_BIT | child : (wordA << 2) + laneA);
          store<u32>(stack + (<usize>stackSize << 3), (wordB << 2) + laneB, 4);
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

/** The bounds of a block. Where there are no patches, leaves below it may be put out before anybody else poses them. */
function openBlock(body: usize, block: u32): usize {
  if (load<u32>(body, HEADER_BOUND_RULE) == BLEND) return haveBlock(body, block);
  const cache = evaluateBlock(body, block);
  for (let lane: u32 = 0; lane < 4; lane++) {
    const word = wordOf(body, (block << 2) + lane);
    if (word & LEAF_BIT && word != NO_CHILD) poseLeaf(body, word);
  }
  return cache;
}

/** Whether a region is free: by its governors, where they are asked, or by its border. */
// @ts-ignore: decorator
@inline
function isClear(body: usize, kept: usize, regions: usize, number: u32, state: usize, isFitted: bool): bool {
  const region = regions + <usize>number * REGION_BYTES;
  if (isFitted) {
    const a = load<u32>(region, REGION_NODE_A);
    const b = load<u32>(region, REGION_NODE_B);
    const affine = load<usize>(load<usize>(body, HEADER_SELF), SELF_AFFINE);
    if (clearFitted(body, kept, affine, number, a, b, state)) return true;
    if (load<u32>(body, HEADER_BOUND_RULE) != BLEND) return false;
    if (!faceNode(body, kept, a) || !faceNode(body, kept, b)) return false;
  }
  return clearRegion(body, kept, region, state);
}

/** One lane against the four of another block, all of them boxes: as walk-pairs.ts has it. */
// @ts-ignore: decorator
@inline
function lanesMet(at: usize, cache: usize, pad: f32): i32 {
  const slack = f32x4.splat(WALK_SLACK);
  const padding = f32x4.splat(pad);
  const x = f32x4.sub(v128.load(cache), v128.load32_splat(at));
  const y = f32x4.sub(v128.load(cache, BOUNDS_CENTER_Y), v128.load32_splat(at, BOUNDS_CENTER_Y));
  const z = f32x4.sub(v128.load(cache, BOUNDS_CENTER_Z), v128.load32_splat(at, BOUNDS_CENTER_Z));
  const hx = f32x4.add(v128.load(cache, BOUNDS_SIZE_X), f32x4.add(v128.load32_splat(at, BOUNDS_SIZE_X), padding));
  const hy = f32x4.add(v128.load(cache, BOUNDS_SIZE_Y), f32x4.add(v128.load32_splat(at, BOUNDS_SIZE_Y), padding));
  const hz = f32x4.add(v128.load(cache, BOUNDS_SIZE_Z), f32x4.add(v128.load32_splat(at, BOUNDS_SIZE_Z), padding));
  let apart = f32x4.gt(f32x4.abs(x), f32x4.mul(hx, slack));
  apart = v128.or(apart, f32x4.gt(f32x4.abs(y), f32x4.mul(hy, slack)));
  apart = v128.or(apart, f32x4.gt(f32x4.abs(z), f32x4.mul(hz, slack)));
  return ~i32x4.bitmask(apart) & 15;
}
