/**
 * Pliant in workers: searches for what meets, in a pose or within a step, over several threads, with the same result in the same order as one. This is how
 * they are made in browsers; Node gets `node.ts`, with the same names.
 *
 * There is no fallback that searches in the calling thread: where there are no workers, `createSearchPool` says so, and
 * `findPairHits` of `pliant` does the same search.
 *
 * @packageDocumentation
 */
import { withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import { startPool } from './search-pool.js';
import type { SearchPool, SearchPoolOptions } from './search-pool.js';

export type { PooledSearchOptions } from './pending-search.js';
export type { PooledBody } from './pooled-body.js';
export type { PooledMotion, PooledTouchOptions } from './pooled-motion.js';
export type { SearchPool, SearchPoolOptions } from './search-pool.js';
export { serveSearches } from './web-serve.js';
export type { NodeWorker, SearchWorker, WebWorker } from './search-worker.js';

/** Defaults of {@link SearchPoolOptions}. */
export const SEARCH_POOL_DEFAULTS: Required<SearchPoolOptions> = {
  workers: Math.min(globalThis.navigator?.hardwareConcurrency ?? 4, 8),
  backend: 'auto',
  createWorker: () => {
    if (typeof Worker === 'undefined') {
      throw new PliantError('unsupported', 'createSearchPool: there are no workers here; use findPairHits of pliant');
    }
    return new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' });
  },
};

/** Starts workers. Rejects with a `PliantError` where there are none. */
export async function createSearchPool(options: SearchPoolOptions = {}): Promise<SearchPool> {
  return startPool(withDefaults(SEARCH_POOL_DEFAULTS, options));
}
