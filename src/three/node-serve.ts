/** What a worker that builds deform trees does in Node. */
import { parentPort } from 'node:worker_threads';
import { PliantError } from '../errors.js';
import { LOADED } from '../workers/started-worker.js';
import { createBuildTaker } from './build-server.js';

/** As in `web-serve.ts`. */
export function serveDeformTrees(): void {
  const port = parentPort;
  if (!port) throw new PliantError('unsupported', 'serveDeformTrees: this is no worker; call it in one');
  port.on(
    'message',
    createBuildTaker((reply, transfer) => port.postMessage(reply, transfer)),
  );
  port.postMessage(LOADED);
}
