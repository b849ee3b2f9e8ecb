/** Shapes are fitted, so that their regions can be proved free by governors alone. */
import { describe } from '../../checks.js';
import { BLEND_MODEL } from '../../deform/blend.js';
import { PliantError } from '../../errors.js';
import { loadFittedKernels } from '../../kernels/fitted-kernels.js';
import { BLEND } from '../../kernels/layout/header.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { Shape } from '../shape.js';
import { affineSteps } from './affine-regions.js';
import { keepFitted } from './known.js';

/**
 * Lets searches of bodies with themselves prove parts of a skin free of collisions by its bones alone: most of a walking animal is then neither posed nor looked at. Fits the weights of the shape
 * once, for all bodies that are made of it from then on; that takes a minute on 245 k triangles. Does nothing to shapes that are not skins.
 */
export function fitRegions(shape: Shape): void {
  runNow(fitSteps('fitRegions', shape));
}

/** {@link fitRegions} in slices, with progress and the option to call it off. */
export function fitRegionsAsync(shape: Shape, options: LongWorkOptions = {}): Promise<void> {
  return runInSlices(fitSteps('fitRegionsAsync', shape), options);
}

function* fitSteps(caller: string, shape: Shape): LongWork<void> {
  if (!shape?.bounds || !shape.model) {
    throw new PliantError(
      'bad-type',
      `${caller}: a shape is needed, got ${describe(shape)}; pass what createShape returns`,
    );
  }
  const { bounds, model } = shape;
  // What points move, and what is displaced before it is blended, is not at rest where its weights are applied.
  if (model.kind !== BLEND_MODEL || bounds.shape !== BLEND || model.poseLayout.pointCount > 0) return;
  keepFitted(bounds, { regions: yield* affineSteps(model, bounds), load: loadFittedKernels });
}
