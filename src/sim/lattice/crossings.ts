/** Where columns of grains go through triangles. */

/** Crossings in any order, with room for more. */
export interface Crossings {
  count: number;
  /** The column of each. */
  columns: Uint32Array;
  /** How many grains of the column have their sample below it. */
  grains: Uint32Array;
  /** 1 where the triangle faces up, -1 where it faces down. */
  signs: Int8Array;
}

/** Crossings in rows: those of column c are at `starts[c]` up to, not including, `starts[c + 1]`. */
export interface SortedCrossings {
  readonly starts: Uint32Array;
  readonly grains: Uint32Array;
  readonly signs: Int8Array;
}

/** None so far. */
export function createCrossings(): Crossings {
  return { count: 0, columns: new Uint32Array(1024), grains: new Uint32Array(1024), signs: new Int8Array(1024) };
}

/** Adds one. */
export function addCrossing(crossings: Crossings, column: number, grain: number, sign: number): void {
  const at = crossings.count++;
  if (at === crossings.columns.length) {
    const columns = new Uint32Array(at * 2);
    const grains = new Uint32Array(at * 2);
    const signs = new Int8Array(at * 2);
    columns.set(crossings.columns);
    grains.set(crossings.grains);
    signs.set(crossings.signs);
    Object.assign(crossings, { columns, grains, signs });
  }
  crossings.columns[at] = column;
  crossings.grains[at] = grain;
  crossings.signs[at] = sign;
}

/** Sorts crossings by their columns. */
export function sortCrossings({ columns, count, grains, signs }: Crossings, columnCount: number): SortedCrossings {
  const starts = new Uint32Array(columnCount + 1);
  for (let i = 0; i < count; i++) starts[columns[i] + 1]++;
  for (let column = 0; column < columnCount; column++) starts[column + 1] += starts[column];
  const next = starts.slice();
  const sorted = { starts, grains: new Uint32Array(count), signs: new Int8Array(count) };
  for (let i = 0; i < count; i++) {
    const place = next[columns[i]]++;
    sorted.grains[place] = grains[i];
    sorted.signs[place] = signs[i];
  }
  return sorted;
}
