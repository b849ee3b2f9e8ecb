/**
 * The distance between two triangles. Two that are apart are closest at a corner of one, or along an edge of both: six
 * corners and nine pairs of edges are tried. Whether they are apart is decided exactly.
 */
import { capsuleMeetsTriangle } from './capsule-triangle.js';
import {
  closestOfSegments,
  closestToTriangle,
  PAIR_DISTANCE_SQUARED,
  PAIR_RESULT,
  POINT_DISTANCE_SQUARED,
  POINT_RESULT,
} from './closest-features.js';
import { isCollinear } from './coplanar.js';
import { APART, DEFECT, meetTriangles } from './triangle-triangle.js';

/** The corners of A are points 0, 1, 2, those of B are 3, 4, 5. */
const points = new Float64Array(21);
/** A point where an edge crosses a plane. */
const CROSSING = 6;
const pointResult = new Float64Array(POINT_RESULT);
const pairResult = new Float64Array(PAIR_RESULT);
/** Both ends of the segment that a collinear triangle covers, as a capsule without thickness. */
const segment = new Float64Array(7);
/** The closest points found, of A and of B, and the square of their distance. */
const best = new Float64Array(PAIR_RESULT);

/** Where the square of the distance is left, behind the two points. */
export const TRIANGLE_DISTANCE_SQUARED = 6;

/**
 * Where two closed triangles are closest: a point of each, and the square of their distance, seven numbers, which go to
 * `out`. Zero exactly when the triangles have a point in common, and then both points are equal: for two triangles that
 * is when `meetTriangles` says so, and a collinear one, which that calls a defect, is the segment or point that it
 * covers. Otherwise computed in doubles, the same in every engine: with M the largest difference of coordinates, the
 * square errs by less than 2^-44 M². It is not below that of the distance of the triangles' boxes, in plain doubles, so that
 * a walk that leaves out boxes beyond some distance leaves out no triangles that are nearer.
 */
export function measureTriangleDistance(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
  out: Float64Array,
): void {
  findClosestPoints(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
  for (let i = 0; i < 6; i++) out[i] = best[i];
  out[TRIANGLE_DISTANCE_SQUARED] = best[PAIR_DISTANCE_SQUARED];
}

function findClosestPoints(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    points[axis] = positionsA[3 * a0 + axis];
    points[3 + axis] = positionsA[3 * a1 + axis];
    points[6 + axis] = positionsA[3 * a2 + axis];
    points[9 + axis] = positionsB[3 * b0 + axis];
    points[12 + axis] = positionsB[3 * b1 + axis];
    points[15 + axis] = positionsB[3 * b2 + axis];
  }
  best[PAIR_DISTANCE_SQUARED] = Infinity;
  for (let corner = 0; corner < 3; corner++) {
    tryPoint(corner);
    tryPoint(3 + corner);
    const next = corner === 2 ? 0 : corner + 1;
    tryEdges(corner, next, 3, 4);
    tryEdges(corner, next, 4, 5);
    tryEdges(corner, next, 5, 3);
  }
  if (!haveCommonPoint(positionsA, a0, a1, a2, positionsB, b0, b1, b2)) {
    best[PAIR_DISTANCE_SQUARED] = Math.max(best[PAIR_DISTANCE_SQUARED], Number.MIN_VALUE);
    keepBeyondBoxes();
    return;
  }
  for (let corner = 0; corner < 3; corner++) {
    const next = corner === 2 ? 0 : corner + 1;
    tryCrossing(corner, next, 3);
    tryCrossing(3 + corner, 3 + next, 0);
  }
  for (let axis = 0; axis < 3; axis++) best[axis] = best[3 + axis] = 0.5 * (best[axis] + best[3 + axis]);
  best[PAIR_DISTANCE_SQUARED] = 0;
}

/** Makes the distance no less than that of the boxes. */
function keepBeyondBoxes(): void {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const lowA = Math.min(points[axis], points[3 + axis], points[6 + axis]);
    const highA = Math.max(points[axis], points[3 + axis], points[6 + axis]);
    const lowB = Math.min(points[9 + axis], points[12 + axis], points[15 + axis]);
    const highB = Math.max(points[9 + axis], points[12 + axis], points[15 + axis]);
    const gap = Math.max(lowA - highB, lowB - highA, 0);
    squared += gap * gap;
  }
  best[PAIR_DISTANCE_SQUARED] = Math.max(best[PAIR_DISTANCE_SQUARED], squared);
}

function haveCommonPoint(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  const meeting = meetTriangles(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
  if (meeting !== DEFECT) return meeting !== APART;
  return isCollinear(positionsA, a0, a1, a2)
    ? segmentMeets(positionsA, a0, a1, a2, positionsB, b0, b1, b2)
    : segmentMeets(positionsB, b0, b1, b2, positionsA, a0, a1, a2);
}

/** Whether the segment that the collinear triangle i covers and the triangle k, collinear or not, have a common point. */
function segmentMeets(
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
  others: Float32Array,
  k0: number,
  k1: number,
  k2: number,
): boolean {
  const first = earlier(positions, earlier(positions, i0, i1), i2);
  const last = later(positions, later(positions, i0, i1), i2);
  for (let axis = 0; axis < 3; axis++) {
    segment[axis] = positions[3 * first + axis];
    segment[axis + 3] = positions[3 * last + axis];
  }
  return capsuleMeetsTriangle(segment, others, k0, k1, k2);
}

/** Of two points, the one with the smaller x, or y, or z: the order of points along any line. */
function earlier(positions: Float32Array, i: number, j: number): number {
  const x = positions[3 * i] - positions[3 * j];
  const y = positions[3 * i + 1] - positions[3 * j + 1];
  const z = positions[3 * i + 2] - positions[3 * j + 2];
  return (x === 0 ? (y === 0 ? z : y) : x) <= 0 ? i : j;
}

function later(positions: Float32Array, i: number, j: number): number {
  return earlier(positions, i, j) === i ? j : i;
}

/** A corner of one triangle against the other. */
function tryPoint(point: number): void {
  const ofA = point < 3;
  const other = ofA ? 3 : 0;
  closestToTriangle(points, point, other, other + 1, other + 2, pointResult);
  if (pointResult[POINT_DISTANCE_SQUARED] < best[PAIR_DISTANCE_SQUARED]) takePoint(point, ofA);
}

/** An edge of A against an edge of B. */
function tryEdges(a: number, b: number, c: number, d: number): void {
  closestOfSegments(points, a, b, c, d, pairResult);
  if (pairResult[PAIR_DISTANCE_SQUARED] < best[PAIR_DISTANCE_SQUARED]) {
    for (let i = 0; i < PAIR_RESULT; i++) best[i] = pairResult[i];
  }
}

/** The point at which an edge of one triangle passes through the plane of the other, which starts at `corner`. */
function tryCrossing(p: number, q: number, corner: number): void {
  const ax = points[3 * corner];
  const ay = points[3 * corner + 1];
  const az = points[3 * corner + 2];
  const bx = points[3 * corner + 3] - ax;
  const by = points[3 * corner + 4] - ay;
  const bz = points[3 * corner + 5] - az;
  const cx = points[3 * corner + 6] - ax;
  const cy = points[3 * corner + 7] - ay;
  const cz = points[3 * corner + 8] - az;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const heightP = (points[3 * p] - ax) * nx + (points[3 * p + 1] - ay) * ny + (points[3 * p + 2] - az) * nz;
  const heightQ = (points[3 * q] - ax) * nx + (points[3 * q + 1] - ay) * ny + (points[3 * q + 2] - az) * nz;
  const t = heightP / (heightP - heightQ);
  if (!(t >= 0 && t <= 1)) return;
  for (let axis = 0; axis < 3; axis++) {
    points[3 * CROSSING + axis] = points[3 * p + axis] + t * (points[3 * q + axis] - points[3 * p + axis]);
  }
  closestToTriangle(points, CROSSING, corner, corner + 1, corner + 2, pointResult);
  if (pointResult[POINT_DISTANCE_SQUARED] < best[PAIR_DISTANCE_SQUARED]) takePoint(CROSSING, corner === 3);
}

function takePoint(point: number, ofA: boolean): void {
  for (let axis = 0; axis < 3; axis++) {
    best[axis] = ofA ? points[3 * point + axis] : pointResult[axis];
    best[3 + axis] = ofA ? pointResult[axis] : points[3 * point + axis];
  }
  best[PAIR_DISTANCE_SQUARED] = pointResult[POINT_DISTANCE_SQUARED];
}
