/** The volume f on the interval that was last looked at, as doubles see it: nothing here is certain. */
import { volume } from './look.js';

/** Newton's method has got to where rounding ends it, or nearly. */
const NEAR = 2e-15;
const MOST_STEPS = 60;
const LESS_THAN_ONE = 1 - NEAR;

/** Where in the interval f is zero, from 0 to less than 1, and its derivative there, the interval being of length 1. */
export const cubicRoot = new Float64Array(2);

/** Writes `cubicRoot`, by Newton's method, and by halves where that leaves the interval. */
export function writeCubicRoot(): void {
  const f0 = volume[0];
  const f1 = volume[1];
  const f2 = volume[2];
  const f3 = volume[3];
  const c1 = 3 * (f1 - f0);
  const c2 = 3 * (f2 - 2 * f1 + f0);
  const c3 = f3 - f0 + 3 * (f1 - f2);
  let low = 0;
  let high = 1;
  let place = f0 / (f0 - f3);
  for (let step = 0; step < MOST_STEPS; step++) {
    const value = f0 + place * (c1 + place * (c2 + place * c3));
    if (value > 0 === f0 > 0) low = place;
    else high = place;
    let next = place - value / (c1 + place * (2 * c2 + place * 3 * c3));
    if (!(next > low && next < high)) next = (low + high) / 2;
    const isNear = Math.abs(next - place) < NEAR;
    place = next;
    if (isNear) break;
  }
  place = Math.min(place, LESS_THAN_ONE);
  cubicRoot[0] = place;
  cubicRoot[1] = c1 + place * (2 * c2 + place * 3 * c3);
}
