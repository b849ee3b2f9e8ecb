/**
 * Which grains are inside of a closed surface: those whose middle has a winding number other than 0. The number is counted exactly, along columns of middles parallel to z, by
 * the triangles above. A column that meets an edge or a corner is taken as shifted by an infinitely small way along x, and one yet
 * smaller along y, so that it goes through the inside of triangles and counts each sheet once (Edelsbrunner and Mücke 1990, "Simulation of simplicity").
 */
import { orient2d, orient3d } from '../../exact.js';
import type { LongWork } from '../../long-work.js';
import type { Mesh } from '../../parts.js';
import { type CellTable, INSIDE, NO_BLOCK } from './cell-table.js';
import { type Crossings, addCrossing, createCrossings, sortCrossings } from './crossings.js';

/** Columns looked at, or grains written, between two looks at the clock. */
const WORK_PER_STEP = 65_536;

/** Marks the grains, and the untouched cells, that are inside of the closed parts. */
export function* fillGrains(table: CellTable, mesh: Mesh, isOpen: (triangle: number) => boolean): LongWork<void> {
  const { grid } = table;
  const middles = grid.planes.map(middlesOf);
  const crossings = createCrossings();
  let work = 0;
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    if (isOpen(triangle)) continue;
    work += crossColumns(mesh, triangle, middles, crossings);
    if (work < WORK_PER_STEP) continue;
    work = 0;
    yield (0.5 * triangle) / mesh.triangleCount;
  }
  const columnsX = middles[0].length;
  const columns = sortCrossings(crossings, columnsX * middles[1].length);
  const changes = new Int32Array(middles[2].length + 1);
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

function middlesOf(planes: Float64Array): Float64Array {
  const middles = new Float64Array(planes.length - 1);
  for (let k = 0; k < middles.length; k++) middles[k] = 0.5 * planes[k] + 0.5 * planes[k + 1];
  return middles;
}

/** Adds where the columns go through a triangle; returns how many columns were looked at. */
function crossColumns(mesh: Mesh, triangle: number, middles: readonly Float64Array[], crossings: Crossings): number {
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
  const [middlesX, middlesY, middlesZ] = middles;
  const firstX = firstFrom(middlesX, Math.min(ax, bx, cx));
  const firstY = firstFrom(middlesY, Math.min(ay, by, cy));
  const endX = firstAbove(middlesX, Math.max(ax, bx, cx));
  const endY = firstAbove(middlesY, Math.max(ay, by, cy));
  const firstZ = firstFrom(middlesZ, Math.min(positions[a + 2], positions[b + 2], positions[c + 2]));
  const endZ = firstAbove(middlesZ, Math.max(positions[a + 2], positions[b + 2], positions[c + 2]));
  for (let y = firstY; y < endY; y++) {
    const py = middlesY[y];
    for (let x = firstX; x < endX; x++) {
      const px = middlesX[x];
      if (
        sideOfEdge(ax, ay, bx, by, px, py) !== facing ||
        sideOfEdge(bx, by, cx, cy, px, py) !== facing ||
        sideOfEdge(cx, cy, ax, ay, px, py) !== facing
      ) {
        continue;
      }
      // The first middle that is not below the triangle. All below its lowest corner are, none above its highest is.
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
          middlesZ[middle],
        );
        if (side === facing) low = middle + 1;
        else high = middle;
      }
      addCrossing(crossings, y * middlesX.length + x, low, facing);
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

/** The first of rising numbers that is not below a value; as many as there are, when all are. */
function firstFrom(numbers: Float64Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of rising numbers that is above a value. */
function firstAbove(numbers: Float64Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Goes down a column, adding up what is above each middle, and leaves the changes zero again. */
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
