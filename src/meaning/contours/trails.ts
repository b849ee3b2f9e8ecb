/**
 * A graph of segments taken apart into trails: walks that use every segment once. As many trails are open as must be: one
 * for every two nodes in which an odd number of segments ends. All others close.
 */
import type { ContourGraph } from './graph.js';
import { COUNTS } from './graph.js';
import { withRoom } from '../growing.js';

/** Trails, one behind the other. */
export interface ContourTrails {
  count: number;
  /** Steps: a segment's number times two, plus one when it is walked from its second end to its first. */
  steps: Uint32Array<ArrayBuffer>;
  /** The first step of each trail, and the number of all steps behind the last. */
  starts: Uint32Array<ArrayBuffer>;
  /** 1 for trails that end where they begin. */
  closed: Uint8Array<ArrayBuffer>;
  /** Row of each node in `incident`, and how far it has been used up. */
  rows: Uint32Array<ArrayBuffer>;
  next: Uint32Array<ArrayBuffer>;
  /** The segments that end in each node, in rising order. */
  incident: Uint32Array<ArrayBuffer>;
  /** 1 for segments that belong to a trail, or to none. */
  used: Uint8Array<ArrayBuffer>;
}

const NONE = -1;

/** Room for trails. */
export function createContourTrails(): ContourTrails {
  return {
    count: 0,
    steps: new Uint32Array(0),
    starts: new Uint32Array(1),
    closed: new Uint8Array(0),
    rows: new Uint32Array(0),
    next: new Uint32Array(0),
    incident: new Uint32Array(0),
    used: new Uint8Array(0),
  };
}

/** Takes the segments that count apart into trails: open ones by their first nodes, then closed ones by their lowest segments. */
export function findTrails(graph: ContourGraph, trails: ContourTrails): void {
  listIncident(graph, trails);
  trails.count = 0;
  trails.starts[0] = 0;
  const { used } = trails;
  // An open trail begins and ends at odd nodes, and leaves an even number of segments at both.
  for (let node = 0; node < graph.nodes.count; node++) {
    if (unusedCount(trails, node) % 2 === 1) walk(graph, trails, node, false);
  }
  for (let segment = 0; segment < graph.segments.count; segment++) {
    if (used[segment] === 0) walk(graph, trails, graph.ends[2 * segment], true);
  }
}

function listIncident(graph: ContourGraph, trails: ContourTrails): void {
  const nodeCount = graph.nodes.count;
  const segmentCount = graph.segments.count;
  trails.rows = withRoom(trails.rows, nodeCount + 1);
  trails.next = withRoom(trails.next, nodeCount);
  trails.incident = withRoom(trails.incident, 2 * segmentCount);
  trails.used = withRoom(trails.used, segmentCount);
  trails.steps = withRoom(trails.steps, segmentCount);
  const { rows, next, incident, used } = trails;
  rows.fill(0, 0, nodeCount + 1);
  for (let segment = 0; segment < segmentCount; segment++) {
    used[segment] = (graph.flags[segment] & COUNTS) !== 0 ? 0 : 1;
    if (used[segment] === 1) continue;
    rows[graph.ends[2 * segment] + 1]++;
    rows[graph.ends[2 * segment + 1] + 1]++;
  }
  for (let node = 0; node < nodeCount; node++) {
    rows[node + 1] += rows[node];
    next[node] = rows[node];
  }
  for (let segment = 0; segment < segmentCount; segment++) {
    if (used[segment] === 1) continue;
    incident[next[graph.ends[2 * segment]]++] = segment;
    incident[next[graph.ends[2 * segment + 1]]++] = segment;
  }
  for (let node = 0; node < nodeCount; node++) next[node] = rows[node];
}

function unusedCount(trails: ContourTrails, node: number): number {
  let count = 0;
  for (let i = trails.rows[node]; i < trails.rows[node + 1]; i++) if (trails.used[trails.incident[i]] === 0) count++;
  return count;
}

/** The lowest unused segment at a node, or `NONE`. */
function nextSegment(trails: ContourTrails, node: number): number {
  const { next, rows, incident, used } = trails;
  while (next[node] < rows[node + 1] && used[incident[next[node]]] === 1) next[node]++;
  return next[node] < rows[node + 1] ? incident[next[node]] : NONE;
}

/** Walks from a node until there is no way on, or, if it is to close, until it is back. */
function walk(graph: ContourGraph, trails: ContourTrails, from: number, toClose: boolean): void {
  const first = trails.starts[trails.count];
  let end = first;
  let node = from;
  for (let segment = nextSegment(trails, node); segment !== NONE; segment = nextSegment(trails, node)) {
    const backward = graph.ends[2 * segment] === node ? 0 : 1;
    trails.used[segment] = 1;
    trails.steps[end++] = 2 * segment + backward;
    node = graph.ends[2 * segment + 1 - backward];
    if (toClose && node === from) break;
  }
  directAlongLowest(trails.steps, first, end);
  trails.count++;
  trails.starts = withRoom(trails.starts, trails.count + 1);
  trails.closed = withRoom(trails.closed, trails.count);
  trails.starts[trails.count] = end;
  trails.closed[trails.count - 1] = toClose ? 1 : 0;
}

/** Turns a trail round if it walks its lowest segment backward. */
function directAlongLowest(steps: Uint32Array, first: number, end: number): void {
  let lowest = first;
  for (let i = first; i < end; i++) if (steps[i] >>> 1 < steps[lowest] >>> 1) lowest = i;
  if ((steps[lowest] & 1) === 0) return;
  const last = end - 1;
  for (let i = 0; i < (end - first) >> 1; i++) {
    const step = steps[first + i];
    steps[first + i] = steps[last - i];
    steps[last - i] = step;
  }
  for (let i = first; i < end; i++) steps[i] ^= 1;
}
