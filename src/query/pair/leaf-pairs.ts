/**
 * Triangles of two leaves against each other: every pair, first by their boxes, which is cheap and leaves one in six to
 * one in fifty, then exactly. Where a kernel has filtered the pairs, those that are left are tested exactly.
 */
import { CROSSES } from '../../kernels/layout/filter.js';
import { measureTriangleDistance } from '../../narrow/triangle-distance.js';
import { APART, CROSSING, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../../narrow/triangle-triangle.js';
import type { Meeting } from '../../narrow/triangle-triangle.js';
import type { Body } from '../../body/body.js';
import { addPair } from '../hits.js';
import type { PairHits } from '../hits.js';
import type { OpenedLeaf } from '../opened-node.js';
import type { SearchStatistics } from '../statistics.js';

/** The triangles of a body as a pair test reads them. */
export interface PosedTriangles {
  /** World positions, three per vertex. */
  positions: Float32Array;
  /** Three vertices per triangle, in the order of the tree: the triangles of a leaf lie side by side. */
  corners: Uint32Array;
  /** The triangles of the mesh in the order of the tree. */
  order: Uint32Array;
}

/** Room for what {@link readTriangles} reads. */
export function createPosedTriangles(): PosedTriangles {
  return { positions: new Float32Array(0), corners: new Uint32Array(0), order: new Uint32Array(0) };
}

/** Reads where the triangles of a body are; anew for each walk, since views do not survive when the memory grows. */
export function readTriangles(out: PosedTriangles, body: Body): void {
  out.positions = body.posed;
  out.corners = body.corners;
  out.order = body.bounds.triangleOrder;
}

/**
 * Stores those of the given pairs of triangles of two bodies that meet; `pairs` are places in the order of the trees, with
 * {@link CROSSES} set in the second where that is known.
 */
export function testPairsOfTwo(
  bodyA: PosedTriangles,
  bodyB: PosedTriangles,
  pairs: Uint32Array,
  firstPair: number,
  pairCount: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  for (let at = firstPair; at < firstPair + pairCount * 2; at += 2) {
    const i = pairs[at];
    const j = pairs[at + 1];
    if (j >= CROSSES) addPair(hits, bodyA.order[i], bodyB.order[j - CROSSES], CROSSING);
    else testPairOfTwo(bodyA, i, bodyB, j, hits, statistics);
  }
}

/** {@link testPairsOfTwo} for triangles of one body, the lower number first. */
export function testPairsOfOne(
  body: PosedTriangles,
  pairs: Uint32Array,
  firstPair: number,
  pairCount: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const { order } = body;
  for (let at = firstPair; at < firstPair + pairCount * 2; at += 2) {
    const i = pairs[at];
    const j = pairs[at + 1];
    if (j >= CROSSES) {
      const other = order[j - CROSSES];
      addPair(hits, Math.min(order[i], other), Math.max(order[i], other), CROSSING);
    } else testPairOfOne(body, i, j, hits, statistics);
  }
}

/** Measures the distance of two triangles, each given by its place in the order of its tree. */
export function measurePair(
  bodyA: PosedTriangles,
  i: number,
  bodyB: PosedTriangles,
  j: number,
  candidate: Float64Array,
): void {
  const { corners: cornersA } = bodyA;
  const { corners: cornersB } = bodyB;
  measureTriangleDistance(
    bodyA.positions,
    cornersA[i * 3],
    cornersA[i * 3 + 1],
    cornersA[i * 3 + 2],
    bodyB.positions,
    cornersB[j * 3],
    cornersB[j * 3 + 1],
    cornersB[j * 3 + 2],
    candidate,
  );
}

/** Stores the pairs of triangles of two leaves of two bodies that meet. */
export function testLeavesOfTwo(
  bodyA: PosedTriangles,
  leafA: OpenedLeaf,
  bodyB: PosedTriangles,
  leafB: OpenedLeaf,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  for (let i = leafA.first; i < leafA.first + leafA.count; i++) {
    for (let j = leafB.first; j < leafB.first + leafB.count; j++) {
      if (boxesApart(bodyA, i, bodyB, j)) continue;
      statistics.triangleTests++;
      testPairOfTwo(bodyA, i, bodyB, j, hits, statistics);
    }
  }
}

/** Stores the pairs of triangles of two leaves of one surface that collide. Of one leaf with itself, every pair is looked at once. */
export function testLeavesOfOne(
  body: PosedTriangles,
  leafA: OpenedLeaf,
  leafB: OpenedLeaf,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  for (let i = leafA.first; i < leafA.first + leafA.count; i++) {
    for (let j = leafA.first === leafB.first ? i + 1 : leafB.first; j < leafB.first + leafB.count; j++) {
      if (boxesApart(body, i, body, j)) continue;
      statistics.triangleTests++;
      testPairOfOne(body, i, j, hits, statistics);
    }
  }
}

function testPairOfTwo(
  bodyA: PosedTriangles,
  i: number,
  bodyB: PosedTriangles,
  j: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const { corners: cornersA } = bodyA;
  const { corners: cornersB } = bodyB;
  const meeting = meetTriangles(
    bodyA.positions,
    cornersA[i * 3],
    cornersA[i * 3 + 1],
    cornersA[i * 3 + 2],
    bodyB.positions,
    cornersB[j * 3],
    cornersB[j * 3 + 1],
    cornersB[j * 3 + 2],
  );
  if (meeting !== APART) addMeeting(hits, statistics, bodyA.order[i], bodyB.order[j], meeting);
}

function testPairOfOne(
  { corners, order, positions }: PosedTriangles,
  i: number,
  j: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const meeting = meetTrianglesOfOneSurface(
    positions,
    corners[i * 3],
    corners[i * 3 + 1],
    corners[i * 3 + 2],
    corners[j * 3],
    corners[j * 3 + 1],
    corners[j * 3 + 2],
  );
  if (meeting === APART) return;
  addMeeting(hits, statistics, Math.min(order[i], order[j]), Math.max(order[i], order[j]), meeting);
}

function addMeeting(hits: PairHits, statistics: SearchStatistics, a: number, b: number, meeting: Meeting): void {
  if (meeting === DEFECT) statistics.defectPairs++;
  else addPair(hits, a, b, meeting);
}

/** Whether the boxes of two triangles are apart. Comparisons only, so exact. */
function boxesApart(bodyA: PosedTriangles, i: number, bodyB: PosedTriangles, j: number): boolean {
  const p = bodyA.positions;
  const q = bodyB.positions;
  for (let axis = 0; axis < 3; axis++) {
    const pa = p[bodyA.corners[i * 3] * 3 + axis];
    const pb = p[bodyA.corners[i * 3 + 1] * 3 + axis];
    const pc = p[bodyA.corners[i * 3 + 2] * 3 + axis];
    const qa = q[bodyB.corners[j * 3] * 3 + axis];
    const qb = q[bodyB.corners[j * 3 + 1] * 3 + axis];
    const qc = q[bodyB.corners[j * 3 + 2] * 3 + axis];
    if (Math.max(pa, pb, pc) < Math.min(qa, qb, qc) || Math.max(qa, qb, qc) < Math.min(pa, pb, pc)) return true;
  }
  return false;
}
