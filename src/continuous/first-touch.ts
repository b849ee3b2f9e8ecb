/** What the earliest touch of two motions, or of one with itself, is described by. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import { EDGE, FACE } from './features.js';
import type { MovingSide } from './moving-side.js';
import type { TriangleTouch } from './triangle-touch.js';

/** The earliest touch within a step. */
export interface FirstTouch {
  /** The triangle of the first motion, or `undefined` when nothing meets. */
  triangleA: number | undefined;
  /** The triangle of the second; of one motion, of the two the one with the higher number. */
  triangleB: number | undefined;
  /** When, from 0 to 1: the largest double that is not above the first time. Infinite when nothing meets. */
  time: number;
  /** The smallest double that is not below it: the same one where the time is a double, else its neighbour. */
  timeAbove: number;
  /** Which part of the first triangle meets: a corner (0 to 2), `EDGE` plus the corner where the edge begins, or `FACE`. */
  featureA: number;
  /** And which part of the second. */
  featureB: number;
  /** Where, in the world: rounded, for pictures and responses. */
  readonly point: Float64Array;
}

/** Room for a touch. */
export function createFirstTouch(): FirstTouch {
  return {
    triangleA: undefined,
    triangleB: undefined,
    time: Infinity,
    timeAbove: Infinity,
    featureA: 0,
    featureB: 0,
    point: new Float64Array(3),
  };
}

/** Refuses what is no room for a touch, and a time that is not within the step. */
export function requireFirstTouch(caller: string, touch: FirstTouch, last: number): void {
  if (!((touch as FirstTouch | undefined)?.point instanceof Float64Array)) {
    throw new PliantError('bad-type', `${caller}: touch is ${describe(touch)}; pass createFirstTouch()`);
  }
  if (!(last >= 0 && last <= 1)) {
    throw new PliantError('bad-number', `${caller}: the last time is ${describe(last)}; pass one from 0 to 1`);
  }
}

/** Nothing has been found. */
export function clearFirstTouch(touch: FirstTouch): void {
  touch.triangleA = touch.triangleB = undefined;
  touch.time = touch.timeAbove = Infinity;
}

/** Whether a touch comes before the one that there is; of those at the same time, the one with the lower triangles does. */
export function isBefore(
  result: FirstTouch,
  a: number,
  b: number,
  { times }: { readonly times: ArrayLike<number> },
): boolean {
  if (times[0] !== result.time) return times[0] < result.time;
  if (times[1] !== result.timeAbove) return times[1] < result.timeAbove;
  return a < result.triangleA! || (a === result.triangleA && b < result.triangleB!);
}

/**
 * Keeps what tasks further on in the order of a split search found, if it comes first: anything comes after what met already at time 0, as it does in one search.
 */
export function keepEarlier(result: FirstTouch, found: FirstTouch): void {
  const { featureA, featureB, point, time, timeAbove, triangleA, triangleB } = found;
  if (triangleA === undefined || triangleB === undefined || result.time === 0) return;
  if (time > 0 && !isBefore(result, triangleA, triangleB, { times: [time, timeAbove] })) return;
  result.triangleA = triangleA;
  result.triangleB = triangleB;
  result.time = time;
  result.timeAbove = timeAbove;
  result.featureA = featureA;
  result.featureB = featureB;
  result.point.set(point);
}

/** Keeps a touch of the `i`-th and the `j`-th triangle in the order of the trees. */
export function keepTouch(
  result: FirstTouch,
  sideA: MovingSide,
  i: number,
  sideB: MovingSide,
  j: number,
  touch: TriangleTouch,
): void {
  const { featureA, featureB, times, weights } = touch;
  result.triangleA = sideA.from.triangles.order[i];
  result.triangleB = sideB.from.triangles.order[j];
  result.time = times[0];
  result.timeAbove = times[1];
  result.featureA = featureA;
  result.featureB = featureB;
  if (featureA === FACE) writePoint(result.point, sideB, j, featureB, weights[1], times[0]);
  else writePoint(result.point, sideA, i, featureA, weights[0], times[0]);
}

/** A corner, or what lies on an edge, at a time. */
function writePoint(
  out: Float64Array,
  { from, to }: MovingSide,
  triangle: number,
  feature: number,
  weight: number,
  time: number,
): void {
  const { corners, positions } = from.triangles;
  const ends = to.triangles.positions;
  const isEdge = feature >= EDGE;
  const corner = isEdge ? feature - EDGE : feature;
  const next = corner === 2 ? 0 : corner + 1;
  const first = corners[triangle * 3 + corner] * 3;
  const second = corners[triangle * 3 + next] * 3;
  const share = isEdge ? weight : 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = (1 - time) * positions[first + axis] + time * ends[first + axis];
    const b = (1 - time) * positions[second + axis] + time * ends[second + axis];
    out[axis] = (1 - share) * a + share * b;
  }
}
