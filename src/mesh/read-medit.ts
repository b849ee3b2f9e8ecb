/**
 * Medit `.mesh`, as text: vertices, tetrahedra, and triangles and quadrilaterals of the surface. What each of them refers to is
 * skipped, and so are all other lists, such as edges, ridges and normals.
 */
import {
  type NumberSource,
  createNumberSource,
  fail,
  readCoordinate,
  readCount,
  readWhole,
  readWord,
} from './number-source.js';
import { isAtEnd, skipBlankLines, skipLine, skipWord } from './scan-text.js';
import {
  type SolidBuilder,
  addPoint,
  addPolygon,
  addTetrahedron,
  createSolidBuilder,
  finishSolid,
  pointCountOf,
} from './solid-builder.js';
import type { SolidFile } from './tetrahedral-mesh.js';

/** A file being read. */
interface MeditReader {
  readonly source: NumberSource;
  readonly builder: SolidBuilder;
  readonly corners: Uint32Array;
  hasVertices: boolean;
  /** The highest vertex that anything used, and the line where it did: lists come in any order. */
  highestVertex: number;
  highestVertexLine: number;
}

const HASH = 35;
const UPPER_CASE_A = 65;
const NOUNS: Readonly<Record<string, string>> = {
  Triangles: 'triangle',
  Quadrilaterals: 'quadrilateral',
  Tetrahedra: 'tetrahedron',
};
const CORNERS: Readonly<Record<string, number>> = { Triangles: 3, Quadrilaterals: 4, Tetrahedra: 4 };
/** Other solids. Passed over, they would leave holes. */
const OTHER_SOLIDS: ReadonlySet<string> = new Set(['Hexahedra', 'Prisms', 'Pyramids', 'Pentahedra']);

/**
 * Reads the tetrahedral mesh of a Medit file.
 *
 * @throws PliantError with the line at fault, when the data is no such file, is binary, cut short, or flat, has no tetrahedra or
 *   solid elements of other kinds, announces more than it holds, or has a bad number or index.
 */
export function readMedit(data: string | Uint8Array | ArrayBuffer): SolidFile {
  const source = createNumberSource('readMedit', data);
  const reader: MeditReader = {
    source,
    builder: createSolidBuilder(source.caller),
    corners: new Uint32Array(4),
    hasVertices: false,
    highestVertex: 0,
    highestVertexLine: 0,
  };
  readHeader(source);
  for (let word = readKeyword(source); word !== '' && word !== 'End'; word = readKeyword(source))
    readList(reader, word);
  const pointCount = pointCountOf(reader.builder);
  if (reader.highestVertex > pointCount) {
    source.line = reader.highestVertexLine;
    const used = `vertex ${reader.highestVertex} is used, but there are ${pointCount} vertices`;
    fail(source, 'bad-index', `${used}; the file may be cut short or joined from several`);
  }
  return finishSolid(reader.builder);
}

function readHeader(source: NumberSource): void {
  if (readKeyword(source) !== 'MeshVersionFormatted') {
    source.at = 0;
    source.line = 1;
    const remedy = 'check that this is a Medit file, saved as text (.mesh, not .meshb)';
    fail(source, 'bad-file', `the data does not begin with "MeshVersionFormatted"; ${remedy}`);
  }
  readWhole(source, 'int32', 'the version', -1);
}

function readList(reader: MeditReader, keyword: string): void {
  const { source } = reader;
  if (keyword === 'Dimension') {
    const dimension = readWhole(source, 'int32', 'the dimension', -1);
    if (dimension !== 3) fail(source, 'unsupported', `the dimension is ${dimension}; only 3 is known`);
  } else if (keyword === 'Vertices') readVertices(reader);
  else if (keyword in CORNERS) readElements(reader, keyword);
  else if (OTHER_SOLIDS.has(keyword)) {
    const count = readWhole(source, 'int32', `the number of ${keyword}`, -1);
    if (count > 0)
      fail(source, 'unsupported', `there are ${count} ${keyword}; write a mesh of tetrahedra, and of no other solids`);
  } else skipList(source);
}

function readVertices(reader: MeditReader): void {
  const { builder, source } = reader;
  if (reader.hasVertices) fail(source, 'bad-file', 'there are two lists of vertices; write one file for each mesh');
  reader.hasVertices = true;
  const count = readCount(source, 'int32', 'vertices', 4);
  for (let vertex = 1; vertex <= count; vertex++) {
    const x = readCoordinate(source, 'float64', 'x of vertex', vertex);
    const y = readCoordinate(source, 'float64', 'y of vertex', vertex);
    const z = readCoordinate(source, 'float64', 'z of vertex', vertex);
    addPoint(builder, x, y, z);
    skipReference(source, 'vertex', vertex);
  }
}

function readElements(reader: MeditReader, keyword: string): void {
  const { builder, corners, source } = reader;
  const noun = NOUNS[keyword];
  const cornerCount = CORNERS[keyword];
  const count = readCount(source, 'int32', keyword, cornerCount + 1);
  const what = `a corner of ${noun}`;
  for (let row = 1; row <= count; row++) {
    for (let k = 0; k < cornerCount; k++) {
      const vertex = readWhole(source, 'int32', what, row);
      if (vertex < 1) fail(source, 'bad-index', `${noun} ${row} uses vertex ${vertex}; count from 1`);
      if (vertex > reader.highestVertex) {
        reader.highestVertex = vertex;
        reader.highestVertexLine = source.line;
      }
      corners[k] = vertex - 1;
    }
    skipReference(source, noun, row);
    if (keyword === 'Tetrahedra') addTetrahedron(builder, corners);
    else addPolygon(builder, corners, cornerCount);
  }
}

function skipReference(source: NumberSource, noun: string, index: number): void {
  readWhole(source, 'int32', `the reference of ${noun}`, index);
}

/** The next word, behind comments. Empty at the end of the file. */
function readKeyword(source: NumberSource): string {
  for (skipBlankLines(source); source.bytes[source.at] === HASH; skipBlankLines(source)) skipLine(source);
  if (isAtEnd(source)) return '';
  if (!isAtKeyword(source))
    fail(source, 'bad-file', 'a list should begin here, with a word like "Vertices"; check the counts');
  return readWord(source);
}

/** Goes to the next keyword. */
function skipList(source: NumberSource): void {
  for (skipBlankLines(source); !isAtEnd(source); skipBlankLines(source)) {
    if (source.bytes[source.at] === HASH) skipLine(source);
    else if (isAtKeyword(source)) return;
    else skipWord(source);
  }
}

function isAtKeyword(source: NumberSource): boolean {
  return source.bytes[source.at] >= UPPER_CASE_A;
}
