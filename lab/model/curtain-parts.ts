/** What a curtain is made of before it can be simulated, and what page and worker say to each other about it. */
import type { BdTree, Tree } from 'pliant/parts';
import type { CurtainScene } from '../../scenes/curtain.js';
import type { LabState } from './state.js';

/** The choices that the parts depend on. */
export type CurtainChoice = Pick<LabState, 'size' | 'arity' | 'leafSize' | 'bound'>;

/** Plain data, all of it; each part is made from those before it. */
export interface CurtainParts {
  readonly scene: CurtainScene;
  readonly tree: Tree;
  readonly bounds: BdTree;
}

/** What the page asks for, and what it has already. */
export interface CurtainOrder {
  readonly choice: CurtainChoice;
  readonly parts: Partial<CurtainParts>;
}
