/**
 * How far the present weights are from those of the last few poses, |q'' - q'|₂: what bounds that are carried over from
 * there have to grow by (James & Pai 2004, *temporal coherence*).
 *
 * The policy: a block is carried over, in constant time, as long as none of its four bounds grows by more than a share
 * of its size and it was evaluated within the last HISTORY_LENGTH poses; otherwise it is evaluated anew.
 *
 * Measured (12 k curtain, a ball resting on it, medians): it hardly pays, and is off by default. With 12 fields a
 * block is evaluated in 25 to 45 ns and carried over in 13, but the history costs what that saves: at the pace of the
 * scene a query takes 5 to 40 % longer, since leaves would double their size within a frame; at a hundredth of it as
 * long as without, at a standstill 4 to 8 % less. With 60 fields it takes 10 to 12 % less at a thousandth of the pace.
 * A history of 16 poses lost to one of 4 everywhere, one of 8 with 12 fields. Allowing a growth of 5 % or of 20 % made
 * no difference above the noise.
 */
import { roundUp32 } from '../../math/round.js';

/** Poses that are remembered, the present one included. */
export const HISTORY_LENGTH = 4;

/** The last weights, in a ring. */
export interface PoseHistory {
  readonly weights: Float64Array;
  readonly weightCount: number;
  /** Poses seen in all. */
  count: number;
}

/** Makes up for float64 arithmetic, relative and absolute. */
const WIDEN = 1 + 1e-12;
const TINY = 1e-300;

/** A history without any pose. */
export function createPoseHistory(weightCount: number): PoseHistory {
  return { weights: new Float64Array(weightCount * HISTORY_LENGTH), weightCount, count: 0 };
}

/**
 * Adds a pose, and writes to `out[at + age]` how far the one `age` poses ago is from it, rounded up; returns how many
 * ages are known.
 */
export function addPose(history: PoseHistory, weights: Float32Array, out: Float32Array, at: number): number {
  const { weightCount } = history;
  const present = (history.count % HISTORY_LENGTH) * weightCount;
  history.weights.set(weights, present);
  history.count++;
  const known = Math.min(history.count, HISTORY_LENGTH);
  for (let age = 0; age < known; age++) {
    const past = ((history.count - 1 - age) % HISTORY_LENGTH) * weightCount;
    let squared = 0;
    for (let j = 0; j < weightCount; j++) {
      const difference = history.weights[present + j] - history.weights[past + j];
      squared += difference * difference;
    }
    out[at + age] = squared === 0 ? 0 : roundUp32(Math.sqrt(squared) * WIDEN + TINY);
  }
  return known;
}
