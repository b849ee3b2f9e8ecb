/** The oracle of questions about a step: every pair of triangles, every corner with every face and every edge with every edge, exactly, without bounds and windows of time. */
import { TOUCH_LENGTH, findEdgeEdgeTouch, findVertexFaceTouch } from '../narrow/continuous/first-touch.js';
import { orient3d } from '../math/predicates.js';
import { EDGE, FACE } from '../continuous/features.js';
import { addMotionHit, clearMotionHits } from '../continuous/motion-hits.js';
import type { MotionHits } from '../continuous/motion-hits.js';
import { createTriangleTouch } from '../continuous/triangle-touch.js';
import type { TriangleTouch } from '../continuous/triangle-touch.js';

/** A surface in motion: world positions at time 0 and at time 1, and its triangles. */
export interface MovingSurface {
  /** Positions at time 0, three per vertex. */
  readonly from: Float32Array;
  /** Positions at time 1. */
  readonly to: Float32Array;
  /** Three corners per triangle. */
  readonly triangles: Uint32Array;
}

const start = new Float64Array(12);
const end = new Float64Array(12);
const found = new Float64Array(TOUCH_LENGTH);

/** Two triangles: their corners by index, and where these are, those of the first before those of the second. */
interface Pair {
  readonly indices: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly isOneSurface: boolean;
}

/** All pairs of triangles of two moving surfaces that meet within the step, in rising order, with their first times. */
export function bruteMotionHits(surfaceA: MovingSurface, surfaceB: MovingSurface, hits: MotionHits): number {
  clearMotionHits(hits);
  for (let a = 0; a < surfaceA.triangles.length / 3; a++) {
    for (let b = 0; b < surfaceB.triangles.length / 3; b++) test(surfaceA, a, surfaceB, b, hits);
  }
  return hits.count + hits.dropped;
}

/** All pairs of triangles of one moving surface that collide within the step, the lower number first, in rising order, with their first times. */
export function bruteMotionSelfHits(surface: MovingSurface, hits: MotionHits): number {
  clearMotionHits(hits);
  for (let a = 0; a < surface.triangles.length / 3; a++) {
    for (let b = a + 1; b < surface.triangles.length / 3; b++) test(surface, a, surface, b, hits);
  }
  return hits.count + hits.dropped;
}

function test(surfaceA: MovingSurface, a: number, surfaceB: MovingSurface, b: number, hits: MotionHits): void {
  const first = firstOf(surfaceA, a, surfaceB, b);
  if (first) addMotionHit(hits, a, b, first);
}

/** The first touch of two triangles; of several at the same time, the first that is tried. */
function firstOf(surfaceA: MovingSurface, a: number, surfaceB: MovingSurface, b: number): TriangleTouch | undefined {
  const pair = readPair(surfaceA, a, surfaceB, b);
  const touches: TriangleTouch[] = [];
  for (let edge = 0; edge < 6; edge++) addPiercing(touches, pair, edge);
  for (let corner = 0; corner < 6; corner++) addFace(touches, pair, corner);
  for (let edgeA = 0; edgeA < 3; edgeA++) {
    for (let edgeB = 0; edgeB < 3; edgeB++) addEdges(touches, pair, edgeA, edgeB);
  }
  let first: TriangleTouch | undefined = touches[0];
  for (const one of touches) if (isBefore(one, first)) first = one;
  return first;
}

function readPair(surfaceA: MovingSurface, a: number, surfaceB: MovingSurface, b: number): Pair {
  const indices = new Uint32Array(6);
  const from = new Float64Array(18);
  const to = new Float64Array(18);
  for (let k = 0; k < 6; k++) {
    const surface = k < 3 ? surfaceA : surfaceB;
    const vertex = surface.triangles[(k < 3 ? a * 3 : b * 3 - 3) + k];
    indices[k] = vertex;
    for (let axis = 0; axis < 3; axis++) {
      from[k * 3 + axis] = surface.from[vertex * 3 + axis];
      to[k * 3 + axis] = surface.to[vertex * 3 + axis];
    }
  }
  return { indices, from, to, isOneSurface: surfaceA === surfaceB };
}

function isBefore({ times: one }: TriangleTouch, { times: other }: TriangleTouch): boolean {
  return one[0] === other[0] ? one[1] < other[1] : one[0] < other[0];
}

function addFace(touches: TriangleTouch[], pair: Pair, corner: number): void {
  const [a, b, c] = corner < 3 ? [3, 4, 5] : [0, 1, 2];
  const { indices, isOneSurface } = pair;
  if (isOneSurface && [a, b, c].some((k) => indices[k] === indices[corner])) return;
  writePoints(pair, corner, a, b, c);
  if (!findVertexFaceTouch(start, end, found)) return;
  addFound(touches, corner < 3 ? corner : FACE, corner < 3 ? FACE : corner - 3);
}

function addEdges(touches: TriangleTouch[], pair: Pair, edgeA: number, edgeB: number): void {
  const [a, b, c, d] = [edgeA, (edgeA + 1) % 3, 3 + edgeB, 3 + ((edgeB + 1) % 3)];
  const { indices, isOneSurface } = pair;
  if (isOneSurface && [a, b].some((k) => indices[k] === indices[c] || indices[k] === indices[d])) return;
  writePoints(pair, a, b, c, d);
  if (findEdgeEdgeTouch(start, end, found)) addFound(touches, EDGE + edgeA, EDGE + edgeB);
}

/** Adds an edge that passes at time 0 through the inside of the other triangle, from strictly one side to strictly the other. */
function addPiercing(touches: TriangleTouch[], { from }: Pair, edge: number): void {
  const [p, q] = [edge, edge % 3 === 2 ? edge - 2 : edge + 1];
  const [a, b, c] = edge < 3 ? [3, 4, 5] : [0, 1, 2];
  if (orient(from, p, a, b, c) * orient(from, q, a, b, c) >= 0) return;
  if (Math.abs(orient(from, p, q, a, b) + orient(from, p, q, b, c) + orient(from, p, q, c, a)) !== 3) return;
  const features = edge < 3 ? [EDGE + edge, FACE] : [FACE, edge];
  touches.push({ ...createTriangleTouch(), featureA: features[0], featureB: features[1] });
}

function addFound(touches: TriangleTouch[], featureA: number, featureB: number): void {
  touches.push({ times: found.slice(0, 2), featureA, featureB, weights: found.slice(2, 4) });
}

function writePoints({ from, to }: Pair, ...points: readonly number[]): void {
  for (let k = 0; k < 4; k++) {
    for (let axis = 0; axis < 3; axis++) {
      start[k * 3 + axis] = from[points[k] * 3 + axis];
      end[k * 3 + axis] = to[points[k] * 3 + axis];
    }
  }
}

function orient(p: Float64Array, ...points: readonly number[]): number {
  const [a, b, c, d] = points.map((k) => k * 3);
  return orient3d(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], p[c], p[c + 1], p[c + 2], p[d], p[d + 1], p[d + 2]); // prettier-ignore
}
