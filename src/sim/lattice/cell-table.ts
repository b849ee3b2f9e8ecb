/** What is known of cells: which of them the surface touches, grain by grain, and which it fills. */
import type { Grid } from './grid.js';

/** A part of the surface touches the grain. */
export const TOUCHED = 1;
/** An open part of the surface touches the grain. */
export const TOUCHED_BY_OPEN = 2;
/** The sample of the grain is inside of closed parts. */
export const INSIDE = 4;

/** No block. */
export const NO_BLOCK = -1;

/** Cells of a grid. Those that are touched have a block of grains each; of all others it is enough to know whether they are full. */
export interface CellTable {
  readonly grid: Grid;
  /** Number of cells. */
  readonly cellCount: number;
  /** Grains of a cell. */
  readonly grainCount: number;
  /** For each cell, the number of its block, or `NO_BLOCK`. Cells are numbered along x first, then y, then z. */
  readonly blockOf: Int32Array;
  /** For each cell without a block, 1 where it is inside. */
  readonly isFull: Uint8Array;
  /** Number of blocks. */
  blockCount: number;
  /** Marks of the grains of each block, along x first, then y, then z; with room for more. */
  marks: Uint8Array;
}

/** A table of untouched cells. */
export function createCellTable(grid: Grid): CellTable {
  const cellCount = grid.cells[0] * grid.cells[1] * grid.cells[2];
  const grainCount = grid.fineness * grid.fineness * grid.fineness;
  return {
    grid,
    cellCount,
    grainCount,
    blockOf: new Int32Array(cellCount).fill(NO_BLOCK),
    isFull: new Uint8Array(cellCount),
    blockCount: 0,
    marks: new Uint8Array(grainCount * 64),
  };
}

/** Marks a grain, given by its place along each axis, and makes a block for its cell where there is none. */
export function markGrain(table: CellTable, x: number, y: number, z: number, mark: number): void {
  const { fineness, cells } = table.grid;
  const cellX = Math.floor(x / fineness);
  const cellY = Math.floor(y / fineness);
  const cellZ = Math.floor(z / fineness);
  const cell = (cellZ * cells[1] + cellY) * cells[0] + cellX;
  let block = table.blockOf[cell];
  if (block === NO_BLOCK) {
    block = table.blockCount++;
    table.blockOf[cell] = block;
    if (table.blockCount * table.grainCount > table.marks.length) {
      const grown = new Uint8Array(table.marks.length * 2);
      grown.set(table.marks);
      table.marks = grown;
    }
  }
  const grain = ((z - cellZ * fineness) * fineness + y - cellY * fineness) * fineness + x - cellX * fineness;
  table.marks[block * table.grainCount + grain] |= mark;
}
