/** Where the numbers of a separation list are. */
import { SIDES } from '../leaves.js';

/** Words of a pair. */
export const PAIR = {
  /** Its nodes, in the first and in the second tree. */
  a: 0,
  b: 1,
  /** Below `OVERLAPPING` it is apart, and this is the side of `a` beyond which `b` lies. */
  state: 2,
  /** Where it is among the leaves that overlap, or `NO_INDEX`. */
  place: 3,
  /** The first of the pairs that it was opened into, or `NO_INDEX`. */
  child: 4,
  /** The next one of those; of free records the next free one. */
  sibling: 5,
  /** Its neighbours among the pairs of `a`, and among those of `b`. A neighbour is `pair * 2`, or one more where the node is its `b`. */
  next: 6,
  before: 8,
  /** `LOOK` or `CLOSE` while it waits for that, or 0. */
  waitsFor: 10,
  stride: 12,
} as const;

/** Boxes overlap: the pair is opened, or one of leaves. States below are sides. */
export const OVERLAPPING = SIDES;

/** A node of one tree with itself: that never ends. */
export const ITSELF = SIDES + 1;

/** The record is new, or free. */
export const NO_STATE = SIDES + 2;

/** It waits to be looked at. */
export const LOOK = 1;

/** It waits to be closed, and looked at then. */
export const CLOSE = 2;

/** Lists of pairs per node: one for each side that parts them, and one for those that are not parted. */
export const NODE_LISTS = SIDES + 1;

/** Times of a list: the present, and when the present *epoch* began and ends. From one key to the next, of any of the trees, all paths are polynomials. */
export const CLOCK = { time: 0, epochBegin: 1, epochEnd: 2, stride: 3 } as const;

/** Numbers per node: coordinates of the six extremes when the epoch began, then velocities, then half accelerations. */
export const NODE_MOTION = { coordinate: 0, velocity: SIDES, curvature: 2 * SIDES, stride: 3 * SIDES } as const;

/** Bounds of a tree's motion, taken large enough that margins need not follow every flight. */
export const HELD = { reach: 0, speed: 1, curvature: 2, flightSpeed: 3, depth: 4, stride: 5 } as const;

/** The margin of gaps: coefficients in the time since both plans began, then in the time since the epoch did. */
export const GAP_MARGIN = { constant: 0, slope: 1, bend: 2, epochConstant: 3, epochSlope: 4, stride: 5 } as const;
