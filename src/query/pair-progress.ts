/** How far a search for pairs is: what its walks have in common. */
import { isLazy } from './body.js';
import type { Body } from './body.js';
import type { PairHits } from './hits.js';
import { createSavedWalk } from './kernel-walk.js';
import type { SavedWalk } from './kernel-walk.js';
import { createPosedTriangles } from './leaf-pairs.js';
import type { PosedTriangles } from './leaf-pairs.js';
import { createOpenedNode } from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';
import type { SearchStatistics } from './statistics.js';

/** Two lazy bodies that share kernels, or one with itself: inside a kernel. */
export const KERNEL_WALK = 0;
/** Two refitted bodies, or one with itself: over the nodes of their trees. */
export const NODE_WALK = 1;
/** Any other two: over opened nodes. */
export const OPENED_WALK = 2;

/** Tag of a walk. */
export type PairWalk = typeof KERNEL_WALK | typeof NODE_WALK | typeof OPENED_WALK;

/** What a walk needs to know of its search. */
export interface WalkedSearch {
  readonly statistics: SearchStatistics;
  readonly progress: PairProgress;
}

/** How far a search is. */
export interface PairProgress {
  kind: PairWalk;
  hits: PairHits;
  /** The poses that the search began with. */
  stampA: number;
  stampB: number;
  /** Pairs of nodes that met and wait to be opened, two words each; how they name nodes is up to the walk. */
  readonly walk: SavedWalk;
  readonly sideA: WalkedSide;
  readonly sideB: WalkedSide;
}

/** What a walk has read of a body. */
export interface WalkedSide {
  readonly triangles: PosedTriangles;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** Progress of a search that has not begun. */
export function createPairProgress(bodyA: Body, bodyB: Body): PairProgress {
  return {
    kind: pairWalkOf(bodyA, bodyB),
    hits: { pairs: new Uint32Array(0), meetings: new Uint8Array(0), count: 0, dropped: 0 },
    stampA: -1,
    stampB: -1,
    walk: createSavedWalk(2),
    sideA: createSide(),
    sideB: createSide(),
  };
}

/** Which walk two bodies need. */
export function pairWalkOf(bodyA: Body, bodyB: Body): PairWalk {
  if (isLazy(bodyA) && isLazy(bodyB)) return bodyA.kernels === bodyB.kernels ? KERNEL_WALK : OPENED_WALK;
  return isLazy(bodyA) || isLazy(bodyB) ? OPENED_WALK : NODE_WALK;
}

function createSide(): WalkedSide {
  return { triangles: createPosedTriangles(), opened: createOpenedNode(), leaf: { first: 0, count: 0 } };
}
