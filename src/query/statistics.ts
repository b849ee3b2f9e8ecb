/** What a search has done so far, counted by the search itself, and what limits it. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';

/** Counters of one search, set to zero when it begins. */
export interface SearchStatistics {
  /** Nodes, or pairs of nodes, that were opened: their bounds met what was asked for. */
  nodesVisited: number;
  /** Tests of a bound against the shape, or of two bounds. */
  boundTests: number;
  /** Tests of a triangle against the shape, or of two triangles whose boxes meet. */
  triangleTests: number;
  /** Regions of a body that were proved free of collisions with themselves at once, by their borders. */
  regionsFree: number;
  /** Regions that were proved free by the bones that move them, without a look at any vertex; not among those above. */
  regionsUnbent: number;
  /** Regions for which that was tried. */
  regionsTried: number;
  /** Regions whose borders were looked at. */
  bordersSeen: number;
  /** How many edges those borders had, each border counted once for each side that it was seen from. */
  borderEdges: number;
  /** Pairs of triangles that were passed over because one is a defect (collinear, or the same one twice). */
  defectPairs: number;
}

/** Counters at zero. */
export function createStatistics(): SearchStatistics {
  return {
    nodesVisited: 0,
    boundTests: 0,
    triangleTests: 0,
    regionsFree: 0,
    regionsUnbent: 0,
    regionsTried: 0,
    bordersSeen: 0,
    borderEdges: 0,
    defectPairs: 0,
  };
}

/** Sets all counters to zero. */
export function resetStatistics(statistics: SearchStatistics): void {
  statistics.nodesVisited = 0;
  statistics.boundTests = 0;
  statistics.triangleTests = 0;
  statistics.regionsFree = 0;
  statistics.regionsUnbent = 0;
  statistics.regionsTried = 0;
  statistics.bordersSeen = 0;
  statistics.borderEdges = 0;
  statistics.defectPairs = 0;
}

/** Adds what a part of a search has done to what the others have. */
export function addStatistics(sum: SearchStatistics, part: SearchStatistics): void {
  sum.nodesVisited += part.nodesVisited;
  sum.boundTests += part.boundTests;
  sum.triangleTests += part.triangleTests;
  sum.regionsFree += part.regionsFree;
  sum.regionsUnbent += part.regionsUnbent;
  sum.regionsTried += part.regionsTried;
  sum.bordersSeen += part.bordersSeen;
  sum.borderEdges += part.borderEdges;
  sum.defectPairs += part.defectPairs;
}

/** Refuses a budget that would let a search neither move nor end. */
export function requireBudget(caller: string, budget: number): void {
  if (!(budget >= 1)) {
    throw new PliantError(
      'bad-number',
      `${caller}: the budget is ${describe(budget)}; allow at least 1 test, or Infinity`,
    );
  }
}

/** Refuses to push beyond the end of a stack: a write there is lost without a word, and a walk with it. */
export function requireRoom(size: number, capacity: number): void {
  if (size >= capacity) {
    throw new PliantError(
      'mismatch',
      'the walk is deeper than the tree it began with; create a new search for this tree',
    );
  }
}
