/**
 * Two lazy bodies, or one with itself, walked inside a kernel that opens both sides at once. A second kernel leaves out
 * the pairs of triangles that are certainly apart; the others are tested exactly here.
 */
import type { LazyBody } from '../bounds/lazy-body.js';
import { FILTER } from '../kernels/filter-layout.js';
import { LANES, LEAF_BIT, WALK } from '../kernels/lazy-layout.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from './kernel-walk.js';
import { readTriangles, testPairsOfOne, testPairsOfTwo } from './leaf-pairs.js';
import type { WalkedSearch } from './pair-progress.js';

/** Cost of opening a pair in the kernel, per body, in nanoseconds of the switch rule. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;
/** Tests that opening a pair of blocks takes. */
const OPENING_TESTS = LANES * LANES;
/** The smallest number whose square float32 still holds: see the kernel. */
const SMALLEST_PAD = 8.673617379884035e-19;

/** Begins the walk at the roots. */
export function beginKernelWalk(search: WalkedSearch, bodyA: LazyBody, bodyB: LazyBody): void {
  const { walk } = search.progress;
  walk.stack[0] = 0;
  walk.stack[1] = 0;
  walk.stackSize = 1;
  evaluateEntry(search, bodyA, bodyB);
}

/** Makes sure that the bounds of the only entry of the stack, which the walk does not evaluate, are there. */
export function evaluateEntry(search: WalkedSearch, bodyA: LazyBody, bodyB: LazyBody): void {
  const { stack } = search.progress.walk;
  if (stack[0] >= LEAF_BIT) return;
  bodyA.kernels.run.evaluateBlock(bodyA.header, stack[0] >>> 2);
  bodyB.kernels.run.evaluateBlock(bodyB.header, stack[1] >>> 2);
}

/** Goes on with the walk; returns whether it is complete. */
export function stepKernelWalk(search: WalkedSearch, bodyA: LazyBody, bodyB: LazyBody, budget: number): boolean {
  const { progress, statistics } = search;
  const { kernels } = bodyA;
  const state = enterPairs(search, bodyA);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = progress.walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    // What leaves cost is seen afterwards.
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / OPENING_TESTS)),
    );
    done = kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch) === 1;
    if (bodyA === bodyB) bodyA.haveStars();
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const leafPairs = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * OPENING_TESTS;
    if (leafPairs > 0) testLeafPairs(search, bodyA, bodyB, u32[state + WALK.out], leafPairs);
    const spent = opened * OPENING_NS + leafPairs * LEAF_PAIR_NS;
    bodyA.spend(spent);
    // A body with itself is spent on twice, too.
    bodyB.spend(spent);
  }
  leaveWalk(kernels, progress.walk);
  return done;
}

/**
 * Opens the only entry of the stack, unless it is a pair of leaves, and writes what it consists of to `out`, two words
 * each, in the order in which a walk goes through it. Returns how many there are, or -1 for a pair of leaves.
 */
export function openKernelEntry(search: WalkedSearch, bodyA: LazyBody, bodyB: LazyBody, out: Uint32Array): number {
  const { progress, statistics } = search;
  const { kernels } = bodyA;
  const { walk } = progress;
  if (walk.stack[0] >= LEAF_BIT) return -1;
  const state = enterPairs(search, bodyA);
  allowOpenings(kernels, 1);
  kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch);
  leaveWalk(kernels, walk);
  statistics.nodesVisited++;
  statistics.boundTests += OPENING_TESTS;
  const { u32 } = kernels.arena;
  const leaves = u32[state + WALK.out] >>> 2;
  const leafPairs = u32[state + WALK.outCount];
  for (let k = 0; k < leafPairs * 2; k++) out[k] = u32[leaves + k];
  for (let k = 0; k < walk.stackSize; k++) {
    const entry = walk.stackSize - 1 - k;
    out[(leafPairs + k) * 2] = walk.stack[entry * 2];
    out[(leafPairs + k) * 2 + 1] = walk.stack[entry * 2 + 1];
  }
  return leafPairs + walk.stackSize;
}

function enterPairs(search: WalkedSearch, body: LazyBody): number {
  const { kernels } = body;
  const state = enterWalk(kernels, search.progress.walk);
  kernels.arena.f32[state + WALK.shape] = SMALLEST_PAD;
  return state;
}

function testLeafPairs(
  search: WalkedSearch,
  bodyA: LazyBody,
  bodyB: LazyBody,
  leafPairs: number,
  leafPairCount: number,
): void {
  const { progress, statistics } = search;
  const { hits, sideA, sideB } = progress;
  const { kernels } = bodyA;
  const { u32 } = kernels.arena;
  const state = kernels.filter >>> 2;
  readTriangles(sideA.triangles, bodyA);
  readTriangles(sideB.triangles, bodyB);
  u32[state + FILTER.leafPairs] = leafPairs;
  u32[state + FILTER.leafPairCount] = leafPairCount;
  u32[state + FILTER.next] = 0;
  const pairs = u32[state + FILTER.pairs] >>> 2;
  while (u32[state + FILTER.next] < leafPairCount) {
    kernels.run.filterPairs(bodyA.header, bodyB.header, kernels.filter);
    const count = u32[state + FILTER.pairCount];
    statistics.triangleTests += u32[state + FILTER.comparedCount];
    if (bodyA === bodyB) testPairsOfOne(sideA.triangles, u32, pairs, count, hits, statistics);
    else testPairsOfTwo(sideA.triangles, sideB.triangles, u32, pairs, count, hits, statistics);
  }
}
