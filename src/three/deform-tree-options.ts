/** How a deform tree works, and what its queries have cost. */
import type { Strategy } from '../index.js';

/** How a deform tree works. */
export interface DeformTreeOptions {
  /**
   * `adaptive` computes bounds where a query looks, and all of them when so many are needed that it is cheaper; `lazy` never
   * does that, `refit` always. The answers are the same.
   */
  readonly strategy?: Strategy;
}

/** Defaults of {@link DeformTreeOptions}. */
export const DEFORM_TREE_DEFAULTS: Required<DeformTreeOptions> = { strategy: 'adaptive' };

/** What queries have cost. */
export interface DeformTreeStatistics {
  /** Nodes that the last query opened. */
  readonly nodesVisited: number;
  /** Bounds that the last query tested. */
  readonly boundTests: number;
  /** Faces, or pairs of them, that the last query tested. */
  readonly triangleTests: number;
  /** Vertices that have been computed since the pose last changed; some more than once, where parts meet. */
  readonly verticesPosed: number;
  /** Blocks of four bounds that have been computed since the pose last changed. */
  readonly blocksEvaluated: number;
  /** Whether everything has been computed in this pose, because that had become cheaper. */
  readonly isRefitted: boolean;
}
