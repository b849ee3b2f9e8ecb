/**
 * The damped oscillator in closed form: q'' + 2 decay q' + stiffness q = force, with a force that is constant over a step. The state after a step is a linear function of
 * the state before it and of the force, whatever the step is long; nothing grows that does not grow in nature.
 */
import { cos, sin } from '../../exact.js';
import { exp } from '../../internals.js';

/** Where an oscillator's step has what: q' from q, v and force, then v' from them. */
export const OSCILLATOR_STRIDE = 6;

/** Below this length of a step, in terms of its fastest rate, a power series loses less than the closed form. */
const SHORT = 0.5;

/**
 * Writes the six coefficients of a step: `q = a q + b v + c f` and `v = d q + e v + b f`, in that order: a, b, c, d, e, b.
 *
 * @param stiffness Square of the angular frequency, in 1/s^2; 0 or more.
 * @param decay Half of the damping, in 1/s; 0 or more. Below the angular frequency it swings.
 */
export function writeOscillatorStep(
  stiffness: number,
  decay: number,
  time: number,
  out: Float64Array,
  at: number,
): void {
  // With y'' + 2 decay y' + stiffness y = 0, y(0) = 0 and y'(0) = 1: what a velocity becomes.
  const frequency = Math.sqrt(stiffness);
  const square = (frequency - decay) * (frequency + decay);
  const velocity = square >= 0 ? swing(square, decay, time) : creep(-square, stiffness, decay, time);
  const slope = slopeOf(square, stiffness, decay, time);
  out[at] = slope + 2 * decay * velocity;
  out[at + 1] = velocity;
  const fastest = Math.max(frequency, 2 * decay) * time;
  out[at + 2] = fastest < SHORT ? pushShort(stiffness, decay, time) : push(stiffness, decay, time, out[at], velocity);
  out[at + 3] = -stiffness * velocity;
  out[at + 4] = slope;
  out[at + 5] = velocity;
}

/** exp(-decay t) sin(w t) / w with w the root of `square`; at w = 0 its limit. */
function swing(square: number, decay: number, time: number): number {
  const w = Math.sqrt(square);
  return exp(-decay * time) * (w * time === 0 ? time : sin(w * time) / w);
}

/** exp(-decay t) sinh(w t) / w. The slower of the two rates, decay - w, is written so that nothing cancels. */
function creep(square: number, stiffness: number, decay: number, time: number): number {
  const w = Math.sqrt(square);
  if (w * time < SHORT) return exp(-decay * time) * time * sinhOverSelf(w * time);
  const slow = stiffness / (decay + w);
  return (exp(-slow * time) - exp(-(decay + w) * time)) / (2 * w);
}

/** The derivative of what a velocity becomes. */
function slopeOf(square: number, stiffness: number, decay: number, time: number): number {
  const w = Math.sqrt(Math.abs(square));
  if (square >= 0) return exp(-decay * time) * cos(w * time) - decay * swing(square, decay, time);
  if (w * time < SHORT) {
    const half = sinhOverSelf(0.5 * w * time) * 0.5 * w * time;
    return exp(-decay * time) * (1 + 2 * half * half) - decay * creep(-square, stiffness, decay, time);
  }
  const slow = stiffness / (decay + w);
  const fast = decay + w;
  return (fast * exp(-fast * time) - slow * exp(-slow * time)) / (2 * w);
}

/** sinh(x) / x for |x| up to a half: its power series, whose rest is below 2^-60. */
function sinhOverSelf(x: number): number {
  const z = x * x;
  let series = 1 / 6227020800;
  series = series * z + 1 / 39916800;
  series = series * z + 1 / 362880;
  series = series * z + 1 / 5040;
  series = series * z + 1 / 120;
  series = series * z + 1 / 6;
  return 1 + z * series;
}

/** What a force 1 moves: the difference from where it would come to rest, 1 / stiffness; without stiffness, it creeps on. */
function push(stiffness: number, decay: number, time: number, stay: number, velocity: number): number {
  return stiffness > 0 ? (1 - stay) / stiffness : (time - velocity) / (2 * decay);
}

/**
 * The same by the power series of the equation itself: the terms d_k = c_k t^k start with t^2 / 2 and follow
 * (k + 1)(k + 2) d_(k+2) = -2 decay t (k + 1) d_(k+1) - stiffness t^2 d_k. With rates below a half, twenty of them are enough.
 */
function pushShort(stiffness: number, decay: number, time: number): number {
  let before = 0;
  let term = 0.5 * time * time;
  let sum = term;
  for (let k = 1; k < 20; k++) {
    const next = (-2 * decay * time * (k + 1) * term - stiffness * time * time * before) / ((k + 1) * (k + 2));
    before = term;
    term = next;
    sum += term;
  }
  return sum;
}
