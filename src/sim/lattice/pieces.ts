/**
 * What hangs together within a cell: grains that are touched or inside, joined where they share a side. Each such piece has the cell for itself, as a copy.
 */
import type { LongWork } from '../../long-work.js';
import { type CellTable, INSIDE, NO_BLOCK, TOUCHED } from './cell-table.js';

/** No piece. */
export const NO_PIECE = 0;

/** Copies of cells. Those of cell c are numbered from `firstCopy[c]` up to, not including, `firstCopy[c + 1]`. */
export interface Copies {
  readonly firstCopy: Uint32Array;
  /** For each grain of each block, its piece: 1 for the first copy of the cell, and so on; `NO_PIECE` where it is empty. */
  readonly pieceOf: Uint16Array;
  /** Number of copies. */
  readonly copyCount: number;
}

const BLOCKS_PER_STEP = 2048;

/** Finds the pieces of all cells. When they need not be kept apart, each cell has one. */
export function* findPieces(table: CellTable, keepApart: boolean): LongWork<Copies> {
  const { blockCount, blockOf, cellCount, grainCount, isFull, marks } = table;
  const { fineness } = table.grid;
  const pieceOf = new Uint16Array(blockCount * grainCount);
  const pieceCounts = new Uint16Array(blockCount);
  const stack = new Uint16Array(grainCount);
  for (let block = 0; block < blockCount; block++) {
    const first = block * grainCount;
    let pieces = 0;
    for (let grain = 0; grain < grainCount; grain++) {
      if ((marks[first + grain] & (TOUCHED | INSIDE)) === 0 || pieceOf[first + grain] !== NO_PIECE) continue;
      if (keepApart) spread(marks, pieceOf, first, grain, ++pieces, fineness, stack);
      else pieceOf[first + grain] = pieces = 1;
    }
    pieceCounts[block] = pieces;
    if (block % BLOCKS_PER_STEP === 0) yield block / blockCount;
  }
  const firstCopy = new Uint32Array(cellCount + 1);
  for (let cell = 0; cell < cellCount; cell++) {
    firstCopy[cell + 1] = firstCopy[cell] + (blockOf[cell] === NO_BLOCK ? isFull[cell] : pieceCounts[blockOf[cell]]);
  }
  return { firstCopy, pieceOf, copyCount: firstCopy[cellCount] };
}

/** Gives a piece to a grain and all that hang together with it. */
function spread(
  marks: Uint8Array,
  pieceOf: Uint16Array,
  first: number,
  start: number,
  piece: number,
  fineness: number,
  stack: Uint16Array,
): void {
  let size = 0;
  const visit = (grain: number): void => {
    if ((marks[first + grain] & (TOUCHED | INSIDE)) === 0 || pieceOf[first + grain] !== NO_PIECE) return;
    pieceOf[first + grain] = piece;
    stack[size++] = grain;
  };
  const layer = fineness * fineness;
  visit(start);
  while (size > 0) {
    const grain = stack[--size];
    const x = grain % fineness;
    const y = Math.floor(grain / fineness) % fineness;
    const z = Math.floor(grain / layer);
    if (x > 0) visit(grain - 1);
    if (x < fineness - 1) visit(grain + 1);
    if (y > 0) visit(grain - fineness);
    if (y < fineness - 1) visit(grain + fineness);
    if (z > 0) visit(grain - layer);
    if (z < fineness - 1) visit(grain + layer);
  }
}
