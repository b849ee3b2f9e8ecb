/**
 * Directed rounding to float32. Bounds are computed in float64 and stored in float32; these functions make sure that
 * what is stored still encloses what was computed. All are right for every double: beyond the float32 range, down to
 * denormals, for both zeros, and NaN stays NaN.
 */
import { SMALLEST_FLOAT32 } from './float.js';

const scratchFloat = new Float32Array(1);
const scratchBits = new Int32Array(scratchFloat.buffer);

/** The smallest float32 that is not less than `x`; `Infinity` above the float32 range. */
export function roundUp32(x: number): number {
  const nearest = Math.fround(x);
  return nearest < x ? stepUp(nearest) : nearest;
}

/** The largest float32 that is not greater than `x`; `-Infinity` below the float32 range. */
export function roundDown32(x: number): number {
  const nearest = Math.fround(x);
  return nearest > x ? -stepUp(-nearest) : nearest;
}

/** The smallest float32 strictly greater than `x`: for a float32, its upper neighbour. `Infinity` has none and stays. */
export function nextUp32(x: number): number {
  const nearest = Math.fround(x);
  return nearest <= x && nearest < Infinity ? stepUp(nearest) : nearest;
}

/** The largest float32 strictly less than `x`: for a float32, its lower neighbour. `-Infinity` has none and stays. */
export function nextDown32(x: number): number {
  const nearest = Math.fround(x);
  return nearest >= x && nearest > -Infinity ? -stepUp(-nearest) : nearest;
}

/** The next float32 above a float32 that is neither NaN nor `Infinity`: floats of one sign are ordered as their bits. */
function stepUp(x: number): number {
  if (x === 0) return SMALLEST_FLOAT32;
  scratchFloat[0] = x;
  scratchBits[0] += x > 0 ? 1 : -1;
  return scratchFloat[0];
}
