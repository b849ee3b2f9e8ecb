/** How far a posed surface is from a point: the nearest nodes of its tree first, those that are too far left out. */
import { closestPointOnTriangle } from '../narrow/closest-point.js';
import { NO_NODE } from '../tree/tree.js';
import { FIELD_BOX_STRIDE } from './surface-field.js';
import type { SurfaceField } from './surface-field.js';

const closest = new Float64Array(4);
const CLOSEST_SQUARED = 3;

/** The closest triangle found, and the square of its distance: the answer of `findNearest`. */
export interface Nearest {
  /** The triangle's place in the order of the tree. */
  slot: number;
  readonly squared: Float64Array;
  /** Squared distances of the nodes that wait. */
  gaps: Float64Array;
}

/** Room for an answer. */
export function createNearest(): Nearest {
  return { slot: 0, squared: new Float64Array(1), gaps: new Float64Array(0) };
}

/**
 * Finds the square of the distance from a point to a field's surface, or stops when it is at most `enough[0]`: then the
 * answer is some number up to that. It begins at the triangle that was nearest the last time, which is often near again,
 * so that neighbouring points are quick.
 */
export function findNearest(field: SurfaceField, point: Float64Array, enough: Float64Array, nearest: Nearest): void {
  const { boxes, stack, tree } = field;
  const { arity, children, ranges } = tree;
  const { squared } = nearest;
  if (nearest.gaps.length < stack.length) nearest.gaps = new Float64Array(stack.length);
  const { gaps } = nearest;
  squared[0] = Infinity;
  tryTriangle(field, point, Math.min(nearest.slot, tree.triangleCount - 1), nearest);
  let size = 0;
  stack[size] = 0;
  gaps[size++] = 0;
  while (size > 0 && squared[0] > enough[0]) {
    size--;
    if (!(gaps[size] < squared[0])) continue;
    const node = stack[size];
    if (children[node * arity] === NO_NODE) {
      const first = ranges[2 * node];
      for (let slot = first; slot < first + ranges[2 * node + 1]; slot++) tryTriangle(field, point, slot, nearest);
      continue;
    }
    const bottom = size;
    for (let at = node * arity; at < (node + 1) * arity && children[at] !== NO_NODE; at++) {
      const box = children[at] * FIELD_BOX_STRIDE;
      const x = gapTo(boxes, box, point, 0);
      const y = gapTo(boxes, box, point, 1);
      const z = gapTo(boxes, box, point, 2);
      const gap = x * x + y * y + z * z;
      if (!(gap < squared[0])) continue;
      // The nearest comes on top.
      let place = size++;
      for (; place > bottom && gaps[place - 1] < gap; place--) {
        gaps[place] = gaps[place - 1];
        stack[place] = stack[place - 1];
      }
      gaps[place] = gap;
      stack[place] = children[at];
    }
  }
}

function gapTo(boxes: Float32Array, box: number, point: Float64Array, axis: number): number {
  const below = boxes[box + axis] - point[axis];
  const above = point[axis] - boxes[box + 3 + axis];
  return below > 0 ? below : above > 0 ? above : 0;
}

function tryTriangle(field: SurfaceField, point: Float64Array, slot: number, nearest: Nearest): void {
  const { corners } = field;
  closestPointOnTriangle(
    point,
    field.positions,
    corners[3 * slot],
    corners[3 * slot + 1],
    corners[3 * slot + 2],
    closest,
  );
  if (!(closest[CLOSEST_SQUARED] < nearest.squared[0])) return;
  nearest.squared[0] = closest[CLOSEST_SQUARED];
  nearest.slot = slot;
}
