/**
 * Ball against triangle by the closest point itself, in rational numbers, found by projecting and walking to the
 * border.
 */
import { exactIntegers } from './exact-integers.js';
import type { BigVector } from './vectors.js';
import { bigVector, cross, dot, isZero, minus } from './vectors.js';

/** A squared distance as a fraction; the denominator is positive. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * @param ball x, y, z of the centre, and the radius.
 * @param triangle x, y, z of the three vertices.
 */
export function oracleBall(ball: readonly number[], triangle: readonly number[]): 'apart' | 'touching' | 'overlapping' {
  const integers = exactIntegers([...ball, ...triangle]);
  const centre = bigVector(integers, 0);
  const radius = integers[3];
  const { numerator, denominator } = distanceSquared(
    minus(bigVector(integers, 4), centre),
    minus(bigVector(integers, 7), centre),
    minus(bigVector(integers, 10), centre),
  );
  const limit = radius * radius * denominator;
  return numerator > limit ? 'apart' : numerator === limit ? 'touching' : 'overlapping';
}

/**
 * From the origin. If its projection has positive barycentric coordinates, it is the closest point; else an edge has
 * it.
 */
function distanceSquared(a: BigVector, b: BigVector, c: BigVector): Fraction {
  const [u, v] = [minus(b, a), minus(c, a)];
  // Solve the normal equations of a + s u + t v for least length by Cramer's rule.
  const [uu, uv, vv, au, av] = [dot(u, u), dot(u, v), dot(v, v), dot(a, u), dot(a, v)];
  const determinant = uu * vv - uv * uv;
  const s = uv * av - vv * au;
  const t = uv * au - uu * av;
  if (determinant > 0n && s >= 0n && t >= 0n && s + t <= determinant) {
    const foot = a.map((value, i) => value * determinant + u[i] * s + v[i] * t) as unknown as BigVector;
    if (!isZero(cross(foot, cross(u, v)))) throw new Error('oracleBall: the foot is not upright below the centre');
    return { numerator: dot(foot, foot), denominator: determinant * determinant };
  }
  return [alongEdge(a, b), alongEdge(b, c), alongEdge(c, a)].reduce((least, next) =>
    next.numerator * least.denominator < least.numerator * next.denominator ? next : least,
  );
}

/** To a segment: the parameter of the projection, clamped to the segment. */
function alongEdge(a: BigVector, b: BigVector): Fraction {
  const edge = minus(b, a);
  const length = dot(edge, edge);
  let parameter = -dot(a, edge);
  if (parameter <= 0n || length === 0n) return { numerator: dot(a, a), denominator: 1n };
  if (parameter > length) parameter = length;
  const point = a.map((value, i) => value * length + edge[i] * parameter) as unknown as BigVector;
  return { numerator: dot(point, point), denominator: length * length };
}
