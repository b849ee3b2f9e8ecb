/** The code that fits skins, and that follows what was fitted, as at-hand.ts loads it. */
import type { BlendModel } from '../../deform/blend.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { LongWork } from '../../long-work.js';
import type { BlendTree } from '../blend/blend-tree.js';
import type { BlockBounds } from '../shape.js';
import { affineSteps } from './affine-regions.js';
import type { AffineRegions } from './pack-affine.js';
import { readyFitted } from './ready-fitted.js';

/** What that code offers. */
export interface Fitting {
  /** Fits a skin, step by step. */
  readonly affineSteps: (model: BlendModel, tree: BlendTree) => LongWork<AffineRegions>;
  /** Readies kernels to follow what was fitted; returns false where they cannot. Refuses what would lead them astray. */
  readonly readyFitted: (kernels: Kernels, bounds: BlockBounds, regions: AffineRegions) => boolean;
}

/** All of it. */
export const FITTING: Fitting = { affineSteps, readyFitted };
