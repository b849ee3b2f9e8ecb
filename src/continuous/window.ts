/**
 * When can what lies in two moving boxes meet? Let a box hold some points at time 0 and another one hold the same points at time 1, all of which move straight. Then at time t
 * they lie in the box between both, each side of which is (1 - t) times the one and t times the other. Two such boxes meet at t only if on each axis neither is beyond the
 * other: six conditions g(t) = (1 - t) g0 + t g1 >= 0, which hold for an interval each.
 *
 * Rounding. g0 and g1 are differences of two doubles, so their signs are right and their relative error is at most e = 2^-53. Where the signs differ, g is zero at g0 / (g0 - g1), a sum
 * of two numbers of one sign below: off by at most 2e there, and by 4e in all, with terms in e². The window is wider by 8e. Nothing underflows: coordinates are whole multiples of 2^-260 below 2^130 (float32, or sums of two
 * widened in double), and so are the differences; quotients are above 2^-400. What is infinite or not a number makes comparisons false, and leaves the window as it is.
 */
import { FLOAT64_ROUNDOFF } from '../math/float.js';

const EARLIER = 1 - 8 * FLOAT64_ROUNDOFF;
const LATER = 1 + 8 * FLOAT64_ROUNDOFF;

/**
 * Writes the window of time in [0, `last`] within which two moving boxes may meet, when it opens and when it closes, in an array, since doubles that are returned may go to the heap; false if there is none. Boxes are six numbers, lowest corner, then highest, at the given places of their arrays, at
 * time 0 and at time 1.
 */
export function writeWindow(
  fromA: Float64Array,
  toA: Float64Array,
  atA: number,
  fromB: Float64Array,
  toB: Float64Array,
  atB: number,
  last: Float64Array,
  window: Float64Array,
): boolean {
  let opens = 0;
  let closes = last[0];
  for (let axis = 0; axis < 3; axis++) {
    const a = atA + axis;
    const b = atB + axis;
    let start = fromB[b + 3] - fromA[a];
    let end = toB[b + 3] - toA[a];
    if (start < 0) {
      if (end < 0) return false;
      const root = (start / (start - end)) * EARLIER;
      if (root > opens) opens = root;
      if (opens > closes) return false;
    } else if (end < 0) {
      const root = (start / (start - end)) * LATER;
      if (root < closes) closes = root;
      if (opens > closes) return false;
    }
    start = fromA[a + 3] - fromB[b];
    end = toA[a + 3] - toB[b];
    if (start < 0) {
      if (end < 0) return false;
      const root = (start / (start - end)) * EARLIER;
      if (root > opens) opens = root;
      if (opens > closes) return false;
    } else if (end < 0) {
      const root = (start / (start - end)) * LATER;
      if (root < closes) closes = root;
      if (opens > closes) return false;
    }
  }
  window[0] = opens;
  window[1] = closes;
  return opens <= closes;
}
