/** How a body is kept up to date, and whether what it is made of belongs together. */
import { isMadeFrom } from '../bounds/blend/match.js';
import type { BlockBounds, Shape } from '../bounds/shape.js';
import { describe, requireNames, requireOneOf, withDefaults } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import type { Model } from '../deform/model.js';
import { PliantError } from '../errors.js';
import { BLEND } from '../kernels/layout/header.js';
import type { Mesh } from '../mesh/mesh.js';

/** When to deform and refit everything. */
export type Strategy = 'adaptive' | 'lazy' | 'refit';

/** Whether searches of a body with itself try to prove regions free. */
export type Pruning = 'adaptive' | 'always' | 'never';

/** How a body is kept up to date. */
export interface BodyOptions {
  /**
   * `adaptive` evaluates lazily and refits a pose when that has become cheaper; `lazy` never refits, `refit` always
   * does. The answers are the same.
   */
  readonly strategy?: Strategy;
  /**
   * Whether searches of the body with itself first try to prove whole regions free of collisions: `always`, `never`, or, by default, once there have been
   * enough such searches of the shape to make up for finding its regions, and while that is the cheaper way. The answers are the same.
   */
  readonly pruning?: Pruning;
  /**
   * Which share of its size a bound may grow by when it is carried over from one of the last poses, in constant time,
   * instead of being evaluated anew; 0 carries nothing over. For linear models only. It pays only where motion is slow:
   * see linear/pose-history.ts for what was measured.
   */
  readonly coherence?: number;
}

/** Defaults of {@link BodyOptions}. */
export const BODY_DEFAULTS: Required<BodyOptions> = { strategy: 'adaptive', pruning: 'adaptive', coherence: 0 };

/** The options with defaults in place of those that are missing. Refuses what is not known. */
export function requireBodyOptions(caller: string, options: BodyOptions, model: Model): Required<BodyOptions> {
  requireNames(caller, options, Object.keys(BODY_DEFAULTS));
  const chosen = withDefaults(BODY_DEFAULTS, options);
  requireOneOf(caller, 'strategy', chosen.strategy, ['adaptive', 'lazy', 'refit'] as const);
  requireOneOf(caller, 'pruning', chosen.pruning, ['adaptive', 'always', 'never'] as const);
  const { coherence } = chosen;
  if (typeof coherence !== 'number' || !(coherence >= 0) || !Number.isFinite(coherence)) {
    throw new PliantError(
      'bad-number',
      `${caller}: coherence is ${describe(coherence)}; pass a finite share, zero or more`,
    );
  }
  if (coherence > 0 && model.kind === BLEND_MODEL) {
    throw new PliantError('unsupported', `${caller}: coherence is for linear models; leave it out for a blend`);
  }
  return chosen;
}

/** Shapes that were checked: the bodies that share one are checked once. */
const checked = new WeakMap<BlockBounds, { readonly mesh: Mesh; readonly model: Model }>();

/** Refuses parts that are missing or were not made for each other. */
export function requireShape(caller: string, { bounds, mesh, model }: Shape): void {
  if (!mesh || !model || !bounds) {
    throw new PliantError(
      'bad-type',
      `${caller}: mesh, model and bounds are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(bounds)}; ` +
        'pass what createShape gave',
    );
  }
  const known = checked.get(bounds);
  if (known?.mesh === mesh && known.model === model) return;
  if (
    model.vertexCount !== mesh.vertexCount ||
    bounds.fieldCount !== model.fieldCount ||
    bounds.vertexCount !== mesh.vertexCount ||
    bounds.triangles.length !== mesh.triangleCount * 3 ||
    !areOver(bounds, mesh) ||
    !follows(bounds, model)
  ) {
    throw new PliantError(
      'mismatch',
      `${caller}: mesh, model and bounds do not belong together; create the bounds from this mesh and this model`,
    );
  }
  checked.set(bounds, { mesh, model });
}

/** Whether the bounds were made for the model. */
function follows(bounds: BlockBounds, model: Model): boolean {
  if (model.kind === BLEND_MODEL) return bounds.shape === BLEND && isMadeFrom(bounds, model);
  return bounds.shape !== BLEND && bounds.modelChecksum === model.checksum;
}

/** Whether the bounds were made for these triangles: with others, vertices would be read that nobody has posed. */
function areOver(bounds: BlockBounds, mesh: Mesh): boolean {
  const { triangles, triangleOrder } = bounds;
  for (let i = 0; i < triangles.length; i++) {
    if (bounds.vertexOrder[triangles[i]] !== mesh.triangles[triangleOrder[Math.floor(i / 3)] * 3 + (i % 3)])
      return false;
  }
  return true;
}
