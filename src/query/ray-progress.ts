/** How far a search along a ray is: what its walks have in common. */
import type { Body } from './body.js';
import { LANES } from '../kernels/lazy-layout.js';
import { RAY_LENGTH } from '../narrow/ray-triangle.js';
import { SWEEP_LENGTH } from '../narrow/sweep-ball.js';
import { createSavedWalk } from './kernel-walk.js';
import type { SavedWalk } from './kernel-walk.js';
import { createOpenedNode, stackCapacityOf } from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';
import { createOrderedStack } from './ordered-stack.js';
import type { OrderedStack } from './ordered-stack.js';
import type { RayHits } from './ray-hits.js';
import type { SearchStatistics } from './statistics.js';

/** What a walk needs to know of its search. */
export interface WalkedRay {
  readonly body: Body;
  readonly statistics: SearchStatistics;
  readonly progress: RayProgress;
}

/** The ray, and how far the search along it is. */
export interface RayProgress {
  /** Whether a ball is swept rather than a ray cast. */
  isSweep: boolean;
  /** Origin, direction and far end of the ray, as the exact test takes it; of a sweep, its way. */
  readonly ray: Float64Array;
  /** Start, end and radius of the ball, as the exact test takes it. */
  readonly sweep: Float64Array;
  hits: RayHits;
  stamp: number;
  /** Whether a kernel walks; its stack, and its parameter over the ray's. */
  isInKernel: boolean;
  readonly walk: SavedWalk;
  readonly walkScale: Float64Array;
  /** What waits when the walk is done here. */
  readonly stack: OrderedStack;
  readonly opened: OpenedNode;
  /** Where the ray enters each opened child. */
  readonly entries: Float64Array;
  readonly leaf: OpenedLeaf;
}

/** Progress of a search that has not begun. */
export function createRayProgress(body: Body): RayProgress {
  return {
    isSweep: false,
    ray: new Float64Array(RAY_LENGTH),
    sweep: new Float64Array(SWEEP_LENGTH),
    hits: { triangles: new Uint32Array(0), parameters: new Float64Array(0), count: 0 },
    stamp: -1,
    isInKernel: false,
    walk: createSavedWalk(2, 1),
    walkScale: new Float64Array(1),
    stack: createOrderedStack(stackCapacityOf(body) + 4),
    opened: createOpenedNode(),
    entries: new Float64Array(LANES),
    leaf: { first: 0, count: 0 },
  };
}
