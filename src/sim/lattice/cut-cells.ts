/**
 * Cells cut into tetrahedra: six around a diagonal, one for each order of the coordinates (Kuhn 1960). Every other cell is mirrored along each axis, so that no direction is preferred, and
 * sides of neighbours are cut along the same diagonal.
 */
import type { LongWork } from '../../long-work.js';
import { NO_INDEX } from '../../parts.js';
import { type CellTable, INSIDE, NO_BLOCK, TOUCHED_BY_OPEN } from './cell-table.js';
import { CORNERS } from './join-copies.js';
import type { Copies } from './pieces.js';

/** Tetrahedra of a cell. */
export const CUTS = 6;

/** The orders of the axes, even ones first; from corner to corner, one axis after another is gone along. */
const ORDERS: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];
const FIRST_ODD = 3;

/** A grain has so many shares: all for one tetrahedron, half for each of two, or a sixth for each of six. */
const SHARES = 6;

/** Tetrahedra, and how full they are. */
export interface CutCells {
  readonly points: Float32Array;
  readonly tetrahedra: Uint32Array;
  readonly fills: Float32Array;
  /** For each copy, its six tetrahedra, or `NO_INDEX` for those that its piece does not reach. */
  readonly tetrahedronOf: Uint32Array;
}

const CELLS_PER_STEP = 4096;

/** Cuts all copies. Points are numbered as tetrahedra first use them, tetrahedra by their cells, copies and orders. */
export function* cutCells(table: CellTable, copies: Copies, roots: Uint32Array): LongWork<CutCells> {
  const { cellCount, grainCount } = table;
  const { firstCopy, copyCount } = copies;
  const shares = sharesOf(table.grid.fineness);
  const tetrahedronOf = new Uint32Array(copyCount * CUTS).fill(NO_INDEX);
  const pointOf = new Uint32Array(roots.length).fill(NO_INDEX);
  const tetrahedra = new Uint32Array(copyCount * CUTS * 4);
  const fills = new Float64Array(copyCount * CUTS);
  const rooms = new Float32Array(copyCount * CORNERS * 3);
  const filled = new Uint32Array(CUTS);
  const reached = new Uint8Array(CUTS);
  let points = 0;
  let count = 0;
  let done = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    for (let copy = firstCopy[cell]; copy < firstCopy[cell + 1]; copy++) {
      const mirror = mirrorOf(table, cell);
      measurePiece(table, copies, cell, copy - firstCopy[cell] + 1, mirror, shares, filled, reached);
      for (let cut = 0; cut < CUTS; cut++) {
        if (reached[cut] === 0) continue;
        const same = findSame(roots, tetrahedronOf, firstCopy[cell], copy, cut, mirror);
        if (same !== NO_INDEX) {
          tetrahedronOf[copy * CUTS + cut] = same;
          fills[same] += filled[cut];
          continue;
        }
        for (let k = 0; k < 4; k++) {
          const corner = cornerOf(cut, k, mirror);
          const root = roots[copy * CORNERS + corner];
          if (pointOf[root] === NO_INDEX) {
            placePoint(table, cell, corner, rooms, points);
            pointOf[root] = points++;
          }
          tetrahedra[count * 4 + k] = pointOf[root];
        }
        fills[count] = filled[cut];
        tetrahedronOf[copy * CUTS + cut] = count++;
      }
    }
    if (++done % CELLS_PER_STEP === 0) yield cell / cellCount;
  }
  return {
    points: rooms.slice(0, points * 3),
    tetrahedra: tetrahedra.slice(0, count * 4),
    fills: Float32Array.from(fills.subarray(0, count), (share) => Math.max(share, SHARES / 12) / grainCount),
    tetrahedronOf,
  };
}

/** Which axes a cell is mirrored along, as bits. */
function mirrorOf({ grid }: CellTable, cell: number): number {
  const x = cell % grid.cells[0];
  const row = Math.floor(cell / grid.cells[0]);
  const y = row % grid.cells[1];
  const z = Math.floor(row / grid.cells[1]);
  return (x & 1) | ((y & 1) << 1) | ((z & 1) << 2);
}

/** The k-th corner of a tetrahedron of a cell, such that its volume is positive. */
function cornerOf(cut: number, k: number, mirror: number): number {
  const order = ORDERS[cut];
  // An odd order turns it round, and so does each axis that is mirrored; exchanging the last two corners turns it back.
  const isTurned = cut >= FIRST_ODD !== (((mirror ^ (mirror >> 1) ^ (mirror >> 2)) & 1) === 1);
  const steps = isTurned && k >= 2 ? 5 - k : k;
  let corner = 0;
  for (let step = 0; step < steps; step++) corner |= 1 << order[step];
  return corner ^ mirror;
}

/** The tetrahedron of an earlier copy of the same cell that has the same points: pieces that hang together all around it. */
function findSame(
  roots: Uint32Array,
  tetrahedronOf: Uint32Array,
  firstCopy: number,
  copy: number,
  cut: number,
  mirror: number,
): number {
  for (let other = firstCopy; other < copy; other++) {
    if (tetrahedronOf[other * CUTS + cut] === NO_INDEX) continue;
    let k = 0;
    while (k < 4) {
      const corner = cornerOf(cut, k, mirror);
      if (roots[other * CORNERS + corner] !== roots[copy * CORNERS + corner]) break;
      k++;
    }
    if (k === 4) return tetrahedronOf[other * CUTS + cut];
  }
  return NO_INDEX;
}

function placePoint({ grid }: CellTable, cell: number, corner: number, points: Float32Array, point: number): void {
  const { cells, fineness, planes } = grid;
  const x = cell % cells[0];
  const row = Math.floor(cell / cells[0]);
  const y = row % cells[1];
  const z = Math.floor(row / cells[1]);
  points[point * 3] = planes[0][(x + (corner & 1)) * fineness];
  points[point * 3 + 1] = planes[1][(y + ((corner >> 1) & 1)) * fineness];
  points[point * 3 + 2] = planes[2][(z + (corner >> 2)) * fineness];
}

/** For each grain and tetrahedron of a cell that is not mirrored, how many shares of the grain the tetrahedron has. */
function sharesOf(fineness: number): Uint8Array {
  const shares = new Uint8Array(fineness * fineness * fineness * CUTS);
  for (let grain = 0; grain < shares.length / CUTS; grain++) {
    const place = [
      grain % fineness,
      Math.floor(grain / fineness) % fineness,
      Math.floor(grain / (fineness * fineness)),
    ];
    // The tetrahedron is where coordinates do not rise in its order. Grains on its sides are cut as the cell is.
    const holders = ORDERS.flatMap(([a, b, c], cut) => (place[a] >= place[b] && place[b] >= place[c] ? [cut] : []));
    for (const cut of holders) shares[grain * CUTS + cut] = SHARES / holders.length;
  }
  return shares;
}

/** How many shares of each tetrahedron a piece fills, and which of them it reaches at all. */
function measurePiece(
  table: CellTable,
  { pieceOf }: Copies,
  cell: number,
  piece: number,
  mirror: number,
  shares: Uint8Array,
  filled: Uint32Array,
  reached: Uint8Array,
): void {
  const { blockOf, grainCount, marks } = table;
  const block = blockOf[cell];
  if (block === NO_BLOCK) {
    filled.fill(grainCount);
    reached.fill(1);
    return;
  }
  filled.fill(0);
  reached.fill(0);
  for (let grain = 0; grain < grainCount; grain++) {
    const at = block * grainCount + grain;
    if (pieceOf[at] !== piece) continue;
    const first = mirroredGrain(grain, mirror, table.grid.fineness) * CUTS;
    const isFilled = (marks[at] & (INSIDE | TOUCHED_BY_OPEN)) !== 0;
    for (let cut = 0; cut < CUTS; cut++) {
      if (shares[first + cut] === 0) continue;
      reached[cut] = 1;
      if (isFilled) filled[cut] += shares[first + cut];
    }
  }
}

/** Where a grain would be if its cell were not mirrored. */
function mirroredGrain(grain: number, mirror: number, fineness: number): number {
  const last = fineness - 1;
  const x = grain % fineness;
  const y = Math.floor(grain / fineness) % fineness;
  const z = Math.floor(grain / (fineness * fineness));
  const u = (mirror & 1) === 0 ? x : last - x;
  const v = (mirror & 2) === 0 ? y : last - y;
  const w = (mirror & 4) === 0 ? z : last - z;
  return (w * fineness + v) * fineness + u;
}
