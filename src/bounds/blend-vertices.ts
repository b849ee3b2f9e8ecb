/**
 * What a blend does to each vertex, as the kernels read it. Everything about a vertex that a single bone moves is in one place:
 * where caches do not hold it, posing it waits for one page of memory rather than for four.
 */
import type { BlendModel } from '../deform/blend.js';
import { fieldIndex } from '../deform/linear.js';
import { INFLUENCE, MATRIX64_BYTES, PATCH, VERTEX } from '../kernels/lazy-layout.js';

/** What a blend does to each vertex, in whatever order the vertices are kept. */
export interface BlendVertices {
  /** Eight words per vertex: its first influence, what the transforms are applied to, and where its other influences are. */
  readonly vertices: Uint32Array;
  /** Four words for each other influence: its weight, and how many bytes into the matrices its governor's is. */
  readonly influences: Uint32Array;
  /** Displacement fields in blocks. */
  readonly fields: Float32Array;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

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
  const vertices = new Uint32Array(vertexOrder.length * VERTEX.wordCount);
  const influences = new Uint32Array((model.weights.length - vertexOrder.length) * INFLUENCE.wordCount);
  const rest = new Float32Array(vertices.buffer);
  let otherCount = 0;
  vertexOrder.forEach((vertex, i) => {
    const at = i * VERTEX.wordCount;
    const begin = model.influenceOffsets[vertex];
    const end = model.influenceOffsets[vertex + 1];
    for (let axis = 0; axis < 3; axis++) rest[at + VERTEX.rest + axis] = model.rest[vertex * 3 + axis];
    writeInfluence(vertices, at, model, begin);
    vertices[at + VERTEX.otherCount] = end - begin - 1;
    vertices[at + VERTEX.firstOther] = otherCount;
    for (let k = begin + 1; k < end; k++) writeInfluence(influences, otherCount++ * INFLUENCE.wordCount, model, k);
  });
  return { vertices, influences };
}

/**
 * The vertices of each patch in one piece, other influences included, in the order in which its triangles use them. Those on borders
 * are in several; but baking a patch waits for few pages of memory, where it would for those of all its neighbours. Writes where
 * they are into the patches.
 */
export function gatherPatchVertices(
  { influences, vertices }: Omit<BlendVertices, 'fields'>,
  corners: Uint32Array,
  patches: Uint32Array,
): Uint32Array {
  const seenBy = new Int32Array(vertices.length / VERTEX.wordCount).fill(-1);
  const gathered: number[] = [];
  for (let patch = 0; patch < patches.length; patch += PATCH.wordCount) {
    const first = patches[patch + PATCH.firstTriangle] * 3;
    const end = first + patches[patch + PATCH.triangleCount] * 3;
    patches[patch + PATCH.firstVertex] = gathered.length / INFLUENCE.wordCount;
    for (let corner = first; corner < end; corner++) {
      const vertex = corners[corner];
      if (seenBy[vertex] === patch) continue;
      seenBy[vertex] = patch;
      patches[patch + PATCH.vertexCount]++;
      const row = vertices.subarray(vertex * VERTEX.wordCount, (vertex + 1) * VERTEX.wordCount);
      const others = row[VERTEX.firstOther] * INFLUENCE.wordCount;
      gathered.push(...row);
      gathered[gathered.length - VERTEX.wordCount + VERTEX.vertex] = vertex;
      for (let k = 0; k < row[VERTEX.otherCount] * INFLUENCE.wordCount; k++) gathered.push(influences[others + k]);
    }
  }
  return Uint32Array.from(gathered);
}

function writeInfluence(words: Uint32Array, at: number, { governors, weights }: BlendModel, influence: number): void {
  double[0] = weights[influence];
  words.set(halves, at + INFLUENCE.weight);
  words[at + INFLUENCE.matrix] = governors[influence] * MATRIX64_BYTES;
}

/** Whether vertices in some order are those of a model: the same places at rest, influences and morph targets. */
export function areVerticesOf(vertices: BlendVertices, vertexOrder: Uint32Array, model: BlendModel): boolean {
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
