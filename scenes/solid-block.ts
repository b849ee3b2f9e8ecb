/** Blocks cut into tetrahedra, five to a cell: even ones, or with inner points moved about. */
import { createRandom } from 'pliant/exact';

/** How a block is cut. */
export interface SolidBlockOptions {
  /** Cells along x, y and z. */
  readonly cells: readonly [number, number, number];
  /** Edge of a cell, in metres. Default 0.1. */
  readonly cell?: number;
  /** The corner where all coordinates are lowest. Default the origin. */
  readonly at?: readonly [number, number, number];
  /** By how much of a cell points are moved about at most, those of the surface along it. Default 0. */
  readonly jitter?: number;
  /** Of the random numbers. Default 1. */
  readonly seed?: number;
}

/** A block at rest. */
export interface SolidBlock {
  readonly points: Float64Array;
  readonly tetrahedra: Uint32Array;
  /** 1 for points on the surface. */
  readonly isOutside: Uint8Array;
}

/** Corners of a cell by number, a bit for each axis: one tetrahedron in the middle, and one at each of four corners. */
const TETRAHEDRA = [
  [1, 2, 4, 7],
  [0, 1, 2, 4],
  [3, 1, 2, 7],
  [5, 1, 4, 7],
  [6, 2, 4, 7],
] as const;

/** Makes a block. */
export function createSolidBlock({
  cells,
  cell = 0.1,
  at = [0, 0, 0],
  jitter = 0,
  seed = 1,
}: SolidBlockOptions): SolidBlock {
  const random = createRandom(seed);
  const counts = cells.map((count) => count + 1);
  const points = new Float64Array(counts[0] * counts[1] * counts[2] * 3);
  const isOutside = new Uint8Array(points.length / 3);
  for (let point = 0; point < isOutside.length; point++) {
    const place = placeOf(point, counts);
    for (let axis = 0; axis < 3; axis++) {
      const isEnd = place[axis] === 0 || place[axis] === cells[axis];
      if (isEnd) isOutside[point] = 1;
      const moved = isEnd || jitter === 0 ? 0 : random.range(-jitter, jitter);
      points[point * 3 + axis] = at[axis] + (place[axis] + moved) * cell;
    }
  }
  return { points, tetrahedra: cutCells(cells, counts, points), isOutside };
}

function placeOf(point: number, [x, y]: readonly number[]): number[] {
  return [point % x, Math.floor(point / x) % y, Math.floor(point / (x * y))];
}

/** Neighbouring cells are mirror images, so that their faces fit. */
function cutCells(cells: readonly number[], [width, height]: readonly number[], points: Float64Array): Uint32Array {
  const tetrahedra = new Uint32Array(cells[0] * cells[1] * cells[2] * TETRAHEDRA.length * 4);
  let next = 0;
  for (let cell = 0; cell < cells[0] * cells[1] * cells[2]; cell++) {
    const place = placeOf(cell, cells);
    const mirror = (place[0] + place[1] + place[2]) % 2;
    for (const tetrahedron of TETRAHEDRA) {
      const corners = tetrahedron.map((corner) => {
        const bits = corner ^ mirror;
        return place[0] + (bits & 1) + width * (place[1] + ((bits >> 1) & 1) + height * (place[2] + (bits >> 2)));
      });
      const [a, b, c, d] = corners;
      tetrahedra.set(volumeOf(points, corners) < 0 ? [b, a, c, d] : corners, next);
      next += 4;
    }
  }
  return tetrahedra;
}

function volumeOf(points: Float64Array, corners: readonly number[]): number {
  const [o, a, b, c] = corners.map((corner) => points.subarray(corner * 3, corner * 3 + 3));
  const [ax, ay, az] = [0, 1, 2].map((axis) => a[axis] - o[axis]);
  const [bx, by, bz] = [0, 1, 2].map((axis) => b[axis] - o[axis]);
  const [cx, cy, cz] = [0, 1, 2].map((axis) => c[axis] - o[axis]);
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}
