/**
 * A box in the cache: a centre and half extents around it.
 *
 * Why it is safe. The centre may be any float32 number; the half extent is max(high - centre, centre - low), two
 * subtractions that lose at most a factor of 1 - 2^-24. WIDEN = 1 + 2^-22 makes up for that and for its own rounding,
 * TINY = 2^-146 for denormal numbers.
 */
import { LANES } from '../layout/child-words.js';
import { BOX_SLACK, SMALLEST_EXTENT } from '../layout/margins.js';

const fround = Math.fround;
const WIDEN = BOX_SLACK;
const TINY = SMALLEST_EXTENT;

/** Writes `box[0]` to `box[1]` as one axis of the lane that begins at `at`. */
export function storeInterval(f32: Float32Array, at: number, axis: number, box: Float32Array): void {
  const low = box[0];
  const high = box[1];
  const center = fround(fround(low * 0.5) + fround(high * 0.5));
  const above = fround(high - center);
  const below = fround(center - low);
  f32[at + axis * LANES] = center;
  f32[at + (3 + axis) * LANES] = fround((above < below ? below : above) * WIDEN) + TINY;
}
