/** Triangles in plain numbers: what tests compute of surfaces by themselves, to compare with. */
import { CROSSING } from 'pliant';
import type { PairHits } from 'pliant';
import type { Mesh } from 'pliant/parts';

import { oracleCommonLength } from '../oracle/common-length.js';

/** Whether there is a defect, or a pair of triangles in one plane. */
export function sharesPlanes(a: Mesh, b: Mesh, hits: PairHits): boolean {
  const collinear = (mesh: Mesh): boolean =>
    Array.from({ length: mesh.triangleCount }, (_, t) => normalOf(mesh, t)).some((normal) => dot(normal, normal) === 0);
  if (collinear(a) || collinear(b)) return true;
  return pairsOf(hits.pairs, hits.count).some((pair) => {
    const [s, t] = pair.split(' ').map(Number);
    const across = cross(normalOf(a, s), normalOf(b, t));
    return dot(across, across) === 0;
  });
}

/** The length of all segments in which pairs of triangles cross, by rational numbers. */
export function segmentSum(a: Mesh, b: Mesh, hits: PairHits): number {
  let sum = 0;
  for (let i = 0; i < hits.count; i++) {
    if (hits.meetings[i] !== CROSSING) continue;
    sum += oracleCommonLength([...cornersOf(a, hits.pairs[2 * i]), ...cornersOf(b, hits.pairs[2 * i + 1])]);
  }
  return sum;
}

/** The first pairs of a list, each as "a b". */
export function pairsOf(pairs: Uint32Array, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

/** Where a vertex is. */
export function vertexOf(mesh: Mesh, vertex: number): number[] {
  return Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3));
}

/** The normal of a triangle, which is as long as twice its area. */
export function normalOf(mesh: Mesh, triangle: number): number[] {
  const corners = cornersOf(mesh, triangle);
  const side = (k: number): number[] => [0, 1, 2].map((axis) => corners[3 * k + axis] - corners[axis]);
  return cross(side(1), side(2));
}

/** The vector product. */
export function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The scalar product. */
export function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The coordinates of all three vertices, one after the other. */
function cornersOf(mesh: Mesh, triangle: number): number[] {
  return Array.from(mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)).flatMap((vertex) =>
    vertexOf(mesh, vertex),
  );
}
