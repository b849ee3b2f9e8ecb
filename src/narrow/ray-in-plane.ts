/**
 * A ray and a triangle in one plane, in big integers. Whatever the triangle has become, triangle, segment or point, it
 * is given by linear conditions, and along the ray each of them holds from some parameter on, up to one, or throughout.
 */
import { bigCross, bigDot, bigMinus } from './big-vector.js';
import type { BigVector } from './big-vector.js';

type Corners = readonly [BigVector, BigVector, BigVector];

/** Where the ray first meets the triangle, at numerator / denominator, and by which weights of its corners. */
export interface PlaneHit {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
  /** None is negative. */
  readonly weights: readonly [bigint, bigint, bigint];
  /** The sum of the weights; positive. */
  readonly wholeWeight: bigint;
}

/** At `start + t · slope >= 0` the condition holds; if it grows with the weight of a corner, that corner is named. */
interface Condition {
  readonly start: bigint;
  readonly slope: bigint;
  readonly corner?: number;
}

const ZERO: BigVector = [0n, 0n, 0n];

/**
 * The first point at t · direction, t >= 0, that belongs to the closed triangle. The ray lies in the plane of the
 * triangle, or the triangle is collinear, or the direction is zero, in which case only t = 0 can be the answer.
 */
export function meetInPlane(direction: BigVector, corners: Corners): PlaneHit | undefined {
  const conditions = conditionsOf(direction, corners);
  let [numerator, denominator] = [0n, 1n];
  for (const { start, slope } of conditions) {
    // -start / slope is the first parameter at which this one holds.
    if (slope > 0n && -start * denominator > numerator * slope) [numerator, denominator] = [-start, slope];
  }
  const weights: [bigint, bigint, bigint] = [0n, 0n, 0n];
  for (const { start, slope, corner } of conditions) {
    const value = start * denominator + slope * numerator;
    if (value < 0n) return undefined;
    if (corner !== undefined) weights[corner] = value;
  }
  return { numerator, denominator, weights, wholeWeight: weights[0] + weights[1] + weights[2] };
}

function conditionsOf(direction: BigVector, corners: Corners): Condition[] {
  const [a, b, c] = corners;
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  if (bigDot(normal, normal) !== 0n) {
    // x is on the inner side of the edge from p to q when normal · ((q - p) × (x - p)) >= 0.
    const edges = [0, 1, 2].map((corner): Condition => {
      const p = corners[(corner + 1) % 3];
      const inward = bigCross(normal, bigMinus(corners[(corner + 2) % 3], p));
      return { start: -bigDot(inward, p), slope: bigDot(inward, direction), corner };
    });
    // A ray without direction may start beside the plane.
    const height = bigDot(normal, a);
    return height === 0n ? edges : [...edges, { start: -1n, slope: 0n }];
  }
  const [first, last] = endsOf(corners);
  const p = corners[first];
  const q = corners[last];
  const edge = bigMinus(q, p);
  if (bigDot(edge, edge) === 0n) return [...equal(bigMinus(ZERO, p), direction), { start: 1n, slope: 0n, corner: 0 }];
  return [
    ...equal(bigCross(edge, p), bigCross(direction, edge)),
    { start: -bigDot(edge, p), slope: bigDot(edge, direction), corner: last },
    { start: bigDot(edge, q), slope: -bigDot(edge, direction), corner: first },
  ];
}

/** That start + t · slope is the zero vector. */
function equal(start: BigVector, slope: BigVector): Condition[] {
  return [0, 1, 2].flatMap((axis) => [
    { start: start[axis], slope: slope[axis] },
    { start: -start[axis], slope: -slope[axis] },
  ]);
}

/** Which two of three collinear corners are farthest apart. */
function endsOf(corners: Corners): readonly [number, number] {
  const lengths = [0, 1, 2].map((corner) => {
    const edge = bigMinus(corners[(corner + 1) % 3], corners[corner]);
    return bigDot(edge, edge);
  });
  if (lengths[0] >= lengths[1] && lengths[0] >= lengths[2]) return [0, 1];
  return lengths[1] >= lengths[2] ? [1, 2] : [2, 0];
}
