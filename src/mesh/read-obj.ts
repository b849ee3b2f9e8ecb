/**
 * Wavefront OBJ: vertices (`v`) and faces (`f`) of the text format; polygons fan out into triangles from their first corner.
 * Texture coordinates, normals, materials, lines and free-form surfaces are skipped. Objects (`o`) and groups (`g`) tell parts apart.
 */
import { describe } from '../checks.js';
import { PliantError, type PliantErrorCode } from '../errors.js';
import type { Mesh } from './mesh.js';
import { type MeshBuilder, addCorner, addVertex, beginPolygon, createMeshBuilder, finishMesh } from './mesh-builder.js';
import { type MeshParts, type NamedRuns, beginRun, createNamedRuns, partsOfRuns } from './mesh-parts.js';
import {
  type TextScanner,
  createTextScanner,
  isAtEnd,
  isAtLineEnd,
  isAtWordEnd,
  quoteWord,
  scanInteger,
  scanNumber,
  scanRestOfLine,
  skipBlanks,
  skipLine,
  skipStatement,
} from './scan-text.js';

const HASH = 35;
const SLASH = 47;
const LOWER_CASE_F = 102;
const LOWER_CASE_G = 103;
const LOWER_CASE_O = 111;
const LOWER_CASE_V = 118;

/** A file being read. */
interface ObjReader extends TextScanner {
  readonly builder: MeshBuilder;
  readonly objects: NamedRuns;
  readonly groups: NamedRuns;
  /** The highest vertex number that a face used, and the line where it did: faces may come before their vertices. */
  highestVertex: number;
  highestVertexLine: number;
}

/**
 * Reads the mesh of a Wavefront OBJ file. All forms of corners (`7`, `7/1`, `7//3`, `7/1/3`, `-1`), comments and continued
 * lines are understood.
 *
 * @throws PliantError with the line number, when the text is not an OBJ file, has no faces, or holds a bad number or index.
 */
export function readObj(data: string | Uint8Array | ArrayBuffer): Mesh {
  return readObjParts(data).mesh;
}

/** {@link readObj}, and which triangles belong together: by objects where the file has any, or else by groups. */
export function readObjParts(data: string | Uint8Array | ArrayBuffer): { mesh: Mesh; parts: MeshParts } {
  const reader: ObjReader = {
    ...createTextScanner(toBytes(data)),
    builder: createMeshBuilder(1024, 1024),
    objects: createNamedRuns(),
    groups: createNamedRuns(),
    highestVertex: 0,
    highestVertexLine: 0,
  };
  while (!isAtEnd(reader)) {
    skipBlanks(reader);
    const keyword = reader.bytes[reader.at];
    if (keyword === HASH) {
      skipLine(reader);
      continue;
    }
    reader.at++;
    if (keyword === LOWER_CASE_V && isAtWordEnd(reader)) readVertex(reader);
    else if (keyword === LOWER_CASE_F && isAtWordEnd(reader)) readFace(reader);
    else if (keyword === LOWER_CASE_O && isAtWordEnd(reader)) beginPart(reader, reader.objects);
    else if (keyword === LOWER_CASE_G && isAtWordEnd(reader)) beginPart(reader, reader.groups);
    else reader.at--;
    skipStatement(reader);
  }
  const mesh = finish(reader);
  const { objects, groups } = reader;
  return { mesh, parts: partsOfRuns(objects.names.length > 0 ? objects : groups, mesh.triangleCount) };
}

function beginPart(reader: ObjReader, runs: NamedRuns): void {
  beginRun(runs, scanRestOfLine(reader), reader.builder.indexCount / 3);
}

function finish(reader: ObjReader): Mesh {
  const { builder } = reader;
  const vertexCount = builder.coordinateCount / 3;
  if (vertexCount === 0) {
    throw new PliantError('bad-file', 'readObj: no line starts with "v"; check that this is a Wavefront OBJ file');
  }
  if (builder.indexCount === 0) {
    throw new PliantError(
      'bad-file',
      `readObj: there are ${vertexCount} vertices, but no line starts with "f"; a mesh needs faces, not only points or lines`,
    );
  }
  if (reader.highestVertex > vertexCount) {
    throw new PliantError(
      'bad-index',
      `readObj: line ${reader.highestVertexLine}: a face uses vertex ${reader.highestVertex}, but there are ${vertexCount} ` +
        'vertices; the file may be cut short or joined from several',
    );
  }
  return finishMesh(builder);
}

function readVertex(reader: ObjReader): void {
  const x = readCoordinate(reader, 'x');
  const y = readCoordinate(reader, 'y');
  const z = readCoordinate(reader, 'z');
  addVertex(reader.builder, x, y, z);
}

function readCoordinate(reader: ObjReader, axis: string): number {
  skipBlanks(reader);
  const start = reader.at;
  const value = scanNumber(reader);
  if (Number.isFinite(Math.fround(value))) return value;
  reader.at = start;
  const vertex = reader.builder.coordinateCount / 3 + 1;
  fail(
    reader,
    'bad-number',
    `${axis} of vertex ${vertex} is ${quoteWord(reader)}; write a number that a float32 can hold`,
  );
}

function readFace(reader: ObjReader): void {
  const { builder } = reader;
  beginPolygon(builder);
  for (skipBlanks(reader); !isAtLineEnd(reader) && reader.bytes[reader.at] !== HASH; skipBlanks(reader)) {
    addCorner(builder, readCorner(reader));
  }
  if (builder.corners < 3) {
    fail(reader, 'bad-count', `a face has ${builder.corners} corners; write at least 3`);
  }
}

/** The vertex of a corner, counted from zero. The numbers of its texture coordinate and normal are skipped. */
function readCorner(reader: ObjReader): number {
  const start = reader.at;
  const vertexCount = reader.builder.coordinateCount / 3;
  const number = scanInteger(reader);
  for (let k = 0; k < 2 && reader.bytes[reader.at] === SLASH; k++) {
    reader.at++;
    scanInteger(reader);
  }
  const complete = isAtWordEnd(reader);
  // A negative number counts back from the vertex read last, which is -1.
  const vertex = number < 0 ? vertexCount + number : number - 1;
  if (!complete || !(vertex >= 0)) {
    reader.at = start;
    if (!complete || Number.isNaN(number)) {
      fail(reader, 'bad-file', `a corner is ${quoteWord(reader)}; write it as 7, 7/1, 7//3 or 7/1/3`);
    }
    fail(
      reader,
      'bad-index',
      `a face uses vertex ${number}, but ${vertexCount} vertices come before it; count from 1, or back from -1`,
    );
  }
  if (vertex >= reader.highestVertex) {
    reader.highestVertex = vertex + 1;
    reader.highestVertexLine = reader.line;
  }
  return vertex;
}

/** Refuses what stands at the reader; where the text ends instead of it, as cut short. */
function fail(reader: ObjReader, code: PliantErrorCode, what: string): never {
  throw new PliantError(isAtEnd(reader) ? 'cut-short' : code, `readObj: line ${reader.line}: ${what}`);
}

function toBytes(data: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new PliantError(
    'bad-type',
    `readObj: the data is ${describe(data)}; pass the file as a string, a Uint8Array or an ArrayBuffer`,
  );
}
