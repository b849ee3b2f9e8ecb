/**
 * PLY (Stanford polygon format), as text and in both binary orders: the positions of `vertex` and the polygons of `face`,
 * which fan out into triangles from their first corner. Other elements and properties are skipped.
 */
import { describe } from '../checks.js';
import { PliantError, type PliantErrorCode } from '../errors.js';
import type { Mesh } from './mesh.js';
import { type MeshBuilder, addCorner, addVertex, beginPolygon, createMeshBuilder, finishMesh } from './mesh-builder.js';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from './ply-header.js';
import { type PlyValues, createPlyValues } from './ply-values.js';

const AXES = ['x', 'y', 'z'];
const CORNER_LISTS = ['vertex_indices', 'vertex_index'];

/**
 * Reads the mesh of a PLY file.
 *
 * @throws PliantError with the line or byte at fault, when the data is not a PLY file, is cut short, has no faces, announces
 *   more than it holds, or has a bad number or index.
 */
export function readPly(data: Uint8Array | ArrayBuffer): Mesh {
  const bytes = toBytes(data);
  const header = readPlyHeader(bytes);
  const vertex = requireElement(header, 'vertex');
  const face = requireElement(header, 'face');
  const values = createPlyValues(bytes, header);
  requireRoom(header, values);

  const builder = createMeshBuilder(vertex.count, face.count);
  for (const element of header.elements) {
    if (element === vertex) readVertices(vertex, values, builder);
    else if (element === face) readFaces(face, values, builder, vertex.count);
    else skipElement(element, values);
  }
  return finishMesh(builder);
}

function requireElement(header: PlyHeader, name: string): PlyElement {
  const element = header.elements.find((candidate) => candidate.name === name);
  if (element === undefined || element.count === 0) {
    const names = header.elements.map((candidate) => `${candidate.count} ${candidate.name}`).join(', ');
    throw new PliantError(
      'bad-file',
      `readPly: the header announces no ${name} (${names || 'nothing at all'}); a mesh needs vertices and faces`,
    );
  }
  return element;
}

/** Compares what the header announces with the size of the file, before anything is allocated. */
function requireRoom(header: PlyHeader, values: PlyValues): void {
  let byteCount = 0;
  for (const { name, count, properties } of header.elements) {
    for (const { type, countType } of properties) byteCount += count * values.leastBytes(countType ?? type);
    if (!values.hasRoomFor(byteCount)) {
      throw new PliantError(
        'cut-short',
        `readPly: the header announces ${count} ${name}, which takes at least ${byteCount} bytes up to there, more than ` +
          'follow the header; the file is cut short, or the count is wrong',
      );
    }
  }
}

function readVertices(element: PlyElement, values: PlyValues, builder: MeshBuilder): void {
  const axes = element.properties.map(({ name, countType }) => (countType === undefined ? AXES.indexOf(name) : -1));
  const missing = AXES.filter((_, axis) => !axes.includes(axis));
  if (missing.length > 0) {
    throw new PliantError(
      'bad-file',
      `readPly: vertices have no property ${missing.join(', ')}; x, y and z are needed`,
    );
  }
  const position = [0, 0, 0];
  for (let row = 0; row < element.count; row++) {
    values.beginRow();
    for (let k = 0; k < axes.length; k++) {
      const property = element.properties[k];
      if (axes[k] < 0) skipProperty(property, values);
      else {
        const value = values.read(property.type);
        if (!Number.isFinite(Math.fround(value))) {
          fail(values, 'bad-number', `${property.name} of vertex ${row} is ${value}; a float32 must hold it`);
        }
        position[axes[k]] = value;
      }
    }
    values.endRow();
    addVertex(builder, position[0], position[1], position[2]);
  }
}

function readFaces(element: PlyElement, values: PlyValues, builder: MeshBuilder, vertexCount: number): void {
  const corners = element.properties.find(
    ({ name, countType }) => countType !== undefined && CORNER_LISTS.includes(name),
  );
  if (corners === undefined) {
    throw new PliantError(
      'bad-file',
      `readPly: faces have no list ${CORNER_LISTS.join(' or ')}; one of them is needed`,
    );
  }
  for (let row = 0; row < element.count; row++) {
    values.beginRow();
    for (const property of element.properties) {
      if (property === corners) readPolygon(property, values, builder, vertexCount, row);
      else skipProperty(property, values);
    }
    values.endRow();
  }
}

function readPolygon(
  property: PlyProperty,
  values: PlyValues,
  builder: MeshBuilder,
  vertexCount: number,
  row: number,
): void {
  const count = readListCount(property, values);
  if (count < 3) fail(values, 'bad-count', `face ${row} has ${count} corners; give it at least 3, or leave it out`);
  beginPolygon(builder);
  for (let k = 0; k < count; k++) {
    const vertex = values.read(property.type);
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertexCount) {
      fail(
        values,
        'bad-index',
        `face ${row} uses vertex ${vertex}, but there are ${vertexCount} vertices; export the file again`,
      );
    }
    addCorner(builder, vertex);
  }
}

function skipElement(element: PlyElement, values: PlyValues): void {
  if (element.properties.length === 0) return;
  for (let row = 0; row < element.count; row++) {
    values.beginRow();
    for (const property of element.properties) skipProperty(property, values);
    values.endRow();
  }
}

function skipProperty(property: PlyProperty, values: PlyValues): void {
  values.skip(property.type, property.countType === undefined ? 1 : readListCount(property, values));
}

function readListCount(property: PlyProperty, values: PlyValues): number {
  const count = values.read(property.countType ?? property.type);
  if (!Number.isInteger(count) || count < 0) {
    fail(values, 'bad-count', `the list ${property.name} has ${count} items; the count must be whole and not negative`);
  }
  if (!values.hasRoomFor(count * values.leastBytes(property.type))) {
    fail(
      values,
      'cut-short',
      `the list ${property.name} has ${count} items, more than the rest of the file can hold; it is cut short`,
    );
  }
  return count;
}

function fail(values: PlyValues, code: PliantErrorCode, what: string): never {
  throw new PliantError(code, `readPly: ${values.place()}: ${what}`);
}

function toBytes(data: Uint8Array | ArrayBuffer): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new PliantError(
    'bad-type',
    `readPly: the data is ${describe(data)}; pass the bytes of the file as a Uint8Array or an ArrayBuffer`,
  );
}
