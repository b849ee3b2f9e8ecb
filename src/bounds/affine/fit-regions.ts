/** Shapes are fitted, so that their regions can be proved free by governors alone. */
import { describe } from '../../checks.js';
import { BLEND_MODEL } from '../../deform/blend.js';
import { LINEAR_MODEL } from '../../deform/linear.js';
import { PliantError } from '../../errors.js';
import { BLEND, BOXES } from '../../kernels/layout/header.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import { requireUncut } from '../blocks/block-tree.js';
import type { Shape } from '../shape.js';
import { haveFitting } from './at-hand.js';
import { fieldSteps } from './field-regions.js';
import { FITTING } from './fitting.js';

/**
 * Lets searches of bodies with themselves prove parts of a surface free of collisions by what drives it alone, the bones of a skin or the weights of displacement fields: most of a walking animal, and all of a curtain that
 * swings, is then neither posed nor looked at. Returns a shape with the same mesh, model and bounds, and in the bounds what was fitted; store it, clone it, send it like any other. That takes about nine times as
 * long as building the tree, some seconds on 245 k triangles of a skin; fields take longer, and need bounds that are boxes, as they are unless told otherwise. Shapes that points move, and those that have been fitted,
 * come back as they are.
 *
 * Bodies whose skins are searched thousands of times fit them little by little. This has it from the first search on.
 */
export function fitRegions(shape: Shape): Shape {
  return runNow(fitSteps('fitRegions', shape));
}

/** {@link fitRegions} in slices, with progress and the option to call it off. */
export function fitRegionsAsync(shape: Shape, options: LongWorkOptions = {}): Promise<Shape> {
  return runInSlices(fitSteps('fitRegionsAsync', shape), options);
}

function* fitSteps(caller: string, shape: Shape): LongWork<Shape> {
  if (!shape?.bounds || !shape.model) {
    throw new PliantError(
      'bad-type',
      `${caller}: a shape is needed, got ${describe(shape)}; pass what createShape returns`,
    );
  }
  haveFitting(FITTING);
  const { bounds, model } = shape;
  requireUncut(caller, bounds);
  if (bounds.affine) return shape;
  if (model.kind === LINEAR_MODEL && bounds.shape === BOXES && model.fieldCount > 0) {
    return { ...shape, bounds: { ...bounds, affine: yield* fieldSteps(model, bounds) } };
  }
  // What points move, and what is displaced before it is blended, is not at rest where its weights are applied.
  if (model.kind !== BLEND_MODEL || bounds.shape !== BLEND || model.poseLayout.pointCount > 0) return shape;
  return { ...shape, bounds: { ...bounds, affine: yield* FITTING.affineSteps(model, bounds) } };
}
