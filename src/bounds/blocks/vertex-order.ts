/**
 * Vertices renumbered in the order in which the leaves of a tree first use them. A leaf then finds its vertices, and all that
 * moves them, in one or two runs of memory instead of a page for each: what is touched costs little even where the mesh is
 * far larger than the caches.
 */
import { fieldIndex } from '../../deform/linear.js';
import { FIELD_STEP_WORDS } from '../../kernels/layout/record.js';

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

/**
 * What moves each vertex, in the order of the vertices, as the kernels read it: for a blend its displacements, three numbers for each
 * field; for a linear model its place at rest before them.
 */
export function orderDisplacements(model: RestAndFields, vertexOrder: Uint32Array, withRest: boolean): Float32Array {
  const { fieldCount, fields, rest } = model;
  const first = withRest ? FIELD_STEP_WORDS : 0;
  const stride = first + fieldCount * FIELD_STEP_WORDS;
  const ordered = new Float32Array(vertexOrder.length * stride);
  vertexOrder.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) {
      const at = i * stride + axis;
      if (withRest) ordered[at] = rest[vertex * 3 + axis];
      for (let j = 0; j < fieldCount; j++) {
        ordered[at + first + j * FIELD_STEP_WORDS] = fields[fieldIndex(fieldCount, j, vertex * 3 + axis)];
      }
    }
  });
  return ordered;
}
