/**
 * Skins are fitted to their bones little by little (../bounds/affine/), by the searches with themselves that bones would make cheaper. Nobody has to ask for it, and no search takes
 * much longer than the others.
 *
 * It begins once searches are likely to have wasted as much as the fit will cost: who searches some hundreds of times does not pay for it, and whoever goes on pays no more than twice what was best. From
 * then on each search goes on with the fit for a share of its own price. Searches that are asked for in slices are left alone: their caller has said how much time there is.
 *
 * Prices are those of pruning-rule.ts. What is found does not depend on them.
 */
import { fittingAtHand } from '../bounds/affine/at-hand.js';
import type { AffineRegions } from '../bounds/affine/pack-affine.js';
import { BLEND_MODEL } from '../deform/blend.js';
import { BLEND } from '../kernels/layout/header.js';
import type { LongWork } from '../long-work.js';
import type { MeshBody } from './mesh-body.js';
import { SELF_MEMORY, memoryOfBody } from './self-memory.js';

/** Fitting a triangle. */
const FITTED_TRIANGLE_NS = 37_000;
/** What bones save of the proofs of a search, about, and the share of their price that a search spends on the fit. */
const SAVED = 0.6;
const INSTALMENT = 0.5;

/** How far the fit of a shape is, for all bodies of it that share kernels. */
interface GradualFit {
  /** What searches so far have wasted, as a share of the price of the fit; behind 1, what they have paid. */
  paid: number;
  /** The work under way, and how much of it is done. */
  work: LongWork<AffineRegions> | undefined;
  done: number;
  regions: AffineRegions | undefined;
}

/** What has been fitted to the shape of a body in this way, if all of it has. */
export function fittedByNow({ bounds, kernels }: Pick<MeshBody, 'bounds' | 'kernels'>): AffineRegions | undefined {
  return (kernels.fits?.get(bounds) as GradualFit | undefined)?.regions;
}

/** Goes on with the fit after a search that proved regions free, if bones would have made it cheaper. */
export function goOnFitting(body: MeshBody): void {
  const { bounds, kernels, mesh, model, strategy } = body;
  // What points move, and what is displaced before it is blended, is not at rest where its weights are applied.
  if (bounds.shape !== BLEND || model.kind !== BLEND_MODEL || model.poseLayout.pointCount > 0 || bounds.affine) return;
  // Nor is it worth the time where no part moves nearly as one.
  if (model.isUneven) return;
  // What may be cut at any time is not the same for long enough.
  if (bounds.isCuttable) return;
  const memory = memoryOfBody(body);
  // What collides has to be looked at either way: where that takes longer than the proofs, bones save little.
  if (strategy === 'refit' || 2 * memory[SELF_MEMORY.proving] < memory[SELF_MEMORY.pruned]) return;
  const fits = (kernels.fits ??= new WeakMap());
  let fit = fits.get(bounds) as GradualFit | undefined;
  if (!fit) fits.set(bounds, (fit = { paid: 0, work: undefined, done: 0, regions: undefined }));
  if (fit.regions) return;
  const share = memory[SELF_MEMORY.proving] / (mesh.triangleCount * FITTED_TRIANGLE_NS);
  fit.paid += share * (fit.paid < 1 ? SAVED : INSTALMENT);
  if (fit.paid < 1) return;
  fit.work ??= fittingAtHand()?.affineSteps(model, bounds);
  while (fit.work && fit.done <= fit.paid - 1) {
    const step = fit.work.next();
    if (step.done) {
      fit.regions = step.value;
      fit.work = undefined;
      return;
    }
    fit.done = step.value;
  }
}
