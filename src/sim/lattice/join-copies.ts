/**
 * Corners of copies that are one point: those on the common side of two cells, of copies whose pieces hang together across it. A piece that parts into two in the next
 * cell is joined with both copies there, so that both have those corners.
 */
import { findRoot, joinSets, separate } from '../../internals.js';
import type { LongWork } from '../../long-work.js';
import { type CellTable, NO_BLOCK } from './cell-table.js';
import { type Copies, NO_PIECE } from './pieces.js';

/** Corners of a cell: bit 0 tells of the upper side along x, bit 1 along y, bit 2 along z. */
export const CORNERS = 8;

const CELLS_PER_STEP = 4096;

/** Joins all corners; returns for each corner of each copy the lowest one that is the same point. */
export function* joinCopies(table: CellTable, copies: Copies): LongWork<Uint32Array> {
  const { cells } = table.grid;
  const roots = new Uint32Array(copies.copyCount * CORNERS);
  separate(roots, roots.length);
  const strides = [1, cells[0], cells[0] * cells[1]];
  let done = 0;
  for (let cell = 0; cell < table.cellCount; cell++) {
    if (copies.firstCopy[cell] === copies.firstCopy[cell + 1]) continue;
    const places = [cell % cells[0], Math.floor(cell / cells[0]) % cells[1], Math.floor(cell / strides[2])];
    for (let axis = 0; axis < 3; axis++) {
      if (places[axis] + 1 < cells[axis]) joinAcross(table, copies, roots, cell, cell + strides[axis], axis);
    }
    if (++done % CELLS_PER_STEP === 0) yield cell / table.cellCount;
  }
  for (let corner = 0; corner < roots.length; corner++) roots[corner] = findRoot(roots, corner);
  return roots;
}

/** Joins copies of a cell with those of the next one along an axis. */
function joinAcross(
  table: CellTable,
  copies: Copies,
  roots: Uint32Array,
  cell: number,
  next: number,
  axis: number,
): void {
  const { firstCopy } = copies;
  if (firstCopy[next] === firstCopy[next + 1]) return;
  if (table.blockOf[cell] === NO_BLOCK && table.blockOf[next] === NO_BLOCK) {
    joinCorners(roots, firstCopy[cell], firstCopy[next], axis);
    return;
  }
  const { fineness } = table.grid;
  const strides = [1, fineness, fineness * fineness];
  const u = strides[(axis + 1) % 3];
  const v = strides[(axis + 2) % 3];
  const last = strides[axis] * (fineness - 1);
  let joinedA = NO_PIECE;
  let joinedB = NO_PIECE;
  for (let j = 0; j < fineness; j++) {
    for (let i = 0; i < fineness; i++) {
      const a = pieceAt(table, copies, cell, i * u + j * v + last);
      const b = pieceAt(table, copies, next, i * u + j * v);
      if (a === NO_PIECE || b === NO_PIECE || (a === joinedA && b === joinedB)) continue;
      joinCorners(roots, firstCopy[cell] + a - 1, firstCopy[next] + b - 1, axis);
      joinedA = a;
      joinedB = b;
    }
  }
}

/** The piece of a grain of a cell. Full cells are one. */
function pieceAt({ blockOf, grainCount }: CellTable, { pieceOf }: Copies, cell: number, grain: number): number {
  return blockOf[cell] === NO_BLOCK ? 1 : pieceOf[blockOf[cell] * grainCount + grain];
}

function joinCorners(roots: Uint32Array, copy: number, next: number, axis: number): void {
  for (let corner = 0; corner < CORNERS; corner++) {
    if ((corner & (1 << axis)) === 0) continue;
    joinSets(roots, copy * CORNERS + corner, next * CORNERS + corner - (1 << axis));
  }
}
