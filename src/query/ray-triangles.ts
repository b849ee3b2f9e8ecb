/** Exact tests of the triangles that a walk along a ray comes to. */
import { RAY_FAR, RAY_PARAMETER, rayMeetsTriangle } from '../narrow/ray-triangle.js';
import { SWEEP_TIME, sweepBall } from '../narrow/sweep-ball.js';
import { cornersOf, posedOf, triangleOrderOf } from './opened-node.js';
import { keepRayHit } from './ray-hits.js';
import type { RayProgress, WalkedRay } from './ray-progress.js';

/** Tests the triangles of a leaf: `count` from the place `first` in the order of the tree. */
export function testTriangles(search: WalkedRay, first: number, count: number): void {
  const corners = cornersOf(search.body);
  const order = triangleOrderOf(search.body);
  const positions = posedOf(search.body);
  search.statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) testTriangle(search.progress, i, order, corners, positions);
  bringNearer(search.progress);
}

/** Tests the triangles of a list in memory, given by their places in the order of the tree. */
export function testListed(search: WalkedRay, u32: Uint32Array, list: number, count: number): void {
  const corners = cornersOf(search.body);
  const order = triangleOrderOf(search.body);
  const positions = posedOf(search.body);
  search.statistics.triangleTests += count;
  for (let k = 0; k < count; k++) testTriangle(search.progress, u32[list + k], order, corners, positions);
  bringNearer(search.progress);
}

/** Tests a triangle, given by its place in the order of the tree. */
function testTriangle(
  progress: RayProgress,
  i: number,
  order: Uint32Array,
  corners: Uint32Array,
  positions: Float32Array,
): void {
  const { hits, ray, sweep } = progress;
  const a = corners[i * 3];
  const b = corners[i * 3 + 1];
  const c = corners[i * 3 + 2];
  if (progress.isSweep) {
    if (sweepBall(sweep, positions, a, b, c)) keepRayHit(hits, order[i], sweep, SWEEP_TIME);
  } else if (rayMeetsTriangle(ray, positions, a, b, c)) {
    keepRayHit(hits, order[i], ray, RAY_PARAMETER);
  }
}

/** Once there is no room for more hits, nothing beyond the last matters. */
function bringNearer({ hits, ray }: RayProgress): void {
  const { length } = hits.triangles;
  if (hits.count === length && hits.parameters[length - 1] < ray[RAY_FAR]) ray[RAY_FAR] = hits.parameters[length - 1];
}
