/**
 * What is known of a distance while it is searched for: it is at least so much, and at most so much.
 *
 * At most: the closest triangles so far are so far away. At least: all else that could be closer lies below nodes that wait, and none of these is nearer than its box; what was left out is no nearer than what was found. Both
 * bounds hold for the same distance, so the highest of all lower bounds that were ever read holds as well: they never come apart again.
 */
import { requireSameStamp } from '../../body/body.js';
import { PliantError } from '../../errors.js';
import { advanceClosest } from '../closest/find-closest-point.js';
import { advanceDistance } from '../pair/find-distance.js';
import type { Search } from '../search.js';

/** What is known of a distance. */
export interface DistanceBounds {
  /** The distance is not less. The limit of the question, when nothing was found within it. */
  atLeast: number;
  /** The distance is not more; infinite as long as nothing has been found. */
  atMost: number;
  /** Whether the search is over. Both are then the distance, if there is anything within the limit. */
  isComplete: boolean;
  /**
   * The question that this is about.
   * @internal
   */
  question: number;
  /** @internal */
  search: Search | undefined;
}

/** How far computed distances may be from true ones, as a share of all coordinates: far more than roundings are. */
const SLACK = 1e-12;

/** Nothing is known yet. */
export function createDistanceBounds(): DistanceBounds {
  return { atLeast: 0, atMost: Infinity, isComplete: false, question: -1, search: undefined };
}

/**
 * Reads what a search for a closest point or for the distance of two bodies knows by now, begun by `beginClosestPoint` or `beginDistance`. From one reading to the next of the same question, `atLeast` never falls, and `atMost` never rises.
 *
 * @throws PliantError `mismatch` when the search is after something else, or when a body was posed or placed anew since.
 */
export function readDistanceBounds(search: Search, bounds: DistanceBounds): DistanceBounds {
  if (bounds.question !== search.question || bounds.search !== search) {
    bounds.question = search.question;
    bounds.search = search;
    bounds.atLeast = 0;
  }
  if (search.advance === advanceClosest) {
    const { best, body, from, result, stack, stamp } = search.closest!;
    requireSameStamp('readDistanceBounds', body, stamp);
    const reach = Math.abs(from[0]) + Math.abs(from[1]) + Math.abs(from[2]) + body.worldReach[0];
    setBounds(bounds, best[0], nearestOf(stack.keys, stack.size), reach, result.distance);
  } else if (search.advance === advanceDistance) {
    const { result, stampA, stampB, walk } = search.distance!;
    requireSameStamp('readDistanceBounds', walk.sideA.body, stampA);
    requireSameStamp('readDistanceBounds', walk.sideB.body, stampB);
    const reach = walk.sideA.body.worldReach[0] + walk.sideB.body.worldReach[0];
    setBounds(bounds, walk.limitSquared[0], nearestOf(walk.keys, walk.size), reach, result.distance);
  } else {
    throw new PliantError(
      'mismatch',
      'readDistanceBounds: the search is not after a distance; call beginClosestPoint or beginDistance first',
    );
  }
  return bounds;
}

/** The smallest squared distance of what waits. */
function nearestOf(keys: Float64Array, size: number): number {
  let nearest = Infinity;
  for (let i = 0; i < size; i++) if (keys[i] < nearest) nearest = keys[i];
  return nearest;
}

function setBounds(bounds: DistanceBounds, best: number, nearest: number, reach: number, found: number): void {
  bounds.atMost = found;
  // What waits is looked at unless it is farther.
  bounds.isComplete = nearest > best || nearest === Infinity;
  let atLeast = Math.sqrt(bounds.isComplete ? best : nearest);
  if (!bounds.isComplete) atLeast = atLeast * (1 - SLACK) - reach * SLACK;
  if (atLeast > bounds.atLeast) bounds.atLeast = atLeast;
  if (bounds.atLeast > found) bounds.atLeast = found;
}
