/** What a worker that builds deform trees does in browsers. */
import { createBuildTaker } from './build-server.js';
import type { GeometrySource } from './geometry-source.js';

/**
 * Builds for {@link computeDeformTreeAsync}: call it once, in a worker that does nothing else, made by
 * {@link DeformTreeAsyncOptions.createWorker}.
 */
export function serveDeformTrees(): void {
  const take = createBuildTaker((reply, transfer) => self.postMessage(reply, { transfer }));
  self.addEventListener('message', ({ data }: MessageEvent<GeometrySource>) => take(data));
}
