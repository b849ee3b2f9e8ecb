/** Pliant for three.js in Node: what `web.ts` is in browsers, with the same names. */
import { Worker } from 'node:worker_threads';
import { computeInWorker } from './compute-async.js';
import type { computeDeformTreeAsync as computeInBrowsers } from './web.js';

export * from './web.js';
export { serveDeformTrees } from './node-serve.js';

/** As in `web.ts`. */
export const computeDeformTreeAsync: typeof computeInBrowsers = (mesh, options) =>
  computeInWorker(mesh, options, createNodeWorker);

function createNodeWorker(): Worker {
  return new Worker(new URL('./node-worker.js', import.meta.url));
}
