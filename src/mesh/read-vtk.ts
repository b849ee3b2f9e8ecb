/**
 * Legacy VTK `.vtk`, unstructured grids as text and binary, versions up to 5.1: points, tetrahedra, and polygons of the surface. Tetrahedra and
 * triangles of higher order count by their corners. Lines and points are skipped, and what the file says of points and cells.
 */
import { PliantError } from '../errors.js';
import {
  type NumberSource,
  type NumberType,
  createNumberSource,
  fail,
  readCoordinate,
  readWord,
  setBinary,
} from './number-source.js';
import { skipBlankLines, skipLine, scanRestOfLine, isAtEnd } from './scan-text.js';
import { addPoint, createSolidBuilder, finishSolid, pointCountOf } from './solid-builder.js';
import type { SolidFile } from './tetrahedral-mesh.js';
import { type VtkCells, addVtkCells, readVtkCells, readVtkTypes } from './vtk-cells.js';
import { readSize, skipVtkArray } from './vtk-arrays.js';

/**
 * Reads the tetrahedral mesh of a legacy VTK file.
 *
 * @throws PliantError with the line or byte at fault, when the data is no such file, is cut short, has no tetrahedra or solid
 *   cells of other kinds, announces more than it holds, or has a bad number or index.
 */
export function readVtk(data: string | Uint8Array | ArrayBuffer): SolidFile {
  const source = createNumberSource('readVtk', data);
  const major = readHeader(source);
  const builder = createSolidBuilder(source.caller);
  let cells: VtkCells | undefined;
  let types: Uint8Array | undefined;
  for (let word = readWord(source).toUpperCase(); word !== ''; word = readWord(source).toUpperCase()) {
    if (word === 'POINTS') readPoints(source, builder);
    else if (word === 'CELLS') cells = readVtkCells(source, major);
    else if (word === 'CELL_TYPES') types = readVtkTypes(source);
    else if (word === 'FIELD') skipField(source);
    else if (word === 'METADATA') skipParagraph(source);
    else if (word === 'POINT_DATA' || word === 'CELL_DATA') break;
    else
      fail(
        source,
        'bad-file',
        `${JSON.stringify(word.slice(0, 40))} is no part of an unstructured grid; check the counts before it`,
      );
  }
  if (cells === undefined || types === undefined) {
    throw new PliantError('bad-file', 'readVtk: there are no CELLS or no CELL_TYPES; write an unstructured grid');
  }
  addVtkCells(source, cells, types, builder);
  return finishSolid(builder);
}

/** Reads up to the kind of data; returns the major version. */
function readHeader(source: NumberSource): number {
  const version = /^# vtk DataFile Version (\d+)\.\d+/i.exec(scanRestOfLine(source));
  if (version === null) {
    source.at = 0;
    fail(
      source,
      'bad-file',
      'the data does not begin with "# vtk DataFile Version"; check that this is a legacy VTK file',
    );
  }
  const major = Number(version[1]);
  if (major > 5) fail(source, 'unsupported', `the version is ${major}; save the file as version 5.1 or lower`);
  skipLine(source);
  // The title.
  skipLine(source);
  const kind = readWord(source).toUpperCase();
  if (kind !== 'ASCII' && kind !== 'BINARY')
    fail(source, 'bad-file', 'the third line must be ASCII or BINARY; check the header');
  const keyword = readWord(source).toUpperCase();
  const dataset = readWord(source).toUpperCase();
  if (keyword !== 'DATASET' || dataset !== 'UNSTRUCTURED_GRID') {
    fail(source, 'unsupported', 'the data is no DATASET UNSTRUCTURED_GRID; convert it to one');
  }
  if (kind === 'BINARY') setBinary(source, false);
  return major;
}

function readPoints(source: NumberSource, builder: ReturnType<typeof createSolidBuilder>): void {
  if (pointCountOf(builder) > 0)
    fail(source, 'bad-file', 'there are two lists of points; write one file for each mesh');
  const count = readSize(source, 'points', 3);
  const type = readWord(source).toLowerCase();
  const types: Readonly<Record<string, NumberType>> = { float: 'float32', double: 'float64' };
  if (!(type in types))
    fail(
      source,
      'unsupported',
      `points are of type ${JSON.stringify(type.slice(0, 40))}; save them as float or double`,
    );
  skipLine(source);
  for (let point = 0; point < count; point++) {
    const x = readCoordinate(source, types[type], 'x of point', point);
    const y = readCoordinate(source, types[type], 'y of point', point);
    const z = readCoordinate(source, types[type], 'z of point', point);
    addPoint(builder, x, y, z);
  }
}

/** Passes over named arrays: components, tuples and type, then the numbers. */
function skipField(source: NumberSource): void {
  readWord(source);
  const arrays = readSize(source, 'arrays of a field', 1);
  for (let k = 0; k < arrays; k++) {
    readWord(source);
    const components = readSize(source, 'components of a field', 0);
    const tuples = readSize(source, 'tuples of a field', 0);
    const type = readWord(source);
    skipLine(source);
    skipVtkArray(source, type, components * tuples);
  }
}

/** Passes over all up to an empty line. */
function skipParagraph(source: NumberSource): void {
  skipLine(source);
  while (!isAtEnd(source) && scanRestOfLine(source) !== '') skipLine(source);
  skipBlankLines(source);
}
