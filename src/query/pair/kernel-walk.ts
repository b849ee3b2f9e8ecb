/**
 * Two bodies, or one with itself, walked inside a kernel that opens both sides at once. A second kernel leaves out
 * the pairs of triangles that are certainly apart; the others are tested exactly here.
 */
import { doGovernorsFail } from '../../body/affine.js';
import { goOnFitting } from '../../body/gradual-fit.js';
import { didStarsPay } from '../../body/pruning-rule.js';
import {
  areRegionsBounded,
  boundRegions,
  boundRegionsAgain,
  isPruningWorthwhile,
  poseRegions,
} from '../../body/regions.js';
import { haveStars } from '../../body/stars.js';
import { REGION_BIT, isRegion } from '../../kernels/layout/regions.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../../kernels/layout/child-words.js';
import { FILTER } from '../../kernels/layout/filter.js';
import { PAIR_WALK, WALK } from '../../kernels/layout/walk.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from '../kernel-walk.js';
import { readTriangles, testPairsOfOne, testPairsOfTwo } from './leaf-pairs.js';
import type { WalkedPair } from './progress.js';
import { doStarsPay, rememberSelf } from './remember-self.js';
import { follow, wordAt } from '../../kernels/units.js';

/** Cost of opening a pair in the kernel, per body, in nanoseconds of the switch rule. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;
/** Tests that opening a pair of blocks takes. */
const OPENING_TESTS = LANES * LANES;
/** The smallest number whose square float32 still holds: see the kernel. */
const SMALLEST_PAD = 8.673617379884035e-19;

/** Begins the walk at the roots; of a body with itself at its largest region, where it pays to prove regions free. */
export function beginInKernel(walked: WalkedPair): void {
  const { bodyA, bodyB } = walked;
  const isPruned = bodyA === bodyB && isPruningWorthwhile(bodyA);
  beginAt(walked, isPruned ? REGION_BIT : 0, 0);
  if (isPruned && bodyA.bounds.isCuttable) beginBeside(walked);
  walked.isAllOfOne = bodyA === bodyB;
}

/** Where a body has been cut, regions are not all there is: behind them come what was added, with itself and with all else, in the order in which a walk from the root comes to it. */
function beginBeside({ bodyA, saved }: WalkedPair): void {
  const { header, kernels, bounds } = bodyA;
  const { words } = bounds;
  const top = words[0] * LANES;
  const entries: number[] = [];
  for (let a = LANES - 1; a >= 0; a--) {
    for (let b = LANES - 1; b >= a; b--) {
      if (b > 0 && words[top + a] !== NO_CHILD && words[top + b] !== NO_CHILD) entries.push(top + a, top + b);
    }
  }
  entries.push(saved.stack[0], saved.stack[1]);
  if (saved.stack.length < entries.length) saved.stack = new Uint32Array(entries.length);
  saved.stack.set(entries);
  saved.stackSize = entries.length / 2;
  kernels.run.evaluateBlock(header, words[0]);
}

/**
 * Begins the walk at a region, or at a pair of slots or of leaves, whose bounds, which the walk does not evaluate, are evaluated here. Whether regions are free can be
 * told once all vertices have been posed; and nearly all would be, one after the other.
 */
export function beginAt(walked: WalkedPair, a: number, b: number): void {
  const { bodyA, bodyB, saved } = walked;
  saved.stack[0] = a;
  saved.stack[1] = b;
  saved.stackSize = 1;
  walked.leafPairs = 0;
  walked.isAllOfOne = false;
  walked.isPruned = isRegion(a);
  if (walked.isPruned) boundRegions(bodyA);
  if (a >= REGION_BIT) return;
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
    done = walkOn(walked);
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const leafPairs = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * OPENING_TESTS;
    if (!done) changeRule(walked, state);
    if (leafPairs > 0) {
      useStars(walked, leafPairs);
      testLeafPairs(walked, leafPairs);
    }
    // Above the regions all boxes are exact already: a refit would save nothing of the walk there, only what is evaluated below.
    const spent = walked.isPruned ? 0 : opened * OPENING_NS + leafPairs * LEAF_PAIR_NS;
    bodyA.spend(spent);
    // A body with itself is spent on twice, too.
    bodyB.spend(spent);
  }
  addCounts(walked, state);
  leaveWalk(kernels, saved);
  if (done && walked.isAllOfOne) {
    const { hits, isPruned, leafPairs } = walked;
    rememberSelf(bodyA, isPruned, leafPairs, hits.count + hits.dropped, statistics);
    if (isPruned && budget === Infinity) goOnFitting(bodyA);
  }
  return done;
}

/** Goes on in the kernels that the top of the stack is for, one after the other; returns whether the walk is complete. */
function walkOn({ bodyA, bodyB, isPruned }: WalkedPair): boolean {
  const { arena, fitted, regions, run, scratch } = bodyA.kernels;
  if (!isPruned) return run.walkPairs(bodyA.header, bodyB.header, scratch) === 1;
  boundRegionsAgain(bodyA);
  const { u32 } = arena;
  const state = wordAt(scratch);
  for (;;) {
    const areRegions = isRegionNext(u32, state);
    const done = areRegions
      ? areRegionsBounded(bodyA)
        ? regions!.walkRegions(bodyA.header, scratch)
        : fitted!.walkFitted(bodyA.header, scratch)
      : run.walkPairs(bodyA.header, bodyB.header, scratch);
    if (done === 1) return true;
    // The kernel has stopped for want of budget or room, unless what comes next is for the other one.
    if (isRegionNext(u32, state) === areRegions || u32[state + WALK.budget] === 0) return false;
  }
}

/** Where governors of a body without patches tell too little, leaves what is left of its regions to their borders. */
function changeRule({ bodyA, isPruned, statistics }: WalkedPair, state: number): void {
  if (!isPruned) return;
  const unbent = statistics.regionsUnbent + bodyA.kernels.arena.u32[state + PAIR_WALK.unbent];
  if (doGovernorsFail(bodyA, statistics.nodesVisited, unbent) && !areRegionsBounded(bodyA)) poseRegions(bodyA);
}

function isRegionNext(u32: Uint32Array, state: number): boolean {
  const end = follow(u32, state + WALK.stack) + u32[state + WALK.stackSize] * 2;
  return isRegion(u32[end - 2] | 0);
}

/**
 * Says whether neighbours are to be decided by their stars: it pays where many are looked at, as all are where no regions are left out. Taking
 * stars may make the memory grow.
 */
function useStars(walked: WalkedPair, leafPairs: number): void {
  const { bodyA, bodyB } = walked;
  const { kernels } = bodyA;
  walked.leafPairs += leafPairs;
  const arePlenty = bodyA === bodyB && (!walked.isPruned || doStarsPay(bodyA, walked.leafPairs) || didStarsPay(bodyA));
  if (arePlenty) {
    if (walked.isPruned) bodyA.refit();
    haveStars(bodyA);
  }
  kernels.arena.u32[wordAt(kernels.filter) + FILTER.useStars] = arePlenty ? 1 : 0;
}

/** Adds what the kernel has counted of regions. */
function addCounts({ bodyA, statistics }: WalkedPair, state: number): void {
  const { u32 } = bodyA.kernels.arena;
  statistics.regionsFree += u32[state + PAIR_WALK.cleared];
  statistics.regionsUnbent += u32[state + PAIR_WALK.unbent];
  statistics.regionsTried += u32[state + PAIR_WALK.tried];
  statistics.bordersSeen += u32[state + PAIR_WALK.borders];
  statistics.borderEdges += u32[state + PAIR_WALK.borderEdges];
}

/**
 * Opens the only entry of the stack, unless it is a pair of leaves, and writes what it consists of to `out`, two words
 * each, in the order in which a walk goes through it. Returns how many there are, or -1 for a pair of leaves.
 */
export function openEntry(walked: WalkedPair, out: Uint32Array): number {
  const { bodyA, saved, statistics } = walked;
  const { kernels } = bodyA;
  if (saved.stack[0] >= LEAF_BIT) return -1;
  const state = enterPairs(walked);
  allowOpenings(kernels, 1);
  walkOn(walked);
  addCounts(walked, state);
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
  const { f32, u32 } = kernels.arena;
  f32[state + PAIR_WALK.pad] = SMALLEST_PAD;
  u32.fill(0, state + PAIR_WALK.cleared, state + PAIR_WALK.tried + 1);
  return state;
}

/** Tests the pairs of leaves that the walk has put out. Memory may have grown since it did. */
function testLeafPairs(walked: WalkedPair, leafPairCount: number): void {
  const { bodyA, bodyB, hits, statistics } = walked;
  const { sideA, sideB } = walked.walk;
  const { kernels } = bodyA;
  const { u32 } = kernels.arena;
  const state = wordAt(kernels.filter);
  readTriangles(sideA.triangles, bodyA);
  readTriangles(sideB.triangles, bodyB);
  u32[state + FILTER.leafPairs] = u32[wordAt(kernels.scratch) + WALK.out];
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
