/** Which grains the surface touches: each triangle goes down through boxes of grains, by the exact test of boxes and triangles. */
import { boxMeetsTriangle } from '../../exact.js';
import type { LongWork } from '../../long-work.js';
import type { Mesh } from '../../parts.js';
import { type CellTable, TOUCHED, TOUCHED_BY_OPEN, markGrain } from './cell-table.js';
import { highestGrain, lowestGrain } from './grid.js';

/** Box tests between two looks at the clock. */
const TESTS_PER_STEP = 8192;
/** Numbers of a box of grains: the first along x, y, z, and behind the last. */
const BOX = 6;
/** A box is halved at most 3 · 32 times, and each halving leaves one box to do. */
const MOST_BOXES = 100;

/** Boxes of grains that a triangle still has to be tested with. */
interface Descent {
  readonly stack: Uint32Array;
  size: number;
  readonly box: Float64Array;
}

/**
 * Marks all grains that have a point in common with a triangle: closed boxes, closed triangles, exact. So every point of the surface lies in a marked grain.
 */
export function* touchGrains(table: CellTable, mesh: Mesh, isOpen: (triangle: number) => boolean): LongWork<void> {
  const { positions, triangleCount, triangles } = mesh;
  const descent: Descent = { stack: new Uint32Array(MOST_BOXES * BOX), size: 0, box: new Float64Array(6) };
  let tests = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const mark = isOpen(triangle) ? TOUCHED | TOUCHED_BY_OPEN : TOUCHED;
    const a = triangles[triangle * 3];
    const b = triangles[triangle * 3 + 1];
    const c = triangles[triangle * 3 + 2];
    beginDescent(table, descent, positions, a, b, c);
    while (descent.size > 0) {
      tests += descend(table, descent, mark, positions, a, b, c, TESTS_PER_STEP - tests);
      if (tests < TESTS_PER_STEP) continue;
      tests = 0;
      yield triangle / triangleCount;
    }
  }
}

/** Starts with the box of grains around a triangle. */
function beginDescent(
  { grid }: CellTable,
  descent: Descent,
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const u = positions[a * 3 + axis];
    const v = positions[b * 3 + axis];
    const w = positions[c * 3 + axis];
    descent.stack[axis] = lowestGrain(grid.planes[axis], Math.min(u, v, w));
    descent.stack[3 + axis] = highestGrain(grid.planes[axis], Math.max(u, v, w)) + 1;
  }
  descent.size = 1;
}

/** Goes on with at most so many tests; returns how many it took. */
function descend(
  table: CellTable,
  descent: Descent,
  mark: number,
  positions: Float32Array,
  a: number,
  b: number,
  c: number,
  mostTests: number,
): number {
  const { box, stack } = descent;
  const { planes } = table.grid;
  let tests = 0;
  while (descent.size > 0 && tests < mostTests) {
    const at = --descent.size * BOX;
    for (let k = 0; k < 6; k++) box[k] = planes[k % 3][stack[at + k]];
    tests++;
    if (!boxMeetsTriangle(box, positions, a, b, c)) continue;
    let longest = 0;
    for (let axis = 1; axis < 3; axis++) {
      if (stack[at + 3 + axis] - stack[at + axis] > stack[at + 3 + longest] - stack[at + longest]) longest = axis;
    }
    const first = stack[at + longest];
    const end = stack[at + 3 + longest];
    if (end - first === 1) {
      markGrain(table, stack[at], stack[at + 1], stack[at + 2], mark);
      continue;
    }
    // The lower half takes the place of the whole, the upper one comes behind it.
    const middle = (first + end) >>> 1;
    stack.copyWithin(at + BOX, at, at + BOX);
    stack[at + 3 + longest] = middle;
    stack[at + BOX + longest] = middle;
    descent.size += 2;
  }
  return tests;
}
