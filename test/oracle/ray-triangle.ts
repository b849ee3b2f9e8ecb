/**
 * Ray against triangle: the triangle is cut down to the line of the ray and to what lies ahead, in rational numbers,
 * and the corner of what remains that comes first is the hit. Knows no determinants, and no special cases.
 */
import { clipAll, halfSpaceAt } from './clip.js';
import { exactIntegers } from './exact-integers.js';
import { compareFractions } from './fractions.js';
import type { Fraction } from './fractions.js';
import type { BigVector } from './vectors.js';
import { bigVector, cross, dot, isZero, times } from './vectors.js';

const AXES: readonly BigVector[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
];

/**
 * The parameter of the first point, exactly; nothing if there is none.
 *
 * @param ray x, y, z of the origin, then of the direction.
 * @param triangle x, y, z of the three vertices.
 */
export function oracleRay(ray: readonly number[], triangle: readonly number[]): Fraction | undefined {
  const integers = exactIntegers([...ray, ...triangle]);
  const origin = bigVector(integers, 0);
  const direction = bigVector(integers, 3);
  // A point is on the line when its offset from the origin has no part in any direction across.
  const across = isZero(direction) ? AXES : AXES.map((axis) => cross(direction, axis));
  const ahead = [...across.flatMap((normal) => [normal, times(normal, -1n)]), direction];
  const common = clipAll(
    [6, 9, 12].map((start) => ({ point: bigVector(integers, start), weight: 1n })),
    ahead.map((normal) => halfSpaceAt(origin, normal)),
  );
  if (common.length === 0) return undefined;
  if (isZero(direction)) return { numerator: 0n, denominator: 1n };
  const length = dot(direction, direction);
  return common
    .map(({ point, weight }) => ({
      numerator: dot(direction, point) - dot(direction, origin) * weight,
      denominator: length * weight,
    }))
    .reduce((first, next) => (compareFractions(next, first) < 0 ? next : first));
}
