/**
 * What a blend does to each vertex, as the kernels read it. Everything about a vertex that a single bone moves is in one place:
 * where caches do not hold it, posing it waits for one page of memory rather than for four.
 */
import type { BlendModel } from '../../deform/blend.js';
import { INFLUENCE, MATRIX64, VERTEX, NO_OTHERS } from '../../kernels/layout/blend.js';

import { listPatchVertices } from '../blocks/patches.js';
import { orderDisplacements } from '../blocks/vertex-order.js';

/** What a blend does to each vertex, in whatever order the vertices are kept. */
export interface BlendVertices {
  /** Eight words per vertex: its first influence, where the others are, what the transforms are applied to, and its number. */
  readonly vertices: Uint32Array;
  /** Four words for each other influence: its weight, how many bytes into the matrices its governor's is, and how many follow. */
  readonly influences: Uint32Array;
  /** Three numbers per vertex for each morph target. */
  readonly displacements: Float32Array;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Vertices and influences in another order. */
export function orderBlendVertices(model: BlendModel, vertexOrder: Uint32Array): Omit<BlendVertices, 'displacements'> {
  const vertices = new Uint32Array(vertexOrder.length * VERTEX.wordCount);
  const influences = new Uint32Array((model.weights.length - vertexOrder.length) * INFLUENCE.wordCount);
  const rest = new Float32Array(vertices.buffer);
  let otherCount = 0;
  vertexOrder.forEach((vertex, i) => {
    const at = i * VERTEX.wordCount;
    const begin = model.influenceOffsets[vertex];
    const end = model.influenceOffsets[vertex + 1];
    for (let axis = 0; axis < 3; axis++) rest[at + VERTEX.rest + axis] = model.rest[vertex * 3 + axis];
    vertices.set(weightWords(model.weights[begin]), at + VERTEX.weight);
    vertices[at + VERTEX.matrix] = model.governors[begin] * MATRIX64.count * 8;
    vertices[at + VERTEX.others] = end === begin + 1 ? NO_OTHERS : otherCount;
    vertices[at + VERTEX.vertex] = i;
    for (let k = begin + 1; k < end; k++) {
      const other = otherCount++ * INFLUENCE.wordCount;
      influences.set(weightWords(model.weights[k]), other + INFLUENCE.weight);
      influences[other + INFLUENCE.matrix] = model.governors[k] * MATRIX64.count * 8;
      influences[other + INFLUENCE.left] = end - 1 - k;
    }
  });
  return { vertices, influences };
}

/**
 * The vertices of each patch in one piece. Those on borders are in several; but baking a patch waits for few pages of memory, where it would for those of all its
 * neighbours. Writes where they are into the patches.
 */
export function gatherPatchVertices(vertices: Uint32Array, corners: Uint32Array, patches: Uint32Array): Uint32Array {
  const listed = listPatchVertices(vertices.length / VERTEX.wordCount, corners, patches);
  const gathered = new Uint32Array(listed.length * VERTEX.wordCount);
  listed.forEach((vertex, i) => {
    const row = vertices.subarray(vertex * VERTEX.wordCount, (vertex + 1) * VERTEX.wordCount);
    gathered.set(row, i * VERTEX.wordCount);
  });
  return gathered;
}

/** The words of a float64. */
function weightWords(weight: number): Uint32Array {
  double[0] = weight;
  return halves;
}

/** Whether vertices in some order are those of a model: the same places at rest, influences and morph targets. */
export function areVerticesOf(vertices: BlendVertices, vertexOrder: Uint32Array, model: BlendModel): boolean {
  const ordered = orderBlendVertices(model, vertexOrder);
  return (
    areEqual(vertices.vertices, ordered.vertices) &&
    areEqual(vertices.influences, ordered.influences) &&
    areEqual(vertices.displacements, orderDisplacements(model, vertexOrder, false))
  );
}

function areEqual(a: Uint32Array | Float32Array, b: Uint32Array | Float32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
