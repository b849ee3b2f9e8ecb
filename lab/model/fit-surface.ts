/** Has surfaces fitted, so that parts of them can be proved free of collisions by what moves them alone. A worker does it, so that they go on moving meanwhile. */
import type { Shape } from 'pliant';
import { fitRegions } from 'pliant/parts';
import { askWorker } from './ask-worker.js';
import type { LoadOptions } from './ask-worker.js';
import { areGovernorsPoints } from './surface-parts.js';
import type { SurfaceParts } from './surface-parts.js';

/** What page and worker agree on: a shape goes there, and what was fitted comes back. */
export type FitOrder = Pick<SurfaceParts, 'mesh' | 'model' | 'bounds'>;
export type Fitted = SurfaceParts['bounds']['affine'];

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
export async function fitSurface(parts: SurfaceParts, options: LoadOptions): Promise<void> {
  const { bounds, mesh, model } = parts;
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), { type: 'module' });
  const affine = await askWorker<FitOrder, Fitted>(worker, 'fit', { mesh, model, bounds }, options);
  // Fitted already, it comes back as it is, and searches on this side know then how to use it.
  if (affine) fittedShapes.set(parts, fitRegions({ mesh, model, bounds: { ...bounds, affine } }));
}
