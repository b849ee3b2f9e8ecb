/** Has a worker open something, and stay for what is asked of that later. */
import type { LoadOptions } from './ask-worker.js';

/** What such a worker says before it has opened it. */
export type OpeningReply<Opened> =
  | { readonly kind: 'progress'; readonly what: string; readonly share?: number }
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'refused'; readonly message: string };

/** Sends a worker its first order. Rejects with what it refuses, or with the signal's reason when called off; the worker is ended then. */
export async function openWithWorker<Opened>(
  worker: Worker,
  order: unknown,
  { onProgress, signal }: LoadOptions,
): Promise<Opened> {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  try {
    return await new Promise<Opened>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
      worker.addEventListener(
        'error',
        (event) => reject(new Error(event.message || 'the worker did not start')),
        options,
      );
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<OpeningReply<Opened>>) => {
          if (data.kind === 'opened') resolve(data.opened);
          else if (data.kind === 'refused') reject(new Error(data.message));
          else if (data.kind === 'progress') onProgress(data.what, data.share);
        },
        options,
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage(order);
    });
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    ended.abort();
  }
}
