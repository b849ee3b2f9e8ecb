/**
 * Contours: the lines along which two surfaces, or a surface and itself, pass through each other. The segments of all
 * pairs of triangles are joined by what their ends lie in, never by distance, so that loops close exactly.
 *
 * What to expect. Where neither surface has a boundary, every contour of two surfaces is closed. Contours are open where
 * one of the surfaces ends, where pairs were dropped for want of room, where the surfaces share a piece of a plane (there
 * is no line in it), and at triangles with collinear vertices, which are never hit. A surface that passes through itself
 * can also do so from a vertex on: two triangles around it cross, and their contour ends there. Surfaces that only touch
 * have no contour.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import type { PairHits } from '../../query/hits.js';
import type { ContourGraph } from './graph.js';
import { createContourGraph, fillContourGraph } from './graph.js';
import type { ContourTrails } from './trails.js';
import { createContourTrails, findTrails } from './trails.js';
import { withRoom } from '../growing.js';
import type { PosedSurface } from '../surface.js';
import { requireHitsOf } from '../surface.js';

/** Contours as polylines. The arrays are replaced by longer ones when they are too short for what is found. */
export interface Contours {
  /** How many polylines there are. */
  count: number;
  /** Points of all polylines together. */
  pointCount: number;
  /** x, y, z of each point. The first point of a closed polyline is not repeated at its end. */
  points: Float64Array<ArrayBuffer>;
  /**
   * Two triangles per point: the pair whose segment runs from it to the next, one of the first surface and one of the
   * second, or the lower before the higher on one surface. `NO_INDEX` twice for the last point of an open polyline. A
   * segment along an edge, which several pairs have in common, is given to the lowest of them.
   */
  pairs: Uint32Array<ArrayBuffer>;
  /** The first point of each polyline, and behind the last one the number of all points. */
  starts: Uint32Array<ArrayBuffer>;
  /** 1 for polylines that return to their first point. */
  closed: Uint8Array<ArrayBuffer>;
  /** The length of each polyline. */
  lengths: Float64Array<ArrayBuffer>;
  /** The length of all polylines together. */
  totalLength: number;
  /**
   * What the search works with.
   * @internal
   */
  readonly work: ContourWork;
}

interface ContourWork {
  readonly graph: ContourGraph;
  readonly trails: ContourTrails;
}

/** Room for contours. It grows as needed: use it again, and after a few searches nothing is allocated. */
export function createContours(): Contours {
  return {
    count: 0,
    pointCount: 0,
    points: new Float64Array(0),
    pairs: new Uint32Array(0),
    starts: new Uint32Array(1),
    closed: new Uint8Array(0),
    lengths: new Float64Array(0),
    totalLength: 0,
    work: { graph: createContourGraph(), trails: createContourTrails() },
  };
}

/**
 * Finds the contours of two surfaces from the pairs of triangles that meet, or of one surface with itself: then `a` and
 * `b` have the same arrays. Returns how many polylines there are.
 *
 * The result does not depend on the order of the pairs. Open polylines come first. Each runs along the vector product of
 * the normals of A and B in its lowest pair of triangles, and then throughout where both surfaces are oriented. Where more
 * than two segments end in one point, polylines pass through it as the numbers of the segments have it.
 */
export function findContours(a: PosedSurface, b: PosedSurface, hits: PairHits, contours: Contours): number {
  requireHitsOf('findContours', a, b, hits);
  const { graph, trails } = contours.work;
  fillContourGraph(graph, a, b, hits);
  findTrails(graph, trails);
  contours.count = 0;
  contours.pointCount = 0;
  contours.totalLength = 0;
  contours.starts[0] = 0;
  for (let trail = 0; trail < trails.count; trail++) addPolyline(contours, trail);
  return contours.count;
}

function addPolyline(contours: Contours, trail: number): void {
  const { graph, trails } = contours.work;
  const first = trails.starts[trail];
  const segmentCount = trails.starts[trail + 1] - first;
  const closed = trails.closed[trail];
  const start = contours.pointCount;
  const end = start + segmentCount + (closed === 1 ? 0 : 1);
  contours.points = withRoom(contours.points, 3 * end);
  contours.pairs = withRoom(contours.pairs, 2 * end);
  contours.starts = withRoom(contours.starts, contours.count + 2);
  contours.closed = withRoom(contours.closed, contours.count + 1);
  contours.lengths = withRoom(contours.lengths, contours.count + 1);

  const { points, pairs } = contours;
  let length = 0;
  for (let i = 0; i < segmentCount; i++) {
    // A step is a segment's number times two, plus one when it is walked from its second end.
    const step = trails.steps[first + i];
    const segment = step >>> 1;
    const from = 3 * graph.ends[2 * segment + (step & 1)];
    const to = 3 * graph.ends[2 * segment + 1 - (step & 1)];
    const at = start + i;
    const x = graph.points[to] - graph.points[from];
    const y = graph.points[to + 1] - graph.points[from + 1];
    const z = graph.points[to + 2] - graph.points[from + 2];
    length += Math.sqrt(x * x + y * y + z * z);
    pairs[2 * at] = graph.triangles[2 * segment];
    pairs[2 * at + 1] = graph.triangles[2 * segment + 1];
    for (let axis = 0; axis < 3; axis++) points[3 * at + axis] = graph.points[from + axis];
    if (i === segmentCount - 1 && closed === 0) {
      for (let axis = 0; axis < 3; axis++) points[3 * at + 3 + axis] = graph.points[to + axis];
      pairs.fill(NO_INDEX, 2 * at + 2, 2 * at + 4);
    }
  }
  contours.closed[contours.count] = closed;
  contours.lengths[contours.count++] = length;
  contours.starts[contours.count] = end;
  contours.pointCount = end;
  contours.totalLength += length;
}
