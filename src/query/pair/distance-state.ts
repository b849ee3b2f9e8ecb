/** How far a search for the distance of two bodies is. */
import type { Body } from '../../body/body.js';
import type { SearchStatistics } from '../statistics.js';
import { createPairWalk } from './walk.js';
import type { PairWalk } from './walk.js';

/** Where two bodies are closest. Of pairs equally close, the one with the lowest triangle numbers. */
export interface Distance {
  /** The triangle of the first body, or `undefined` when nothing is within the limit. */
  triangleA: number | undefined;
  /** The triangle of the second. */
  triangleB: number | undefined;
  /** The closest point of the first body, in the world. */
  readonly pointA: Float64Array;
  /** The closest point of the second. */
  readonly pointB: Float64Array;
  /** How far apart; infinite when nothing is within the limit. */
  distance: number;
}

/** A search for the distance of two bodies. The walk's limit is the squared distance so far. */
export interface WalkedDistance {
  readonly statistics: SearchStatistics;
  readonly walk: PairWalk;
  readonly candidate: Float64Array;
  result: Distance;
  stampA: number;
  stampB: number;
}

/** Room for a distance. */
export function createDistance(): Distance {
  return {
    triangleA: undefined,
    triangleB: undefined,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    distance: Infinity,
  };
}

/** A search that has not begun. */
export function createWalkedDistance(bodyA: Body, bodyB: Body, statistics: SearchStatistics): WalkedDistance {
  return {
    statistics,
    walk: createPairWalk(bodyA, bodyB),
    candidate: new Float64Array(7),
    result: createDistance(),
    stampA: -1,
    stampB: -1,
  };
}
