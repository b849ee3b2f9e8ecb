/** The value of a channel at a time: glTF 2.0, appendix C. */
import type { SceneChannel } from './scene.js';

/**
 * Writes the value at the time `clock[0]` to `out`. Before the first and behind the last key, that key holds. (Numbers that
 * are passed from function to function go through the heap; those in arrays do not.)
 */
export function sampleChannel(channel: SceneChannel, clock: Float64Array, out: Float64Array, offset: number): void {
  const time = clock[0];
  const { times, values, interpolation } = channel;
  const last = times.length - 1;
  const isSpline = interpolation === 'CUBICSPLINE';
  // A key of a spline has three parts: tangent before, value, tangent behind.
  const size = values.length / times.length / (isSpline ? 3 : 1);
  const stride = isSpline ? size * 3 : size;
  const toValue = isSpline ? size : 0;

  let key = 0;
  if (time >= times[last]) key = last;
  else if (time > times[0]) key = keyBefore(times, clock);
  const isHeld = key === last || !(time > times[0]) || interpolation === 'STEP';
  const from = key * stride + toValue;
  if (isHeld) {
    for (let i = 0; i < size; i++) out[offset + i] = values[from + i];
    return;
  }

  const length = times[key + 1] - times[key];
  const t = (time - times[key]) / length;
  const to = from + stride;
  if (isSpline) {
    // p(t) = (2t³ - 3t² + 1) v + td (t³ - 2t² + t) b + (-2t³ + 3t²) v' + td (t³ - t²) a'
    const square = t * t;
    const cube = square * t;
    const startShare = 2 * cube - 3 * square + 1;
    const endShare = 3 * square - 2 * cube;
    const leavingShare = length * (cube - 2 * square + t);
    const arrivingShare = length * (cube - square);
    for (let i = 0; i < size; i++) {
      out[offset + i] =
        startShare * values[from + i] +
        leavingShare * values[from + size + i] +
        endShare * values[to + i] +
        arrivingShare * values[to - size + i];
    }
    if (channel.path === 'rotation') normalize(out, offset);
  } else if (channel.path === 'rotation') {
    shares[0] = 1 - t;
    shares[1] = t;
    slerp(values, from, to, out, offset);
  } else {
    for (let i = 0; i < size; i++) {
      const start = values[from + i];
      out[offset + i] = start + (values[to + i] - start) * t;
    }
  }
}

/** The last key that is not behind the time, where that that lies between the first and the last. */
export function keyBefore(times: Float32Array | Float64Array, clock: Float64Array): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= clock[0]) low = middle;
    else high = middle;
  }
  return low;
}

/** Shares of two rotations in their mixture. Calls do not overlap. */
const shares = new Float64Array(2);

/** Above this cosine, 1.8 degrees, the lengths of both rotations say nothing: files round rotations to few digits. */
const NEARLY_EQUAL = 0.9995;

/**
 * The shorter way from one rotation to another, at even speed; the shares of time in `shares`. Lengths that are not quite one
 * are mixed with the rest, as the specification has it, but between nearly equal rotations they are made one; three.js
 * does the same.
 */
function slerp(values: Float32Array, from: number, to: number, out: Float64Array, offset: number): void {
  let dot = 0;
  let isSame = true;
  for (let i = 0; i < 4; i++) {
    dot += values[from + i] * values[to + i];
    isSame &&= values[from + i] === values[to + i];
  }
  const sign = dot < 0 ? -1 : 1;
  const cosine = Math.min(1, dot * sign);
  if (!isSame) bendShares(cosine);
  const toShare = sign * shares[1];
  for (let i = 0; i < 4; i++) out[offset + i] = shares[0] * values[from + i] + toShare * values[to + i];
  if (!isSame && cosine >= NEARLY_EQUAL) normalize(out, offset);
}

/**
 * Turns each share t into sin(t a) / sin(a) for the angle a whose cosine is given, from 0 to 1. The quotient is the
 * series t Σ_i Π_{j<=i} (t² / j - j) (cos a - 1) / (2j + 1) (Eberly, "A Fast and Accurate Algorithm for Computing SLERP",
 * Journal of Graphics, GPU, and Game Tools 15, 2011): no angle has to be found, and nothing is divided by a small sine.
 * For t up to 1 a term is at most half of the one before it, so what is left out is less than the last term.
 */
function bendShares(cosine: number): void {
  for (let k = 0; k < 2; k++) {
    const square = shares[k] * shares[k];
    let term = shares[k];
    let sum = term;
    for (let j = 1; j < MOST_TERMS && (term > SMALLEST_TERM || term < -SMALLEST_TERM); j++) {
      term *= ((square / j - j) * (cosine - 1)) / (2 * j + 1);
      sum += term;
    }
    shares[k] = sum;
  }
}

/** Terms halve: 2^-60 of the first is left. */
const MOST_TERMS = 60;
const SMALLEST_TERM = 1e-17;

/** Makes a quaternion of unit length; one of length zero stays. */
function normalize(out: Float64Array, offset: number): void {
  let lengthSquared = 0;
  for (let i = 0; i < 4; i++) lengthSquared += out[offset + i] * out[offset + i];
  if (lengthSquared === 0) return;
  const scale = 1 / Math.sqrt(lengthSquared);
  for (let i = 0; i < 4; i++) out[offset + i] *= scale;
}
