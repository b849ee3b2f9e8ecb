/** The walk along a ray over opened nodes, for coordinates that are too large for float32 products. */
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { RAY_FAR } from '../../narrow/ray-triangle.js';
import { SWEEP_RADIUS } from '../../narrow/sweep-ball.js';
import { CHILD_STRIDE, TOP, openLeaf, openNode, stackCapacityOf } from '../opened-node.js';
import { clearOrderedStack, pushOrdered } from '../ordered-stack.js';
import type { RayProgress, WalkedRay } from './progress.js';
import { testTriangles } from './triangles.js';

const OPENING_NS = 60;
/** 2^-48 */
const GROWTH = 32 * FLOAT64_ROUNDOFF;
/** 2^-30, by which entries are taken back, and exits forth. */
const SLACK = 9.313225746154785e-10;

/** Begins at the top of the body. */
export function beginOpened(search: WalkedRay): void {
  clearOrderedStack(search.progress.stack, stackCapacityOf(search.body));
  openNode(search.body, TOP, search.progress.opened);
  pushEntered(search);
}

/** Goes on until the walk is complete (`true`) or the budget is spent (`false`). */
export function stepOpened(search: WalkedRay, budget: number): boolean {
  const { body, progress, statistics } = search;
  const { stack, opened, leaf } = progress;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (stack.size > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    stack.size--;
    if (stack.keys[stack.size] > progress.ray[RAY_FAR]) continue;
    const id = stack.ids[stack.size];
    statistics.nodesVisited++;
    if (stack.leaves[stack.size] === 1) {
      openLeaf(body, id | 0, leaf);
      testTriangles(search, leaf.first, leaf.count);
    } else {
      openNode(body, id, opened);
      pushEntered(search);
      body.spend(OPENING_NS);
    }
  }
  return true;
}

function pushEntered(search: WalkedRay): void {
  const { progress, statistics } = search;
  const { opened, stack, entries } = progress;
  const bottom = stack.size;
  statistics.boundTests += opened.count;
  for (let child = opened.count - 1; child >= 0; child--) {
    if (enters(progress, child)) pushOrdered(stack, bottom, opened, entries, child);
  }
}

/**
 * Whether the ray, or the ball on its way, can enter a child's box before the far end; leaves in `entries` a parameter that
 * no hit in the box is before, by the parameters that hits are given. The box is grown by the radius and by 2^-48 of the
 * coordinates that take part, which exceeds the rounding of the differences. A division errs by 2^-53, and the parameter of
 * a ray's hit by 2^-32 of itself (../../narrow/ray-triangle.ts): `SLACK` is more than both. Where they are subnormal, each errs
 * by the smallest double at most; and what is larger than all doubles may be one of them after all. The time of a ball is not
 * before it reaches the box of the triangle, with less taken off than here (../../narrow/sweep-ball.ts).
 */
function enters(progress: RayProgress, child: number): boolean {
  const { ray, opened } = progress;
  const radius = progress.isSweep ? progress.sweep[SWEEP_RADIUS] : 0;
  let entry = 0;
  let exit = ray[RAY_FAR];
  for (let axis = 0; axis < 3; axis++) {
    const origin = ray[axis];
    const direction = ray[axis + 3];
    const low = opened.boxes[child * CHILD_STRIDE + axis];
    const high = opened.boxes[child * CHILD_STRIDE + axis + 3];
    const pad = radius + (Math.abs(origin) + Math.abs(low) + Math.abs(high) + radius) * GROWTH;
    const toLow = low - origin - pad;
    const toHigh = high - origin + pad;
    if (direction === 0) {
      if (toLow > 0 || toHigh < 0) return false;
      continue;
    }
    const first = (direction > 0 ? toLow : toHigh) / direction;
    const last = (direction > 0 ? toHigh : toLow) / direction;
    if (first > entry) entry = first;
    if (last < exit) exit = last;
  }
  const from = Math.min(entry, Number.MAX_VALUE) * (1 - SLACK) - 2 * Number.MIN_VALUE;
  progress.entries[child] = from;
  return !(from > exit * (1 + SLACK));
}
