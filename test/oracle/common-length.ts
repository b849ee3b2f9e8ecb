/**
 * The length of the segment that two triangles have in common, by cutting one with the plane and the edges of the other
 * in rational numbers. Zero when that is a point, or nothing, or the triangles share a plane.
 */
import { clipAll, halfSpaceAt } from './clip.js';
import { exactIntegers } from './exact-integers.js';
import { toNumber } from './fractions.js';
import { bigVector, cross, dot, minus, times } from './vectors.js';

/** @param coordinates x, y, z of the three vertices of A, then of B: 18 numbers. */
export function oracleCommonLength(coordinates: readonly number[]): number {
  const integers = exactIntegers(coordinates);
  const corners = [0, 3, 6].map((start) => bigVector(integers, start));
  const others = [9, 12, 15].map((start) => bigVector(integers, start));
  const normal = cross(minus(others[1], others[0]), minus(others[2], others[0]));
  const plane = halfSpaceAt(others[0], normal);
  if (corners.every((corner) => dot(normal, corner) === plane.offset)) return 0;
  const common = clipAll(
    corners.map((point) => ({ point, weight: 1n })),
    [
      plane,
      halfSpaceAt(others[0], times(normal, -1n)),
      ...others.map((corner, i) => halfSpaceAt(corner, cross(normal, minus(others[(i + 1) % 3], corner)))),
    ],
  );
  let longest = 0;
  for (const p of common) {
    for (const q of common) {
      const across = minus(times(p.point, q.weight), times(q.point, p.weight));
      const weight = p.weight * q.weight;
      longest = Math.max(
        longest,
        Math.sqrt(toNumber({ numerator: dot(across, across), denominator: weight * weight })),
      );
    }
  }
  const largest = coordinates.findIndex((value) => value !== 0);
  return largest < 0 ? 0 : longest * Math.abs(coordinates[largest] / Number(integers[largest]));
}
