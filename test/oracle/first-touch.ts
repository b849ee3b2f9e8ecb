/**
 * First touch of a vertex and a face, or of two edges, with small whole coordinates, by other means than the library: the
 * volume by interpolation, its roots by bisection between the roots of its derivative, in steps of 2^-160; and a touch at an
 * instant by the least distance of two simplices in rational numbers. Numbers that are made of small whole ones in
 * few steps are zero or not as small as the limits here.
 */
import type { Fraction } from './fractions.js';
import { leastDistanceSquared } from './least-distance.js';
import type { BigVector } from './vectors.js';
import { cross, dot, minus } from './vectors.js';

/** Where points are at time 0 and 1; a vertex and three corners, or the ends of two edges. */
export interface Encounter {
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly start: readonly BigVector[];
  readonly end: readonly BigVector[];
}

const BITS = 160n;
const ONE = 1n << BITS;
/** Below this, the value of a polynomial is zero, and so is the square of a distance: 2^-80. */
const LIMIT_BITS = 80n;

/** Coefficients of 1, t, t², …. */
type Polynomial = readonly bigint[];

/** The square of the distance at a rational time, which is zero exactly if there is a touch. */
export function distanceSquaredAt({ kind, start, end }: Encounter, { numerator, denominator }: Fraction): Fraction {
  const points = start.map((from, i) => at(from, end[i], numerator, denominator));
  const split = kind === 'vertex-face' ? 1 : 2;
  const square = leastDistanceSquared(points.slice(0, split), points.slice(split));
  return { numerator: square.numerator, denominator: square.denominator * denominator * denominator };
}

/** The time of the first touch to within 2^-150, or undefined. */
export function oracleFirstTouch(encounter: Encounter): Fraction | undefined {
  const times = candidates(encounter).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const first = times.find((time) => {
    const { numerator, denominator } = distanceSquaredAt(encounter, { numerator: time, denominator: ONE });
    return numerator << LIMIT_BITS < denominator;
  });
  return first === undefined ? undefined : { numerator: first, denominator: ONE };
}

function candidates({ kind, start, end }: Encounter): bigint[] {
  const volume = interpolate(3, (t) => {
    const [a, b, c, d] = start.map((from, i) => at(from, end[i], t, 1n));
    return dot(cross(minus(b, a), minus(c, a)), minus(d, a));
  });
  if (volume.some((value) => value !== 0n)) return rootsOf(volume);
  // Always in one plane: when a vertex is on the line of an edge along any axis, and when two points have a coordinate in
  // common.
  const triples =
    kind === 'vertex-face'
      ? [
          [0, 1, 2],
          [0, 2, 3],
          [0, 3, 1],
        ]
      : [
          [0, 2, 3],
          [1, 2, 3],
          [2, 0, 1],
          [3, 0, 1],
        ];
  const found = [0n];
  for (const triple of triples) {
    for (const axis of [0, 1, 2]) {
      const polynomials = [
        interpolate(2, (t) => {
          const [p, a, b] = triple.map((i) => at(start[i], end[i], t, 1n));
          return cross(minus(a, p), minus(b, p))[axis];
        }),
        ...[1, 2].map((other) =>
          interpolate(1, (t) => {
            const [p, a] = [triple[0], triple[other]].map((i) => at(start[i], end[i], t, 1n));
            return a[axis] - p[axis];
          }),
        ),
      ];
      for (const one of polynomials) if (one.some((value) => value !== 0n)) found.push(...rootsOf(one));
    }
  }
  return found;
}

/** from + (to - from) · numerator / denominator, times the denominator. */
function at(from: BigVector, to: BigVector, numerator: bigint, denominator: bigint): BigVector {
  return [0, 1, 2].map((k) => from[k] * (denominator - numerator) + to[k] * numerator) as unknown as BigVector;
}

/** A multiple of the polynomial with these values at 0, 1, …, by Newton's differences. */
function interpolate(degree: number, value: (t: bigint) => bigint): Polynomial {
  let row = Array.from({ length: degree + 1 }, (_, t) => value(BigInt(t)));
  // Σ Δ^k(0) · t (t - 1) … (t - k + 1) / k!, times degree!.
  let sum: bigint[] = row.map(() => 0n);
  let falling: bigint[] = [1n];
  let factorial = 6n;
  for (let k = 0; k <= degree; k++) {
    const scale = row[0] * factorial;
    sum = sum.map((entry, i) => entry + scale * (falling[i] ?? 0n));
    row = row.slice(1).map((entry, i) => entry - row[i]);
    falling = [...falling, 0n].map((_, i) => (falling[i - 1] ?? 0n) - BigInt(k) * (falling[i] ?? 0n));
    factorial /= BigInt(k + 1);
  }
  return sum;
}

/** The roots in [0, 1], in units of 2^-160. */
function rootsOf(given: Polynomial): bigint[] {
  let length = given.length;
  while (length > 0 && given[length - 1] === 0n) length--;
  const p = given.slice(0, length);
  if (length <= 1) return [];
  const turning = rootsOf(p.slice(1).map((value, i) => value * BigInt(i + 1)));
  const marks = [0n, ...turning.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), ONE];
  const degree = BigInt(length - 1);
  const isZero = (value: bigint): boolean => (value < 0n ? -value : value) << LIMIT_BITS < 1n << (BITS * degree);
  const roots = marks.filter((mark) => isZero(valueAt(p, mark)));
  for (let i = 1; i < marks.length; i++) {
    let low = marks[i - 1];
    let high = marks[i];
    const before = valueAt(p, low);
    const behind = valueAt(p, high);
    if (isZero(before) || isZero(behind) || before > 0n === behind > 0n) continue;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (valueAt(p, middle) > 0n === before > 0n) low = middle;
      else high = middle;
    }
    roots.push(low);
  }
  return roots;
}

/** p(t / 2^160), times 2^(160 · degree). */
function valueAt(p: Polynomial, t: bigint): bigint {
  let value = 0n;
  for (let i = p.length - 1; i >= 0; i--) value = value * t + (p[i] << (BITS * BigInt(p.length - 1 - i)));
  return value;
}
