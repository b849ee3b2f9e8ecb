/**
 * Boxes at rest in whole steps of a grid over the mesh: sixteen bits for each number instead of thirty-two. What a bound depends on
 * is then half as long, and where caches do not hold it half as much has to be waited for; a box grows by less than a step on each
 * side, about a thirty-thousandth of the mesh.
 */
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { roundUp32 } from '../../math/round.js';

/**
 * A grid: a coordinate x along an axis is (x - middle) / step on it. Plain numbers in a row: the step, the middle on each axis,
 * and the farthest that any box reaches from there, in steps.
 */
export type RestGrid = Float64Array;

/** Where the numbers of a {@link RestGrid} are. */
export const GRID = { step: 0, middle: 1, reach: 4, count: 5 } as const;

/** Steps from the middle to the farthest vertex: with two more for rounding, sixteen bits with a sign hold every box. */
const HALF = 32760;
/** More than float64 loses of a coordinate on the grid, as a share of what is rounded: 2^-50. */
const LOSS = 8 * FLOAT64_ROUNDOFF;

/** Most steps that a displacement may have, so that float32 holds it. */
const FARTHEST = 1e30;

/** The grid over some vertices, each named any number of times, and over displacements up to the given size. */
export function createRestGrid(rest: Float32Array, vertices: Uint32Array, displacement = 0): RestGrid {
  const grid = new Float64Array(GRID.count);
  let extent = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < vertices.length; i++) {
      const coordinate = rest[vertices[i] * 3 + axis];
      if (coordinate < low) low = coordinate;
      if (coordinate > high) high = coordinate;
    }
    if (low > high) continue;
    grid[GRID.middle + axis] = (low + high) / 2;
    extent = Math.max(extent, (high - low) / 2);
  }
  grid[GRID.step] = Math.max(extent > 0 ? extent / HALF : 1, displacement / FARTHEST);
  return grid;
}

/** How far from the middle, along an axis, a vertex may be: within a step of the farthest that the grid was made for. */
export function gridExtent(grid: RestGrid): number {
  return (HALF + 1) * grid[GRID.step];
}

/** Whether a box with this vertex in it fits on the grid. */
export function isOnGrid(grid: RestGrid, rest: Float32Array, vertex: number): boolean {
  const farthest = gridExtent(grid);
  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(rest[vertex * 3 + axis] - grid[GRID.middle + axis]) <= farthest)) return false;
  }
  return true;
}

/** The largest displacement that float32 holds in steps of the grid. */
export function largestDisplacement(grid: RestGrid): number {
  return grid[GRID.step] * FARTHEST;
}

/** The step in the middle of an interval along an axis, or next to it. */
export function middleStep(grid: RestGrid, axis: number, low: number, high: number): number {
  return Math.round(((low + high) / 2 - grid[GRID.middle + axis]) / grid[GRID.step]);
}

/** How many steps lead from a {@link middleStep} beyond both ends of the interval. Notes how far that is from the middle of the grid. */
export function halfSteps(grid: RestGrid, axis: number, low: number, high: number, center: number): number {
  const step = grid[GRID.step];
  const middle = grid[GRID.middle + axis];
  const at = middle + center * step;
  const loss = LOSS * (Math.abs(middle) + Math.abs(center * step));
  const half = Math.ceil((Math.max(high - at, at - low) * (1 + LOSS) + loss) / step);
  grid[GRID.reach] = Math.max(grid[GRID.reach], Math.abs(center) + half);
  return half;
}

/**
 * An interval of displacements in steps: a centre, rounded to float32, and a half extent that reaches from there to both ends, into
 * `out`.
 */
export function displacementSteps(grid: RestGrid, low: number, high: number, out: Float64Array): void {
  const step = grid[GRID.step];
  const center = Math.fround((low + high) / 2 / step);
  const loss = (LOSS * (Math.abs(low) + Math.abs(high))) / step;
  out[0] = center;
  out[1] = roundUp32(Math.max(high / step - center, center - low / step) * (1 + LOSS) + loss);
}
