/** The nearest hits along a ray, in order. */
import { requireInteger } from '../checks.js';

/** The nearest hits of a ray, in rising order of their parameter, of equal ones the lower triangle first. */
export interface RayHits {
  /** Triangle numbers of the mesh; the first `count` are filled. */
  readonly triangles: Uint32Array;
  /** The parameter t of each hit: a ray's is at origin + t · direction, a ball touches when t of its way is done. */
  readonly parameters: Float64Array;
  /** How many are stored: all hits there are, or as many of the nearest as there is room for. */
  count: number;
}

/** Room for the `capacity` nearest hits; 1 for the first hit alone. */
export function createRayHits(capacity: number): RayHits {
  requireInteger('createRayHits', 'capacity', capacity, 1, 0x3fffffff);
  return { triangles: new Uint32Array(capacity), parameters: new Float64Array(capacity), count: 0 };
}

/**
 * Keeps a hit if it is among the nearest there is room for. Shared with the brute-force oracle, which so keeps hits in the
 * same order.
 */
export function keepRayHit(hits: RayHits, triangle: number, found: Float64Array, index: number): void {
  const { triangles, parameters } = hits;
  const parameter = found[index];
  const capacity = triangles.length;
  let at = hits.count;
  while (
    at > 0 &&
    (parameters[at - 1] > parameter || (parameters[at - 1] === parameter && triangles[at - 1] > triangle))
  ) {
    at--;
  }
  if (at >= capacity) return;
  if (hits.count < capacity) hits.count++;
  for (let i = hits.count - 1; i > at; i--) {
    triangles[i] = triangles[i - 1];
    parameters[i] = parameters[i - 1];
  }
  triangles[at] = triangle;
  parameters[at] = parameter;
}
