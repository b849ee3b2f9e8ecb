/**
 * Vertices renumbered in the order in which the leaves of a tree first use them. A leaf then finds its vertices, and all that
 * moves them, in one or two runs of memory instead of a page for each: what is touched costs little even where the mesh is
 * far larger than the caches.
 */
import { FIELD_BLOCK, fieldBlockCount, fieldIndex } from '../deform/linear.js';

/** What moves the vertices of any model, in blocks as deform/linear.ts lays them out. */
interface RestAndFields {
  readonly fieldCount: number;
  readonly rest: Float32Array;
  readonly fields: Float32Array;
}

/** Vertices in the order in which the triangles first use them; those that no triangle uses come last. */
export function orderVertices(vertexCount: number, triangles: Uint32Array): Uint32Array {
  const order = new Uint32Array(vertexCount);
  const isListed = new Uint8Array(vertexCount);
  let count = 0;
  const list = (vertex: number): void => {
    if (isListed[vertex] === 1) return;
    isListed[vertex] = 1;
    order[count++] = vertex;
  };
  triangles.forEach(list);
  for (let vertex = 0; vertex < vertexCount; vertex++) list(vertex);
  return order;
}

/** Corners by the new numbers of their vertices. */
export function renumberCorners(corners: Uint32Array, vertexOrder: Uint32Array): Uint32Array {
  const newNumber = new Uint32Array(vertexOrder.length);
  vertexOrder.forEach((vertex, i) => (newNumber[vertex] = i));
  return corners.map((vertex) => newNumber[vertex]);
}

/** Rest positions in the order of the vertices. */
export function orderRest(model: RestAndFields, vertexOrder: Uint32Array): Float32Array {
  const rest = new Float32Array(model.rest.length);
  vertexOrder.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) rest[i * 3 + axis] = model.rest[vertex * 3 + axis];
  });
  return rest;
}

/** Displacement fields in the order of the vertices, in blocks. */
export function orderFields(model: RestAndFields, vertexOrder: Uint32Array): Float32Array {
  const { fieldCount } = model;
  const fields = new Float32Array(fieldCount * fieldBlockCount(vertexOrder.length) * FIELD_BLOCK);
  vertexOrder.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) {
      for (let j = 0; j < fieldCount; j++) {
        fields[fieldIndex(fieldCount, j, i * 3 + axis)] = model.fields[fieldIndex(fieldCount, j, vertex * 3 + axis)];
      }
    }
  });
  return fields;
}
