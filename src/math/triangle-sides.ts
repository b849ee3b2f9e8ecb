/** What most that is asked of a triangle begins with: two sides, and their product, which stands on it and is as long as twice its area. */
import type { NumberArray } from './vec3.js';

/** Numbers of {@link writeSides}. */
export const SIDES = { e: 0, f: 3, normal: 6, count: 9 } as const;

/**
 * Writes the sides e and f that lead from one corner to the second and to the third, and e x f; corners are the numbers of their first coordinates.
 * Written out in numbers, not by the functions of vec3.ts: it is called for every triangle that is looked at.
 */
export function writeSides(
  sides: Float64Array,
  places: NumberArray,
  from: number,
  second: number,
  third: number,
): void {
  const ex = places[second] - places[from];
  const ey = places[second + 1] - places[from + 1];
  const ez = places[second + 2] - places[from + 2];
  const fx = places[third] - places[from];
  const fy = places[third + 1] - places[from + 1];
  const fz = places[third + 2] - places[from + 2];
  sides[SIDES.e] = ex;
  sides[SIDES.e + 1] = ey;
  sides[SIDES.e + 2] = ez;
  sides[SIDES.f] = fx;
  sides[SIDES.f + 1] = fy;
  sides[SIDES.f + 2] = fz;
  sides[SIDES.normal] = ey * fz - ez * fy;
  sides[SIDES.normal + 1] = ez * fx - ex * fz;
  sides[SIDES.normal + 2] = ex * fy - ey * fx;
}
