/** Deform trees whose precomputed data is built in a worker. */
import type { Mesh } from 'three';
import { PliantError } from '../errors.js';
import type { LongWorkOptions } from '../long-work.js';
import type { SearchWorker } from '../workers/worker-port.js';
import { buildInWorker } from './build-queue.js';
import type { DeformTree, DeformTreeOptions } from './deform-tree.js';
import { readGeometry } from './geometry-source.js';
import { GeometryWatch } from './geometry-watch.js';
import { computeDeformTree, requireMesh } from './mesh-methods.js';
import { findRecord, keepRecord } from './shared-records.js';

/** How to compute a deform tree in a worker. */
export interface DeformTreeAsyncOptions extends DeformTreeOptions, LongWorkOptions {
  /**
   * Makes the worker, where a bundler does not find the one that is part of the package: from a file that calls
   * `serveDeformTrees()`. One worker does all that is asked for at a time, and ends when nothing waits.
   */
  readonly createWorker?: () => SearchWorker;
}

/** Computes a tree; `createWorker` makes the worker where the options do not. */
export async function computeInWorker(
  mesh: Mesh,
  options: DeformTreeAsyncOptions | undefined,
  createWorker: () => SearchWorker,
): Promise<DeformTree> {
  const { signal, onProgress } = options ?? {};
  requireMesh('computeDeformTreeAsync', mesh);
  signal?.throwIfAborted();
  onProgress?.(0);
  if (!findRecord(mesh)) {
    const watch = new GeometryWatch(mesh);
    const record = await buildInWorker({
      source: readGeometry('computeDeformTreeAsync', mesh),
      createWorker: options?.createWorker ?? createWorker,
      onProgress: (share) => onProgress?.(share),
      signal,
    });
    if (!watch.isUpToDate(mesh)) {
      throw new PliantError(
        'mismatch',
        'computeDeformTreeAsync: the geometry was changed while its tree was built; call it again',
      );
    }
    // Another mesh of the geometry may have been faster.
    if (!findRecord(mesh)) keepRecord(mesh, watch, record);
  }
  const tree = computeDeformTree.call(mesh, options);
  onProgress?.(1);
  return tree;
}
