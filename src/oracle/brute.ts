/**
 * The oracle of every query: each triangle, or each pair of them, tested exactly, no tree, no bound, no shortcut. Slow
 * on purpose; it is what fast answers are compared with.
 */
import { ballMeetsTriangle } from '../narrow/ball-triangle.js';
import { boxMeetsTriangle } from '../narrow/box-triangle.js';
import { capsuleMeetsTriangle } from '../narrow/capsule-triangle.js';
import { closestPointOnTriangle } from '../narrow/closest-point.js';
import { frustumMeetsTriangle } from '../narrow/frustum-triangle.js';
import { RAY_FAR, RAY_LENGTH, RAY_PARAMETER, rayMeetsTriangle } from '../narrow/ray-triangle.js';
import { SWEEP_LENGTH, SWEEP_RADIUS, SWEEP_TIME, sweepBall } from '../narrow/sweep-ball.js';
import { TRIANGLE_DISTANCE_SQUARED, measureTriangleDistance } from '../narrow/triangle-distance.js';
import { APART, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from '../narrow/triangle-triangle.js';
import type { ClosestPoint } from '../query/closest/state.js';
import type { Distance } from '../query/pair/distance-state.js';
import { addPair, addTriangle, clearHits, keepRayHit } from '../query/hits.js';
import type { PairHits, Hits } from '../query/hits.js';

/** All triangles that a closed ball meets, in rising order. */
export function bruteBallHits(
  positions: Float32Array,
  triangles: Uint32Array,
  center: ArrayLike<number>,
  radius: number,
  hits: Hits,
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
  hits: Hits,
): number {
  clearHits(hits);
  const box = Float64Array.of(lowest[0], lowest[1], lowest[2], highest[0], highest[1], highest[2]);
  for (let t = 0; t < triangles.length; t += 3) {
    const met = boxMeetsTriangle(box, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) addTriangle(hits, t / 3);
  }
  return hits.count + hits.dropped;
}

/** All triangles within `radius` of a segment, in rising order. */
export function bruteCapsuleHits(
  positions: Float32Array,
  triangles: Uint32Array,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): number {
  clearHits(hits);
  const capsule = Float64Array.of(start[0], start[1], start[2], end[0], end[1], end[2], radius);
  for (let t = 0; t < triangles.length; t += 3) {
    const met = capsuleMeetsTriangle(capsule, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) addTriangle(hits, t / 3);
  }
  return hits.count + hits.dropped;
}

/** All triangles that the intersection of half spaces n·x ≤ d meets, in rising order; four numbers (n, d) for each. */
export function bruteFrustumHits(
  positions: Float32Array,
  triangles: Uint32Array,
  planes: ArrayLike<number>,
  hits: Hits,
): number {
  clearHits(hits);
  const frustum = Float64Array.from(planes);
  const count = frustum.length / 4;
  for (let t = 0; t < triangles.length; t += 3) {
    const met = frustumMeetsTriangle(frustum, count, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) addTriangle(hits, t / 3);
  }
  return hits.count + hits.dropped;
}

/** The nearest hits of a ray, as many as there is room for, in rising order of their parameter, then of the triangle. */
export function bruteRayHits(
  positions: Float32Array,
  triangles: Uint32Array,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  hits: Hits,
  far = Infinity,
): number {
  hits.count = 0;
  const ray = new Float64Array(RAY_LENGTH);
  ray.set([origin[0], origin[1], origin[2], direction[0], direction[1], direction[2]]);
  ray[RAY_FAR] = far;
  for (let t = 0; t < triangles.length; t += 3) {
    const met = rayMeetsTriangle(ray, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) keepRayHit(hits, t / 3, ray, RAY_PARAMETER);
  }
  return hits.count;
}

/** What a ball touches first on its way from `start` to `end`: as many triangles as there is room for, in rising order. */
export function bruteSweepHits(
  positions: Float32Array,
  triangles: Uint32Array,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): number {
  hits.count = 0;
  const sweep = new Float64Array(SWEEP_LENGTH);
  sweep.set([start[0], start[1], start[2], end[0], end[1], end[2]]);
  sweep[SWEEP_RADIUS] = radius;
  for (let t = 0; t < triangles.length; t += 3) {
    const met = sweepBall(sweep, positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    if (met) keepRayHit(hits, t / 3, sweep, SWEEP_TIME);
  }
  return hits.count;
}

/** The point closest to `from`, within a distance of `limit`; of equally close ones, that of the lowest triangle. */
export function bruteClosestPoint(
  positions: Float32Array,
  triangles: Uint32Array,
  from: ArrayLike<number>,
  result: ClosestPoint,
  limit = Infinity,
): number {
  const point = Float64Array.of(from[0], from[1], from[2]);
  const candidate = new Float64Array(4);
  let best = limit * limit;
  result.triangle = undefined;
  result.distance = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    closestPointOnTriangle(point, positions, triangles[t], triangles[t + 1], triangles[t + 2], candidate);
    const squared = candidate[3];
    if (!(squared < best || (squared === best && result.triangle === undefined))) continue;
    best = squared;
    result.triangle = t / 3;
    result.point.set(candidate.subarray(0, 3));
    result.distance = Math.sqrt(squared);
  }
  return result.distance;
}

/** Where two surfaces are closest, within a distance of `limit`; of equally close pairs, the lowest numbers. */
export function bruteDistance(
  positionsA: Float32Array,
  trianglesA: Uint32Array,
  positionsB: Float32Array,
  trianglesB: Uint32Array,
  result: Distance,
  limit = Infinity,
): number {
  const candidate = new Float64Array(7);
  let best = limit * limit;
  result.triangleA = result.triangleB = undefined;
  result.distance = Infinity;
  for (let a = 0; a < trianglesA.length; a += 3) {
    for (let b = 0; b < trianglesB.length; b += 3) {
      measureTriangleDistance(
        positionsA,
        trianglesA[a],
        trianglesA[a + 1],
        trianglesA[a + 2],
        positionsB,
        trianglesB[b],
        trianglesB[b + 1],
        trianglesB[b + 2],
        candidate,
      );
      const squared = candidate[TRIANGLE_DISTANCE_SQUARED];
      if (!(squared < best || (squared === best && result.triangleA === undefined))) continue;
      best = squared;
      result.triangleA = a / 3;
      result.triangleB = b / 3;
      result.pointA.set(candidate.subarray(0, 3));
      result.pointB.set(candidate.subarray(3, 6));
      result.distance = Math.sqrt(squared);
    }
  }
  return result.distance;
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
