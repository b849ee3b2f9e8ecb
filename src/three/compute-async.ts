/** Deform trees whose precomputed data is built in a worker. */
import type { Mesh } from 'three';
import { PliantError } from '../errors.js';
import type { LongWorkOptions } from '../long-work.js';
import type { SearchWorker } from '../workers/search-worker.js';
import { BuildQueue } from './build-queue.js';
import type { DeformTree } from './deform-tree.js';
import type { DeformTreeOptions } from './deform-tree-options.js';
import { readGeometry } from './geometry-source.js';
import { GeometryWatch } from './geometry-watch.js';
import { computeDeformTree, requireMesh } from './mesh-methods.js';
import { findRecord, keepRecord } from './shared-records.js';

/** How to compute a deform tree in a worker. */
export interface DeformTreeAsyncOptions extends DeformTreeOptions, LongWorkOptions {
  /**
   * Makes the worker, where a bundler does not find the one that is part of the package: from a file that calls
   * `serveDeformTrees()`. One worker does all that is asked for at a time, and ends when nothing waits. Pass the same
   * function each time, so that it need not be made anew.
   */
  readonly createWorker?: () => SearchWorker;
}

/** One for the whole program: what one order builds of a geometry, the next finds, and only one worker runs at a time. */
const queue = new BuildQueue();

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
    await queue.build({
      readSource: () => {
        requireUnchanged(watch, mesh);
        // Another mesh of the geometry may have asked for it first.
        return findRecord(mesh) ? undefined : readGeometry('computeDeformTreeAsync', mesh);
      },
      takeRecord: (record) => {
        requireUnchanged(watch, mesh);
        if (!findRecord(mesh)) keepRecord(mesh, watch, record);
      },
      createWorker: options?.createWorker ?? createWorker,
      onProgress: (share) => onProgress?.(share),
      signal,
    });
  }
  const tree = computeDeformTree.call(mesh, options);
  onProgress?.(1);
  return tree;
}

function requireUnchanged(watch: GeometryWatch, mesh: Mesh): void {
  if (watch.isUpToDate(mesh)) return;
  throw new PliantError(
    'mismatch',
    'computeDeformTreeAsync: the geometry was changed while its tree was built; call it again',
  );
}
