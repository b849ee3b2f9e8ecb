/**
 * What a blend does to each vertex, as the kernels read it. Everything about a vertex is in one place, and what moves it in another:
 * where caches hold neither, posing it waits for two pages of memory rather than for four.
 */
import type { BlendModel } from '../deform/blend.js';
import { fieldIndex } from '../deform/linear.js';
import { INFLUENCE, MATRIX64_BYTES, VERTEX } from '../kernels/lazy-layout.js';

/** What a blend does to each vertex, in whatever order the vertices are kept. */
export interface BlendVertices {
  /** Four words per vertex, and for one more: what the transforms are applied to, and where its influences begin. */
  readonly vertices: Uint32Array;
  /** Four words per influence: its weight, and how many bytes into the matrices its governor's is. */
  readonly influences: Uint32Array;
  /** Displacement fields in blocks. */
  readonly fields: Float32Array;
}

/** The vertices of models in the order of the mesh, made when first asked for. */
const inMeshOrder = new WeakMap<BlendModel, BlendVertices>();

/** The vertices of a model in the order of its mesh; the same object every time. */
export function blendVerticesOf(model: BlendModel): BlendVertices {
  let vertices = inMeshOrder.get(model);
  if (!vertices) {
    const order = Uint32Array.from({ length: model.vertexCount }, (_, vertex) => vertex);
    vertices = { ...orderBlendVertices(model, order), fields: model.fields };
    inMeshOrder.set(model, vertices);
  }
  return vertices;
}

/** Vertices and influences in another order. */
export function orderBlendVertices(model: BlendModel, vertexOrder: Uint32Array): Omit<BlendVertices, 'fields'> {
  const vertices = new Uint32Array((vertexOrder.length + 1) * VERTEX.wordCount);
  const influences = new Uint32Array(model.weights.length * INFLUENCE.wordCount);
  const rest = new Float32Array(vertices.buffer);
  const weights = new Float64Array(influences.buffer);
  let count = 0;
  vertexOrder.forEach((vertex, i) => {
    const at = i * VERTEX.wordCount;
    for (let axis = 0; axis < 3; axis++) rest[at + VERTEX.rest + axis] = model.rest[vertex * 3 + axis];
    for (let k = model.influenceOffsets[vertex]; k < model.influenceOffsets[vertex + 1]; k++) {
      const influence = INFLUENCE.wordCount * count++;
      weights[(influence + INFLUENCE.weight) / 2] = model.weights[k];
      influences[influence + INFLUENCE.matrix] = model.governors[k] * MATRIX64_BYTES;
    }
    vertices[at + VERTEX.wordCount + VERTEX.firstInfluence] = count;
  });
  return { vertices, influences };
}

/** Whether vertices in some order are those of a model: the same places at rest, influences and morph targets. */
export function areVerticesOf(vertices: BlendVertices, vertexOrder: Uint32Array, model: BlendModel): boolean {
  if (vertices.influences.length !== model.weights.length * INFLUENCE.wordCount) return false;
  const ordered = orderBlendVertices(model, vertexOrder);
  return (
    areEqual(vertices.vertices, ordered.vertices) &&
    areEqual(vertices.influences, ordered.influences) &&
    haveFieldsOf(vertices.fields, vertexOrder, model)
  );
}

function haveFieldsOf(fields: Float32Array, vertexOrder: Uint32Array, model: BlendModel): boolean {
  const { fieldCount } = model;
  for (let i = 0; i < vertexOrder.length * 3; i++) {
    const coordinate = vertexOrder[Math.floor(i / 3)] * 3 + (i % 3);
    for (let j = 0; j < fieldCount; j++) {
      if (fields[fieldIndex(fieldCount, j, i)] !== model.fields[fieldIndex(fieldCount, j, coordinate)]) return false;
    }
  }
  return true;
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
