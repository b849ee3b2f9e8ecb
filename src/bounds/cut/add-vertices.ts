/** New vertices, written behind the others: where they rest, and what moves them. */
import { BLEND_MODEL } from '../../deform/blend.js';
import type { Model } from '../../deform/model.js';
import { writeVertices } from '../../deform/model-room.js';
import { INFLUENCE, NO_OTHERS, VERTEX } from '../../kernels/layout/blend.js';
import { BLEND } from '../../kernels/layout/header.js';
import { orderBlendVertices } from '../blend/vertices.js';
import { orderDisplacements } from '../blocks/vertex-order.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import type { CuttableShape } from './cuttable.js';

/** Writes new vertices into the room of a shape, where they have their numbers as places. */
export function addVertices(
  { bounds, mesh, model }: CuttableShape,
  positions: Float32Array,
  more: Model,
  changes: Changes,
): void {
  const first = mesh.vertexCount;
  const order = Uint32Array.from({ length: more.vertexCount }, (_, i) => i);
  if (bounds.shape === BLEND && model.kind === BLEND_MODEL && more.kind === BLEND_MODEL) {
    const { influences, vertices } = orderBlendVertices(more, order);
    // Each vertex before has one influence that is not listed behind it.
    const othersBefore = model.influenceOffsets[first] - first;
    for (let at = 0; at < vertices.length; at += VERTEX.wordCount) {
      vertices[at + VERTEX.vertex] += first;
      if (vertices[at + VERTEX.others] !== NO_OTHERS) vertices[at + VERTEX.others] += othersBefore;
    }
    write(changes, bounds.vertices, first * VERTEX.wordCount, vertices);
    write(changes, bounds.influences, othersBefore * INFLUENCE.wordCount, influences);
  }
  const displacements = orderDisplacements(more, order, bounds.shape !== BLEND);
  write(changes, bounds.displacements, (first * displacements.length) / more.vertexCount, displacements);
  writeVertices(model, first, more);
  mesh.positions.set(positions, first * 3);
  mesh.vertexCount += more.vertexCount;
}

function write<T extends Float32Array | Uint32Array>(changes: Changes, to: T, at: number, from: T): void {
  to.set(from, at);
  noteRange(changes, to, at, from.length);
}
