/**
 * Which triangles of two bodies, or of one body with itself, meet? Bodies that share kernels are walked inside a kernel; two that do not are walked
 * over opened nodes, with the same hits in the same order, some four times as slowly.
 */
import { requireBody, requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { clearHits } from '../hits.js';
import type { PairHits } from '../hits.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { beginInKernel, stepInKernel } from './kernel-walk.js';
import { readTriangles, testLeavesOfOne, testLeavesOfTwo } from './leaf-pairs.js';
import { createWalkedPair } from './progress.js';
import type { WalkedPair } from './progress.js';
import { AT_LEAVES, COMPLETE, beginPairWalk, nextLeaves } from './walk.js';
import type { Prune } from './walk.js';

/**
 * Begins to look for the triangles of two different bodies that meet, in their present poses. `hits` is emptied, then filled by `step`. A pair of leaves
 * is finished once begun.
 */
export function beginPair(search: Search, bodyA: Body, bodyB: Body, hits: PairHits): void {
  const walked = preparePair('beginPair', search, bodyA, bodyB, hits);
  if (walked.isInKernel) beginInKernel(walked);
  else beginPairWalk(walked.walk, search.statistics, bodyA, bodyB, false);
  search.advance = advancePair;
}

/**
 * Begins to look for the triangles of one body that collide with each other: that share no vertex and meet, share
 * one and meet elsewhere too, or share an edge and overlap in a plane. `hits` is emptied, then filled by `step`.
 */
export function beginSelf(search: Search, body: Body, hits: PairHits): void {
  beginInKernel(prepareSelf('beginSelf', search, body, hits));
  search.advance = advancePair;
}

/**
 * {@link beginSelf} with a rule that proves parts of the surface free. Where the rule is right, the hits are the same, in the same order. It is walked in TypeScript, some four times as
 * slowly as what it does not leave out would be in a kernel.
 */
export function beginPrunedSelf(search: Search, body: Body, hits: PairHits, prune: Prune): void {
  const walked = prepareSelf('beginPrunedSelf', search, body, hits);
  walked.isInKernel = false;
  beginPairWalk(walked.walk, search.statistics, body, body, false);
  walked.walk.prune = prune;
  search.advance = advancePair;
}

/** Fills `hits` with the pairs of triangles of two bodies that meet; returns how many there are. */
export function findPairHits(bodyA: Body, bodyB: Body, hits: PairHits): number {
  requireBody('findPairHits', bodyA);
  const search = searchOf(bodyA.kernels);
  beginPair(search, bodyA, bodyB, hits);
  advancePair(search, Infinity);
  return hits.count + hits.dropped;
}

/** Fills `hits` with the pairs of triangles of one body that collide with each other; returns how many there are. */
export function findSelfHits(body: Body, hits: PairHits): number {
  requireBody('findSelfHits', body);
  const search = searchOf(body.kernels);
  beginSelf(search, body, hits);
  advancePair(search, Infinity);
  return hits.count + hits.dropped;
}

/**
 * Makes everything ready for a walk over two bodies in their present poses, but for where it begins.
 * @internal
 */
export function preparePair(caller: string, search: Search, bodyA: Body, bodyB: Body, hits: PairHits): WalkedPair {
  clearSearch(search);
  requireTwo(caller, bodyA, bodyB);
  return prepare(caller, search, bodyA, bodyB, hits);
}

/**
 * {@link preparePair} for one body with itself.
 * @internal
 */
export function prepareSelf(caller: string, search: Search, body: Body, hits: PairHits): WalkedPair {
  clearSearch(search);
  return prepare(caller, search, body, body, hits);
}

/**
 * Goes on with a search for pairs.
 * @internal
 */
export function advancePair(search: Search, budget: number): boolean {
  const walked = search.pair!;
  requireSameStamp('step', walked.bodyA, walked.stampA);
  requireSameStamp('step', walked.bodyB, walked.stampB);
  return walked.isInKernel ? stepInKernel(walked, budget) : stepOverNodes(walked, budget);
}

function prepare(caller: string, search: Search, bodyA: Body, bodyB: Body, hits: PairHits): WalkedPair {
  requireBody(caller, bodyA);
  requireBody(caller, bodyB);
  const walked = (search.pair ??= createWalkedPair(bodyA, bodyB, search.statistics));
  walked.bodyA = bodyA;
  walked.bodyB = bodyB;
  bodyA.refresh();
  bodyB.refresh();
  walked.stampA = bodyA.stamp;
  walked.stampB = bodyB.stamp;
  walked.hits = hits;
  clearHits(hits);
  walked.isInKernel = bodyA.kernels === bodyB.kernels;
  return walked;
}

function stepOverNodes({ hits, statistics, walk }: WalkedPair, budget: number): boolean {
  const { sideA, sideB } = walk;
  walk.end[0] = statistics.boundTests + statistics.triangleTests + budget;
  for (;;) {
    const reached = nextLeaves(walk, statistics);
    if (reached !== AT_LEAVES) return reached === COMPLETE;
    readTriangles(sideA.triangles, sideA.body);
    readTriangles(sideB.triangles, sideB.body);
    if (sideA.body === sideB.body) testLeavesOfOne(sideA.triangles, sideA.leaf, sideB.leaf, hits, statistics);
    else testLeavesOfTwo(sideA.triangles, sideA.leaf, sideB.triangles, sideB.leaf, hits, statistics);
  }
}

/** Refuses one body twice. */
function requireTwo(caller: string, bodyA: Body, bodyB: Body): void {
  if (bodyA !== bodyB) return;
  throw new PliantError('mismatch', `${caller}: both bodies are the same one; use findSelfHits or beginSelf`);
}
