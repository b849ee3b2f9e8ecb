/** How far a search along a ray is: what its walks have in common. */
import type { Body } from '../../body/body.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { RAY_LENGTH, RAY_PARAMETER, rayMeetsTriangle } from '../../narrow/ray-triangle.js';
import { SWEEP_LENGTH } from '../../narrow/sweep-ball.js';
import { createNoHits } from '../hits.js';
import type { Hits } from '../hits.js';
import { createSavedWalk } from '../kernel-walk.js';
import type { SavedWalk } from '../kernel-walk.js';
import { createOpenedNode } from '../opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../opened-node.js';
import { createOrderedStack } from '../ordered-stack.js';
import type { OrderedStack } from '../ordered-stack.js';
import type { SearchStatistics } from '../statistics.js';

/** A search along a ray. */
export interface WalkedRay {
  body: Body;
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
  /**
   * The exact test, {@link ray} or {@link sweep}, whichever it takes, and where that leaves the parameter of a hit. Not chosen by a
   * tag, so that programs which cast rays alone need not load the test for balls.
   */
  meets: (asked: Float64Array, positions: Float32Array, a: number, b: number, c: number) => boolean;
  asked: Float64Array;
  parameterAt: number;
  hits: Hits;
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

/** A search that has not begun. */
export function createWalkedRay(body: Body, statistics: SearchStatistics): WalkedRay {
  const ray = new Float64Array(RAY_LENGTH);
  return {
    body,
    statistics,
    progress: {
      isSweep: false,
      ray,
      sweep: new Float64Array(SWEEP_LENGTH),
      meets: rayMeetsTriangle,
      asked: ray,
      parameterAt: RAY_PARAMETER,
      hits: createNoHits(),
      stamp: -1,
      isInKernel: false,
      walk: createSavedWalk(2, 1),
      walkScale: new Float64Array(1),
      stack: createOrderedStack(),
      opened: createOpenedNode(),
      entries: new Float64Array(LANES),
      leaf: { first: 0, count: 0 },
    },
  };
}
