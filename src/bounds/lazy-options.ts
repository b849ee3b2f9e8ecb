/** What a lazy body is made of, and whether that belongs together. */
import { describe, requireOneOf } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import type { Model } from '../deform/model.js';
import { PliantError } from '../errors.js';
import { BLEND } from '../kernels/lazy-layout.js';
import type { Mesh } from '../mesh/mesh.js';
import type { BdTree } from './bd-tree.js';
import { isMadeFrom } from './blend-match.js';
import type { BlendTree } from './blend-tree.js';

/** What a body is made of. All three are shared by as many bodies as you like. */
export interface LazyBodyOptions {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** Its bounds: a `BdTree` for a linear model, a `BlendTree` for a blend. */
  readonly bounds: BdTree | BlendTree;
  /**
   * `adaptive` evaluates lazily and refits a pose when that has become cheaper; `lazy` never refits, `refit` always
   * does. The answers are the same. Default `adaptive`.
   */
  readonly strategy?: Strategy;
  /**
   * Which share of its size a bound may grow by when it is carried over from one of the last poses, in constant time,
   * instead of being evaluated anew; 0, the default, carries nothing over. For linear models only. It pays only where
   * motion is slow: see pose-history.ts for what was measured.
   */
  readonly coherence?: number;
}

/** When to deform and refit everything. */
export type Strategy = 'adaptive' | 'lazy' | 'refit';

/** Refuses what is missing, does not belong together, or is not known. */
export function requireLazyOptions(options: LazyBodyOptions): void {
  const { mesh, model, bounds, strategy = 'adaptive' } = options ?? {};
  if (!mesh || !model || !bounds) {
    throw new PliantError(
      'bad-type',
      `createLazyBody: mesh, model and bounds are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(bounds)}`,
    );
  }
  if (
    model.vertexCount !== mesh.vertexCount ||
    bounds.fieldCount !== model.fieldCount ||
    bounds.vertexCount !== mesh.vertexCount ||
    bounds.triangles.length !== mesh.triangleCount * 3 ||
    !hasTriangles(mesh, bounds) ||
    !follows(bounds, model)
  ) {
    throw new PliantError(
      'mismatch',
      'createLazyBody: mesh, model and bounds do not belong together; create the bounds from this mesh and this model',
    );
  }
  requireOneOf('createLazyBody', 'strategy', strategy, ['adaptive', 'lazy', 'refit'] as const);
  const { coherence = 0 } = options;
  if (typeof coherence !== 'number' || !(coherence >= 0) || !Number.isFinite(coherence)) {
    throw new PliantError(
      'bad-number',
      `createLazyBody: coherence is ${describe(coherence)}; pass a finite share, zero or more`,
    );
  }
  if (coherence > 0 && model.kind === BLEND_MODEL) {
    throw new PliantError('unsupported', 'createLazyBody: coherence is for linear models; leave it out for a blend');
  }
}

/** Whether the bounds were made for the model. */
function follows(bounds: BdTree | BlendTree, model: Model): boolean {
  if (model.kind === BLEND_MODEL) return bounds.shape === BLEND && isMadeFrom(bounds, model);
  return bounds.shape !== BLEND && bounds.modelChecksum === model.checksum;
}

/** Whether the bounds were made for these triangles: with others, vertices would be read that nobody has posed. */
function hasTriangles(mesh: Mesh, bounds: BdTree | BlendTree): boolean {
  const { triangles, triangleOrder } = bounds;
  for (let i = 0; i < triangles.length; i++) {
    if (bounds.vertexOrder[triangles[i]] !== mesh.triangles[triangleOrder[Math.floor(i / 3)] * 3 + (i % 3)])
      return false;
  }
  return true;
}
