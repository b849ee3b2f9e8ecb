/** The page's end of the worker of a model. */
import type { LoadOptions } from './ask-worker.js';
import type { ModelOrder, ModelReply, ModelSource, OpenedModel } from './model-messages.js';
import type { ModelMoment } from './model-moment.js';
import type { CollisionResult } from './scene-collisions.js';

/** A model that is open, and the worker that knows where it collides. Ends with `dispose()`. */
export class ModelClient {
  readonly model: OpenedModel;
  /** Told what was found, and how far the worker is before it can search. */
  onFound: (result: CollisionResult) => void = () => {};
  onPreparing: (what: string | undefined) => void = () => {};
  onFailure: (error: Error) => void = () => {};
  readonly #worker: Worker;
  #isSearching = false;

  private constructor(worker: Worker, model: OpenedModel) {
    this.#worker = worker;
    this.model = model;
    worker.addEventListener('message', ({ data }: MessageEvent<ModelReply>) => this.#hear(data));
    worker.addEventListener('error', (event) => this.onFailure(new Error(event.message || 'the worker was lost')));
  }

  /** Opens a model. Rejects with what is wrong with it, or with the signal's reason when called off. */
  static async open(source: ModelSource, { onProgress, signal }: LoadOptions): Promise<ModelClient> {
    signal.throwIfAborted();
    // Where everything else is busy, it may take a while to hear from the worker.
    if (source.kind === 'file') onProgress(`Reading ${source.path}…`);
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
    const ended = new AbortController();
    const options = { signal: ended.signal };
    try {
      const model = await new Promise<OpenedModel>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), options);
        worker.addEventListener(
          'error',
          (event) => reject(new Error(event.message || 'the worker did not start')),
          options,
        );
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<ModelReply>) => {
            if (data.kind === 'opened') resolve(data.model);
            else if (data.kind === 'refused') reject(new Error(data.message));
            else if (data.kind === 'progress') onProgress(data.what, data.share);
          },
          options,
        );
        send(worker, { kind: 'open', source });
      });
      return new ModelClient(worker, model);
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      ended.abort();
    }
  }

  /** Whether an answer is on its way. */
  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Asks where the model collides. One question at a time: a further one is not heard while an answer is on its way. */
  search(moment: ModelMoment, hidden: readonly number[]): void {
    if (this.#isSearching) return;
    this.#isSearching = true;
    send(this.#worker, { kind: 'search', moment, hidden });
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #hear(reply: ModelReply): void {
    if (reply.kind === 'progress') this.onPreparing(reply.what);
    else if (reply.kind === 'found') {
      this.#isSearching = false;
      this.onPreparing(undefined);
      this.onFound(reply.result);
    } else if (reply.kind === 'refused') {
      this.#isSearching = false;
      this.onFailure(new Error(reply.message));
    }
  }
}

function send(worker: Worker, order: ModelOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage(order);
}
