/**
 * The order in which unknowns are eliminated, by nested dissection (George 1973): the points are cut in two halves of the same number across their widest
 * axis; the points of one half that have neighbours in the other are the separator, and are eliminated after both. Separators of a solid of n
 * points have some n^(2/3) of them, so the factor has some n^(4/3) numbers.
 */
import type { BlockMatrix } from './system.js';

/** A tree of separators. Nodes are in the order of elimination: children before their parent. */
export interface Dissection {
  readonly nodeCount: number;
  /** Rows of the matrix, in the order of elimination. */
  readonly order: Uint32Array;
  /** Where the rows of each node begin in `order`, and behind the last node their number. */
  readonly starts: Uint32Array;
  /** The children of each node. */
  readonly children: readonly (readonly number[])[];
}

/** So many points are not cut any more. */
const LEAF_POINTS = 24;

/** Orders the rows of a matrix, whose points lie where `positions` says: three numbers per row. */
export function dissect(matrix: BlockMatrix, positions: Float32Array): Dissection {
  const order: number[] = [];
  const starts = [0];
  const children: number[][] = [];
  /** In which half of the last cut a row lies: a number that each half has alone. */
  const sideOf = new Uint32Array(matrix.rowCount);
  let sides = 0;

  const addNode = (rows: ArrayLike<number>, below: number[]): number[] => {
    if (rows.length === 0) return below;
    order.push(...Array.from(rows));
    starts.push(order.length);
    children.push(below);
    return [children.length - 1];
  };
  const visit = (rows: Uint32Array): number[] => {
    if (rows.length <= LEAF_POINTS) return addNode(rows, []);
    const axis = widestAxis(rows, positions);
    const sorted = rows.slice().sort((a, b) => positions[a * 3 + axis] - positions[b * 3 + axis] || a - b);
    const half = sorted.length >>> 1;
    const halves = [sorted.subarray(0, half), sorted.subarray(half)];
    const own = halves.map((rowsOfHalf) => {
      sides++;
      for (const row of rowsOfHalf) sideOf[row] = sides;
      return sides;
    });
    const borders = halves.map((rowsOfHalf, k) =>
      rowsOfHalf.filter((row) => hasNeighbourIn(matrix, row, sideOf, own[1 - k])),
    );
    const cut = borders[0].length <= borders[1].length ? 0 : 1;
    const separator = borders[cut];
    sides++;
    for (const row of separator) sideOf[row] = sides;
    const remains = halves[cut].filter((row) => sideOf[row] === own[cut]);
    const below = [...visit(remains), ...visit(halves[1 - cut])];
    return addNode(separator, below);
  };
  visit(Uint32Array.from({ length: matrix.rowCount }, (_, row) => row));
  return { nodeCount: children.length, order: Uint32Array.from(order), starts: Uint32Array.from(starts), children };
}

function widestAxis(rows: Uint32Array, positions: Float32Array): number {
  let widest = 0;
  let width = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const row of rows) {
      low = Math.min(low, positions[row * 3 + axis]);
      high = Math.max(high, positions[row * 3 + axis]);
    }
    if (high - low > width) {
      width = high - low;
      widest = axis;
    }
  }
  return widest;
}

function hasNeighbourIn({ columns, starts }: BlockMatrix, row: number, sideOf: Uint32Array, side: number): boolean {
  for (let k = starts[row]; k < starts[row + 1]; k++) if (sideOf[columns[k]] === side) return true;
  return false;
}
