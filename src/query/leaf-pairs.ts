/**
 * Triangles of two leaves against each other: every pair, first by their boxes, which is cheap and leaves one in six to
 * one in fifty, then exactly. Where a kernel has filtered the pairs, those that are left are tested exactly.
 */
import type { PosedBody } from '../bounds/posed-body.js';
import { CROSSES } from '../kernels/filter-layout.js';
import { APART, CROSSING, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../narrow/triangle-triangle.js';
import type { Meeting } from '../narrow/triangle-triangle.js';
import type { Body } from './body.js';
import { addPair } from './hits.js';
import type { PairHits } from './hits.js';
import { cornersOf, posedOf, triangleOrderOf } from './opened-node.js';
import type { SearchStatistics } from './statistics.js';

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
  out.positions = posedOf(body);
  out.corners = cornersOf(body);
  out.order = triangleOrderOf(body);
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
  const { corners: cornersA, order: orderA, positions: positionsA } = bodyA;
  const { corners: cornersB, order: orderB, positions: positionsB } = bodyB;
  for (let at = firstPair; at < firstPair + pairCount * 2; at += 2) {
    const i = pairs[at];
    const j = pairs[at + 1];
    if (j >= CROSSES) {
      addPair(hits, orderA[i], orderB[j - CROSSES], CROSSING);
      continue;
    }
    const meeting = meetTriangles(
      positionsA,
      cornersA[i * 3],
      cornersA[i * 3 + 1],
      cornersA[i * 3 + 2],
      positionsB,
      cornersB[j * 3],
      cornersB[j * 3 + 1],
      cornersB[j * 3 + 2],
    );
    if (meeting !== APART) addMeeting(hits, statistics, orderA[i], orderB[j], meeting);
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
  const { corners, order, positions } = body;
  for (let at = firstPair; at < firstPair + pairCount * 2; at += 2) {
    const i = pairs[at];
    const j = pairs[at + 1];
    if (j >= CROSSES) {
      const other = order[j - CROSSES];
      addPair(hits, Math.min(order[i], other), Math.max(order[i], other), CROSSING);
      continue;
    }
    const meeting = meetTrianglesOfOneSurface(
      positions,
      corners[i * 3],
      corners[i * 3 + 1],
      corners[i * 3 + 2],
      corners[j * 3],
      corners[j * 3 + 1],
      corners[j * 3 + 2],
    );
    if (meeting === APART) continue;
    addMeeting(hits, statistics, Math.min(order[i], order[j]), Math.max(order[i], order[j]), meeting);
  }
}

/** Stores the pairs of triangles that meet, of a run of one body's triangles and a run of another's, both in tree order. */
export function testLeavesOfTwo(
  bodyA: PosedTriangles,
  firstA: number,
  countA: number,
  bodyB: PosedTriangles,
  firstB: number,
  countB: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const positionsA = bodyA.positions;
  const positionsB = bodyB.positions;
  for (let i = firstA; i < firstA + countA; i++) {
    const a0 = bodyA.corners[i * 3];
    const a1 = bodyA.corners[i * 3 + 1];
    const a2 = bodyA.corners[i * 3 + 2];
    const lowX = Math.min(positionsA[a0 * 3], positionsA[a1 * 3], positionsA[a2 * 3]);
    const lowY = Math.min(positionsA[a0 * 3 + 1], positionsA[a1 * 3 + 1], positionsA[a2 * 3 + 1]);
    const lowZ = Math.min(positionsA[a0 * 3 + 2], positionsA[a1 * 3 + 2], positionsA[a2 * 3 + 2]);
    const highX = Math.max(positionsA[a0 * 3], positionsA[a1 * 3], positionsA[a2 * 3]);
    const highY = Math.max(positionsA[a0 * 3 + 1], positionsA[a1 * 3 + 1], positionsA[a2 * 3 + 1]);
    const highZ = Math.max(positionsA[a0 * 3 + 2], positionsA[a1 * 3 + 2], positionsA[a2 * 3 + 2]);
    for (let j = firstB; j < firstB + countB; j++) {
      const b0 = bodyB.corners[j * 3];
      const b1 = bodyB.corners[j * 3 + 1];
      const b2 = bodyB.corners[j * 3 + 2];
      // Comparisons of the boxes, exact.
      const x0 = positionsB[b0 * 3];
      const x1 = positionsB[b1 * 3];
      const x2 = positionsB[b2 * 3];
      if ((x0 > highX && x1 > highX && x2 > highX) || (x0 < lowX && x1 < lowX && x2 < lowX)) continue;
      const y0 = positionsB[b0 * 3 + 1];
      const y1 = positionsB[b1 * 3 + 1];
      const y2 = positionsB[b2 * 3 + 1];
      if ((y0 > highY && y1 > highY && y2 > highY) || (y0 < lowY && y1 < lowY && y2 < lowY)) continue;
      const z0 = positionsB[b0 * 3 + 2];
      const z1 = positionsB[b1 * 3 + 2];
      const z2 = positionsB[b2 * 3 + 2];
      if ((z0 > highZ && z1 > highZ && z2 > highZ) || (z0 < lowZ && z1 < lowZ && z2 < lowZ)) continue;
      statistics.triangleTests++;
      const meeting = meetTriangles(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
      if (meeting !== APART) addMeeting(hits, statistics, bodyA.order[i], bodyB.order[j], meeting);
    }
  }
}

/**
 * Stores the pairs of triangles of two leaves of one surface that collide, the lower number first. `leafA` may be
 * `leafB`: then every pair within it is looked at once.
 */
export function testLeavesOfOne(
  body: PosedBody,
  leafA: number,
  leafB: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const positions = body.positions;
  const { triangles } = body.mesh;
  const { ranges, triangleOrder } = body.tree;
  const endA = ranges[leafA * 2] + ranges[leafA * 2 + 1];
  const endB = ranges[leafB * 2] + ranges[leafB * 2 + 1];
  for (let i = ranges[leafA * 2]; i < endA; i++) {
    const a = triangleOrder[i];
    const a0 = triangles[a * 3];
    const a1 = triangles[a * 3 + 1];
    const a2 = triangles[a * 3 + 2];
    for (let j = leafA === leafB ? i + 1 : ranges[leafB * 2]; j < endB; j++) {
      const b = triangleOrder[j];
      const b0 = triangles[b * 3];
      const b1 = triangles[b * 3 + 1];
      const b2 = triangles[b * 3 + 2];
      if (boxesApart(positions, a0, a1, a2, positions, b0, b1, b2)) continue;
      statistics.triangleTests++;
      const meeting = meetTrianglesOfOneSurface(positions, a0, a1, a2, b0, b1, b2);
      if (meeting !== APART) addMeeting(hits, statistics, Math.min(a, b), Math.max(a, b), meeting);
    }
  }
}

function addMeeting(hits: PairHits, statistics: SearchStatistics, a: number, b: number, meeting: Meeting): void {
  if (meeting === DEFECT) statistics.defectPairs++;
  else addPair(hits, a, b, meeting);
}

/** Whether the boxes of two triangles are apart. Comparisons only, so exact. */
function boxesApart(
  p: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  q: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const pa = p[a0 * 3 + axis];
    const pb = p[a1 * 3 + axis];
    const pc = p[a2 * 3 + axis];
    const qa = q[b0 * 3 + axis];
    const qb = q[b1 * 3 + axis];
    const qc = q[b2 * 3 + axis];
    if (Math.max(pa, pb, pc) < Math.min(qa, qb, qc) || Math.max(qa, qb, qc) < Math.min(pa, pb, pc)) return true;
  }
  return false;
}
