/**
 * Cholesky factor of K + shift M by the multifrontal method (Duff and Reid 1983): each separator has a dense matrix, its *front*, over its own
 * unknowns and those that it leaves changed, its border. What eliminating the own unknowns does to the border is handed to the parent's front.
 * All arithmetic is on dense columns.
 */
import { PliantError } from '../../errors.js';
import type { LongWork } from '../../long-work.js';
import { dissect } from './dissection.js';
import type { Dissection } from './dissection.js';
import type { BlockMatrix, System } from './system.js';

/** One node of the factor. */
interface Front {
  /** Unknowns that are eliminated here. */
  readonly own: number;
  /** Unknowns of the front: the own ones first, then the border; indices of the vector that is solved for. */
  readonly unknowns: Uint32Array;
  /** The columns of the own unknowns, each as long as the front; what is above the diagonal is not used. */
  readonly columns: Float64Array;
}

/** L of K + shift M = L L^T, in the order of elimination. */
export interface Factor {
  readonly fronts: readonly Front[];
  /** Unknowns of the largest front. */
  readonly longest: number;
}

/** About so many sums and products are made in a millisecond or two. */
const WORK_PER_STEP = 1_500_000;

/** Columns that are eliminated together before those right of them are touched: a multiple of three. */
const PANEL = 24;

/** Factors the matrix of a system, whose rows lie at `positions`. Yields the share done. */
export function* factorSystem(
  caller: string,
  system: System,
  positions: Float32Array,
  shift: number,
): LongWork<Factor> {
  const { masses, stiffness } = system;
  const tree = dissect(stiffness, positions);
  const borders = findBorders(stiffness, tree);
  const total = countWork(tree, borders);
  const fronts: Front[] = [];
  const updates: (Float64Array | undefined)[] = [];
  const placeOf = new Uint32Array(stiffness.rowCount);
  let done = 0;
  let size = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    const rows = [...tree.order.subarray(tree.starts[node], tree.starts[node + 1]), ...borders[node]];
    const ownRows = tree.starts[node + 1] - tree.starts[node];
    rows.forEach((row, place) => (placeOf[row] = place));
    const length = rows.length * 3;
    const own = ownRows * 3;
    const front = new Float64Array(length * length);
    fillFront(front, rows, ownRows, stiffness, masses, shift, placeOf);
    for (const child of tree.children[node]) {
      addUpdate(front, length, updates[child]!, borders[child], placeOf);
      updates[child] = undefined;
    }
    for (let pivot = 0; pivot < own; pivot += PANEL) {
      const end = Math.min(pivot + PANEL, own);
      if (!eliminatePanel(front, length, pivot, end)) throw unfit(caller);
      for (let column = end; column < length; column++) {
        updateColumn(front, length, pivot, end, column);
        done += (end - pivot) * (length - column);
        if (done < WORK_PER_STEP) continue;
        size += done;
        done = 0;
        yield Math.min(size / total, 1);
      }
    }
    fronts.push({
      own,
      unknowns: Uint32Array.from({ length }, (_, i) => rows[Math.floor(i / 3)] * 3 + (i % 3)),
      columns: front.slice(0, own * length),
    });
    updates.push(takeUpdate(front, length, own));
  }
  return { fronts, longest: fronts.reduce((most, { unknowns }) => Math.max(most, unknowns.length), 0) };
}

/** The rows that eliminating each node changes: neighbours of its own, and what its children leave, without its own; in the order of elimination. */
function findBorders({ columns, rowCount, starts }: BlockMatrix, tree: Dissection): Uint32Array[] {
  const rankOf = new Uint32Array(rowCount);
  tree.order.forEach((row, rank) => (rankOf[row] = rank));
  const seenBy = new Int32Array(rowCount).fill(-1);
  const borders: Uint32Array[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const end = tree.starts[node + 1];
    const found: number[] = [];
    const see = (row: number): void => {
      if (rankOf[row] < end || seenBy[row] === node) return;
      seenBy[row] = node;
      found.push(row);
    };
    for (let rank = tree.starts[node]; rank < end; rank++) {
      const row = tree.order[rank];
      for (let k = starts[row]; k < starts[row + 1]; k++) see(columns[k]);
    }
    for (const child of tree.children[node]) borders[child].forEach(see);
    borders.push(Uint32Array.from(found).sort((a, b) => rankOf[a] - rankOf[b]));
  }
  return borders;
}

function countWork(tree: Dissection, borders: readonly Uint32Array[]): number {
  let work = 1;
  borders.forEach((border, node) => {
    const own = tree.starts[node + 1] - tree.starts[node];
    for (let k = 0; k < own; k++) work += 13.5 * (border.length + own - k) * (border.length + own - k);
  });
  return work;
}

/** Writes the matrix's own columns, below the diagonal. */
function fillFront(
  front: Float64Array,
  rows: readonly number[],
  ownRows: number,
  { blocks, columns, starts }: BlockMatrix,
  masses: Float64Array,
  shift: number,
  placeOf: Uint32Array,
): void {
  const length = rows.length * 3;
  for (let place = 0; place < ownRows; place++) {
    const row = rows[place];
    for (let k = starts[row]; k < starts[row + 1]; k++) {
      const other = placeOf[columns[k]];
      // A neighbour that was eliminated before has a stale place, or none in this front.
      if (other < place || rows[other] !== columns[k]) continue;
      // Column `place`, row `other`: the transpose of the block of the row.
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) front[(place * 3 + i) * length + other * 3 + j] = blocks[k * 9 + i * 3 + j];
      }
    }
    for (let i = 0; i < 3; i++) front[(place * 3 + i) * (length + 1)] += shift * masses[row];
  }
}

/** Adds what a child leaves, a square matrix over its border, below the diagonal. Borders are in one order, so they stay below it. */
function addUpdate(
  front: Float64Array,
  length: number,
  update: Float64Array,
  border: Uint32Array,
  placeOf: Uint32Array,
): void {
  const size = border.length * 3;
  for (let column = 0; column < size; column++) {
    const to = (placeOf[border[Math.floor(column / 3)]] * 3 + (column % 3)) * length;
    const from = column * size;
    for (let k = Math.floor(column / 3); k < border.length; k++) {
      const at = to + placeOf[border[k]] * 3;
      front[at] += update[from + k * 3];
      front[at + 1] += update[from + k * 3 + 1];
      front[at + 2] += update[from + k * 3 + 2];
    }
  }
}

/** Steps of Cholesky's elimination within the columns of a panel. False when the matrix is not positive. */
function eliminatePanel(front: Float64Array, length: number, first: number, end: number): boolean {
  for (let column = first; column < end; column++) {
    const start = column * length;
    for (let before = first; before < column; before++) {
      const other = before * length;
      const factor = front[other + column];
      for (let row = column; row < length; row++) front[start + row] -= factor * front[other + row];
    }
    const diagonal = front[start + column];
    if (!(diagonal > 0)) return false;
    const root = Math.sqrt(diagonal);
    for (let row = column; row < length; row++) front[start + row] /= root;
  }
  return true;
}

/** What a panel does to a column right of it. The column is fetched once for the whole panel, whose columns are three for each point. */
function updateColumn(front: Float64Array, length: number, first: number, end: number, column: number): void {
  const start = column * length;
  for (let pivot = first; pivot < end; pivot += 3) {
    const one = pivot * length;
    const two = one + length;
    const three = two + length;
    const a = front[one + column];
    const b = front[two + column];
    const c = front[three + column];
    for (let row = column; row < length; row++) {
      front[start + row] -= a * front[one + row] + b * front[two + row] + c * front[three + row];
    }
  }
}

function unfit(caller: string): PliantError {
  return new PliantError(
    'bad-number',
    `${caller}: rounding hides how stiff the softest parts are; some tetrahedra are too thin, or far too small beside others`,
  );
}

/** What is left of the front below and right of the own columns. */
function takeUpdate(front: Float64Array, length: number, own: number): Float64Array {
  const size = length - own;
  const update = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const from = (own + column) * length + own;
    for (let row = column; row < size; row++) update[column * size + row] = front[from + row];
  }
  return update;
}

/** Solves L L^T x = b in place. Yields now and then, no share. */
export function* solve({ fronts, longest }: Factor, x: Float64Array): LongWork<void> {
  const local = new Float64Array(longest);
  let done = 0;
  for (let step = 0; step < 2 * fronts.length; step++) {
    const front = step < fronts.length ? fronts[step] : fronts[2 * fronts.length - 1 - step];
    const { unknowns } = front;
    for (let i = 0; i < unknowns.length; i++) local[i] = x[unknowns[i]];
    if (step < fronts.length) {
      solveForward(front, local);
      for (let i = 0; i < unknowns.length; i++) x[unknowns[i]] = local[i];
    } else {
      solveBackward(front, local);
      for (let i = 0; i < front.own; i++) x[unknowns[i]] = local[i];
    }
    done += front.columns.length;
    if (done < WORK_PER_STEP) continue;
    done = 0;
    yield 0;
  }
}

/** Three columns at a time, one for each coordinate of a point: the rows below are fetched once for all of them. */
function solveForward({ columns, own, unknowns }: Front, x: Float64Array): void {
  const length = unknowns.length;
  for (let column = 0; column < own; column += 3) {
    const one = column * length;
    const two = one + length;
    const three = two + length;
    const a = x[column] / columns[one + column];
    const b = (x[column + 1] - columns[one + column + 1] * a) / columns[two + column + 1];
    const c =
      (x[column + 2] - columns[one + column + 2] * a - columns[two + column + 2] * b) / columns[three + column + 2];
    x[column] = a;
    x[column + 1] = b;
    x[column + 2] = c;
    for (let row = column + 3; row < length; row++) {
      x[row] -= columns[one + row] * a + columns[two + row] * b + columns[three + row] * c;
    }
  }
}

function solveBackward({ columns, own, unknowns }: Front, x: Float64Array): void {
  const length = unknowns.length;
  for (let column = own - 3; column >= 0; column -= 3) {
    const one = column * length;
    const two = one + length;
    const three = two + length;
    let a = x[column];
    let b = x[column + 1];
    let c = x[column + 2];
    for (let row = column + 3; row < length; row++) {
      const known = x[row];
      a -= columns[one + row] * known;
      b -= columns[two + row] * known;
      c -= columns[three + row] * known;
    }
    c /= columns[three + column + 2];
    b = (b - columns[two + column + 2] * c) / columns[two + column + 1];
    a = (a - columns[one + column + 1] * b - columns[one + column + 2] * c) / columns[one + column];
    x[column] = a;
    x[column + 1] = b;
    x[column + 2] = c;
  }
}
