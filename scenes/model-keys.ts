/** Keys of clips: a motion that is known at any time, sampled. */
import { cos, sin } from 'pliant/exact';

/** Keys in a second: nobody sees the straight lines between them. */
const KEY_RATE = 30;

/** The times of the keys of a clip, in seconds, from 0 to its end. */
export function keyTimes(duration: number): Float32Array {
  const count = Math.round(duration * KEY_RATE);
  return Float32Array.from({ length: count + 1 }, (_, i) => (i * duration) / count);
}

/** What a motion gives at all keys, one behind the other. */
export function sampleKeys(times: Float32Array, at: (share: number) => readonly number[]): Float32Array {
  const duration = times[times.length - 1];
  return Float32Array.from([...times].flatMap((time) => at(time / duration)));
}

/** The quaternion of turns about x, then y, then z of what has been turned already: Rx · Ry · Rz. */
export function quaternionOf(x: number, y: number, z: number): [number, number, number, number] {
  const [sx, cx, sy, cy, sz, cz] = [sin(x / 2), cos(x / 2), sin(y / 2), cos(y / 2), sin(z / 2), cos(z / 2)];
  return [
    sx * cy * cz + cx * sy * sz,
    cx * sy * cz - sx * cy * sz,
    cx * cy * sz + sx * sy * cz,
    cx * cy * cz - sx * sy * sz,
  ];
}

/** From 0 to 1 and back, softly at both ends, over a share from 0 to 1. */
export function swing(share: number): number {
  return (1 - cos(2 * Math.PI * share)) / 2;
}

/** From 0 to 1 between two ends, softly at both; below and above it stays. */
export function smoothStep(low: number, high: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return share * share * (3 - 2 * share);
}
