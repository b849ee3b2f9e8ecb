/**
 * The first touch of two moving triangles, exactly. It is the first touch of a corner of one with the other, or of two of their edges, unless they pass through each other already at time 0.
 *
 * Why nothing else. Let t > 0 be the first time at which two closed triangles, which do not meet just before, have a point in common. If no corner is on the other triangle and no two edges meet at t, then the
 * interior of an edge passes through the interior of a triangle, on both sides of whose plane its ends are: all of these are strict, so they hold just before t, too. A triangle without area is its edges.
 * What meets at time 0 without such a touch passes through in the same way, and that is asked for first: corners strictly on both sides of a plane, and the edge strictly within.
 *
 * On one surface, triangles that share corners by index always touch there. Left out are a corner and a face that has it, and two edges that have a corner in common. What is left says whether they meet anywhere else: let x be
 * such a point. All between x and a shared corner v is in both, for triangles are convex; that segment can be made longer until it ends at a border of either triangle. There a corner is on the other triangle or two edges meet, and one of these
 * is none of those left out, or an edge without v passes through the other triangle. As long as nothing meets elsewhere, what comes first is such a touch again: near v both are cones, and cones that
 * come to meet do so along an edge.
 *
 * A face that shares no corner with an edge is passed through by it as above; one that shares a corner with it is not, since the sign there is 0.
 */
import { orient3dFloat32 } from '../math/predicates.js';
import type { PosedTriangles } from '../query/pair/leaf-pairs.js';
import { TOUCH_LENGTH, findEdgeEdgeTouch, findVertexFaceTouch } from '../narrow/continuous/first-touch.js';
import { EDGE, FACE } from './features.js';
import { writeWindow } from './window.js';

/** Where two triangles meet first. */
export interface TriangleTouch {
  /** The first time, enclosed by two doubles that are equal or neighbours: see `TOUCH_TIME`. */
  readonly times: Float64Array;
  /** Which part of the first triangle meets: see `MotionHits.features`. */
  featureA: number;
  /** And which part of the second. */
  featureB: number;
  /** Where on the face, or on both edges: see `TOUCH_FIRST`; where an edge passes through a face at time 0, how far along the edge, at the place of its triangle. */
  readonly weights: Float64Array;
}

/** Room for a touch. */
export function createTriangleTouch(): TriangleTouch {
  return { times: new Float64Array(2), featureA: 0, featureB: 0, weights: new Float64Array(2) };
}

/** Numbers of a triangle. */
const TRIANGLE = 9;

/** Two triangles at one end of the time, the corners of the first, then those of the second. */
const trianglesAtStart = new Float64Array(2 * TRIANGLE);
const trianglesAtEnd = new Float64Array(2 * TRIANGLE);
/** Their corners by index. */
const corners = new Uint32Array(6);
/** Four points as the exact tests want them. */
const start = new Float64Array(12);
const end = new Float64Array(12);
/** Boxes at both ends, six numbers each: of the six corners, of the edges that begin there, and of the two triangles. */
const EDGES = 6;
const FACES = 12;
const BOX = 6;
const startBoxes = new Float64Array(14 * BOX);
const endBoxes = new Float64Array(14 * BOX);
const window = new Float64Array(2);
const found = new Float64Array(TOUCH_LENGTH);
/** The first time so far, behind which nothing is looked for. */
const best = new Float64Array(2);
const signs = new Int8Array(6);

/**
 * Finds the first touch of two moving triangles, the `i`-th and the `j`-th of the order of their trees, not after `last[0]`. Returns whether there is one; `touch` is written then. Of parts that meet at the same time, the first one counts, in this
 * order: an edge through a face at time 0; corners of A on B; corners of B on A; edges.
 *
 * @param isOneSurface Whether corners with the same index are the same, so that what shares one is left out.
 */
export function findTriangleTouch(
  fromA: PosedTriangles,
  toA: PosedTriangles,
  i: number,
  fromB: PosedTriangles,
  toB: PosedTriangles,
  j: number,
  isOneSurface: boolean,
  last: Float64Array,
  touch: TriangleTouch,
): boolean {
  readCorners(fromA, toA, i, 0);
  readCorners(fromB, toB, j, 3);
  writeBoxes(trianglesAtStart, startBoxes);
  writeBoxes(trianglesAtEnd, endBoxes);
  if (findPiercing(touch)) return true;
  best[0] = last[0];
  best[1] = Infinity;
  let isFound = false;
  for (let corner = 0; corner < 6; corner++) {
    const face = corner < 3 ? 3 : 0;
    if (!mayMeet(corner, face === 0 ? FACES : FACES + 1)) continue;
    if (isOneSurface && hasCorner(face, corners[corner])) continue;
    placePoint(0, corner);
    for (let k = 0; k < 3; k++) placePoint(k + 1, face + k);
    if (!findVertexFaceTouch(start, end, found) || !isEarlier()) continue;
    isFound = true;
    keep(touch, corner < 3 ? corner : FACE, corner < 3 ? FACE : corner - 3);
    if (best[1] === 0) return true;
  }
  for (let edgeA = 0; edgeA < 3; edgeA++) {
    const nextA = edgeA === 2 ? 0 : edgeA + 1;
    for (let edgeB = 0; edgeB < 3; edgeB++) {
      if (!mayMeet(EDGES + edgeA, EDGES + 3 + edgeB)) continue;
      const nextB = edgeB === 2 ? 0 : edgeB + 1;
      if (isOneSurface && doEdgesShare(edgeA, nextA, 3 + edgeB, 3 + nextB)) continue;
      placePoint(0, edgeA);
      placePoint(1, nextA);
      placePoint(2, 3 + edgeB);
      placePoint(3, 3 + nextB);
      if (!findEdgeEdgeTouch(start, end, found) || !isEarlier()) continue;
      isFound = true;
      keep(touch, EDGE + edgeA, EDGE + edgeB);
      if (best[1] === 0) return true;
    }
  }
  return isFound;
}

function readCorners(from: PosedTriangles, to: PosedTriangles, triangle: number, place: number): void {
  for (let k = 0; k < 3; k++) {
    const corner = from.corners[triangle * 3 + k];
    corners[place + k] = corner;
    for (let axis = 0; axis < 3; axis++) {
      trianglesAtStart[(place + k) * 3 + axis] = from.positions[corner * 3 + axis];
      trianglesAtEnd[(place + k) * 3 + axis] = to.positions[corner * 3 + axis];
    }
  }
}

function placePoint(place: number, corner: number): void {
  for (let axis = 0; axis < 3; axis++) {
    start[place * 3 + axis] = trianglesAtStart[corner * 3 + axis];
    end[place * 3 + axis] = trianglesAtEnd[corner * 3 + axis];
  }
}

function hasCorner(triangle: number, index: number): boolean {
  return corners[triangle] === index || corners[triangle + 1] === index || corners[triangle + 2] === index;
}

function doEdgesShare(a: number, b: number, c: number, d: number): boolean {
  return (
    corners[a] === corners[c] || corners[a] === corners[d] || corners[b] === corners[c] || corners[b] === corners[d]
  );
}

/** Whether what is in two boxes may meet not after the best time. */
function mayMeet(a: number, b: number): boolean {
  return writeWindow(startBoxes, endBoxes, a * BOX, startBoxes, endBoxes, b * BOX, best, window);
}

function writeBoxes(points: Float64Array, boxes: Float64Array): void {
  for (let side = 0; side < 2; side++) {
    for (let axis = 0; axis < 3; axis++) {
      const a = points[side * TRIANGLE + axis];
      const b = points[side * TRIANGLE + 3 + axis];
      const c = points[side * TRIANGLE + 6 + axis];
      const corner = side * 3 * BOX + axis;
      const edge = (EDGES + side * 3) * BOX + axis;
      const face = (FACES + side) * BOX + axis;
      boxes[corner] = boxes[corner + 3] = a;
      boxes[corner + BOX] = boxes[corner + BOX + 3] = b;
      boxes[corner + 2 * BOX] = boxes[corner + 2 * BOX + 3] = c;
      boxes[edge] = a < b ? a : b;
      boxes[edge + 3] = a < b ? b : a;
      boxes[edge + BOX] = b < c ? b : c;
      boxes[edge + BOX + 3] = b < c ? c : b;
      boxes[edge + 2 * BOX] = c < a ? c : a;
      boxes[edge + 2 * BOX + 3] = c < a ? a : c;
      boxes[face] = boxes[edge] < c ? boxes[edge] : c;
      boxes[face + 3] = boxes[edge + 3] > c ? boxes[edge + 3] : c;
    }
  }
}

/** The two doubles order times as they are: one that is a double is not after any other that is enclosed from the same one on. */
function isEarlier(): boolean {
  return found[0] < best[0] || (found[0] === best[0] && found[1] < best[1]);
}

function keep(touch: TriangleTouch, featureA: number, featureB: number): void {
  best[0] = found[0];
  best[1] = found[1];
  touch.times[0] = found[0];
  touch.times[1] = found[1];
  touch.weights[0] = found[2];
  touch.weights[1] = found[3];
  touch.featureA = featureA;
  touch.featureB = featureB;
}

/** Whether an edge of one triangle passes through the inside of the other at time 0. */
function findPiercing(touch: TriangleTouch): boolean {
  if (!doBoxesMeetAtStart()) return false;
  const isApart = writeSigns(0, 3) || writeSigns(3, 0);
  if (isApart) return false;
  for (let edge = 0; edge < 6; edge++) {
    const place = edge < 3 ? 0 : 3;
    const next = edge === place + 2 ? place : edge + 1;
    if (signs[edge] * signs[next] >= 0 || !passesThrough(edge, next, 3 - place)) continue;
    touch.times.fill(0);
    touch.weights.fill(0);
    writeShare(edge, next, 3 - place, touch.weights, place === 0 ? 0 : 1);
    touch.featureA = place === 0 ? EDGE + edge : FACE;
    touch.featureB = place === 0 ? FACE : EDGE + edge - 3;
    return true;
  }
  return false;
}

function doBoxesMeetAtStart(): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = FACES * BOX + axis;
    const b = a + BOX;
    if (startBoxes[a] > startBoxes[b + 3] || startBoxes[b] > startBoxes[a + 3]) return false;
  }
  return true;
}

/** Writes on which sides of the second triangle's plane the corners of the first are; returns whether they are all strictly on one. */
function writeSigns(first: number, second: number): boolean {
  for (let k = 0; k < 3; k++) signs[first + k] = sideOf(first + k, second, second + 1, second + 2);
  return Math.abs(signs[first] + signs[first + 1] + signs[first + 2]) === 3;
}

/** Whether the line from one corner to another, which are on both sides of a triangle's plane, passes strictly within it. */
function passesThrough(from: number, to: number, triangle: number): boolean {
  const first = sideOf(from, to, triangle, triangle + 1);
  return (
    first !== 0 &&
    first === sideOf(from, to, triangle + 1, triangle + 2) &&
    first === sideOf(from, to, triangle + 2, triangle)
  );
}

/** Writes how far along an edge it passes through the plane of a triangle, rounded: by the distances of its ends times one length. */
function writeShare(from: number, to: number, triangle: number, weights: Float64Array, place: number): void {
  const p = trianglesAtStart;
  const a = triangle * 3;
  let first = 0;
  let second = 0;
  for (let axis = 0; axis < 3; axis++) {
    const next = axis === 2 ? 0 : axis + 1;
    const last = axis === 0 ? 2 : axis - 1;
    const normal =
      (p[a + 3 + next] - p[a + next]) * (p[a + 6 + last] - p[a + last]) -
      (p[a + 3 + last] - p[a + last]) * (p[a + 6 + next] - p[a + next]);
    first += normal * (p[from * 3 + axis] - p[a + axis]);
    second += normal * (p[to * 3 + axis] - p[a + axis]);
  }
  const share = first / (first - second);
  // Rounding may have lost that they are on both sides.
  weights[place] = share >= 0 && share <= 1 ? share : 0.5;
}

/** The orientation of four corners at time 0; see `orient3d`. */
function sideOf(a: number, b: number, c: number, d: number): number {
  const p = trianglesAtStart;
  return orient3dFloat32(
    p[a * 3],
    p[a * 3 + 1],
    p[a * 3 + 2],
    p[b * 3],
    p[b * 3 + 1],
    p[b * 3 + 2],
    p[c * 3],
    p[c * 3 + 1],
    p[c * 3 + 2],
    p[d * 3],
    p[d * 3 + 1],
    p[d * 3 + 2],
  );
}
