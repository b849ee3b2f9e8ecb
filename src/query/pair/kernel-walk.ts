/**
 * Two bodies, or one with itself, walked inside a kernel that opens both sides at once. A second kernel leaves out
 * the pairs of triangles that are certainly apart; the others are tested exactly here.
 */
import { haveStars } from '../../body/stars.js';
import { LANES, LEAF_BIT } from '../../kernels/layout/child-words.js';
import { FILTER } from '../../kernels/layout/filter.js';
import { PAIR_WALK, WALK } from '../../kernels/layout/walk.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from '../kernel-walk.js';
import { readTriangles, testPairsOfOne, testPairsOfTwo } from './leaf-pairs.js';
import type { WalkedPair } from './progress.js';
import { follow, wordAt } from '../../kernels/units.js';

/** Cost of opening a pair in the kernel, per body, in nanoseconds of the switch rule. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;
/** Tests that opening a pair of blocks takes. */
const OPENING_TESTS = LANES * LANES;
/** The smallest number whose square float32 still holds: see the kernel. */
const SMALLEST_PAD = 8.673617379884035e-19;

/** Begins the walk at the roots. */
export function beginInKernel(walked: WalkedPair): void {
  beginAt(walked, 0, 0);
}

/** Begins the walk at a pair of slots, or of leaves, whose bounds, which the walk does not evaluate, are evaluated here. */
export function beginAt({ bodyA, bodyB, saved }: WalkedPair, a: number, b: number): void {
  saved.stack[0] = a;
  saved.stack[1] = b;
  saved.stackSize = 1;
  if (a >= LEAF_BIT) return;
  bodyA.kernels.run.evaluateBlock(bodyA.header, a >>> 2);
  bodyB.kernels.run.evaluateBlock(bodyB.header, b >>> 2);
}

/** Goes on with the walk; returns whether it is complete. */
export function stepInKernel(walked: WalkedPair, budget: number): boolean {
  const { bodyA, bodyB, saved, statistics } = walked;
  const { kernels } = bodyA;
  const state = enterPairs(walked);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = saved.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    // What leaves cost is seen afterwards.
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / OPENING_TESTS)),
    );
    done = kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch) === 1;
    if (bodyA === bodyB) haveStars(bodyA);
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const leafPairs = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * OPENING_TESTS;
    if (leafPairs > 0) testLeafPairs(walked, u32[state + WALK.out], leafPairs);
    const spent = opened * OPENING_NS + leafPairs * LEAF_PAIR_NS;
    bodyA.spend(spent);
    // A body with itself is spent on twice, too.
    bodyB.spend(spent);
  }
  leaveWalk(kernels, saved);
  return done;
}

/**
 * Opens the only entry of the stack, unless it is a pair of leaves, and writes what it consists of to `out`, two words
 * each, in the order in which a walk goes through it. Returns how many there are, or -1 for a pair of leaves.
 */
export function openEntry(walked: WalkedPair, out: Uint32Array): number {
  const { bodyA, bodyB, saved, statistics } = walked;
  const { kernels } = bodyA;
  if (saved.stack[0] >= LEAF_BIT) return -1;
  const state = enterPairs(walked);
  allowOpenings(kernels, 1);
  kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch);
  leaveWalk(kernels, saved);
  statistics.nodesVisited++;
  statistics.boundTests += OPENING_TESTS;
  const { u32 } = kernels.arena;
  const leaves = follow(u32, state + WALK.out);
  const leafPairs = u32[state + WALK.outCount];
  for (let k = 0; k < leafPairs * 2; k++) out[k] = u32[leaves + k];
  for (let k = 0; k < saved.stackSize; k++) {
    const entry = saved.stackSize - 1 - k;
    out[(leafPairs + k) * 2] = saved.stack[entry * 2];
    out[(leafPairs + k) * 2 + 1] = saved.stack[entry * 2 + 1];
  }
  return leafPairs + saved.stackSize;
}

function enterPairs({ bodyA: { kernels }, saved }: WalkedPair): number {
  const state = enterWalk(kernels, saved);
  kernels.arena.f32[state + PAIR_WALK.pad] = SMALLEST_PAD;
  return state;
}

function testLeafPairs(walked: WalkedPair, leafPairs: number, leafPairCount: number): void {
  const { bodyA, bodyB, hits, statistics } = walked;
  const { sideA, sideB } = walked.walk;
  const { kernels } = bodyA;
  const { u32 } = kernels.arena;
  const state = wordAt(kernels.filter);
  readTriangles(sideA.triangles, bodyA);
  readTriangles(sideB.triangles, bodyB);
  u32[state + FILTER.leafPairs] = leafPairs;
  u32[state + FILTER.leafPairCount] = leafPairCount;
  u32[state + FILTER.next] = 0;
  const pairs = follow(u32, state + FILTER.pairs);
  while (u32[state + FILTER.next] < leafPairCount) {
    kernels.run.filterPairs(bodyA.header, bodyB.header, kernels.filter);
    const count = u32[state + FILTER.pairCount];
    statistics.triangleTests += u32[state + FILTER.comparedCount];
    if (bodyA === bodyB) testPairsOfOne(sideA.triangles, u32, pairs, count, hits, statistics);
    else testPairsOfTwo(sideA.triangles, sideB.triangles, u32, pairs, count, hits, statistics);
  }
}
