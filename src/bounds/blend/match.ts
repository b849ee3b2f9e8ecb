/** Whether bounds of a blend were made from a model. Counts alone do not tell: models of one mesh have the same. */
import type { BlendModel } from '../../deform/blend.js';
import type { BlendTree } from './blend-tree.js';
import { areVerticesOf } from './vertices.js';

/** The model that bounds were last compared with: bodies that share both are compared once. */
const knownModels = new WeakMap<BlendTree, BlendModel>();

/**
 * Whether the bounds hold the same rest positions, influences and morph targets as the model. Where they do not, a body would
 * pose its vertices by the ones and judge how far they can get by the other.
 */
export function isMadeFrom(bounds: BlendTree, model: BlendModel): boolean {
  if (knownModels.get(bounds) === model) return true;
  if (bounds.governorCount !== model.governorCount || bounds.fieldCount !== model.fieldCount) return false;
  if (!areVerticesOf(bounds, bounds.vertexOrder, model)) return false;
  knownModels.set(bounds, model);
  return true;
}
