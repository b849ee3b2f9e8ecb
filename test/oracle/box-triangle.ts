/** Box against triangle: the triangle is cut by the six faces, in rational numbers, and what remains is looked at. */
import { clipAll, depth, innerPoint } from './clip.js';
import type { HalfSpace } from './clip.js';
import { exactIntegers } from './exact-integers.js';
import { bigVector } from './vectors.js';

/**
 * Overlapping means that the triangle has points strictly inside the box.
 *
 * @param box Least x, y, z, then greatest x, y, z.
 * @param triangle x, y, z of the three vertices.
 */
export function oracleBox(box: readonly number[], triangle: readonly number[]): 'apart' | 'touching' | 'overlapping' {
  const integers = exactIntegers([...box, ...triangle]);
  const faces: HalfSpace[] = [
    { normal: [1n, 0n, 0n], offset: integers[0] },
    { normal: [0n, 1n, 0n], offset: integers[1] },
    { normal: [0n, 0n, 1n], offset: integers[2] },
    { normal: [-1n, 0n, 0n], offset: -integers[3] },
    { normal: [0n, -1n, 0n], offset: -integers[4] },
    { normal: [0n, 0n, -1n], offset: -integers[5] },
  ];
  const corners = [6, 9, 12].map((start) => ({ point: bigVector(integers, start), weight: 1n }));
  const common = clipAll(corners, faces);
  if (common.length === 0) return 'apart';
  const inner = innerPoint(common);
  return faces.every((face) => depth(inner, face) > 0n) ? 'overlapping' : 'touching';
}
