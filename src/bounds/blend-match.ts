/** Whether bounds of a blend were made from a model. Counts alone do not tell: models of one mesh have the same. */
import type { BlendModel } from '../deform/blend.js';
import { fieldIndex } from '../deform/linear.js';
import { MATRIX64_BYTES } from '../kernels/lazy-layout.js';
import type { BlendTree } from './blend-tree.js';

/** The model that bounds were last compared with: bodies that share both are compared once. */
const knownModels = new WeakMap<BlendTree, BlendModel>();

/**
 * Whether the bounds hold the same rest positions, influences and morph targets as the model. Where they do not, a body would
 * pose its vertices by the ones and judge how far they can get by the other.
 */
export function isMadeFrom(bounds: BlendTree, model: BlendModel): boolean {
  if (knownModels.get(bounds) === model) return true;
  if (bounds.governorCount !== model.governorCount || bounds.fieldCount !== model.fieldCount) return false;
  if (bounds.influenceWeights.length !== model.weights.length) return false;
  const { vertexOrder } = bounds;
  for (let i = 0; i < vertexOrder.length; i++) {
    if (!isSameVertex(bounds, i, model, vertexOrder[i])) return false;
  }
  knownModels.set(bounds, model);
  return true;
}

function isSameVertex(bounds: BlendTree, i: number, model: BlendModel, vertex: number): boolean {
  const { fieldCount } = model;
  for (let axis = 0; axis < 3; axis++) {
    if (bounds.rest[i * 3 + axis] !== model.rest[vertex * 3 + axis]) return false;
    for (let j = 0; j < fieldCount; j++) {
      const ours = bounds.fields[fieldIndex(fieldCount, j, i * 3 + axis)];
      if (ours !== model.fields[fieldIndex(fieldCount, j, vertex * 3 + axis)]) return false;
    }
  }
  const from = model.influenceOffsets[vertex];
  const count = model.influenceOffsets[vertex + 1] - from;
  const begin = bounds.influenceOffsets[i];
  if (bounds.influenceOffsets[i + 1] - begin !== count) return false;
  for (let k = 0; k < count; k++) {
    if (bounds.influenceMatrices[begin + k] !== model.governors[from + k] * MATRIX64_BYTES) return false;
    if (bounds.influenceWeights[begin + k] !== model.weights[from + k]) return false;
  }
  return true;
}
