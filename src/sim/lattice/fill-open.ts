/**
 * Which grains are inside of open parts that are closed as far as one can see: those with a sample whose generalised winding number is above one half (Jacobson, Kavan and
 * Sorkine-Hornung 2013). Holes of a scan are closed by a smooth surface. Nothing is inside of a flat sheet, but a bent one has an inside along its hollow side.
 */
import { buildSteps } from '../../internals.js';
import { type LongWork, rescale } from '../../long-work.js';
import { type SurfaceField, createSurfaceField, windingNumber } from '../../meaning.js';
import { type Mesh, createMesh } from '../../parts.js';
import { type CellTable, INSIDE, NO_BLOCK } from './cell-table.js';
import { heightPhase, phaseX, phaseY, placeIn } from './samples.js';

const SAMPLES_PER_STEP = 512;

/** Marks the grains, and the untouched cells, that are inside of the open parts. */
export function* fillOpenGrains(table: CellTable, mesh: Mesh, isOpen: (triangle: number) => boolean): LongWork<void> {
  const { blockOf, cellCount, grainCount, grid, isFull, marks } = table;
  const { cells, fineness } = grid;
  const triangles = mesh.triangles.filter((_, i) => isOpen(Math.floor(i / 3)));
  if (triangles.length === 0) return;
  const open = createMesh({ positions: mesh.positions, triangles });
  const tree = yield* rescale(buildSteps('createLattice', open, {}), 0, 0.2);
  const field = createSurfaceField({ positions: open.positions, triangles }, tree);
  let samples = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const row = Math.floor(cell / cells[0]);
    const x = (cell % cells[0]) * fineness;
    const y = (row % cells[1]) * fineness;
    const z = Math.floor(row / cells[1]) * fineness;
    if (blockOf[cell] === NO_BLOCK) {
      // No part of the surface goes through the cell, so one sample is as good as all.
      if (isFull[cell] === 0 && isInside(table, field, x, y, z)) isFull[cell] = 1;
      samples++;
    } else {
      for (let grain = 0; grain < grainCount; grain++) {
        const inX = grain % fineness;
        const inY = Math.floor(grain / fineness) % fineness;
        const inZ = Math.floor(grain / (fineness * fineness));
        const at = blockOf[cell] * grainCount + grain;
        if ((marks[at] & INSIDE) === 0 && isInside(table, field, x + inX, y + inY, z + inZ)) marks[at] |= INSIDE;
      }
      samples += grainCount;
    }
    if (samples < SAMPLES_PER_STEP) continue;
    samples = 0;
    yield 0.2 + (0.8 * cell) / cellCount;
  }
}

/** Where the sample in hand lies. */
const point = new Float64Array(3);

function isInside({ grid }: CellTable, field: SurfaceField, x: number, y: number, z: number): boolean {
  point[0] = placeIn(grid.planes[0], x, phaseX(x, y));
  point[1] = placeIn(grid.planes[1], y, phaseY(x, y));
  point[2] = placeIn(grid.planes[2], z, heightPhase(x, y));
  return Math.abs(windingNumber(field, point)) > 0.5;
}
