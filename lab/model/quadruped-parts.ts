/** What an animal is made of before it can be simulated. */
import type { BlendModel, BlendTree, Tree } from 'pliant/parts';
import type { Quadruped } from '../../scenes/quadruped.js';
import type { LabState } from './state.js';

/** What page and worker agree on: how fine the animal shall be. */
export type AnimalSize = LabState['animalSize'];

/** Plain data, all of it; each part is made from those before it. */
export interface QuadrupedParts {
  readonly quadruped: Quadruped;
  readonly model: BlendModel;
  readonly tree: Tree;
  readonly bounds: BlendTree;
}
