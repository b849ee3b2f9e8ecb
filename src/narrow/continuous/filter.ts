/**
 * Whether a vertex and a face, or two edges, meet while they move: in doubles, with three answers, of which two are
 * certain. Nothing is allocated.
 *
 * [0, 1] is halved into dyadic intervals, in order of time. With u, v, w as in motion.ts, f = det(u, v, w), n = u x v
 * and the weights of touch.ts, an interval
 * - has no contact if the Bernstein coefficients of f are certainly of one sign: no instant has all points in a plane;
 * - has none if a component of n is certainly not zero and a weight along it certainly has the wrong sign;
 * - has contact if f certainly has different signs at its ends, and all weights along such a component are certainly right:
 *   f has a root there, and that is one.
 * Else it is halved. Exact ties are never certain, so what touches without crossing, or stays in one plane, is left undecided.
 *
 * Rounding. e = 2^-53; U is the largest magnitude of each component of u at both ends, as computed, V and W likewise.
 * A difference of two coordinates is off by e of itself. With t and 1 - t exact, (1 - t) u0 + t u1 is off by 3e U and
 * a little; "a little" stands for terms with e² from here on. A product of two such numbers is off by 7e of the product of
 * their bounds, a component of a cross product by 8e P, P being the permanent U1 V2 + U2 V1 of the bounds, and half the
 * sum of two by 9e P: these are the Bernstein coefficients of a component of n. The products w x v and u x w are the same,
 * and n minus one or both by at most 9e + 2e of the sum of all three permanents; 16e of that sum stands for all. A product
 * of a coefficient of n and a component of w is off by 9e + 3e + e, a sum of three by 15e, of the permanent Q of U, V, W;
 * twice one plus another, divided by 3, by 15e + e + e: 40e Q stands for all.
 * Where numbers underflow, each operation adds up to 2^-1074, multiplied by at most two later factors of at most 2^165:
 * less than 2^-880 for products of two and 2^-730 for f, which is added to the bounds. Beyond 2^165 nothing is decided; the
 * rest stays below 2^505.
 */
import { powerOfTwo } from '../../math/big.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { VERTEX_FACE } from './motion.js';
import type { Encounter } from './motion.js';

/** What the filter says. */
export type Verdict = typeof APART | typeof MEET | typeof UNDECIDED;
/** Certainly no contact. */
export const APART = 0;
/** Certainly contact. */
export const MEET = 1;
/** Doubles cannot tell, or not soon enough. */
export const UNDECIDED = 2;

const VOLUME_ERROR = 40 * FLOAT64_ROUNDOFF;
const WEIGHT_ERROR = 16 * FLOAT64_ROUNDOFF;
const VOLUME_UNDERFLOW = powerOfTwo(-730);
const WEIGHT_UNDERFLOW = powerOfTwo(-880);
const LARGE = powerOfTwo(165);
/** How often an interval is halved, at most. */
const DEEPEST = 16;
/** How many intervals are looked at, at most. */
const MOST_INTERVALS = 200;

/** u, v, w at time 0, then at time 1. */
const ways = new Float64Array(18);
const END = 9;
const V = 3;
const W = 6;
/** U, V, W. */
const largest = new Float64Array(9);
/** u, v, w at the beginning of an interval, then at its end. */
const local = new Float64Array(18);
/** The lengths of the intervals after so many halvings. */
const LENGTHS = Float64Array.from({ length: DEEPEST + 1 }, (_, halvings) => powerOfTwo(-halvings));

/** Bernstein coefficients on the interval: three of each component of n; of the weights along one axis; four of f. */
const normal = new Float64Array(9);
const weights = new Float64Array(12);
const volume = new Float64Array(4);
/** By how much they may be off. For each axis: n, w x v, u x w, and sums of these. Then f. */
const errors = new Float64Array(13);
const ERRORS_OF_AXIS = 4;
const ERROR_OF_FIRST = 1;
const ERROR_OF_SECOND = 2;
const ERROR_OF_SUM = 3;
const ERROR_OF_VOLUME = 12;

/** Of the last verdict `MEET`: the first contact is inside the interval from [0] / 2^[1] to ([0] + 1) / 2^[1]. */
export const meetingInterval = new Int32Array(2);

/**
 * Whether they meet in the closed [0, 1]. `start` and `end` have twelve numbers each, in the order that `Encounter` names; any
 * that is not finite is left undecided, or is apart from the others.
 */
export function decideInDoubles(encounter: Encounter, start: Float64Array, end: Float64Array): Verdict {
  if (staysApart(encounter, start, end)) return APART;
  if (!prepare(encounter, start, end)) return UNDECIDED;
  // Intervals in order of time: the half before an interval's end is looked at before the half behind it. The number of
  // those that are looked at is limited, so this ends.
  let numerator = 0;
  let halvings = 0;
  for (let count = 0; count < MOST_INTERVALS; count++) {
    const verdict = look(encounter, numerator, halvings);
    if (verdict === MEET) {
      meetingInterval[0] = numerator;
      meetingInterval[1] = halvings;
      return MEET;
    }
    if (verdict === UNDECIDED) {
      if (halvings === DEEPEST) return UNDECIDED;
      numerator *= 2;
      halvings++;
      continue;
    }
    // The next interval begins where this one ends, and is as long as can be.
    numerator++;
    while (halvings > 0 && (numerator & 1) === 0) {
      numerator >>= 1;
      halvings--;
    }
    if (halvings === 0) return APART;
  }
  return UNDECIDED;
}

/**
 * Whether one side is below the other along an axis, at 0 and at 1: then it is in between, too, since a corner of one below
 * a corner of the other at both ends is so all the way. These are comparisons, and exact.
 */
function staysApart(encounter: Encounter, start: Float64Array, end: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a0 = start[axis];
    const b0 = start[axis + 3];
    const c0 = start[axis + 6];
    const d0 = start[axis + 9];
    const a1 = end[axis];
    const b1 = end[axis + 3];
    const c1 = end[axis + 6];
    const d1 = end[axis + 9];
    if (encounter === VERTEX_FACE) {
      if (a0 < b0 && a0 < c0 && a0 < d0 && a1 < b1 && a1 < c1 && a1 < d1) return true;
      if (a0 > b0 && a0 > c0 && a0 > d0 && a1 > b1 && a1 > c1 && a1 > d1) return true;
    } else {
      if (a0 < c0 && a0 < d0 && b0 < c0 && b0 < d0 && a1 < c1 && a1 < d1 && b1 < c1 && b1 < d1) return true;
      if (a0 > c0 && a0 > d0 && b0 > c0 && b0 > d0 && a1 > c1 && a1 > d1 && b1 > c1 && b1 > d1) return true;
    }
  }
  return false;
}

/** Writes u, v, w at both ends, and the error bounds; false where numbers are too large, or not numbers. */
function prepare(encounter: Encounter, start: Float64Array, end: Float64Array): boolean {
  const isFace = encounter === VERTEX_FACE;
  // Offsets of the points: u = b - a, v = d - c of two edges or c - a of a face, w = c - a or p - a.
  const a = isFace ? 3 : 0;
  const b = isFace ? 6 : 3;
  const tip = 9;
  const tail = isFace ? 3 : 6;
  const other = isFace ? 0 : 6;
  let most = 0;
  for (let axis = 0; axis < 3; axis++) {
    ways[axis] = start[b + axis] - start[a + axis];
    ways[V + axis] = start[tip + axis] - start[tail + axis];
    ways[W + axis] = start[other + axis] - start[a + axis];
    ways[END + axis] = end[b + axis] - end[a + axis];
    ways[END + V + axis] = end[tip + axis] - end[tail + axis];
    ways[END + W + axis] = end[other + axis] - end[a + axis];
  }
  for (let i = 0; i < 9; i++) {
    largest[i] = Math.max(Math.abs(ways[i]), Math.abs(ways[END + i]));
    most = Math.max(most, largest[i]);
  }
  if (!(most <= LARGE)) return false;
  let permanent = 0;
  for (let axis = 0; axis < 3; axis++) {
    const next = axis === 2 ? 0 : axis + 1;
    const last = axis === 0 ? 2 : axis - 1;
    const ofNormal = largest[next] * largest[V + last] + largest[last] * largest[V + next];
    const ofFirst = largest[W + next] * largest[V + last] + largest[W + last] * largest[V + next];
    const ofSecond = largest[next] * largest[W + last] + largest[last] * largest[W + next];
    const place = ERRORS_OF_AXIS * axis;
    errors[place] = WEIGHT_ERROR * ofNormal + WEIGHT_UNDERFLOW;
    errors[place + ERROR_OF_FIRST] = WEIGHT_ERROR * ofFirst + WEIGHT_UNDERFLOW;
    errors[place + ERROR_OF_SECOND] = WEIGHT_ERROR * ofSecond + WEIGHT_UNDERFLOW;
    errors[place + ERROR_OF_SUM] = WEIGHT_ERROR * (ofNormal + ofFirst + ofSecond) + WEIGHT_UNDERFLOW;
    permanent += largest[W + axis] * ofNormal;
  }
  errors[ERROR_OF_VOLUME] = VOLUME_ERROR * permanent + VOLUME_UNDERFLOW;
  return true;
}

/** What can be said about one interval. */
function look(encounter: Encounter, numerator: number, halvings: number): Verdict {
  const length = LENGTHS[halvings];
  const begin = numerator * length;
  const end = begin + length;
  for (let i = 0; i < 9; i++) {
    const from = ways[i];
    const to = ways[END + i];
    local[i] = (1 - begin) * from + begin * to;
    local[END + i] = (1 - end) * from + end * to;
  }
  multiply(normal, 0, 0, V, 0);
  multiply(normal, 3, 0, V, 1);
  multiply(normal, 6, 0, V, 2);
  writeVolume();
  const error = errors[ERROR_OF_VOLUME];
  const atBegin = volume[0];
  const atEnd = volume[3];
  if (atBegin > error && volume[1] > error && volume[2] > error && atEnd > error) return APART;
  if (atBegin < -error && volume[1] < -error && volume[2] < -error && atEnd < -error) return APART;
  const crosses = (atBegin > error && atEnd < -error) || (atBegin < -error && atEnd > error);
  for (let axis = 0; axis < 3; axis++) {
    const sign = certainSign(normal, 3 * axis, ERRORS_OF_AXIS * axis);
    if (sign === 0) continue;
    const verdict = lookAlong(encounter, axis, sign);
    if (verdict === APART) return APART;
    if (verdict === MEET && crosses) return MEET;
  }
  return UNDECIDED;
}

/** Whether the weights along an axis are all right, or one is wrong. The component of n has this sign everywhere. */
function lookAlong(encounter: Encounter, axis: number, sign: number): Verdict {
  const place = ERRORS_OF_AXIS * axis;
  multiply(weights, 0, W, V, axis);
  const first = sign * certainSign(weights, 0, place + ERROR_OF_FIRST);
  if (first < 0) return APART;
  const isFace = encounter === VERTEX_FACE;
  if (isFace) multiply(weights, 3, 0, W, axis);
  else multiply(weights, 3, W, 0, axis);
  const second = sign * certainSign(weights, 3, place + ERROR_OF_SECOND);
  if (second < 0) return APART;
  for (let i = 0; i < 3; i++) {
    const whole = normal[3 * axis + i];
    weights[6 + i] = isFace ? whole - weights[i] - weights[3 + i] : whole - weights[i];
    weights[9 + i] = isFace ? weights[6 + i] : whole - weights[3 + i];
  }
  const third = sign * certainSign(weights, 6, place + ERROR_OF_SUM);
  if (third < 0) return APART;
  const fourth = isFace ? third : sign * certainSign(weights, 9, place + ERROR_OF_SUM);
  if (fourth < 0) return APART;
  return first > 0 && second > 0 && third > 0 && fourth > 0 ? MEET : UNDECIDED;
}

/** The sign that three Bernstein coefficients certainly have in common; 0 if it is not certain that they have one. */
function certainSign(coefficients: Float64Array, place: number, errorPlace: number): number {
  const error = errors[errorPlace];
  const x = coefficients[place];
  const y = coefficients[place + 1];
  const z = coefficients[place + 2];
  if (x > error) return y > error && z > error ? 1 : 0;
  return x < -error && y < -error && z < -error ? -1 : 0;
}

/** The Bernstein coefficients of one component of a product of two of u, v, w, which begin at `i` and `j`. */
function multiply(out: Float64Array, place: number, i: number, j: number, axis: number): void {
  const next = axis === 2 ? 0 : axis + 1;
  const last = axis === 0 ? 2 : axis - 1;
  const ax0 = local[i + next];
  const ay0 = local[i + last];
  const bx0 = local[j + next];
  const by0 = local[j + last];
  const ax1 = local[END + i + next];
  const ay1 = local[END + i + last];
  const bx1 = local[END + j + next];
  const by1 = local[END + j + last];
  out[place] = ax0 * by0 - ay0 * bx0;
  out[place + 1] = (ax0 * by1 - ay0 * bx1 + (ax1 * by0 - ay1 * bx0)) / 2;
  out[place + 2] = ax1 * by1 - ay1 * bx1;
}

/** The Bernstein coefficients of n · w, which is f. */
function writeVolume(): void {
  const x0 = local[W];
  const y0 = local[W + 1];
  const z0 = local[W + 2];
  const x1 = local[END + W];
  const y1 = local[END + W + 1];
  const z1 = local[END + W + 2];
  volume[0] = normal[0] * x0 + normal[3] * y0 + normal[6] * z0;
  volume[3] = normal[2] * x1 + normal[5] * y1 + normal[8] * z1;
  const middleBegin = normal[1] * x0 + normal[4] * y0 + normal[7] * z0;
  const middleEnd = normal[1] * x1 + normal[4] * y1 + normal[7] * z1;
  volume[1] = (2 * middleBegin + (normal[0] * x1 + normal[3] * y1 + normal[6] * z1)) / 3;
  volume[2] = (2 * middleEnd + (normal[2] * x0 + normal[5] * y0 + normal[8] * z0)) / 3;
}
