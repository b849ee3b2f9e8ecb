/**
 * Which grains are inside of a closed surface: those with a sample whose winding number is not 0. The number is counted exactly, along columns of samples parallel to z, by
 * the triangles above. Samples of different columns lie at different places of their grains (samples.ts). A column that meets an edge or a corner is taken as shifted by an infinitely small way along x, and one yet
 * smaller along y, so that it goes through the inside of triangles and counts each sheet once (Edelsbrunner and Mücke 1990, "Simulation of simplicity").
 */
import { orient2d, orient3d } from '../../exact.js';
import type { LongWork } from '../../long-work.js';
import type { Mesh } from '../../parts.js';
import { type CellTable, INSIDE, NO_BLOCK } from './cell-table.js';
import { type Crossings, addCrossing, createCrossings, sortCrossings } from './crossings.js';
import { type Grid, highestGrain, lowestGrain } from './grid.js';
import { heightsOf, heightPhase, phaseX, phaseY, placeIn } from './samples.js';

/** Columns looked at, or grains written, between two looks at the clock. */
const WORK_PER_STEP = 65_536;

/** Marks the grains, and the untouched cells, that are inside of the closed parts. */
export function* fillGrains(table: CellTable, mesh: Mesh, isOpen: (triangle: number) => boolean): LongWork<void> {
  const { grid } = table;
  const heights = heightsOf(grid.planes[2]);
  const crossings = createCrossings();
  let work = 0;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    if (isOpen(triangle)) continue;
    work += crossColumns(grid, heights, mesh, triangle, crossings);
    if (work < WORK_PER_STEP) continue;
    work = 0;
    yield (0.5 * triangle) / mesh.triangleCount;
  }
  const columnsX = grid.planes[0].length - 1;
  const columns = sortCrossings(crossings, columnsX * (grid.planes[1].length - 1));
  const changes = new Int32Array(grid.planes[2].length);
  for (let column = 0; column < columns.starts.length - 1; column++) {
    if (columns.starts[column] === columns.starts[column + 1]) continue;
    for (let i = columns.starts[column]; i < columns.starts[column + 1]; i++) {
      changes[columns.grains[i]] += columns.signs[i];
    }
    fillColumn(table, column % columnsX, Math.floor(column / columnsX), changes);
    work += changes.length;
    if (work < WORK_PER_STEP) continue;
    work = 0;
    yield 0.5 + (0.5 * column) / columns.starts.length;
  }
}

/** Adds where the columns go through a triangle; returns how many columns were looked at. */
function crossColumns(
  { planes }: Grid,
  heights: readonly Float64Array[],
  mesh: Mesh,
  triangle: number,
  crossings: Crossings,
): number {
  const { positions, triangles } = mesh;
  const a = triangles[triangle * 3] * 3;
  const b = triangles[triangle * 3 + 1] * 3;
  const c = triangles[triangle * 3 + 2] * 3;
  const ax = positions[a];
  const ay = positions[a + 1];
  const bx = positions[b];
  const by = positions[b + 1];
  const cx = positions[c];
  const cy = positions[c + 1];
  // 1 where it faces up.
  const facing = orient2d(ax, ay, bx, by, cx, cy);
  if (facing === 0) return 1;
  const firstX = lowestGrain(planes[0], Math.min(ax, bx, cx));
  const firstY = lowestGrain(planes[1], Math.min(ay, by, cy));
  const endX = highestGrain(planes[0], Math.max(ax, bx, cx)) + 1;
  const endY = highestGrain(planes[1], Math.max(ay, by, cy)) + 1;
  // Samples of lower grains lie below the triangle, those of higher ones above.
  const firstZ = lowestGrain(planes[2], Math.min(positions[a + 2], positions[b + 2], positions[c + 2]));
  const endZ = highestGrain(planes[2], Math.max(positions[a + 2], positions[b + 2], positions[c + 2])) + 1;
  for (let y = firstY; y < endY; y++) {
    for (let x = firstX; x < endX; x++) {
      const px = placeIn(planes[0], x, phaseX(x, y));
      const py = placeIn(planes[1], y, phaseY(x, y));
      if (
        sideOfEdge(ax, ay, bx, by, px, py) !== facing ||
        sideOfEdge(bx, by, cx, cy, px, py) !== facing ||
        sideOfEdge(cx, cy, ax, ay, px, py) !== facing
      ) {
        continue;
      }
      // The first sample that is not below the triangle.
      const samples = heights[heightPhase(x, y)];
      let low = firstZ;
      let high = endZ;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const side = orient3d(
          ax,
          ay,
          positions[a + 2],
          bx,
          by,
          positions[b + 2],
          cx,
          cy,
          positions[c + 2],
          px,
          py,
          samples[middle],
        );
        if (side === facing) low = middle + 1;
        else high = middle;
      }
      addCrossing(crossings, y * (planes[0].length - 1) + x, low, facing);
    }
  }
  return (endX - firstX) * (endY - firstY) + 1;
}

/** On which side of the line from a to b the shifted point p lies; 0 only where a is b. */
function sideOfEdge(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const side = orient2d(ax, ay, bx, by, px, py);
  if (side !== 0) return side;
  // The sign is that of (bx - ax)(py - ay) - (by - ay)(px - ax), which grows by -(by - ay) along x and by bx - ax along y.
  if (by !== ay) return by < ay ? 1 : -1;
  return bx > ax ? 1 : bx < ax ? -1 : 0;
}

/** Goes down a column, adding up what is above each sample, and leaves the changes zero again. */
function fillColumn(table: CellTable, x: number, y: number, changes: Int32Array): void {
  const { blockOf, grainCount, grid, isFull } = table;
  const { cells, fineness } = grid;
  const cellX = Math.floor(x / fineness);
  const cellY = Math.floor(y / fineness);
  const inX = x - cellX * fineness;
  const inY = y - cellY * fineness;
  let winding = changes[changes.length - 1];
  changes[changes.length - 1] = 0;
  for (let z = changes.length - 2; z >= 0; z--) {
    if (winding !== 0) {
      const cellZ = Math.floor(z / fineness);
      const cell = (cellZ * cells[1] + cellY) * cells[0] + cellX;
      const block = blockOf[cell];
      // An untouched cell is inside wherever one of its grains is.
      if (block === NO_BLOCK) isFull[cell] = 1;
      else table.marks[block * grainCount + ((z - cellZ * fineness) * fineness + inY) * fineness + inX] |= INSIDE;
    }
    winding += changes[z];
    changes[z] = 0;
  }
}
