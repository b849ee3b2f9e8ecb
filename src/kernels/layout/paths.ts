/**
 * The words of a body that paths move: where each vertex is at a time (`POSE_PATHS`), and the vertices that are farthest out below each node (`PATHS`). The formula is that of
 * src/kinetic/flightplan.ts.
 */
import { LANES } from './child-words.js';
import { BOUND_AREA, POSE_AREA } from './header.js';
import { PATCHED_WORDS } from './patches.js';

/** How paths pose vertices. */
export const PATH_POSE = {
  /** All vertices at the last key, and at the next one: three float32 each. Vertices with a flight of their own are not looked up here. */
  lastKey: POSE_AREA,
  nextKey: POSE_AREA + 1,
  /** The flights of those that have one (`FLIGHT`), or 0 where there are none; and of each vertex which of them is its own, or {@link NO_FLIGHT}. */
  flights: POSE_AREA + 2,
  flightNumbers: POSE_AREA + 3,
  /** What time it is (`INSTANT`). */
  instant: POSE_AREA + 4,
  wordCount: 5,
} as const;

/** How paths bound nodes: the extremes of the children of lazy blocks (`EXTREMES`). */
export const PATH_BOUND = { extremes: BOUND_AREA + PATCHED_WORDS, wordCount: 1 } as const;

/**
 * Doubles of an instant: the time; how long ago the last key was, and one over how long after it the next one is; and how far the sides of a box are moved outward. At the last key of all,
 * the next one is the same and the rate is -0: places are then left as they are, zeros with their signs.
 */
export const INSTANT = { time: 0, passed: 1, rate: 2, pad: 3, count: 4 } as const;

/** Doubles of a flight: when it began; then for each axis {@link FLIGHT_AXIS}. */
export const FLIGHT = { begin: 0, axes: 1, count: 10 } as const;
/** Doubles of a flight along an axis: the place where it began, the velocity, and half the acceleration. */
export const FLIGHT_AXIS = { place: 0, velocity: 1, bend: 2, count: 3 } as const;

/** Stands for the flight of a vertex that follows the keys. */
export const NO_FLIGHT = 0xffffffff;

/** Words of the extremes of a child: the vertices that are lowest on x, y and z, and highest on x, y and z. */
export const EXTREMES = { low: 0, high: 3, wordCount: 6 } as const;
/** Words of those of all children of a block. */
export const BLOCK_EXTREMES_WORDS = LANES * EXTREMES.wordCount;

/** Where the functions of this rule are in the table of the main module, which calls them there: they are a module of their own. */
export const PATH_ENTRY = { bound: 1, pose: 2 } as const;
