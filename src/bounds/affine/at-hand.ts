/**
 * Who readies what was fitted for kernels: the code for it, with a module of hot loops, is loaded by those who fit shapes, and by nobody else. In threads where nobody has, shapes that were fitted elsewhere are
 * searched like others.
 */
import type { Kernels } from '../../kernels/kernels.js';
import type { BlendTree } from '../blend/blend-tree.js';
import type { AffineRegions } from './pack-affine.js';

/** What was fitted to bounds, once the loop over it has been loaded; null where that cannot be. Refuses what would lead the loop astray. */
export type ReadyFitted = (kernels: Kernels, bounds: BlendTree, regions: AffineRegions) => AffineRegions | null;

let ready: ReadyFitted | undefined;

/** Has searches in this thread use what was fitted, from now on. */
export function offerFitted(offered: ReadyFitted): void {
  ready = offered;
}

/** What was fitted to bounds, for the kernels to read; null where there is nothing, or nobody to ready it. */
export function fittedFor(kernels: Kernels, bounds: BlendTree): AffineRegions | null {
  return (bounds.affine && ready?.(kernels, bounds, bounds.affine)) ?? null;
}
