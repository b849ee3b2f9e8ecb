/** What a worker of a pool does in Node. */
import { parentPort } from 'node:worker_threads';
import { PliantError } from '../errors.js';
import { createOrderTaker } from './search-server.js';
import { LOADED } from './started-worker.js';

/** As in `web-serve.ts`. */
export function serveSearches(): void {
  const port = parentPort;
  if (!port) throw new PliantError('unsupported', 'serveSearches: this is no worker; call it in one');
  const take = createOrderTaker((reply, transfer) => port.postMessage(reply, transfer));
  port.on('message', take);
  port.postMessage(LOADED);
}
