/** Capsule against triangle: the exact distance of axis and triangle, and then the radius. */
import { exactIntegers } from './exact-integers.js';
import { leastDistanceSquared } from './least-distance.js';
import { bigVector } from './vectors.js';

/**
 * @param capsule x, y, z of both ends, and the radius.
 * @param triangle x, y, z of the three vertices.
 */
export function oracleCapsule(
  capsule: readonly number[],
  triangle: readonly number[],
): 'apart' | 'touching' | 'overlapping' {
  const integers = exactIntegers([...capsule, ...triangle]);
  const axis = [bigVector(integers, 0), bigVector(integers, 3)];
  const corners = [bigVector(integers, 7), bigVector(integers, 10), bigVector(integers, 13)];
  const { numerator, denominator } = leastDistanceSquared(axis, corners);
  const limit = integers[6] * integers[6] * denominator;
  return numerator > limit ? 'apart' : numerator === limit ? 'touching' : 'overlapping';
}
