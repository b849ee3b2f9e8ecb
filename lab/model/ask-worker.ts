/** Has something made by a worker, which ends as soon as it is done or called off. */

/** How to load. */
export interface LoadOptions {
  /** Calls the loading off. */
  readonly signal: AbortSignal;
  /** Told what is being done, and the share done where that is known. */
  readonly onProgress: (what: string, share?: number) => void;
}

/** What a worker says: what it is making, with the share done where that is known; at the end what it has made. */
export type WorkerReply<Made> = { readonly what: string; readonly share?: number } | { readonly made: Made };

/** Sends a worker its order, and waits for what it makes. Rejects with the signal's reason when called off. */
export async function askWorker<Order, Made>(
  worker: Worker,
  name: string,
  order: Order,
  { onProgress, signal }: LoadOptions,
): Promise<Made> {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  try {
    signal.throwIfAborted();
    return await new Promise<Made>((resolve, reject) => {
      const fail = (message: string): void => reject(new Error(`The ${name} could not be made: ${message}`));
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<WorkerReply<Made>>) => {
          if ('made' in data) resolve(data.made);
          else onProgress(data.what, data.share);
        },
        options,
      );
      worker.addEventListener('error', (event) => fail(event.message || 'its worker did not start'), options);
      worker.addEventListener('messageerror', () => fail('its parts did not arrive'), options);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage(order);
    });
  } finally {
    ended.abort();
    worker.terminate();
  }
}
