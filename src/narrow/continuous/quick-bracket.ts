/**
 * The first time without big integers, where the filter has found an interval whose only root is the touch: a root in
 * doubles is corrected by what the volume f is there, in pairs of doubles, and by its slope; two neighbouring doubles at which f
 * certainly has different signs enclose it. Nothing is allocated. Where this is not certain, as for every root that is a double, it says so.
 */
import { powerOfTwo } from '../../math/big.js';
import type { Sign } from '../../math/big.js';
import { cubicRoot, writeCubicRoot } from './cubic.js';
import { addPairs, multiplyPairs, pairOfDifference } from './double-pair.js';
import { meetingInterval } from './filter.js';
import { hasOneRoot, volume } from './look.js';
import type { Encounter } from './motion.js';
import { ERROR_OF_VOLUME, errors, LENGTHS, TINY_VOLUME, writeWayOffsets } from './ways.js';

/** Twice nine pairs: u, v, w at time 0, and how they change until time 1. */
const atStart = new Float64Array(18);
const change = new Float64Array(18);
/** u, v, w at the time. */
const now = new Float64Array(18);
/** The time in hand, products, and f. Arrays, since calls put doubles on the heap. */
const time = new Float64Array(2);
const left = new Float64Array(2);
const right = new Float64Array(2);
const exact = new Float64Array(2);
/** Where f was evaluated, how far that may have drifted from the root in doubles, the slope there, and the length of the interval. */
const around = new Float64Array(4);
const KNOWN = 0;
const DRIFT = 1;
const SLOPE = 2;
const LENGTH = 3;
const offsets = new Int32Array(5);
const V = 6;
const W = 12;

/**
 * f is off by less than 2^-97 of the permanent Q in ways.ts: with e = 2^-53, U as there, the change is off by 8e² U, times
 * t by 8 + 18, u by 12 more: 38e² U; a product of two by 38 + 38 + 9, the difference of two by 4 more: 89e² P; times a
 * component of w by 38 + 9 more, and the sum by 8: 144e² Q, less than 2^8 e² Q = 2^-98 Q. The error bound of the filter, E, is
 * 40e Q, more than 2^5 e Q.
 */
const SMALLER = powerOfTwo(-49);
/**
 * Beside a time k where f is known, f is known by its slope at a root r in doubles. That is made of the four coefficients, which E is
 * the error of: 6, 12 and 8 of these make the coefficients of the cubic, 6 + 24 + 24 the slope. It is computed in eight steps, each
 * off by e of 54 Q, which is less than 2E. So the slope is off by less than 128E, over a unit of the interval.
 */
const SLOPE_ERROR = 128;
/** The second derivative is at most 24 Q, over the square of a unit: so h away from k, the slope adds h (h + 2 |k - r|) 12 Q. 12E / 40e is less than 2^52 E. */
const BEND = powerOfTwo(52);
/** A root in doubles is so close to the time that is made of it, at most. */
const HALF_STEP = powerOfTwo(-53);
/** Roundings of f and of the slope times a way: a few e of each. */
const ROUNDINGS = powerOfTwo(-50);
/** Where the first guess was too far off, the second is not. */
const ROUNDS = 2;
/** A root, corrected, is off by more than one double now and then. */
const MOST_SHIFTS = 3;

const bits = new DataView(new ArrayBuffer(8));

/**
 * After the verdict `MEET` on the same numbers: leaves the doubles around the first time in `out`, as `bracketRoot` does, and
 * is true; or is false if it is not certain.
 */
export function bracketInDoubles(
  encounter: Encounter,
  start: Float64Array,
  end: Float64Array,
  out: Float64Array,
): boolean {
  if (!hasOneRoot()) return false;
  writePairs(encounter, start, end);
  const length = LENGTHS[meetingInterval[1]];
  const begin = meetingInterval[0] * length;
  writeCubicRoot();
  time[0] = begin + length * cubicRoot[0];
  const slope = cubicRoot[1] / length;
  const guess = time[0];
  around[SLOPE] = slope;
  around[LENGTH] = length;
  for (let round = 0; round < ROUNDS; round++) {
    evaluate();
    around[KNOWN] = time[0];
    around[DRIFT] = Math.abs(time[0] - guess) + HALF_STEP;
    time[0] -= exact[0] / slope;
    for (let shift = 0; shift < MOST_SHIFTS; shift++) {
      if (!(time[0] > begin && time[0] < begin + length)) return false;
      const sign = signAtTime();
      if (sign === 0) break;
      if (sign === signAtBeginning()) {
        out[0] = time[0];
        stepTime(1);
        out[1] = time[0];
        if (signAtTime() === -sign) return true;
      } else {
        stepTime(-1);
      }
    }
  }
  return false;
}

/** The sign of f before its root. */
function signAtBeginning(): 1 | -1 {
  return volume[0] > 0 ? 1 : -1;
}

/** The sign of f at the time, beside where it was evaluated; or 0 if it is not certain. */
function signAtTime(): Sign {
  const way = time[0] - around[KNOWN];
  const length = around[LENGTH];
  const part = Math.abs(way) / length;
  const rise = way * around[SLOPE];
  const value = exact[0] + rise;
  const bound =
    errors[ERROR_OF_VOLUME] * (SMALLER + part * (SLOPE_ERROR + (part + (2 * around[DRIFT]) / length) * BEND)) +
    ROUNDINGS * (Math.abs(exact[0]) + Math.abs(rise)) +
    TINY_VOLUME;
  return value > bound ? 1 : value < -bound ? -1 : 0;
}

function writePairs(encounter: Encounter, start: Float64Array, end: Float64Array): void {
  writeWayOffsets(encounter, offsets);
  const a = offsets[0];
  const b = offsets[1];
  const tip = offsets[2];
  const tail = offsets[3];
  const other = offsets[4];
  for (let axis = 0; axis < 3; axis++) {
    const o = 2 * axis;
    pairOfDifference(atStart, o, start[b + axis], start[a + axis]);
    pairOfDifference(atStart, V + o, start[tip + axis], start[tail + axis]);
    pairOfDifference(atStart, W + o, start[other + axis], start[a + axis]);
    pairOfDifference(change, o, end[b + axis], end[a + axis]);
    pairOfDifference(change, V + o, end[tip + axis], end[tail + axis]);
    pairOfDifference(change, W + o, end[other + axis], end[a + axis]);
  }
  for (let o = 0; o < 18; o += 2) addPairs(change, o, change, o, atStart, o, -1);
}

/** f at the time. */
function evaluate(): void {
  for (let o = 0; o < 18; o += 2) {
    multiplyPairs(now, o, change, o, time, 0);
    addPairs(now, o, now, o, atStart, o, 1);
  }
  exact[0] = 0;
  exact[1] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const next = axis === 2 ? 0 : 2 * axis + 2;
    const last = axis === 0 ? 4 : 2 * axis - 2;
    multiplyPairs(left, 0, now, next, now, V + last);
    multiplyPairs(right, 0, now, last, now, V + next);
    addPairs(left, 0, left, 0, right, 0, -1);
    multiplyPairs(left, 0, left, 0, now, W + 2 * axis);
    addPairs(exact, 0, exact, 0, left, 0, 1);
  }
}

/** Goes to the double above or below a time that is not negative. */
function stepTime(step: 1 | -1): void {
  bits.setFloat64(0, time[0]);
  const low = bits.getUint32(4);
  if (low === (step === 1 ? 0xffffffff : 0)) bits.setUint32(0, bits.getUint32(0) + step);
  bits.setUint32(4, low + step);
  time[0] = bits.getFloat64(0);
}
