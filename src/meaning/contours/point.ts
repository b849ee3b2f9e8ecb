/**
 * Where two simplices of two surfaces meet in one point, in doubles: a vertex as it is, an edge through a triangle, an
 * edge across an edge. That they do has been decided exactly; the rest is to say where without losing it in rounding.
 */
import { commonExponent, powerOfTwo, toBig } from '../../math/big.js';
import type { BigVector } from '../../narrow/big-vector.js';
import { bigCross, bigDot, bigMinus, bigRatio } from '../../narrow/big-vector.js';
import { EDGE, VERTEX, kindOf } from './simplices.js';
import type { PosedSurface } from '../surface.js';

/**
 * Heights above a plane err by less than 2^-50 times the sum of the magnitudes of their terms (see plane-sides.ts). When
 * their difference is 2^14 times that sum's share or more, the point is known to 2^-36 of the edge, far below the steps of
 * float32 positions. Otherwise, edge and plane being nearly parallel, it is computed in big integers.
 */
const ENOUGH = powerOfTwo(-14);

/** Heights of two points, and the sums of magnitudes that tell how good they are. */
const heights = new Float64Array(4);

/**
 * Writes the point that a simplex of A (two numbers, see simplices.ts) and one of B have in common to `out` at `at`. It
 * depends on them alone, so that all pairs of triangles around them get the same bits.
 */
export function writeContourPoint(
  a: PosedSurface,
  firstA: number,
  secondA: number,
  b: PosedSurface,
  firstB: number,
  secondB: number,
  out: Float64Array,
  at: number,
): void {
  const kindA = kindOf(firstA, secondA);
  const kindB = kindOf(firstB, secondB);
  if (kindA === VERTEX) copyVertex(a.positions, firstA, out, at);
  else if (kindB === VERTEX) copyVertex(b.positions, firstB, out, at);
  else if (kindA !== EDGE) cutEdge(b.positions, firstB, secondB, a, firstA, out, at);
  else if (kindB !== EDGE) cutEdge(a.positions, firstA, secondA, b, firstB, out, at);
  else crossEdges(a.positions, firstA, secondA, b.positions, firstB, secondB, out, at);
}

function copyVertex(positions: Float32Array, v: number, out: Float64Array, at: number): void {
  out[at] = positions[3 * v];
  out[at + 1] = positions[3 * v + 1];
  out[at + 2] = positions[3 * v + 2];
}

/** The point of the edge p, q on the plane of a triangle, which is strictly between p and q. */
function cutEdge(
  positions: Float32Array,
  p: number,
  q: number,
  surface: PosedSurface,
  triangle: number,
  out: Float64Array,
  at: number,
): void {
  const i0 = surface.triangles[3 * triangle];
  const i1 = surface.triangles[3 * triangle + 1];
  const i2 = surface.triangles[3 * triangle + 2];
  measureHeight(positions, p, surface.positions, i0, i1, i2, 0);
  measureHeight(positions, q, surface.positions, i0, i1, i2, 1);
  const difference = heights[0] - heights[1];
  const t =
    Math.abs(difference) > ENOUGH * (heights[2] + heights[3])
      ? heights[0] / difference
      : exactCut(positions, p, q, surface.positions, i0, i1, i2);
  // On either side of an exact zero rounding may leave a small number of the wrong sign.
  writeBetween(positions, p, q, t > 0 ? (t < 1 ? t : 1) : 0, out, at);
}

/** The height of p above the plane i0, i1, i2, times twice the triangle's area: `heights[k]`, its terms `heights[k + 2]`. */
function measureHeight(
  points: Float32Array,
  p: number,
  plane: Float32Array,
  i0: number,
  i1: number,
  i2: number,
  k: number,
): void {
  const ox = plane[3 * i0];
  const oy = plane[3 * i0 + 1];
  const oz = plane[3 * i0 + 2];
  const ux = plane[3 * i1] - ox;
  const uy = plane[3 * i1 + 1] - oy;
  const uz = plane[3 * i1 + 2] - oz;
  const vx = plane[3 * i2] - ox;
  const vy = plane[3 * i2 + 1] - oy;
  const vz = plane[3 * i2 + 2] - oz;
  const x = points[3 * p] - ox;
  const y = points[3 * p + 1] - oy;
  const z = points[3 * p + 2] - oz;
  heights[k] = x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx);
  heights[k + 2] =
    Math.abs(x) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
    Math.abs(y) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
    Math.abs(z) * (Math.abs(ux * vy) + Math.abs(uy * vx));
}

/** How far from p to q the plane is, as a share of the way. */
function exactCut(
  positions: Float32Array,
  p: number,
  q: number,
  plane: Float32Array,
  i0: number,
  i1: number,
  i2: number,
): number {
  const exponent = Math.min(exponentOf(positions, p, q), exponentOf(plane, i0, i1), exponentOf(plane, i1, i2));
  const origin = bigPoint(plane, i0, exponent);
  const normal = bigCross(
    bigMinus(bigPoint(plane, i1, exponent), origin),
    bigMinus(bigPoint(plane, i2, exponent), origin),
  );
  const heightP = bigDot(bigMinus(bigPoint(positions, p, exponent), origin), normal);
  const heightQ = bigDot(bigMinus(bigPoint(positions, q, exponent), origin), normal);
  return bigRatio(heightP, heightP - heightQ, 0);
}

/** The point in which two edges cross: always in big integers, as it takes four vertices in one plane to get here. */
function crossEdges(
  positionsA: Float32Array,
  p: number,
  q: number,
  positionsB: Float32Array,
  r: number,
  s: number,
  out: Float64Array,
  at: number,
): void {
  const exponent = Math.min(exponentOf(positionsA, p, q), exponentOf(positionsB, r, s));
  const origin = bigPoint(positionsA, p, exponent);
  const along = bigMinus(bigPoint(positionsA, q, exponent), origin);
  const start = bigPoint(positionsB, r, exponent);
  const other = bigMinus(bigPoint(positionsB, s, exponent), start);
  // p + t·along = r + u·other; the vector product with `other` leaves t.
  const across = bigCross(along, other);
  const offset = bigCross(bigMinus(start, origin), other);
  writeBetween(positionsA, p, q, bigRatio(bigDot(offset, across), bigDot(across, across), 0), out, at);
}

function writeBetween(positions: Float32Array, p: number, q: number, t: number, out: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const from = positions[3 * p + axis];
    out[at + axis] = from + t * (positions[3 * q + axis] - from);
  }
}

function exponentOf(positions: Float32Array, v: number, w: number): number {
  return commonExponent(
    positions[3 * v],
    positions[3 * v + 1],
    positions[3 * v + 2],
    positions[3 * w],
    positions[3 * w + 1],
    positions[3 * w + 2],
  );
}

function bigPoint(positions: Float32Array, v: number, exponent: number): BigVector {
  return [
    toBig(positions[3 * v], exponent),
    toBig(positions[3 * v + 1], exponent),
    toBig(positions[3 * v + 2], exponent),
  ];
}
