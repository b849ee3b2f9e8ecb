/** Half-spaces against triangle: the triangle is cut by all of them, in rational numbers, and what remains is looked at. */
import { clipAll, depth, innerPoint } from './clip.js';
import { exactIntegers } from './exact-integers.js';
import { bigVector, times } from './vectors.js';

/**
 * Overlapping means that the triangle has points strictly inside all half-spaces.
 *
 * @param planes n and d of every half-space n · x <= d.
 * @param triangle x, y, z of the three vertices.
 */
export function oracleFrustum(
  planes: readonly number[],
  triangle: readonly number[],
): 'apart' | 'touching' | 'overlapping' {
  // One common unit: products of two are compared with d times that unit.
  const [one, ...integers] = exactIntegers([1, ...triangle, ...planes]);
  const corners = [0, 3, 6].map((start) => ({ point: bigVector(integers, start), weight: 1n }));
  const halfSpaces = Array.from({ length: planes.length / 4 }, (_, k) => ({
    normal: times(bigVector(integers, 9 + 4 * k), -1n),
    offset: -integers[12 + 4 * k] * one,
  }));
  const common = clipAll(corners, halfSpaces);
  if (common.length === 0) return 'apart';
  const inner = innerPoint(common);
  return halfSpaces.every((halfSpace) => depth(inner, halfSpace) > 0n) ? 'overlapping' : 'touching';
}
