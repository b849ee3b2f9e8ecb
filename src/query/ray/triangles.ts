/** Exact tests of the triangles that a walk along a ray comes to. */
import { RAY_FAR } from '../../narrow/ray-triangle.js';
import { keepRayHit } from '../hits.js';
import type { RayProgress, WalkedRay } from './progress.js';

/** Tests the triangles of a leaf: `count` from the place `first` in the order of the tree. */
export function testTriangles(search: WalkedRay, first: number, count: number): void {
  const { corners, posed } = search.body;
  const { triangleOrder } = search.body.bounds;
  search.statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) testTriangle(search.progress, i, triangleOrder, corners, posed);
  bringNearer(search.progress);
}

/** Tests the triangles of a list in memory, given by their places in the order of the tree. */
export function testListed(search: WalkedRay, u32: Uint32Array, list: number, count: number): void {
  const { corners, posed } = search.body;
  const { triangleOrder } = search.body.bounds;
  search.statistics.triangleTests += count;
  for (let k = 0; k < count; k++) testTriangle(search.progress, u32[list + k], triangleOrder, corners, posed);
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
  const { asked, hits, meets, parameterAt } = progress;
  const met = meets(asked, positions, corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2]);
  if (met) keepRayHit(hits, order[i], asked, parameterAt);
}

/** Once there is no room for more hits, nothing beyond the last matters. */
function bringNearer({ hits, ray }: RayProgress): void {
  const { length } = hits.triangles;
  if (hits.count === length && hits.parameters[length - 1] < ray[RAY_FAR]) ray[RAY_FAR] = hits.parameters[length - 1];
}
