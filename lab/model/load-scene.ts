/** Has a curtain made by a worker, which ends as soon as it is done or called off. */
import type { CurtainScene } from '../../scenes/curtain.js';
import type { Size } from './state.js';

/** Makes a curtain. Rejects with the signal's reason when called off. */
export async function loadScene(size: Size, signal: AbortSignal): Promise<CurtainScene> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  const options = { signal: ended.signal };
  try {
    return await new Promise<CurtainScene>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
      worker.addEventListener('message', ({ data }: MessageEvent<CurtainScene>) => resolve(data), options);
      worker.addEventListener(
        'error',
        (event) => reject(new Error(`The curtain could not be made: ${event.message || 'its worker did not start'}`)),
        options,
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage(size);
    });
  } finally {
    ended.abort();
    worker.terminate();
  }
}
