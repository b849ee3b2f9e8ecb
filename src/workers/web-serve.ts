/** What a worker of a pool does in browsers. */
import type { Order } from './messages.js';
import { createOrderTaker } from './search-server.js';

/** Serves a pool: call it once, in a worker that does nothing else, made by {@link SearchPoolOptions.createWorker}. */
export function serveSearches(): void {
  const take = createOrderTaker((reply, transfer) => self.postMessage(reply, { transfer }));
  self.addEventListener('message', ({ data }: MessageEvent<Order>) => take(data));
}
