/** The kernel of point-based animation: how much a particle counts at a distance. */
import { distanceSquared } from '../../math/vec3.js';
import type { NumberArray } from '../../math/vec3.js';

/**
 * (1 - r² / h²)³ for a squared distance r² below h², else nothing: the polynomial of Müller et al. 2003, twice differentiable where it ends, without
 * the factor that normalising takes away again.
 */
export function kernel(squaredDistance: number, radius: number): number {
  const share = squaredDistance / (radius * radius);
  return share < 1 ? (1 - share) * (1 - share) * (1 - share) : 0;
}

/** The squared distance of two points, given by their numbers. */
export function squaredBetween(a: NumberArray, i: number, b: NumberArray, j: number): number {
  return distanceSquared(a, i * 3, b, j * 3);
}
