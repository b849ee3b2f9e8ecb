/**
 * Whether bounds can meet: the tests that walks prune by. They answer *false* only when the two are certainly apart, and
 * *true* for everything else, touching, rounding and not-a-number included.
 *
 * Rounding. Bounds are float32 and differences are taken in float64, each good to a factor of 1 ± 2^-53; a sum of three
 * squares of them is good to 1 ± 2^-50, and so is a squared sum of radii. Two things are called apart when the squared
 * distance exceeds the squared reach by more than SLACK = 1 + 2^-48. Where squares underflow (a ball given in doubles
 * may be that small) they are wrong by at most 2^-1020 each, which TINY covers; where they overflow to infinity the
 * comparison is false, the safe side. Comparisons of float32 with each other, as between boxes, are exact.
 *
 * Shapes are given as arrays: a call that is not inlined would put every double that it is given on the heap.
 */
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from './layout.js';
import type { BoundKind } from './layout.js';

const SLACK = 1 + 3.552713678800501e-15;
const TINY = 1e-300;

/** Whether the bound of a node can meet a closed ball, given by its centre and radius in four numbers. */
export function boundMeetsBall(kind: BoundKind, bounds: Float32Array, node: number, ball: Float64Array): boolean {
  let squared = 0;
  if (kind === BOX_BOUND) {
    for (let axis = 0; axis < 3; axis++) {
      const low = bounds[node * BOX_STRIDE + BOX_LOW + axis];
      const high = bounds[node * BOX_STRIDE + BOX_HIGH + axis];
      const gap = ball[axis] < low ? low - ball[axis] : ball[axis] > high ? ball[axis] - high : 0;
      squared += gap * gap;
    }
    return !(squared > ball[3] * ball[3] * SLACK + TINY);
  }
  for (let axis = 0; axis < 3; axis++) {
    const gap = bounds[node * SPHERE_STRIDE + axis] - ball[axis];
    squared += gap * gap;
  }
  const reach = bounds[node * SPHERE_STRIDE + SPHERE_RADIUS] + ball[3];
  return !(squared > reach * reach * SLACK + TINY);
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
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const center = bounds[node * SPHERE_STRIDE + axis];
    const gap = center < box[axis] ? box[axis] - center : center > box[axis + 3] ? center - box[axis + 3] : 0;
    squared += gap * gap;
  }
  const reach = bounds[node * SPHERE_STRIDE + SPHERE_RADIUS];
  return !(squared > reach * reach * SLACK + TINY);
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
  if (kindB === BOX_BOUND) return sphereMeetsBox(boundsA, nodeA, boundsB, nodeB);
  if (kindA === BOX_BOUND) return sphereMeetsBox(boundsB, nodeB, boundsA, nodeA);
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = boundsA[nodeA * SPHERE_STRIDE + axis] - boundsB[nodeB * SPHERE_STRIDE + axis];
    squared += gap * gap;
  }
  const reach = boundsA[nodeA * SPHERE_STRIDE + SPHERE_RADIUS] + boundsB[nodeB * SPHERE_STRIDE + SPHERE_RADIUS];
  return !(squared > reach * reach * SLACK + TINY);
}

function sphereMeetsBox(spheres: Float32Array, sphere: number, boxes: Float32Array, box: number): boolean {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const center = spheres[sphere * SPHERE_STRIDE + axis];
    const low = boxes[box * BOX_STRIDE + BOX_LOW + axis];
    const high = boxes[box * BOX_STRIDE + BOX_HIGH + axis];
    const gap = center < low ? low - center : center > high ? center - high : 0;
    squared += gap * gap;
  }
  const reach = spheres[sphere * SPHERE_STRIDE + SPHERE_RADIUS];
  return !(squared > reach * reach * SLACK + TINY);
}
