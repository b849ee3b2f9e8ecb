/**
 * Has surfaces fitted, so that parts of them can be proved free of collisions by what moves them alone. A worker does it, so that they go on moving meanwhile. What searches need then comes with this
 * file, which is loaded when somebody first wants it.
 */
import type { Shape } from 'pliant';
import { fitRegions } from 'pliant/parts';
import { askWorker } from './ask-worker.js';
import type { LoadOptions } from './ask-worker.js';
import type { SurfaceParts } from './surface-parts.js';

/** What page and worker agree on: a shape goes there, and what was fitted comes back. */
export type FitOrder = Pick<SurfaceParts, 'mesh' | 'model' | 'bounds'>;
export type Fitted = SurfaceParts['bounds']['affine'];

/** A fitted shape of a surface; undefined where there is nothing to fit. Rejects with the signal's reason when called off. */
export async function fitSurface(
  { bounds, mesh, model }: SurfaceParts,
  options: LoadOptions,
): Promise<Shape | undefined> {
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), { type: 'module' });
  const affine = await askWorker<FitOrder, Fitted>(worker, 'fit', { mesh, model, bounds }, options);
  // What has been fitted comes back as it is, and searches on this side know from then on how to use it.
  return affine && fitRegions({ mesh, model, bounds: { ...bounds, affine } });
}
