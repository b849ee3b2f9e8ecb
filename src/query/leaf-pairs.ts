/**
 * Two leaves against each other: every pair of triangles, first by their boxes, which is cheap and leaves one in six to
 * one in fifty, then exactly.
 */
import type { PosedBody } from '../bounds/posed-body.js';
import { APART, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../narrow/triangle-triangle.js';
import { addPair } from './hits.js';
import type { PairHits } from './hits.js';
import type { SearchStatistics } from './statistics.js';

/** Stores the pairs of triangles of leaf `leafA` of one body and leaf `leafB` of another that meet. */
export function testLeavesOfTwo(
  bodyA: PosedBody,
  leafA: number,
  bodyB: PosedBody,
  leafB: number,
  hits: PairHits,
  statistics: SearchStatistics,
): void {
  const positionsA = bodyA.positions;
  const positionsB = bodyB.positions;
  const trianglesA = bodyA.mesh.triangles;
  const trianglesB = bodyB.mesh.triangles;
  const orderA = bodyA.tree.triangleOrder;
  const orderB = bodyB.tree.triangleOrder;
  const startB = bodyB.tree.ranges[leafB * 2];
  const endA = bodyA.tree.ranges[leafA * 2] + bodyA.tree.ranges[leafA * 2 + 1];
  const endB = startB + bodyB.tree.ranges[leafB * 2 + 1];
  for (let i = bodyA.tree.ranges[leafA * 2]; i < endA; i++) {
    const a = orderA[i];
    const a0 = trianglesA[a * 3];
    const a1 = trianglesA[a * 3 + 1];
    const a2 = trianglesA[a * 3 + 2];
    for (let j = startB; j < endB; j++) {
      const b = orderB[j];
      const b0 = trianglesB[b * 3];
      const b1 = trianglesB[b * 3 + 1];
      const b2 = trianglesB[b * 3 + 2];
      if (boxesApart(positionsA, a0, a1, a2, positionsB, b0, b1, b2)) continue;
      statistics.triangleTests++;
      const meeting = meetTriangles(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
      if (meeting === DEFECT) statistics.defectPairs++;
      else if (meeting !== APART) addPair(hits, a, b, meeting);
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
      if (meeting === DEFECT) statistics.defectPairs++;
      else if (meeting !== APART) addPair(hits, Math.min(a, b), Math.max(a, b), meeting);
    }
  }
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
