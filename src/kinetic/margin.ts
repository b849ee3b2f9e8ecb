/**
 * How far rounding can lead: the margin that all comparisons of paths keep.
 *
 * Write T for the start of the plan, P for the largest coordinate that any piece begins with, S for the largest speed at the beginning of a piece and
 * H for the largest half acceleration. From T until time has gone on from t by 2^-44 of its size, no speed exceeds W(t) = S + 2H((t - T) + 2^-44 |t|), and with u = 2^-53
 *
 *     R(t) = P + W(t) * (|t| + (t - T)),    m(t) = 512 u R(t) + 2^-300
 *
 * R bounds |p| + |t - b||v| + (t - b)²|h| of every vertex, and 2^44 times what any vertex can go while time goes on by 2^-44 of its size. Neither R nor m ever decreases:
 * |t| + t does not, and maxima only grow. The *exact path* of a vertex is the formula of `flightplan.ts` over real numbers.
 *
 * **Noise.** What follows is off by less than m(t) / 4 = 128 u R(t) in all; the smallest term of m is far above anything that underflows.
 *
 * - A computed coordinate is off by 6.1 u R: each term of the sum goes through six roundings at most. A difference of two is off by 14.3 u R.
 * - A computed difference of velocities is off by 8 u W, and moves what is computed from it by 8 u R after any time; one of half accelerations by u R.
 * - The first zero of c + bs + as², computed as in `overtaking.ts`, is the zero of a polynomial whose coefficients are off by 3 u each, times 1 + 4u. Here
 *   |c| + |b|s + |a|s² is at most 5.1 R, since s is at most t - T; that moves the value at the zero by 26 u R. When the computed discriminant is negative, the polynomial is above -10 u R.
 * - Adding 2m to a difference is off by 2.1 u R, rounding the time of an event to float64 by u|t|, which is 2 u R of way.
 *
 * Together, with a second difference when the event has come: 68 u R.
 */
import { MARGIN_SHARE, SMALLEST_MARGIN } from '../kernels/layout/agenda.js';
import type { Paths } from './paths.js';

export { MARGIN_SHARE, SMALLEST_MARGIN };

/** Of what is handed to {@link writeMargin}: the time, and where the margin is put. */
export const MOMENT = { time: 0, margin: 1, stride: 2 } as const;

const moment = new Float64Array(MOMENT.stride);

/** m(t) of the head of this file. */
export function marginAt(paths: Paths, time: number): number {
  moment[MOMENT.time] = time;
  writeMargin(paths, moment);
  return moment[MOMENT.margin];
}

/** The same for loops: numbers that are passed to a function or returned may be put on the heap, these are not. */
export function writeMargin(paths: Paths, out: Float64Array): void {
  const time = out[MOMENT.time];
  const passed = time - paths.plan.start;
  const speed = paths.speed + 2 * paths.curvature * (passed + MARGIN_SHARE * Math.abs(time));
  out[MOMENT.margin] = MARGIN_SHARE * (paths.reach + speed * (Math.abs(time) + passed)) + SMALLEST_MARGIN;
}
