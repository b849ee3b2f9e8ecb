/**
 * All segments that two surfaces have in common, as a graph: its nodes are the points in which segments end. Nodes and
 * segments go by the simplices that they lie in, so that what several pairs of triangles have in common is there once.
 *
 * Inside two triangles a segment belongs to one pair, which is a crossing one. Inside an edge it belongs to all triangles
 * around the edge, which merely touch the other surface as far as the foundation's definition goes, and counts when the
 * surfaces pass through each other in it:
 * - an edge inside a triangle: when there are triangles around the edge on both sides of the triangle's plane;
 * - an edge along an edge: when the two triangles of one surface are strictly separated by the two of the other around
 *   the common line. Where there are more or fewer than two, it does not count.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import { orientVertices } from '../../narrow/plane-sides.js';
import type { PairHits } from '../../query/hits.js';
import { writeContourPoint } from './point.js';
import {
  ABOVE_A,
  ABOVE_B,
  APEX_A,
  APEX_B,
  END_A,
  END_B,
  INSIDE_A,
  INSIDE_B,
  SEGMENT_LENGTH,
  START_A,
  START_B,
  findSegment,
} from './segment.js';
import { withRoom } from '../growing.js';
import type { NumberPairs } from '../number-pairs.js';
import { clearNumberPairs, createNumberPairs, numberOfPair } from '../number-pairs.js';
import { EDGE, kindOf } from './simplices.js';
import { createSortedPairs, sortPairs } from '../sorted-pairs.js';
import type { SortedPairs } from '../sorted-pairs.js';
import type { PosedSurface } from '../surface.js';
import { isOneSurface } from '../surface.js';

/** Segments and the points in which they end. */
export interface ContourGraph {
  readonly sorted: SortedPairs;
  /** Simplices of A and of B; all are in the first when both are one surface. */
  readonly simplicesA: NumberPairs;
  readonly simplicesB: NumberPairs;
  /** A simplex of A and one of B per node, and the point that they have in common. */
  readonly nodes: NumberPairs;
  points: Float64Array<ArrayBuffer>;
  /** A simplex of A and one of B per segment: what it lies in. */
  readonly segments: NumberPairs;
  /** Two nodes per segment. */
  ends: Uint32Array<ArrayBuffer>;
  /** The lowest pair of triangles that has it in common. */
  triangles: Uint32Array<ArrayBuffer>;
  /** `COUNTS` for those that belong to contours. */
  flags: Uint8Array<ArrayBuffer>;
  /** For segments in two edges: two vertices across the edge of A, or `NO_INDEX`, then of B. */
  around: Uint32Array<ArrayBuffer>;
}

/** The surfaces pass through each other in the segment. */
export const COUNTS = 1;
/** A triangle around the edge that holds the segment is above, or below, the triangle that holds it. */
const SEEN_ABOVE = 2;
const SEEN_BELOW = 4;
/** There are more than two triangles around an edge. */
const CROWDED = 8;

const segment = new Uint32Array(SEGMENT_LENGTH);

/** Room for a graph. */
export function createContourGraph(): ContourGraph {
  return {
    sorted: createSortedPairs(),
    simplicesA: createNumberPairs(),
    simplicesB: createNumberPairs(),
    nodes: createNumberPairs(),
    points: new Float64Array(0),
    segments: createNumberPairs(),
    ends: new Uint32Array(0),
    triangles: new Uint32Array(0),
    flags: new Uint8Array(0),
    around: new Uint32Array(0),
  };
}

/** Fills the graph with the segments of all hits. The order of hits makes no difference. */
export function fillContourGraph(graph: ContourGraph, a: PosedSurface, b: PosedSurface, hits: PairHits): void {
  const one = isOneSurface(a, b);
  const { sorted } = graph;
  sortPairs(sorted, hits, one);
  clearNumberPairs(graph.simplicesA);
  clearNumberPairs(graph.simplicesB);
  clearNumberPairs(graph.nodes);
  clearNumberPairs(graph.segments);
  for (let i = 0; i < sorted.count; i++) {
    const triangleA = sorted.pairs[2 * i];
    const triangleB = sorted.pairs[2 * i + 1];
    if (findSegment(a, triangleA, b, triangleB, segment)) addSegment(graph, a, b, triangleA, triangleB, one);
  }
  for (let s = 0; s < graph.segments.count; s++) if (passesThrough(graph, s, a, b, one)) graph.flags[s] |= COUNTS;
}

/** Adds the segment in hand, or what this pair knows about one that is there already. */
function addSegment(
  graph: ContourGraph,
  a: PosedSurface,
  b: PosedSurface,
  triangleA: number,
  triangleB: number,
  one: boolean,
): void {
  const simplicesB = one ? graph.simplicesA : graph.simplicesB;
  const insideA = numberOfPair(graph.simplicesA, segment[INSIDE_A], segment[INSIDE_A + 1]);
  const insideB = numberOfPair(simplicesB, segment[INSIDE_B], segment[INSIDE_B + 1]);
  // On one surface there is no first and second.
  const turned = one && insideB < insideA;
  const known = graph.segments.count;
  const number = numberOfPair(graph.segments, turned ? insideB : insideA, turned ? insideA : insideB);
  if (number === known) {
    makeRoom(graph, number + 1);
    graph.flags[number] = 0;
    graph.around.fill(NO_INDEX, 4 * number, 4 * number + 4);
    graph.triangles[2 * number] = triangleA;
    graph.triangles[2 * number + 1] = triangleB;
    graph.ends[2 * number] = nodeAt(graph, a, b, START_A, START_B, one);
    graph.ends[2 * number + 1] = nodeAt(graph, a, b, END_A, END_B, one);
  }
  const edgeA = kindOf(segment[INSIDE_A], segment[INSIDE_A + 1]) === EDGE;
  const edgeB = kindOf(segment[INSIDE_B], segment[INSIDE_B + 1]) === EDGE;
  if (edgeA && edgeB) {
    noteApex(graph, number, turned ? 2 : 0, segment[APEX_A]);
    noteApex(graph, number, turned ? 0 : 2, segment[APEX_B]);
  } else if (edgeA) graph.flags[number] |= segment[ABOVE_A] === 1 ? SEEN_ABOVE : SEEN_BELOW;
  else if (edgeB) graph.flags[number] |= segment[ABOVE_B] === 1 ? SEEN_ABOVE : SEEN_BELOW;
}

function makeRoom(graph: ContourGraph, count: number): void {
  graph.ends = withRoom(graph.ends, 2 * count);
  graph.triangles = withRoom(graph.triangles, 2 * count);
  graph.flags = withRoom(graph.flags, count);
  graph.around = withRoom(graph.around, 4 * count);
}

/** The node at an end of the segment in hand. */
function nodeAt(
  graph: ContourGraph,
  a: PosedSurface,
  b: PosedSurface,
  endA: number,
  endB: number,
  one: boolean,
): number {
  const inA = numberOfPair(graph.simplicesA, segment[endA], segment[endA + 1]);
  const inB = numberOfPair(one ? graph.simplicesA : graph.simplicesB, segment[endB], segment[endB + 1]);
  const turned = one && inB < inA;
  const known = graph.nodes.count;
  const node = numberOfPair(graph.nodes, turned ? inB : inA, turned ? inA : inB);
  if (node === known) {
    graph.points = withRoom(graph.points, 3 * node + 3);
    const first = turned ? endB : endA;
    const second = turned ? endA : endB;
    writeContourPoint(
      a,
      segment[first],
      segment[first + 1],
      b,
      segment[second],
      segment[second + 1],
      graph.points,
      3 * node,
    );
  }
  return node;
}

/** Keeps the vertex across an edge, once. */
function noteApex(graph: ContourGraph, number: number, slot: number, apex: number): void {
  const { around } = graph;
  const at = 4 * number + slot;
  if (around[at] === apex || around[at + 1] === apex) return;
  if (around[at] === NO_INDEX) around[at] = apex;
  else if (around[at + 1] === NO_INDEX) around[at + 1] = apex;
  else graph.flags[number] |= CROWDED;
}

function passesThrough(graph: ContourGraph, number: number, a: PosedSurface, b: PosedSurface, one: boolean): boolean {
  const { simplicesA, segments, flags, around } = graph;
  const simplicesB = one ? simplicesA : graph.simplicesB;
  const inA = segments.firsts[number];
  const inB = segments.seconds[number];
  const edgeA = kindOf(simplicesA.firsts[inA], simplicesA.seconds[inA]) === EDGE;
  const edgeB = kindOf(simplicesB.firsts[inB], simplicesB.seconds[inB]) === EDGE;
  if (!edgeA && !edgeB) return true;
  if (!(edgeA && edgeB)) return (flags[number] & SEEN_ABOVE) !== 0 && (flags[number] & SEEN_BELOW) !== 0;
  const a1 = around[4 * number + 1];
  const b1 = around[4 * number + 3];
  if ((flags[number] & CROWDED) !== 0 || a1 === NO_INDEX || b1 === NO_INDEX) return false;
  const v = simplicesA.firsts[inA];
  const w = simplicesA.seconds[inA];
  const b0 = around[4 * number + 2];
  const first = sideOfRoof(a.positions, v, w, around[4 * number], b.positions, b0, b1);
  return first * sideOfRoof(a.positions, v, w, a1, b.positions, b0, b1) < 0;
}

/**
 * On which side of a roof the vertex p is, strictly: the roof being the two half-planes that begin at the line from v to
 * w and go through r and s. 1 when p is passed on the way from the first to the second, turning counter-clockwise
 * around the line, -1 when on the way back, 0 when it is on one of them or both are one.
 */
function sideOfRoof(
  positions: Float32Array,
  v: number,
  w: number,
  p: number,
  others: Float32Array,
  r: number,
  s: number,
): number {
  // Each is positive when the first is less than half a turn ahead of the third.
  const ahead = orientVertices(positions, p, positions, w, others, r, positions, v);
  const left = orientVertices(others, s, positions, w, positions, p, positions, v);
  const whole = orientVertices(others, s, positions, w, others, r, positions, v);
  if (ahead > 0 && left > 0) return 1;
  if (ahead < 0 && left < 0) return -1;
  // Between r and s the short way they are both of the sign of `whole`; here p is on the long way, or on the roof.
  if (whole > 0) return ahead < 0 || left < 0 ? -1 : 0;
  if (whole < 0) return ahead > 0 || left > 0 ? 1 : 0;
  return 0;
}
