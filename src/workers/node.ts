/** Pliant in workers of Node: what `web.ts` is in browsers, with the same names. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { withDefaults } from '../checks.js';
import { startPool } from './search-pool.js';
import type { SearchPool, SearchPoolOptions } from './search-pool.js';

export { serveSearches } from './node-serve.js';

/** As in `web.ts`. */
export const SEARCH_POOL_DEFAULTS: Required<SearchPoolOptions> = {
  workers: Math.min(availableParallelism(), 8),
  backend: 'auto',
  createWorker: () => new Worker(new URL('./node-worker.js', import.meta.url)),
};

/** As in `web.ts`. */
export async function createSearchPool(options: SearchPoolOptions = {}): Promise<SearchPool> {
  return startPool(withDefaults(SEARCH_POOL_DEFAULTS, options));
}
