/** What the kernel reads and writes that finds out what will happen in a kinetic tree before the next key (src/kinetic/agenda). */

import { FLOAT64_ROUNDOFF } from '../../math/float.js';

/** 2^-44: the margin's share of the reach; src/kinetic/margin.ts says why. */
export const MARGIN_SHARE = 512 * FLOAT64_ROUNDOFF;

/** Who is behind the vertex that overtakes by less than this share of the margin matters beside it. */
export const RIVAL_SHARE = 0.25;

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
  /** Of each node where the positions of its vertices begin in a frame, how long they are, in bytes, and where its boxes begin; 0 in inner nodes. */
  leafFirsts: 4,
  leafBytes: 5,
  leafBoxes: 29,
  /** The vertex of each position of a frame. Each leaf has positions of its own, a multiple of `LEAF_GROUP`: the last vertex fills them up. */
  frameVertices: 6,
  /** Six vertices per node. */
  extremes: 7,
  /**
   * The last key and the next one as frames: positions, leaf by leaf, and some bytes more; from `frameBoxes` on, of each `CHUNK_BYTES` of a leaf its box, two rows; from `frameFarthest` on, of each node that is a leaf who is farthest (`FARTHEST`).
   */
  last: 8,
  next: 9,
  frameBoxes: 30,
  frameFarthest: 31,
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
  /** Room for the vertices beyond each side, and for the lines of those of one side: all numbers of one kind (`LINE`) side by side, and one line more. */
  beyond: 20,
  lines: 21,
  /** Room for buckets, and for numbers of entries in the order of time. */
  buckets: 22,
  order: 23,
  /** Times and bounds (`STRETCH`). */
  stretch: 24,
  /** A key as it was given, and some bytes more; one of the places of each vertex in a frame, in bytes; and how many positions a frame has. */
  raw: 25,
  vertexPlaces: 26,
  frameCount: 27,
  /** What is known of the leaf in hand (`CROSSING`). */
  crossing: 28,
  /** Nodes that are leaves, in the order in which they lie in frames, and how many there are. */
  leaves: 32,
  leafCount: 33,
  /** Ways (`WAY`) of the extreme of each certificate at present, and of the vertex of each entry. */
  ways: 34,
  entryWays: 35,
  wordCount: 36,
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

/**
 * Of the leaf in hand: when the vertex that is farthest at the next key overtakes the extreme, and what is a little behind it then. Of three low sides and of three high ones single floats: the share of the way, and what who matters is beyond. Then of each side
 * two doubles, `EXACT`. Then where each extreme is in a frame, in bytes.
 */
export const CROSSING = {
  lowShares: 0,
  lowBounds: 4,
  highShares: 8,
  highBounds: 12,
  exact: 16,
  extremes: 40,
  wordCount: 48,
} as const;

/** Single floats: where a vertex is at the last key and at the next one, on the axis of a side, outward. */
export const WAY = { from: 0, to: 1, wordCount: 2 } as const;

/** Who is farthest in a leaf at a key, on each of six sides: the vertex, where that is in the frame, in bytes, and its coordinate. */
export const FARTHEST = { vertex: 0, place: 6, coordinate: 12, wordCount: 18 } as const;

/** Bytes of positions that share a box: four groups. */
export const CHUNK_BYTES = 192;

/** Time passed since the last key, and what who matters is beyond then, outward. */
export const EXACT = { passed: 0, bound: 1, count: 2 } as const;

/** 2^-20: more than by what share of the largest coordinate a place between two keys is off that is computed in single floats, each step off by 2^-24 of it or of twice as much. */
export const SINGLE_SHARE = 9.5367431640625e-7;

/** 2^-145: more than what it is off where numbers underflow. */
export const SINGLE_SMALLEST = 2.2420775429197073e-44;

/** 2^126: differences of what is not beyond that do not overflow in single floats. */
export const SINGLE_REACH = 8.507059173023462e37;

/** So many positions are three rows of four numbers. */
export const LEAF_GROUP = 4;

/** Vertices beyond a side that there is room for, behind a word that counts them: three of each of 4095 triangles, those that fill up the last rows, and the extreme, twice perhaps. */
export const MOST_BEYOND = 12296;
