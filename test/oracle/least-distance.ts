/**
 * The least distance between two simplices of up to three corners each, in rational numbers. The square of a distance
 * is a convex quadratic function of the weights of the corners, so its least value is taken on some pair of faces where
 * it is stationary with no weight below zero: all pairs are tried, from corners to the whole. Where a pair of faces has
 * parallel directions, the least value is also taken on smaller ones, and the pair is left out.
 */
import { compareFractions } from './fractions.js';
import type { Fraction } from './fractions.js';
import type { BigVector } from './vectors.js';
import { dot, minus } from './vectors.js';

/** From 1 to 3 corners: a point, a segment or a triangle, degenerate or not. */
export type Simplex = readonly BigVector[];

/** The square of the least distance between the convex hulls of `a` and `b`. */
export function leastDistanceSquared(a: Simplex, b: Simplex): Fraction {
  let least: Fraction | undefined;
  for (const faceA of facesOf(a)) {
    for (const faceB of facesOf(b)) {
      const value = stationaryValue(faceA, faceB);
      if (value !== undefined && (least === undefined || compareFractions(value, least) < 0)) least = value;
    }
  }
  if (least === undefined) throw new Error('leastDistanceSquared: even the corners have no distance');
  return least;
}

function facesOf(simplex: Simplex): BigVector[][] {
  const faces: BigVector[][] = [];
  for (let bits = 1; bits < 1 << simplex.length; bits++) faces.push(simplex.filter((_, i) => (bits >> i) & 1));
  return faces;
}

/** |offset + Σ x_k direction_k|² where its derivatives vanish, if the x are unique and belong to both faces. */
function stationaryValue(a: readonly BigVector[], b: readonly BigVector[]): Fraction | undefined {
  const offset = minus(a[0], b[0]);
  const directions = [
    ...a.slice(1).map((corner) => minus(corner, a[0])),
    ...b.slice(1).map((corner) => minus(b[0], corner)),
  ];
  const count = directions.length;
  if (count > 3) return undefined;
  const gram = directions.map((one) => directions.map((other) => dot(one, other)));
  const whole = determinant(gram);
  if (whole === 0n) return undefined;
  // Cramer's rule; the determinant of a Gram matrix is positive.
  const solution = directions.map((_, k) =>
    determinant(gram.map((row, i) => row.map((value, j) => (j === k ? -dot(directions[i], offset) : value)))),
  );
  const ofA = solution.slice(0, a.length - 1);
  const ofB = solution.slice(a.length - 1);
  for (const part of [ofA, ofB]) {
    if (part.some((weight) => weight < 0n) || part.reduce((sum, weight) => sum + weight, 0n) > whole) return undefined;
  }
  const point = offset.map((value, axis) =>
    directions.reduce((sum, direction, k) => sum + direction[axis] * solution[k], value * whole),
  ) as unknown as BigVector;
  return { numerator: dot(point, point), denominator: whole * whole };
}

function determinant(m: readonly (readonly bigint[])[]): bigint {
  if (m.length === 0) return 1n;
  if (m.length === 1) return m[0][0];
  if (m.length === 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0];
  return (
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
  );
}
