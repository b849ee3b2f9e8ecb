/** What a worker of an audit does in browsers. */
import type { AuditOrder } from './messages.js';
import { createAuditOrderTaker } from './serve.js';

/** Works for an audit: call it once, in a worker that does nothing else, made by {@link AuditOptions.createWorker}. */
export function serveAudits(): void {
  const take = createAuditOrderTaker((reply) => self.postMessage(reply, {}));
  self.addEventListener('message', ({ data }: MessageEvent<AuditOrder>) => take(data));
}
