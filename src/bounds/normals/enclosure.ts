/** Intervals that grow as numbers are met, and how they are kept: a centre and a radius in float32, which enclose what was met and what it may be off by. */
import { roundUp32 } from '../../math/round.js';

/** More than what underflow can take from products of float64. */
const TINY = 1e-300;

/** A run of intervals: lowest and highest numbers met. */
export interface Enclosure {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** So many intervals that have met nothing. */
export function createEnclosure(count: number): Enclosure {
  return { low: new Float64Array(count).fill(Infinity), high: new Float64Array(count).fill(-Infinity) };
}

/** Forgets what some of them have met. */
export function clearEnclosure({ high, low }: Enclosure, first: number, count: number): void {
  low.fill(Infinity, first, first + count);
  high.fill(-Infinity, first, first + count);
}

/** Makes room for a number in one of them. */
export function meet({ high, low }: Enclosure, at: number, value: number): void {
  if (value < low[at]) low[at] = value;
  if (value > high[at]) high[at] = value;
}

/** The largest magnitude of what one of them has met. */
export function magnitudeOf({ high, low }: Enclosure, at: number): number {
  return Math.max(Math.abs(low[at]), Math.abs(high[at]));
}

/**
 * Writes one of them as a centre and a radius. What was met may be off by `error`. The radius is larger by a share of `slack` of the magnitude: products of the centre with numbers
 * that are known, summed in float64, are then enclosed by products of the radius. (The differences below are off by 2^-53 of the magnitude, which `slack` covers too.)
 */
export function putEnclosure(
  { high, low }: Enclosure,
  at: number,
  error: number,
  slack: number,
  out: Float32Array,
  centerAt: number,
  radiusAt: number,
): void {
  const center = Math.fround(0.5 * low[at] + 0.5 * high[at]);
  const radius = Math.max(high[at] - center, center - low[at]) + error;
  out[centerAt] = center;
  out[radiusAt] = roundUp32(radius + slack * (Math.abs(center) + radius) + TINY);
}
