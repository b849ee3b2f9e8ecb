/** What a surface is made of before it can be simulated. */
import type { BlendModel, BlendTree, Mesh, Tree } from 'pliant/parts';
import type { LabState } from './state.js';
import type { Subject } from './subjects.js';

/** What page and worker agree on: which surface, and how fine. */
export type SurfaceOrder = Pick<LabState, 'subject' | 'animalSize' | 'clothLevels'>;

/** Plain data, all of it; each part is made from those before it. */
export interface SurfaceParts {
  readonly subject: Subject;
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly tree: Tree;
  readonly bounds: BlendTree;
}

/** Whether points move a surface, and not transforms. */
export function areGovernorsPoints({ poseLayout }: BlendModel): boolean {
  return poseLayout.pointCount > 0;
}
