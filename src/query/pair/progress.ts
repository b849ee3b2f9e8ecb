/** How far a search for pairs of triangles is. */
import type { Body } from '../../body/body.js';
import type { PairHits } from '../hits.js';
import { createSavedWalk } from '../kernel-walk.js';
import type { SavedWalk } from '../kernel-walk.js';
import type { SearchStatistics } from '../statistics.js';
import { createPairWalk } from './walk.js';
import type { PairWalk } from './walk.js';

/** A search for pairs of triangles. */
export interface WalkedPair {
  bodyA: Body;
  /** The same one when a body is searched for collisions with itself. */
  bodyB: Body;
  readonly statistics: SearchStatistics;
  hits: PairHits;
  /** The poses that the search began with. */
  stampA: number;
  stampB: number;
  /** Whether regions of a body with itself are proved free where that is possible; and pairs of leaves that were left so far. */
  isPruned: boolean;
  leafPairs: number;
  /** Whether all of a body is searched for collisions with itself, not a part of it. */
  isAllOfOne: boolean;
  /** Whether a kernel walks; else the walk is done over opened nodes. */
  isInKernel: boolean;
  /** Pairs that wait to be opened in the kernel. */
  readonly saved: SavedWalk;
  /** The walk over opened nodes; its sides serve the other one too. */
  readonly walk: PairWalk;
}

/** A search that has not begun. */
export function createWalkedPair(bodyA: Body, bodyB: Body, statistics: SearchStatistics): WalkedPair {
  return {
    bodyA,
    bodyB,
    statistics,
    hits: { pairs: new Uint32Array(0), meetings: new Uint8Array(0), count: 0, dropped: 0 },
    stampA: -1,
    stampB: -1,
    isPruned: false,
    leafPairs: 0,
    isAllOfOne: false,
    isInKernel: true,
    saved: createSavedWalk(2, 1),
    walk: createPairWalk(bodyA, bodyB),
  };
}
