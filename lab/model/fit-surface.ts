/** Fits surfaces, so that parts of them can be proved free of collisions by what moves them alone; in slices, so that they go on moving meanwhile. */
import type { Shape } from 'pliant';
import { fitRegionsAsync } from 'pliant/parts';
import type { LongWorkOptions } from 'pliant/parts';
import { areGovernorsPoints } from './surface-parts.js';
import type { SurfaceParts } from './surface-parts.js';

const fittedShapes = new WeakMap<SurfaceParts, Shape>();

/** Whether there is anything to fit. Points do not turn what they move, so a cloth is left to its borders. */
export function canFit({ model }: SurfaceParts): boolean {
  return !areGovernorsPoints(model);
}

/** The shape of a surface that has been fitted before. */
export function fittedShapeOf(parts: SurfaceParts): Shape | undefined {
  return fittedShapes.get(parts);
}

/** Fits a surface, once; rejects with the signal's reason when called off. */
export async function fitSurface(parts: SurfaceParts, options: LongWorkOptions): Promise<void> {
  fittedShapes.set(parts, await fitShape({ mesh: parts.mesh, model: parts.model, bounds: parts.bounds }, options));
}

/** Another shape, which is fitted; that before is as it was. */
async function fitShape(shape: Shape, options: LongWorkOptions): Promise<Shape> {
  // What is found out is kept under the bounds: a copy of the record leaves the other shape without it.
  const fitted = { ...shape, bounds: { ...shape.bounds } };
  await fitRegionsAsync(fitted, options);
  return fitted;
}
