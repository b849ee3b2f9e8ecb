/** What the kernel reads and writes that finds out what will happen in a kinetic tree before the next key (src/kinetic/agenda). */

import { FLOAT64_ROUNDOFF } from '../../math/float.js';

/** 2^-44: the margin's share of the reach; src/kinetic/margin.ts says why. */
export const MARGIN_SHARE = 512 * FLOAT64_ROUNDOFF;

/** 2^-300: the margin where nothing reaches anywhere. */
export const SMALLEST_MARGIN = 4.909093465297727e-91;

/** Words of its state: places in the memory, and counts. */
export const AGENDA = {
  /** Nodes to look at, children before parents. */
  nodes: 0,
  nodeCount: 1,
  /** `arity` words per node, children first, then `NO_CHILD`. */
  children: 2,
  arity: 3,
  /** Of each node where its vertices are listed, and how many there are; none in inner nodes. */
  leafFirsts: 4,
  leafCounts: 5,
  /** Vertices of leaves, as bytes from the beginning of a frame. */
  leafVertices: 6,
  /** Six vertices per node. The kernel writes their numbers in frames. */
  extremes: 7,
  /** Positions at the last key and at the next one, and some bytes more, in the order in which leaves come to vertices. */
  last: 8,
  next: 9,
  /** Per certificate: its first entry, the one behind its last, and where its last extreme is at the next key. */
  firsts: 10,
  ends: 11,
  places: 12,
  /** Entries: times, certificates, vertices, and whether they overtake; how many there is room for, and how many there are. */
  times: 13,
  certificates: 14,
  vertices: 15,
  overtakes: 16,
  capacity: 17,
  count: 18,
  /** Certificates that were computed. */
  computed: 19,
  /** Room for the vertices beyond each side, and for the lines of those of one side (`LINE`). */
  beyond: 20,
  lines: 21,
  /** Room for buckets, and for numbers of entries in the order of time. */
  buckets: 22,
  order: 23,
  /** Times and bounds (`STRETCH`). */
  stretch: 24,
  /** A frame as it was given; vertices in the order of the leaves; their numbers in that order; and how many there are. */
  raw: 25,
  vertexOrder: 26,
  vertexNumbers: 27,
  vertexCount: 28,
  wordCount: 30,
} as const;

/** Doubles: the present, the last key and the next one, one over what is between those, when the plan begins, and the bounds of `Paths`. */
export const STRETCH = {
  now: 0,
  begin: 1,
  end: 2,
  rate: 3,
  start: 4,
  reach: 5,
  speed: 6,
  curvature: 7,
  count: 8,
} as const;

/** Doubles of how a vertex goes along an axis, outward: where it is at the last key, how fast it goes, and where it is at the next key. */
export const LINE = { place: 0, speed: 1, end: 2, count: 3 } as const;

/** Of each child of the node in hand: its extreme at the time in hand, its next entry, and the one behind its last. */
export const FOLLOWED = { holder: 0, entry: 1, lastEntry: 2, wordCount: 3 } as const;

/** Vertices beyond a side that there is room for, behind a word that counts them: three of each of 1023 triangles, and the extreme. */
export const MOST_BEYOND = 3072;
