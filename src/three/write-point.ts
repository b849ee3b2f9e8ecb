/** Points of three.js as numbers. */
import type { Vector3 } from 'three';

/**
 * Writes the coordinates of a point. Not by its `toArray`, through which whole programs store into arrays of all kinds: engines no
 * longer know there what they store into, and take tens of times as long.
 */
export function writePoint({ x, y, z }: Vector3, out: Float64Array): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
