/**
 * Whether bounds can meet: the tests that walks prune by. They answer *false* only when the two are certainly apart, and
 * *true* for everything else, touching, rounding and not-a-number included.
 *
 * Rounding. Bounds are float32 and differences are taken in float64, each good to a factor of 1 ± 2^-53; a sum of three
 * squares of them is good to 1 ± 2^-50, and so is a squared sum of radii. Two things are called apart when the squared
 * distance exceeds the squared reach by more than SLACK = 1 + 2^-48. Where squares underflow (a ball given in doubles
 * may be that small) they are wrong by at most 2^-1020 each, which TINY covers; where they overflow to infinity the
 * comparison is false, the safe side. Comparisons of float32 with each other, as between boxes, are exact.
 */
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from './layout.js';
import type { BoundKind } from './layout.js';

const SLACK = 1 + 3.552713678800501e-15;
const TINY = 1e-300;

/** Whether the bound of a node can meet a closed ball. */
export function boundMeetsBall(
  kind: BoundKind,
  bounds: Float32Array,
  node: number,
  x: number,
  y: number,
  z: number,
  radius: number,
): boolean {
  if (kind === BOX_BOUND) {
    const low = node * BOX_STRIDE + BOX_LOW;
    const high = node * BOX_STRIDE + BOX_HIGH;
    const dx = outside(x, bounds[low], bounds[high]);
    const dy = outside(y, bounds[low + 1], bounds[high + 1]);
    const dz = outside(z, bounds[low + 2], bounds[high + 2]);
    return !(dx * dx + dy * dy + dz * dz > radius * radius * SLACK + TINY);
  }
  const at = node * SPHERE_STRIDE;
  const dx = bounds[at] - x;
  const dy = bounds[at + 1] - y;
  const dz = bounds[at + 2] - z;
  const reach = bounds[at + SPHERE_RADIUS] + radius;
  return !(dx * dx + dy * dy + dz * dz > reach * reach * SLACK + TINY);
}

/** Whether the bound of a node can meet a closed box, given by its lowest and highest corner in six numbers. */
export function boundMeetsBox(kind: BoundKind, bounds: Float32Array, node: number, box: Float64Array): boolean {
  if (kind === BOX_BOUND) {
    const low = node * BOX_STRIDE + BOX_LOW;
    const high = node * BOX_STRIDE + BOX_HIGH;
    return !(
      bounds[low] > box[3] ||
      bounds[high] < box[0] ||
      bounds[low + 1] > box[4] ||
      bounds[high + 1] < box[1] ||
      bounds[low + 2] > box[5] ||
      bounds[high + 2] < box[2]
    );
  }
  const at = node * SPHERE_STRIDE;
  const dx = outside(bounds[at], box[0], box[3]);
  const dy = outside(bounds[at + 1], box[1], box[4]);
  const dz = outside(bounds[at + 2], box[2], box[5]);
  const reach = bounds[at + SPHERE_RADIUS];
  return !(dx * dx + dy * dy + dz * dz > reach * reach * SLACK + TINY);
}

/** Whether the bounds of two nodes can meet; they may be of different kinds. */
export function boundsMeet(
  kindA: BoundKind,
  boundsA: Float32Array,
  nodeA: number,
  kindB: BoundKind,
  boundsB: Float32Array,
  nodeB: number,
): boolean {
  if (kindA === BOX_BOUND && kindB === BOX_BOUND) {
    const a = nodeA * BOX_STRIDE;
    const b = nodeB * BOX_STRIDE;
    return !(
      boundsA[a] > boundsB[b + BOX_HIGH] ||
      boundsB[b] > boundsA[a + BOX_HIGH] ||
      boundsA[a + 1] > boundsB[b + BOX_HIGH + 1] ||
      boundsB[b + 1] > boundsA[a + BOX_HIGH + 1] ||
      boundsA[a + 2] > boundsB[b + BOX_HIGH + 2] ||
      boundsB[b + 2] > boundsA[a + BOX_HIGH + 2]
    );
  }
  if (kindB === BOX_BOUND) return boundsMeet(kindB, boundsB, nodeB, kindA, boundsA, nodeA);
  const at = nodeB * SPHERE_STRIDE;
  return boundMeetsBall(
    kindA,
    boundsA,
    nodeA,
    boundsB[at],
    boundsB[at + 1],
    boundsB[at + 2],
    boundsB[at + SPHERE_RADIUS],
  );
}

/** How far a coordinate lies outside an interval; zero within it. */
function outside(value: number, low: number, high: number): number {
  return value < low ? low - value : value > high ? value - high : 0;
}
