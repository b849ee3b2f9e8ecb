/** The cells of a legacy VTK file: lists of points first, and then what each of them is. */
import { PliantError } from '../errors.js';
import { type NumberSource, fail, readWhole } from './number-source.js';
import { skipLine } from './scan-text.js';
import { type SolidBuilder, addPolygon, addTetrahedron, pointCountOf } from './solid-builder.js';
import { readArrayHead, readSize } from './vtk-arrays.js';

/** Points of cells, in rows: cell c has `points[starts[c]]` up to, not including, `points[starts[c + 1]]`. */
export interface VtkCells {
  readonly starts: Uint32Array;
  readonly points: Float64Array;
}

/** Kinds of cell by the numbers that VTK gives them: points, lines and strips, which are passed over; how many corners others have. */
const PASSED_OVER: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 21, 35, 68]);
const POLYGON = 7;
const POLYGON_CORNERS: ReadonlyMap<number, number> = new Map([
  [5, 3],
  [9, 4],
  [22, 3],
  [23, 4],
  [34, 3],
  [69, 3],
]);
/** Tetrahedra, those with ten points, and those of any order. Their corners come first. */
const TETRAHEDRA: ReadonlySet<number> = new Set([10, 24, 71]);

/** Reads the lists of points. */
export function readVtkCells(source: NumberSource, major: number): VtkCells {
  return major >= 5 ? readOffsets(source) : readRows(source);
}

/** Since version 5: how many offsets and points; both in arrays. */
function readOffsets(source: NumberSource): VtkCells {
  const offsetCount = readSize(source, 'offsets', 1);
  const pointCount = readSize(source, 'points of cells', 1);
  const offsetType = readArrayHead(source, 'OFFSETS');
  const starts = new Uint32Array(offsetCount);
  for (let row = 0; row < offsetCount; row++) {
    const offset = readWhole(source, offsetType, 'offset', row);
    const least = row === 0 ? 0 : starts[row - 1];
    if (offset < least || offset > pointCount || (row === 0 && offset !== 0)) {
      fail(source, 'bad-index', `offset ${row} is ${offset}; offsets begin with 0, rise, and end with ${pointCount}`);
    }
    starts[row] = offset;
  }
  const type = readArrayHead(source, 'CONNECTIVITY');
  const points = new Float64Array(pointCount);
  for (let k = 0; k < pointCount; k++) points[k] = readWhole(source, type, 'point of cells', k);
  return { starts, points };
}

/** Up to version 4: how many cells and numbers; then each cell with its number of points first. */
function readRows(source: NumberSource): VtkCells {
  const cellCount = readSize(source, 'cells', 1);
  const size = readSize(source, 'numbers of cells', 1);
  skipLine(source);
  if (size < cellCount)
    fail(source, 'bad-count', `${cellCount} cells cannot have ${size} numbers; check the line CELLS`);
  const starts = new Uint32Array(cellCount + 1);
  const points = new Float64Array(size - cellCount);
  for (let cell = 0; cell < cellCount; cell++) {
    const count = readWhole(source, 'int32', 'the number of points of cell', cell);
    const end = starts[cell] + count;
    if (count < 0 || end > points.length) {
      fail(
        source,
        'bad-count',
        `cell ${cell} has ${count} points, more than all cells together should have left; check the line CELLS`,
      );
    }
    starts[cell + 1] = end;
    for (let k = starts[cell]; k < end; k++) points[k] = readWhole(source, 'int32', 'a point of cell', cell);
  }
  return { starts, points };
}

/** Reads what each cell is. */
export function readVtkTypes(source: NumberSource): Uint8Array {
  const count = readSize(source, 'types of cells', 1);
  skipLine(source);
  const types = new Uint8Array(count);
  for (let cell = 0; cell < count; cell++) {
    const type = readWhole(source, 'int32', 'the type of cell', cell);
    if (type < 0 || type > 255)
      fail(source, 'bad-number', `the type of cell ${cell} is ${type}; write one from 0 to 255`);
    types[cell] = type;
  }
  return types;
}

/** Adds tetrahedra and polygons, once all is known. */
export function addVtkCells(source: NumberSource, cells: VtkCells, types: Uint8Array, builder: SolidBuilder): void {
  const cellCount = Math.max(cells.starts.length - 1, 0);
  if (types.length !== cellCount) {
    throw new PliantError(
      'mismatch',
      `${source.caller}: there are ${cellCount} cells, but ${types.length} types of cells; write the file again`,
    );
  }
  const refuse = (cell: number, code: 'bad-index' | 'bad-count' | 'unsupported', what: string): never => {
    throw new PliantError(code, `${source.caller}: cell ${cell} ${what}`);
  };
  const pointCount = pointCountOf(builder);
  for (let cell = 0; cell < cellCount; cell++) {
    const type = types[cell];
    if (PASSED_OVER.has(type)) continue;
    const corners = cells.points.subarray(cells.starts[cell], cells.starts[cell + 1]);
    const isTetrahedron = TETRAHEDRA.has(type);
    const count = isTetrahedron ? 4 : type === POLYGON ? corners.length : POLYGON_CORNERS.get(type);
    if (count === undefined) {
      return refuse(
        cell,
        'unsupported',
        `has type ${type}; write a mesh of tetrahedra and triangles, and of no other kinds`,
      );
    }
    if (corners.length < count || count < 3) {
      refuse(cell, 'bad-count', `has type ${type} and ${corners.length} points, which are too few; write it again`);
    }
    const wrong = corners.subarray(0, count).find((point) => point < 0 || point >= pointCount);
    if (wrong !== undefined) {
      refuse(cell, 'bad-index', `uses point ${wrong}, but there are ${pointCount} points; export the file again`);
    }
    if (isTetrahedron) addTetrahedron(builder, corners);
    else addPolygon(builder, corners, count);
  }
}
