/** What a worker of an audit does in Node. */
import { parentPort } from 'node:worker_threads';
import { PliantError } from '../errors.js';
import { LOADED } from '../workers/started-worker.js';
import { createAuditOrderTaker } from './serve.js';

/** Works for an audit: call it once, in a worker that does nothing else, made by {@link AuditOptions.createWorker}. */
export function serveAudits(): void {
  const port = parentPort;
  if (!port) throw new PliantError('unsupported', 'serveAudits: this is no worker; call it in one');
  port.on(
    'message',
    createAuditOrderTaker((reply) => port.postMessage(reply)),
  );
  port.postMessage(LOADED);
}
