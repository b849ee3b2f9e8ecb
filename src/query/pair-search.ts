/**
 * Which triangles of two bodies, or of one body with itself, meet? One depth-first walk over pairs of nodes with an
 * explicit stack serves both: a body against itself is a pair of equal nodes that opens into its children, each with
 * itself and with every other.
 */
import { boundsMeet } from '../bounds/overlap.js';
import { requireSamePose } from '../bounds/posed-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { PliantError } from '../errors.js';
import { NO_NODE } from '../tree/tree.js';
import { clearHits } from './hits.js';
import type { PairHits } from './hits.js';
import { testLeavesOfOne, testLeavesOfTwo } from './leaf-pairs.js';
import { createStatistics, requireBudget, requireRoom, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search for pairs. Create it once per pair of bodies, or once per body, and use it again and again. */
export interface PairSearch {
  /** One body. */
  readonly bodyA: PosedBody;
  /** The other body; the same one when a body is searched for collisions with itself. */
  readonly bodyB: PosedBody;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /** Pairs of nodes that met and wait to be opened, two entries each. */
  readonly stack: Uint32Array;
  /** How many of them. */
  stackSize: number;
  /** Where the pairs go that are found. */
  hits: PairHits;
  /** The pose of the first body that the search began with. */
  stampA: number;
  /** The pose of the second. */
  stampB: number;
}

/** Prepares searches for the triangles of two different bodies that meet. */
export function createPairSearch(bodyA: PosedBody, bodyB: PosedBody): PairSearch {
  if (bodyA === bodyB) {
    throw new PliantError('mismatch', 'createPairSearch: both bodies are the same one; use createSelfSearch');
  }
  return createSearch(bodyA, bodyB);
}

/**
 * Prepares searches for the triangles of one body that collide with each other: that share no vertex and meet, share
 * one and meet elsewhere too, or share an edge and overlap in a plane.
 */
export function createSelfSearch(body: PosedBody): PairSearch {
  return createSearch(body, body);
}

/** Begins the search in the bodies' present poses. `hits` is emptied, then filled by {@link stepPairSearch}. */
export function beginPairSearch(search: PairSearch, hits: PairHits): void {
  const { bodyA, bodyB } = search;
  // A begin that fails leaves nothing that could be gone on with.
  search.stampA = search.stampB = -1;
  bodyA.refresh();
  bodyB.refresh();
  search.stampA = bodyA.pose.stamp;
  search.stampB = bodyB.pose.stamp;
  search.hits = hits;
  clearHits(hits);
  resetStatistics(search.statistics);
  search.stackSize = 0;
  pushIfMet(search, bodyA.bounds, 0, bodyB.bounds, 0);
}

/**
 * Goes on with the search until it is complete (`true`) or `budget` tests of bounds and triangles have been made
 * (`false`); a pair of leaves is finished once begun.
 */
export function stepPairSearch(search: PairSearch, budget = Infinity): boolean {
  const { bodyA, bodyB, stack, statistics } = search;
  requireBudget('stepPairSearch', budget);
  requireSamePose('stepPairSearch', bodyA, search.stampA);
  requireSamePose('stepPairSearch', bodyB, search.stampB);
  const isSelf = bodyA === bodyB;
  const boundsA = bodyA.bounds;
  const boundsB = bodyB.bounds;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (search.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    search.stackSize--;
    const a = stack[search.stackSize * 2];
    const b = stack[search.stackSize * 2 + 1];
    statistics.nodesVisited++;
    const leafA = bodyA.tree.children[a * bodyA.tree.arity] === NO_NODE;
    const leafB = bodyB.tree.children[b * bodyB.tree.arity] === NO_NODE;
    if (leafA && leafB) {
      if (isSelf) testLeavesOfOne(bodyA, a, b, search.hits, statistics);
      else testLeavesOfTwo(bodyA, a, bodyB, b, search.hits, statistics);
    } else if (isSelf && a === b) {
      openSelf(search, boundsA, a);
    } else if (leafB || (!leafA && bodyA.tree.ranges[a * 2 + 1] >= bodyB.tree.ranges[b * 2 + 1])) {
      openFirst(search, boundsA, a, boundsB, b);
    } else {
      openSecond(search, boundsA, a, boundsB, b);
    }
  }
  return true;
}

/** {@link beginPairSearch} and all steps at once: fills `hits`, returns the number of pairs. */
export function findPairHits(search: PairSearch, hits: PairHits): number {
  beginPairSearch(search, hits);
  stepPairSearch(search);
  return hits.count + hits.dropped;
}

function createSearch(bodyA: PosedBody, bodyB: PosedBody): PairSearch {
  // Opening one node of a pair takes one entry away and adds at most `arity`; opening a node against itself adds a pair
  // of its `arity` children with themselves and each other.
  const { arity: arityA, depth: depthA } = bodyA.tree;
  const { arity: arityB, depth: depthB } = bodyB.tree;
  const selfEntries = (depthA * arityA * (arityA + 1)) / 2;
  const entries = (arityA - 1) * depthA + (arityB - 1) * depthB + selfEntries + 1;
  return {
    bodyA,
    bodyB,
    statistics: createStatistics(),
    stack: new Uint32Array(entries * 2),
    stackSize: 0,
    hits: { pairs: new Uint32Array(0), meetings: new Uint8Array(0), count: 0, dropped: 0 },
    stampA: -1,
    stampB: -1,
  };
}

function openFirst(search: PairSearch, boundsA: Float32Array, a: number, boundsB: Float32Array, b: number): void {
  const { arity, children } = search.bodyA.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[a * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, boundsA, child, boundsB, b);
  }
}

function openSecond(search: PairSearch, boundsA: Float32Array, a: number, boundsB: Float32Array, b: number): void {
  const { arity, children } = search.bodyB.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[b * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, boundsA, a, boundsB, child);
  }
}

function openSelf(search: PairSearch, bounds: Float32Array, node: number): void {
  const { arity, children } = search.bodyA.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[node * arity + slot];
    if (child === NO_NODE) continue;
    for (let other = arity - 1; other > slot; other--) {
      const sibling = children[node * arity + other];
      if (sibling !== NO_NODE) pushIfMet(search, bounds, child, bounds, sibling);
    }
    pushIfMet(search, bounds, child, bounds, child);
  }
}

function pushIfMet(search: PairSearch, boundsA: Float32Array, a: number, boundsB: Float32Array, b: number): void {
  const { bodyA, bodyB, stack } = search;
  search.statistics.boundTests++;
  if (!boundsMeet(bodyA.boundKind, boundsA, a, bodyB.boundKind, boundsB, b)) return;
  requireRoom(search.stackSize * 2, stack.length);
  stack[search.stackSize * 2] = a;
  stack[search.stackSize * 2 + 1] = b;
  search.stackSize++;
}
