/**
 * Which triangles of two bodies, or of one body with itself, meet? Any two bodies will do; how they are walked depends on
 * what they are.
 */
import type { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { PliantError } from '../errors.js';
import { requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import { clearHits } from './hits.js';
import type { PairHits } from './hits.js';
import { beginKernelWalk, stepKernelWalk } from './pair-kernel-walk.js';
import { beginNodeWalk, stepNodeWalk } from './pair-node-walk.js';
import { beginOpenedWalk, stepOpenedWalk } from './pair-opened-walk.js';
import { KERNEL_WALK, NODE_WALK, OPENED_WALK, createPairProgress, pairWalkOf } from './pair-progress.js';
import type { PairProgress } from './pair-progress.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search for pairs. Create it once per pair of bodies, or once per body, and use it again and again. */
export interface PairSearch {
  /** One body. */
  readonly bodyA: Body;
  /** The other body; the same one when a body is searched for collisions with itself. */
  readonly bodyB: Body;
  /** What the present search has done so far. Of triangles, it counts the pairs whose boxes meet. */
  readonly statistics: SearchStatistics;
  /**
   * How far the search is.
   * @internal
   */
  readonly progress: PairProgress;
}

/** Prepares searches for the triangles of two different bodies that meet, of whatever kinds they are. */
export function createPairSearch(bodyA: Body, bodyB: Body): PairSearch {
  requireTwo('createPairSearch', bodyA, bodyB);
  return { bodyA, bodyB, statistics: createStatistics(), progress: createPairProgress(bodyA, bodyB) };
}

/**
 * Prepares searches for the triangles of one body that collide with each other: that share no vertex and meet, share
 * one and meet elsewhere too, or share an edge and overlap in a plane.
 */
export function createSelfSearch(body: Body): PairSearch {
  return { bodyA: body, bodyB: body, statistics: createStatistics(), progress: createPairProgress(body, body) };
}

/** Points a search at two other bodies, different ones of whatever kinds. What was begun is given up. */
export function pointPairSearch(search: PairSearch, bodyA: Body, bodyB: Body): void {
  requireTwo('pointPairSearch', bodyA, bodyB);
  const pointed: { -readonly [Key in keyof PairSearch]: PairSearch[Key] } = search;
  pointed.bodyA = bodyA;
  pointed.bodyB = bodyB;
  search.progress.kind = pairWalkOf(bodyA, bodyB);
  search.progress.stampA = search.progress.stampB = -1;
}

/** Begins the search in the bodies' present poses. `hits` is emptied, then filled by {@link stepPairSearch}. */
export function beginPairSearch(search: PairSearch, hits: PairHits): void {
  preparePairs(search, hits);
  const { bodyA, bodyB, progress } = search;
  switch (progress.kind) {
    case KERNEL_WALK:
      beginKernelWalk(search, bodyA as LazyBody, bodyB as LazyBody);
      break;
    case NODE_WALK:
      beginNodeWalk(search, bodyA as PosedBody, bodyB as PosedBody);
      break;
    case OPENED_WALK:
      beginOpenedWalk(search, bodyA, bodyB);
      break;
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
  switch (progress.kind) {
    case KERNEL_WALK:
      return stepKernelWalk(search, bodyA as LazyBody, bodyB as LazyBody, budget);
    case NODE_WALK:
      return stepNodeWalk(search, bodyA as PosedBody, bodyB as PosedBody, budget);
    case OPENED_WALK:
      return stepOpenedWalk(search, bodyA, bodyB, budget);
  }
}

/** {@link beginPairSearch} and all steps at once: fills `hits`, returns the number of pairs. */
export function findPairHits(search: PairSearch, hits: PairHits): number {
  beginPairSearch(search, hits);
  stepPairSearch(search);
  return hits.count + hits.dropped;
}

/**
 * Makes everything ready for a walk in the bodies' present poses, but for where it begins.
 * @internal
 */
export function preparePairs(search: PairSearch, hits: PairHits): void {
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
}

function requireTwo(caller: string, bodyA: Body, bodyB: Body): void {
  if (bodyA !== bodyB) return;
  throw new PliantError('mismatch', `${caller}: both bodies are the same one; use createSelfSearch`);
}
