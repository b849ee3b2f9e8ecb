/** How far a search for the closest point is. */
import type { Body } from '../../body/body.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { createOpenedNode } from '../opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../opened-node.js';
import { createOrderedStack } from '../ordered-stack.js';
import type { OrderedStack } from '../ordered-stack.js';
import type { SearchStatistics } from '../statistics.js';

/** The closest point of a body. Of points equally close, the one on the triangle with the lowest number. */
export interface ClosestPoint {
  /** Triangle of the mesh, or `undefined` when nothing is within the limit. */
  triangle: number | undefined;
  /** Where it is. */
  readonly point: Float64Array;
  /** How far away; infinite when nothing is within the limit. */
  distance: number;
}

/** The point, and how far the search is. */
export interface WalkedClosest {
  body: Body;
  readonly statistics: SearchStatistics;
  readonly from: Float64Array;
  /** The closest point of the triangle in hand, and its squared distance. */
  readonly candidate: Float64Array;
  /** The squared distance of the closest point so far; in an array, since it changes often. */
  readonly best: Float64Array;
  /** Squared distances of the opened children. */
  readonly gaps: Float64Array;
  result: ClosestPoint;
  stamp: number;
  readonly stack: OrderedStack;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** Room for a closest point. */
export function createClosestPoint(): ClosestPoint {
  return { triangle: undefined, point: new Float64Array(3), distance: Infinity };
}

/** A search that has not begun. */
export function createWalkedClosest(body: Body, statistics: SearchStatistics): WalkedClosest {
  return {
    body,
    statistics,
    from: new Float64Array(3),
    candidate: new Float64Array(4),
    best: new Float64Array(1),
    gaps: new Float64Array(LANES),
    result: createClosestPoint(),
    stamp: -1,
    stack: createOrderedStack(),
    opened: createOpenedNode(),
    leaf: { first: 0, count: 0 },
  };
}
