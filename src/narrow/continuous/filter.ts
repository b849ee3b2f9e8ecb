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
/** After so many halvings, an interval is looked at along every axis. */
const STUBBORN = 6;
/** How many intervals are looked at, at most. */
const MOST_INTERVALS = 200;

/** u, v, w, nine numbers, at time 0 and at time 1; and at both ends of the interval in hand. */
const atStart = new Float64Array(9);
const atEnd = new Float64Array(9);
const V = 3;
const W = 6;
const ends = [new Float64Array(9), new Float64Array(9)] as const;
/** U, V, W. */
const largest = new Float64Array(9);
/** The lengths of the intervals after so many halvings. */
const LENGTHS = Float64Array.from({ length: DEEPEST + 1 }, (_, halvings) => powerOfTwo(-halvings));

/** By how much Bernstein coefficients may be off. For each axis: of n, w x v, u x w, and sums of these. Then of f. */
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
  // Intervals in order of time: the first half of one before the second. The number of those that are looked at is limited,
  // so this ends. One end of each is an end of the one before.
  let numerator = 0;
  let halvings = 0;
  let begin = 0;
  writeWays(ends[0], 0, 0);
  writeWays(ends[1], 1, 0);
  for (let count = 0; count < MOST_INTERVALS; count++) {
    const verdict = look(encounter, ends[begin], ends[1 - begin], halvings >= STUBBORN);
    if (verdict === MEET) {
      meetingInterval[0] = numerator;
      meetingInterval[1] = halvings;
      return MEET;
    }
    if (verdict === UNDECIDED) {
      if (halvings === DEEPEST) return UNDECIDED;
      numerator *= 2;
      halvings++;
    } else {
      // The next interval begins where this one ends, and is as long as can be.
      numerator++;
      while (halvings > 0 && (numerator & 1) === 0) {
        numerator >>= 1;
        halvings--;
      }
      if (halvings === 0) return APART;
      begin = 1 - begin;
    }
    writeWays(ends[1 - begin], numerator + 1, halvings);
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
  for (let axis = 0; axis < 3; axis++) {
    atStart[axis] = start[b + axis] - start[a + axis];
    atStart[V + axis] = start[tip + axis] - start[tail + axis];
    atStart[W + axis] = start[other + axis] - start[a + axis];
    atEnd[axis] = end[b + axis] - end[a + axis];
    atEnd[V + axis] = end[tip + axis] - end[tail + axis];
    atEnd[W + axis] = end[other + axis] - end[a + axis];
  }
  let most = 0;
  for (let i = 0; i < 9; i++) {
    largest[i] = Math.max(Math.abs(atStart[i]), Math.abs(atEnd[i]));
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

/** u, v, w at the time `numerator` / 2^`halvings`. */
function writeWays(out: Float64Array, numerator: number, halvings: number): void {
  const time = numerator * LENGTHS[halvings];
  const rest = 1 - time;
  for (let i = 0; i < 9; i++) out[i] = rest * atStart[i] + time * atEnd[i];
}

/** What can be said about the interval at whose ends u, v, w are `p` and `q`. */
function look(encounter: Encounter, p: Float64Array, q: Float64Array, isStubborn: boolean): Verdict {
  const ux0 = p[0];
  const uy0 = p[1];
  const uz0 = p[2];
  const vx0 = p[3];
  const vy0 = p[4];
  const vz0 = p[5];
  const wx0 = p[6];
  const wy0 = p[7];
  const wz0 = p[8];
  const ux1 = q[0];
  const uy1 = q[1];
  const uz1 = q[2];
  const vx1 = q[3];
  const vy1 = q[4];
  const vz1 = q[5];
  const wx1 = q[6];
  const wy1 = q[7];
  const wz1 = q[8];
  // The Bernstein coefficients of n: three for each component. Those of f = n · w: four.
  const x0 = uy0 * vz0 - uz0 * vy0;
  const y0 = uz0 * vx0 - ux0 * vz0;
  const z0 = ux0 * vy0 - uy0 * vx0;
  const x1 = (uy0 * vz1 - uz0 * vy1 + (uy1 * vz0 - uz1 * vy0)) / 2;
  const y1 = (uz0 * vx1 - ux0 * vz1 + (uz1 * vx0 - ux1 * vz0)) / 2;
  const z1 = (ux0 * vy1 - uy0 * vx1 + (ux1 * vy0 - uy1 * vx0)) / 2;
  const x2 = uy1 * vz1 - uz1 * vy1;
  const y2 = uz1 * vx1 - ux1 * vz1;
  const z2 = ux1 * vy1 - uy1 * vx1;
  const f0 = x0 * wx0 + y0 * wy0 + z0 * wz0;
  const f1 = (2 * (x1 * wx0 + y1 * wy0 + z1 * wz0) + (x0 * wx1 + y0 * wy1 + z0 * wz1)) / 3;
  const f2 = (2 * (x1 * wx1 + y1 * wy1 + z1 * wz1) + (x2 * wx0 + y2 * wy0 + z2 * wz0)) / 3;
  const f3 = x2 * wx1 + y2 * wy1 + z2 * wz1;
  const error = errors[ERROR_OF_VOLUME];
  if (f0 > error && f1 > error && f2 > error && f3 > error) return APART;
  if (f0 < -error && f1 < -error && f2 < -error && f3 < -error) return APART;
  const crosses = (f0 > error && f3 < -error) || (f0 < -error && f3 > error);
  // Where n is long, weights are certain soonest.
  const sizeX = Math.abs(x1);
  const sizeY = Math.abs(y1);
  const sizeZ = Math.abs(z1);
  const axis = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
  let verdict = lookAlong(encounter, axis, p, q);
  if (verdict === UNDECIDED && isStubborn) verdict = lookAlong(encounter, axis === 2 ? 0 : axis + 1, p, q);
  if (verdict === UNDECIDED && isStubborn) verdict = lookAlong(encounter, axis === 0 ? 2 : axis - 1, p, q);
  return verdict === MEET && !crosses ? UNDECIDED : verdict;
}

/** Whether the weights along an axis are all right, or one is wrong, as far as n has a certain sign along it. */
function lookAlong(encounter: Encounter, axis: number, p: Float64Array, q: Float64Array): Verdict {
  const i = axis === 2 ? 0 : axis + 1;
  const j = axis === 0 ? 2 : axis - 1;
  const place = ERRORS_OF_AXIS * axis;
  const ux0 = p[i];
  const uy0 = p[j];
  const vx0 = p[V + i];
  const vy0 = p[V + j];
  const wx0 = p[W + i];
  const wy0 = p[W + j];
  const ux1 = q[i];
  const uy1 = q[j];
  const vx1 = q[V + i];
  const vy1 = q[V + j];
  const wx1 = q[W + i];
  const wy1 = q[W + j];
  // Bernstein coefficients, of n first. The error bounds are the same for both signs, so all that follows may be turned.
  let n0 = ux0 * vy0 - uy0 * vx0;
  const sign = n0 < 0 ? -1 : 1;
  n0 *= sign;
  const n1 = (sign * (ux0 * vy1 - uy0 * vx1 + (ux1 * vy0 - uy1 * vx0))) / 2;
  const n2 = sign * (ux1 * vy1 - uy1 * vx1);
  const normalError = errors[place];
  if (!(n0 > normalError && n1 > normalError && n2 > normalError)) return UNDECIDED;
  const firstError = errors[place + ERROR_OF_FIRST];
  const a0 = sign * (wx0 * vy0 - wy0 * vx0);
  const a1 = (sign * (wx0 * vy1 - wy0 * vx1 + (wx1 * vy0 - wy1 * vx0))) / 2;
  const a2 = sign * (wx1 * vy1 - wy1 * vx1);
  if (a0 < -firstError && a1 < -firstError && a2 < -firstError) return APART;
  const isFace = encounter === VERTEX_FACE;
  const turn = isFace ? sign : -sign;
  const secondError = errors[place + ERROR_OF_SECOND];
  const b0 = turn * (ux0 * wy0 - uy0 * wx0);
  const b1 = (turn * (ux0 * wy1 - uy0 * wx1 + (ux1 * wy0 - uy1 * wx0))) / 2;
  const b2 = turn * (ux1 * wy1 - uy1 * wx1);
  if (b0 < -secondError && b1 < -secondError && b2 < -secondError) return APART;
  const sumError = errors[place + ERROR_OF_SUM];
  const c0 = isFace ? n0 - a0 - b0 : n0 - a0;
  const c1 = isFace ? n1 - a1 - b1 : n1 - a1;
  const c2 = isFace ? n2 - a2 - b2 : n2 - a2;
  if (c0 < -sumError && c1 < -sumError && c2 < -sumError) return APART;
  const d0 = isFace ? c0 : n0 - b0;
  const d1 = isFace ? c1 : n1 - b1;
  const d2 = isFace ? c2 : n2 - b2;
  if (d0 < -sumError && d1 < -sumError && d2 < -sumError) return APART;
  const isInside =
    Math.min(a0, a1, a2) > firstError &&
    Math.min(b0, b1, b2) > secondError &&
    Math.min(c0, c1, c2, d0, d1, d2) > sumError;
  return isInside ? MEET : UNDECIDED;
}
