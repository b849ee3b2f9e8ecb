/**
 * Pliant for three.js: pick, touch and collide skinned and morphing meshes as they are seen, without baking them.
 *
 * @packageDocumentation
 */
import type { Mesh } from 'three';
import { PliantError } from '../errors.js';
import { computeInWorker } from './compute-async.js';
import type { DeformTreeAsyncOptions } from './compute-async.js';
import type { DeformTree } from './deform-tree.js';

export { Attachment } from './attachment.js';
export type { SurfacePlace } from './attachment.js';
export type { DeformTreeAsyncOptions } from './compute-async.js';
export { DeformTree } from './deform-tree.js';
export { DEFORM_TREE_DEFAULTS } from './deform-tree-options.js';
export type { DeformTreeOptions, DeformTreeStatistics } from './deform-tree-options.js';
export { DEFORM_TREE_HELPER_DEFAULTS, DeformTreeHelper } from './deform-tree-helper.js';
export type { DeformTreeHelperOptions } from './deform-tree-helper.js';
export type { MaterialOrSide } from './face-filter.js';
export { intersectFirst } from './intersect-first.js';
export { MergedMesh } from './merged-mesh.js';
export { acceleratedDeformRaycast, computeDeformTree, disposeDeformTree } from './mesh-methods.js';
export type { PartFace } from './parts.js';
export type { HitPointInfo } from './proximity.js';
export { deserializeDeformTree, serializeDeformTree } from './serialize.js';
export { CONTAINED, INTERSECTED, NOT_INTERSECTED } from './shapecast.js';
export type { ShapecastCallbacks } from './shapecast.js';
export type { TreeDisplay } from './tree-boxes.js';
export { serveDeformTrees } from './web-serve.js';
export type { NodeWorker, SearchWorker, WebWorker } from '../workers/search-worker.js';
export type { LongWorkOptions } from '../long-work.js';

/**
 * `mesh.computeDeformTree()` with the work done in a worker: the page stays free, progress is told, and a signal calls it off.
 * Resolves to the same tree, which then is `mesh.deformTree`.
 *
 * @throws PliantError as {@link computeDeformTree}; `worker-lost` or `unsupported` when no worker could do it.
 */
export async function computeDeformTreeAsync(mesh: Mesh, options?: DeformTreeAsyncOptions): Promise<DeformTree> {
  return computeInWorker(mesh, options, createWebWorker);
}

function createWebWorker(): Worker {
  if (typeof Worker === 'undefined') {
    throw new PliantError('unsupported', 'computeDeformTreeAsync: there are no workers here; use computeDeformTree');
  }
  return new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' });
}
