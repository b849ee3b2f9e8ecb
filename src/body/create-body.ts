/** The way from a shape to a body. */
import type { ProxyShape, Shape } from '../bounds/shape.js';
import { describe, requireNames } from '../checks.js';
import { PliantError } from '../errors.js';
import { KERNELS_FINGERPRINT } from '../kernels/generated/kernels-wasm.js';
import type { Kernels } from '../kernels/kernels.js';
import type { AnyBody, Body } from './body.js';
import { MeshBody } from './mesh-body.js';
import { requireBodyOptions, requireShape } from './options.js';
import type { BodyOptions } from './options.js';
import { partsOf } from './parts.js';
import { ProxyBody } from './proxy-body.js';

/**
 * Creates one instance of a shape, at rest and at the origin. Any number of bodies share a shape. A body holds memory: `dispose()` it when
 * done.
 *
 * @throws PliantError `bad-type` or `mismatch` when parts are missing or were not made for each other.
 */
export function createBody(kernels: Kernels, shape: Shape, options?: BodyOptions): Body & Shape;
/** Creates one instance of a shape that is known by its proxies alone. */
export function createBody(kernels: Kernels, shape: ProxyShape): ProxyBody;
export function createBody(kernels: Kernels, shape: Shape | ProxyShape, options: BodyOptions = {}): AnyBody {
  requireParts(kernels, shape);
  if ('slots' in shape) {
    requireNames('createBody', options, []);
    return new ProxyBody(kernels, shape);
  }
  requireShape('createBody', shape);
  const chosen = requireBodyOptions('createBody', options, shape.model);
  return new MeshBody(kernels, partsOf(shape, chosen.coherence), chosen);
}

/** Refuses what is no kernels, or no shape at all. */
function requireParts(kernels: Kernels, shape: Shape | ProxyShape): void {
  if (!(kernels as Kernels | undefined)?.arena || typeof shape !== 'object' || shape === null) {
    throw new PliantError(
      'bad-type',
      `createBody: kernels and a shape are needed, got ${describe(kernels)} and ${describe(shape)}; pass what loadKernels and createShape gave`,
    );
  }
  if (kernels.mark !== KERNELS_FINGERPRINT) {
    throw new PliantError('mismatch', 'createBody: kernels of another release of pliant; load the package once');
  }
}
