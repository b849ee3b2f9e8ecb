/** Which bounds have been fitted, so that regions can be proved free by governors alone. In a file of its own: who fits nothing need not load what does. */
import type { FittedFunctions } from '../../kernels/kernel-functions.js';
import type { Kernels } from '../../kernels/kernels.js';
import type { BlockBounds } from '../shape.js';
import type { AffineRegions } from './affine-regions.js';

/** What was found out about bounds, and who loads the loop over it. */
export interface Fitted {
  readonly regions: AffineRegions;
  readonly load: (kernels: Kernels) => FittedFunctions | null;
}

const known = new WeakMap<BlockBounds, Fitted>();

/** What was found out about bounds, if they have been fitted. */
export function fittedOf(bounds: BlockBounds): Fitted | undefined {
  return known.get(bounds);
}

/** Keeps what was found out about bounds. */
export function keepFitted(bounds: BlockBounds, fitted: Fitted): void {
  known.set(bounds, fitted);
}
