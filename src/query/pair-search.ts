/**
 * Which triangles of two bodies, or of one body with itself, meet? Two lazy bodies are walked inside a kernel, which opens
 * both sides at once. Refitted bodies are walked here: one depth-first walk over pairs of nodes serves both questions, a
 * body against itself being a pair of equal nodes that opens into its children, each with itself and with every other.
 */
import type { LazyBody } from '../bounds/lazy-body.js';
import { boundsMeet } from '../bounds/overlap.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { refitPlanOf } from '../bounds/refit-plan.js';
import { PliantError } from '../errors.js';
import { WALK, leafCount, leafFirst } from '../kernels/lazy-layout.js';
import { NO_NODE } from '../tree/tree.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import { clearHits } from './hits.js';
import type { PairHits } from './hits.js';
import { OPENINGS_PER_CALL, allowOpenings, createSavedWalk, enterWalk, leaveWalk } from './kernel-walk.js';
import type { SavedWalk } from './kernel-walk.js';
import { testLeavesOfOne, testLeavesOfTwo } from './leaf-pairs.js';
import type { PosedTriangles } from './leaf-pairs.js';
import { triangleOrderOf } from './opened-node.js';
import { createStatistics, requireBudget, requireRoom, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search for pairs. Create it once per pair of bodies, or once per body, and use it again and again. */
export interface PairSearch {
  /** One body. */
  readonly bodyA: Body;
  /** The other body; the same one when a body is searched for collisions with itself. */
  readonly bodyB: Body;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * How far the search is.
   * @internal
   */
  readonly progress: PairProgress;
}

type Mutable<Record> = { -readonly [Key in keyof Record]: Record[Key] };

interface PairProgress {
  hits: PairHits;
  /** The poses that the search began with. */
  stampA: number;
  stampB: number;
  /** Pairs of nodes that met and wait to be opened, two words each. */
  readonly walk: SavedWalk;
  readonly trianglesA: Mutable<PosedTriangles>;
  readonly trianglesB: Mutable<PosedTriangles>;
}

/** Cost of opening a pair in the kernel, per body, in nanoseconds of the switch rule. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;

/** Prepares searches for the triangles of two different bodies that meet, both lazy or both refitted. */
export function createPairSearch(bodyA: Body, bodyB: Body): PairSearch {
  if (bodyA === bodyB) {
    throw new PliantError('mismatch', 'createPairSearch: both bodies are the same one; use createSelfSearch');
  }
  if (isLazy(bodyA) !== isLazy(bodyB)) {
    throw new PliantError('mismatch', 'createPairSearch: one body is lazy, the other is not; create both alike');
  }
  if (isLazy(bodyA) && isLazy(bodyB) && bodyA.kernels !== bodyB.kernels) {
    throw new PliantError('mismatch', 'createPairSearch: the bodies have different kernels; create both with the same');
  }
  return createSearch(bodyA, bodyB);
}

/**
 * Prepares searches for the triangles of one body that collide with each other: that share no vertex and meet, share
 * one and meet elsewhere too, or share an edge and overlap in a plane.
 */
export function createSelfSearch(body: PosedBody): PairSearch {
  if (isLazy(body)) {
    throw new PliantError(
      'unsupported',
      'createSelfSearch: a lazy body cannot be searched so yet; use createRefitBody',
    );
  }
  return createSearch(body, body);
}

/** Begins the search in the bodies' present poses. `hits` is emptied, then filled by {@link stepPairSearch}. */
export function beginPairSearch(search: PairSearch, hits: PairHits): void {
  const { bodyA, bodyB, progress } = search;
  // A begin that fails leaves nothing that could be gone on with.
  progress.stampA = progress.stampB = -1;
  bodyA.refresh();
  bodyB.refresh();
  progress.stampA = stampOf(bodyA);
  progress.stampB = stampOf(bodyB);
  progress.hits = hits;
  clearHits(hits);
  resetStatistics(search.statistics);
  const { walk } = progress;
  walk.stackSize = 0;
  if (isLazy(bodyA) && isLazy(bodyB)) {
    bodyA.kernels.run.evaluateBlock(bodyA.header, 0);
    bodyB.kernels.run.evaluateBlock(bodyB.header, 0);
    walk.stack[0] = walk.stack[1] = 0;
    walk.stackSize = 1;
  } else {
    const [a, b] = [bodyA as PosedBody, bodyB as PosedBody];
    pushIfMet(search, a, a.bounds, 0, b, b.bounds, 0);
  }
}

/**
 * Goes on with the search until it is complete (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`); a pair of leaves is finished once begun.
 */
export function stepPairSearch(search: PairSearch, budget = Infinity): boolean {
  requireBudget('stepPairSearch', budget);
  const { bodyA, bodyB, progress } = search;
  requireSameStamp('stepPairSearch', bodyA, progress.stampA);
  requireSameStamp('stepPairSearch', bodyB, progress.stampB);
  if (isLazy(bodyA) && isLazy(bodyB)) return stepInKernel(search, bodyA, bodyB, budget);
  return stepOverNodes(search, bodyA as PosedBody, bodyB as PosedBody, budget);
}

/** {@link beginPairSearch} and all steps at once: fills `hits`, returns the number of pairs. */
export function findPairHits(search: PairSearch, hits: PairHits): number {
  beginPairSearch(search, hits);
  stepPairSearch(search);
  return hits.count + hits.dropped;
}

function createSearch(bodyA: Body, bodyB: Body): PairSearch {
  return {
    bodyA,
    bodyB,
    statistics: createStatistics(),
    progress: {
      hits: { pairs: new Uint32Array(0), meetings: new Uint8Array(0), count: 0, dropped: 0 },
      stampA: -1,
      stampB: -1,
      walk: createSavedWalk(2),
      trianglesA: { positions: new Float32Array(0), corners: new Uint32Array(0), order: new Uint32Array(0) },
      trianglesB: { positions: new Float32Array(0), corners: new Uint32Array(0), order: new Uint32Array(0) },
    },
  };
}

function stepInKernel(search: PairSearch, bodyA: LazyBody, bodyB: LazyBody, budget: number): boolean {
  const { progress, statistics } = search;
  const { kernels } = bodyA;
  const state = enterWalk(kernels, progress.walk);
  // The smallest number whose square float32 still holds: see the kernel.
  kernels.arena.f32[state + WALK.shape] = 8.673617379884035e-19;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = progress.walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    // A pair of blocks is sixteen tests; what its leaves cost is seen afterwards.
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / 16)),
    );
    done = kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch) === 1;
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const leafPairs = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * 16;
    testLeafPairs(search, bodyA, bodyB, u32, u32[state + WALK.out] >>> 2, leafPairs);
    const spent = opened * OPENING_NS + leafPairs * LEAF_PAIR_NS;
    bodyA.spend(spent);
    bodyB.spend(spent);
  }
  leaveWalk(kernels, progress.walk);
  return done;
}

function testLeafPairs(
  search: PairSearch,
  bodyA: LazyBody,
  bodyB: LazyBody,
  u32: Uint32Array,
  out: number,
  count: number,
): void {
  if (count === 0) return;
  const { hits, trianglesA, trianglesB } = search.progress;
  readTriangles(trianglesA, bodyA);
  readTriangles(trianglesB, bodyB);
  for (let i = 0; i < count; i++) {
    const a = u32[out + i * 2] | 0;
    const b = u32[out + i * 2 + 1] | 0;
    testLeavesOfTwo(
      trianglesA,
      leafFirst(a),
      leafCount(a),
      trianglesB,
      leafFirst(b),
      leafCount(b),
      hits,
      search.statistics,
    );
  }
}

/** Positions are read anew, since views do not survive when the memory grows. */
function readTriangles(out: Mutable<PosedTriangles>, body: Body): void {
  out.positions = body.positions;
  out.corners = isLazy(body) ? body.coefficients.triangles : refitPlanOf(body.tree, body.mesh).corners;
  out.order = triangleOrderOf(body);
}

function stepOverNodes(search: PairSearch, bodyA: PosedBody, bodyB: PosedBody, budget: number): boolean {
  const { statistics } = search;
  const { walk } = search.progress;
  const isSelf = bodyA === bodyB;
  const boundsA = bodyA.bounds;
  const boundsB = bodyB.bounds;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    walk.stackSize--;
    const a = walk.stack[walk.stackSize * 2];
    const b = walk.stack[walk.stackSize * 2 + 1];
    statistics.nodesVisited++;
    const leafA = bodyA.tree.children[a * bodyA.tree.arity] === NO_NODE;
    const leafB = bodyB.tree.children[b * bodyB.tree.arity] === NO_NODE;
    if (leafA && leafB) {
      testLeaves(search, bodyA, a, bodyB, b);
    } else if (isSelf && a === b) {
      openSelf(search, bodyA, boundsA, a);
    } else if (leafB || (!leafA && bodyA.tree.ranges[a * 2 + 1] >= bodyB.tree.ranges[b * 2 + 1])) {
      openFirst(search, bodyA, boundsA, a, bodyB, boundsB, b);
    } else {
      openSecond(search, bodyA, boundsA, a, bodyB, boundsB, b);
    }
  }
  return true;
}

function testLeaves(search: PairSearch, bodyA: PosedBody, a: number, bodyB: PosedBody, b: number): void {
  const { hits } = search.progress;
  if (bodyA === bodyB) {
    testLeavesOfOne(bodyA, a, b, hits, search.statistics);
    return;
  }
  const { trianglesA, trianglesB } = search.progress;
  readTriangles(trianglesA, bodyA);
  readTriangles(trianglesB, bodyB);
  testLeavesOfTwo(
    trianglesA,
    bodyA.tree.ranges[a * 2],
    bodyA.tree.ranges[a * 2 + 1],
    trianglesB,
    bodyB.tree.ranges[b * 2],
    bodyB.tree.ranges[b * 2 + 1],
    hits,
    search.statistics,
  );
}

function openFirst(
  search: PairSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { arity, children } = bodyA.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[a * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, bodyA, boundsA, child, bodyB, boundsB, b);
  }
}

function openSecond(
  search: PairSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { arity, children } = bodyB.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[b * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, bodyA, boundsA, a, bodyB, boundsB, child);
  }
}

function openSelf(search: PairSearch, body: PosedBody, bounds: Float32Array, node: number): void {
  const { arity, children } = body.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[node * arity + slot];
    if (child === NO_NODE) continue;
    for (let other = arity - 1; other > slot; other--) {
      const sibling = children[node * arity + other];
      if (sibling !== NO_NODE) pushIfMet(search, body, bounds, child, body, bounds, sibling);
    }
    pushIfMet(search, body, bounds, child, body, bounds, child);
  }
}

function pushIfMet(
  search: PairSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { walk } = search.progress;
  search.statistics.boundTests++;
  if (!boundsMeet(bodyA.boundKind, boundsA, a, bodyB.boundKind, boundsB, b)) return;
  requireRoom(walk.stackSize * 2, walk.stack.length);
  walk.stack[walk.stackSize * 2] = a;
  walk.stack[walk.stackSize * 2 + 1] = b;
  walk.stackSize++;
}
