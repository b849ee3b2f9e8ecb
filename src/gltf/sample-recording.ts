/** Where recorded vertices are at a time. */
import type { Recording } from '../parts.js';
import { keyBefore } from './sample-channel.js';

/**
 * Writes the positions at the time `clock[0]` to `points`. At frames they are those of the frame; before the first and behind the last, that holds. Between two frames vertices go straight, by
 * the formula of flightplans in `pliant/kinetic`: p + (t - b) * ((q - p) * (1 / (c - b))), in float64 and rounded once.
 */
export function sampleRecording({ times, frames }: Recording, clock: Float64Array, points: Float32Array): void {
  const time = clock[0];
  const last = times.length - 1;
  let key = 0;
  if (time >= times[last]) key = last;
  else if (time > times[0]) key = keyBefore(times, clock);
  const from = frames[key];
  if (time === times[key] || key === last || !(time > times[0])) {
    points.set(from);
    return;
  }
  const to = frames[key + 1];
  const elapsed = time - times[key];
  const perSecond = 1 / (times[key + 1] - times[key]);
  for (let i = 0; i < points.length; i++) points[i] = from[i] + elapsed * ((to[i] - from[i]) * perSecond);
}
