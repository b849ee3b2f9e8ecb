/** Has the parts of a curtain made by a worker, which ends as soon as it is done or called off. */
import type { CurtainChoice, CurtainOrder, CurtainParts, CurtainReply } from './curtain-parts.js';

/** How to load. */
export interface LoadOptions {
  /** Calls the loading off. */
  readonly signal: AbortSignal;
  /** Told what is being done, and the share done where that is known. */
  readonly onProgress: (what: string, share?: number) => void;
}

/** Makes the parts that are missing; gives all of them. Rejects with the signal's reason when called off. */
export async function makeCurtain(
  choice: CurtainChoice,
  parts: Partial<CurtainParts>,
  { onProgress, signal }: LoadOptions,
): Promise<CurtainParts> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./curtain-worker.ts', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  const options = { signal: ended.signal };
  try {
    const made = await new Promise<Partial<CurtainParts>>((resolve, reject) => {
      const fail = (message: string): void => reject(new Error(`The curtain could not be made: ${message}`));
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<CurtainReply>) => {
          if ('made' in data) resolve(data.made);
          else onProgress(data.what, data.share);
        },
        options,
      );
      worker.addEventListener('error', (event) => fail(event.message || 'its worker did not start'), options);
      worker.addEventListener('messageerror', () => fail('its parts did not arrive'), options);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage({ choice, parts } satisfies CurtainOrder);
    });
    return { ...parts, ...made } as CurtainParts;
  } finally {
    ended.abort();
    worker.terminate();
  }
}
