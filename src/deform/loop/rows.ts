/** Vertices as weighted sums of control points: sparse rows, and sums of rows. */

/** For each vertex, the control points it is made of. */
export interface WeightRows {
  /** Row of vertex v: from `starts[v]` up to, not including, `starts[v + 1]`. */
  readonly starts: Uint32Array;
  /** Control points, ascending in each row. */
  readonly governors: Uint32Array;
  /** How much of each. */
  readonly weights: Float64Array;
}

/** Rows that are being written. Sums are kept apart, one place for each control point, until their row ends. */
export interface RowWriter {
  readonly starts: Uint32Array;
  rowCount: number;
  governors: Uint32Array;
  weights: Float64Array;
  readonly sums: Float64Array;
  /** The row, counted from 1, that each sum belongs to. */
  readonly rowOf: Uint32Array;
  /** Control points of the present row, in the order in which they came. */
  readonly touched: Uint32Array;
  touchedCount: number;
}

/** Each control point by itself. */
export function identityRows(count: number): WeightRows {
  return {
    starts: Uint32Array.from({ length: count + 1 }, (_, i) => i),
    governors: Uint32Array.from({ length: count }, (_, i) => i),
    weights: new Float64Array(count).fill(1),
  };
}

/** Room for `rowCount` rows over so many control points. */
export function createRowWriter(rowCount: number, governorCount: number): RowWriter {
  const room = rowCount * 8;
  return {
    starts: new Uint32Array(rowCount + 1),
    rowCount: 0,
    governors: new Uint32Array(room),
    weights: new Float64Array(room),
    sums: new Float64Array(governorCount),
    rowOf: new Uint32Array(governorCount),
    touched: new Uint32Array(governorCount),
    touchedCount: 0,
  };
}

/** Adds so much of a row to the one that is being written. */
export function addRow(writer: RowWriter, rows: WeightRows, row: number, share: number): void {
  if (share === 0) return;
  const { rowOf, sums, touched } = writer;
  const present = writer.rowCount + 1;
  for (let i = rows.starts[row]; i < rows.starts[row + 1]; i++) {
    const governor = rows.governors[i];
    if (rowOf[governor] !== present) {
      rowOf[governor] = present;
      sums[governor] = 0;
      touched[writer.touchedCount++] = governor;
    }
    sums[governor] += share * rows.weights[i];
  }
}

/** Ends the row that is being written. */
export function endRow(writer: RowWriter): void {
  const { starts, sums, touched, touchedCount } = writer;
  let end = starts[writer.rowCount];
  if (end + touchedCount > writer.governors.length) grow(writer, touchedCount);
  const { governors, weights } = writer;
  sortAscending(touched, touchedCount);
  for (let i = 0; i < touchedCount; i++) {
    governors[end] = touched[i];
    weights[end++] = sums[touched[i]];
  }
  writer.touchedCount = 0;
  starts[++writer.rowCount] = end;
}

/** What was written. */
export function rowsOf(writer: RowWriter): WeightRows {
  const end = writer.starts[writer.rowCount];
  return { starts: writer.starts, governors: writer.governors.slice(0, end), weights: writer.weights.slice(0, end) };
}

/** Divides every row by its sum, which rounding may have left some units beside 1. Returns the largest distance from 1. */
export function normalizeRows({ starts, weights }: WeightRows): number {
  let largestError = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    let sum = 0;
    for (let i = starts[row]; i < starts[row + 1]; i++) sum += weights[i];
    largestError = Math.max(largestError, Math.abs(sum - 1));
    if (sum !== 1) for (let i = starts[row]; i < starts[row + 1]; i++) weights[i] /= sum;
  }
  return largestError;
}

/** By insertion where there are few, as nearly always. */
function sortAscending(values: Uint32Array, count: number): void {
  if (count > 64) values.subarray(0, count).sort();
  else {
    for (let i = 1; i < count; i++) {
      const value = values[i];
      let place = i;
      for (; place > 0 && values[place - 1] > value; place--) values[place] = values[place - 1];
      values[place] = value;
    }
  }
}

function grow(writer: RowWriter, more: number): void {
  const length = Math.ceil(writer.governors.length * 1.5) + more;
  const governors = new Uint32Array(length);
  const weights = new Float64Array(length);
  governors.set(writer.governors);
  weights.set(writer.weights);
  writer.governors = governors;
  writer.weights = weights;
}
