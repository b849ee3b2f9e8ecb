/**
 * The oracle of every query: each triangle, or each pair of them, tested exactly, no tree, no bound, no shortcut. Slow
 * on purpose; it is what fast answers are compared with.
 */
import { ballMeetsTriangle } from '../narrow/ball-triangle.js';
import { boxMeetsTriangle } from '../narrow/box-triangle.js';
import { APART, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../narrow/triangle-triangle.js';
import { addPair, addTriangle, clearHits } from './hits.js';
import type { PairHits, TriangleHits } from './hits.js';

/** All triangles that a closed ball meets, in rising order. */
export function bruteBallHits(
  positions: Float32Array,
  triangles: Uint32Array,
  center: ArrayLike<number>,
  radius: number,
  hits: TriangleHits,
): number {
  clearHits(hits);
  const ball = Float64Array.of(center[0], center[1], center[2], radius);
  for (let t = 0; t < triangles.length; t += 3) {
    const met = ballMeetsTriangle(ball, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) addTriangle(hits, t / 3);
  }
  return hits.count + hits.dropped;
}

/** All triangles that a closed axis-aligned box meets, in rising order. */
export function bruteBoxHits(
  positions: Float32Array,
  triangles: Uint32Array,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: TriangleHits,
): number {
  clearHits(hits);
  const box = Float64Array.of(lowest[0], lowest[1], lowest[2], highest[0], highest[1], highest[2]);
  for (let t = 0; t < triangles.length; t += 3) {
    const met = boxMeetsTriangle(box, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) addTriangle(hits, t / 3);
  }
  return hits.count + hits.dropped;
}

/** All pairs of triangles of two surfaces that meet, in rising order. */
export function brutePairHits(
  positionsA: Float32Array,
  trianglesA: Uint32Array,
  positionsB: Float32Array,
  trianglesB: Uint32Array,
  hits: PairHits,
): number {
  clearHits(hits);
  for (let a = 0; a < trianglesA.length; a += 3) {
    for (let b = 0; b < trianglesB.length; b += 3) {
      const meeting = meetTriangles(
        positionsA,
        trianglesA[a],
        trianglesA[a + 1],
        trianglesA[a + 2],
        positionsB,
        trianglesB[b],
        trianglesB[b + 1],
        trianglesB[b + 2],
      );
      if (meeting !== APART && meeting !== DEFECT) addPair(hits, a / 3, b / 3, meeting);
    }
  }
  return hits.count + hits.dropped;
}

/** All pairs of triangles of one surface that collide, the lower number first, in rising order. */
export function bruteSelfHits(positions: Float32Array, triangles: Uint32Array, hits: PairHits): number {
  clearHits(hits);
  for (let a = 0; a < triangles.length; a += 3) {
    for (let b = a + 3; b < triangles.length; b += 3) {
      const meeting = meetTrianglesOfOneSurface(
        positions,
        triangles[a],
        triangles[a + 1],
        triangles[a + 2],
        triangles[b],
        triangles[b + 1],
        triangles[b + 2],
      );
      if (meeting !== APART && meeting !== DEFECT) addPair(hits, a / 3, b / 3, meeting);
    }
  }
  return hits.count + hits.dropped;
}
