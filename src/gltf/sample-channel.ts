/** The value of a channel at a time: glTF 2.0, appendix C. */
import { acos, sin } from '../math/trigonometry.js';
import type { SceneChannel } from './scene.js';

/** Writes the value at a time to `out`. Before the first and behind the last key, that key holds. */
export function sampleChannel(channel: SceneChannel, time: number, out: Float64Array, offset: number): void {
  const { times, values, interpolation } = channel;
  const last = times.length - 1;
  const isSpline = interpolation === 'CUBICSPLINE';
  // A key of a spline has three parts: tangent before, value, tangent behind.
  const size = values.length / times.length / (isSpline ? 3 : 1);
  const stride = isSpline ? size * 3 : size;
  const toValue = isSpline ? size : 0;

  let key = 0;
  if (time >= times[last]) key = last;
  else if (time > times[0]) key = keyBefore(times, time);
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
    slerp(values, from, to, t, out, offset);
  } else {
    for (let i = 0; i < size; i++) {
      const start = values[from + i];
      out[offset + i] = start + (values[to + i] - start) * t;
    }
  }
}

/** The last key that is not behind a time that lies between the first and the last. */
function keyBefore(times: Float32Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** Below this sine the angle cannot be told, and mixing is as good. */
const SMALLEST_SINE = 1e-6;

/** Above this cosine, 1.8 degrees, the lengths of both rotations say nothing: files round rotations to few digits. */
const NEARLY_EQUAL = 0.9995;

/**
 * The shorter way from one rotation to another, at even speed. Lengths that are not quite one are mixed with the rest, as
 * the specification has it, but between nearly equal rotations they are made one; three.js does the same.
 */
function slerp(values: Float32Array, from: number, to: number, t: number, out: Float64Array, offset: number): void {
  let dot = 0;
  let isSame = true;
  for (let i = 0; i < 4; i++) {
    dot += values[from + i] * values[to + i];
    isSame &&= values[from + i] === values[to + i];
  }
  const sign = dot < 0 ? -1 : 1;
  const cosine = Math.min(1, dot * sign);
  const angle = acos(cosine);
  const sine = sin(angle);
  let fromShare = 1 - t;
  let toShare = t;
  if (sine > SMALLEST_SINE && !isSame) {
    fromShare = sin((1 - t) * angle) / sine;
    toShare = sin(t * angle) / sine;
  }
  toShare *= sign;
  for (let i = 0; i < 4; i++) out[offset + i] = fromShare * values[from + i] + toShare * values[to + i];
  if (!isSame && cosine >= NEARLY_EQUAL) normalize(out, offset);
}

/** Makes a quaternion of unit length; one of length zero stays. */
function normalize(out: Float64Array, offset: number): void {
  let lengthSquared = 0;
  for (let i = 0; i < 4; i++) lengthSquared += out[offset + i] * out[offset + i];
  if (lengthSquared === 0) return;
  const scale = 1 / Math.sqrt(lengthSquared);
  for (let i = 0; i < 4; i++) out[offset + i] *= scale;
}
