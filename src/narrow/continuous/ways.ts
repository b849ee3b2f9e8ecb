/**
 * u, v, w of motion.ts in doubles, at both ends of the time and in between, and how far off what is computed from them may be.
 * All of it is kept here between the calls of one question, in arrays, since calls put doubles on the heap.
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

const VOLUME_ERROR = 40 * FLOAT64_ROUNDOFF;
const WEIGHT_ERROR = 16 * FLOAT64_ROUNDOFF;
/** More than f, and more than weights, can lose to underflow. */
export const TINY_VOLUME = powerOfTwo(-730);
const TINY_WEIGHT = powerOfTwo(-880);
const LARGE = powerOfTwo(165);

/** How often an interval is halved, at most. */
export const DEEPEST = 16;
/** The lengths of the intervals after so many halvings. */
export const LENGTHS = Float64Array.from({ length: DEEPEST + 1 }, (_, halvings) => powerOfTwo(-halvings));

/** u, v, w, nine numbers, at time 0 and at time 1. */
const atStart = new Float64Array(9);
const atEnd = new Float64Array(9);
/** Where v and w begin among them. */
export const V = 3;
export const W = 6;
/** U, V, W. */
const largest = new Float64Array(9);
const offsets = new Int32Array(5);

/** By how much Bernstein coefficients may be off. For each axis: of n, w x v, u x w, and sums of these. Then of f. */
export const errors = new Float64Array(13);
export const ERRORS_OF_AXIS = 4;
export const ERROR_OF_FIRST = 1;
export const ERROR_OF_SECOND = 2;
export const ERROR_OF_SUM = 3;
export const ERROR_OF_VOLUME = 12;

/** Where points are among the twelve numbers: u = [1] - [0], v = [2] - [3], w = [4] - [0]. */
export function writeWayOffsets(encounter: Encounter, out: Int32Array): void {
  const isFace = encounter === VERTEX_FACE;
  out[0] = isFace ? 3 : 0;
  out[1] = isFace ? 6 : 3;
  out[2] = 9;
  out[3] = isFace ? 3 : 6;
  out[4] = isFace ? 0 : 6;
}

/** Writes u, v, w at both ends, and the error bounds; false where numbers are too large, or not numbers. */
export function prepareWays(encounter: Encounter, start: Float64Array, end: Float64Array): boolean {
  writeWayOffsets(encounter, offsets);
  const a = offsets[0];
  const b = offsets[1];
  const tip = offsets[2];
  const tail = offsets[3];
  const other = offsets[4];
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
    errors[place] = WEIGHT_ERROR * ofNormal + TINY_WEIGHT;
    errors[place + ERROR_OF_FIRST] = WEIGHT_ERROR * ofFirst + TINY_WEIGHT;
    errors[place + ERROR_OF_SECOND] = WEIGHT_ERROR * ofSecond + TINY_WEIGHT;
    errors[place + ERROR_OF_SUM] = WEIGHT_ERROR * (ofNormal + ofFirst + ofSecond) + TINY_WEIGHT;
    permanent += largest[W + axis] * ofNormal;
  }
  errors[ERROR_OF_VOLUME] = VOLUME_ERROR * permanent + TINY_VOLUME;
  return true;
}

/** u, v, w at the time `numerator` / 2^`halvings`. */
export function writeWays(out: Float64Array, numerator: number, halvings: number): void {
  const time = numerator * LENGTHS[halvings];
  const rest = 1 - time;
  for (let i = 0; i < 9; i++) out[i] = rest * atStart[i] + time * atEnd[i];
}
