/** The page's end of the worker of a model. */
import type { LoadOptions } from './ask-worker.js';
import type { ModelOrder, ModelReply, ModelSource, OpenedModel } from './model-messages.js';
import type { ModelMoment } from './model-moment.js';
import { openWithWorker } from './open-worker.js';
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
  static async open(source: ModelSource, options: LoadOptions): Promise<ModelClient> {
    options.signal.throwIfAborted();
    // Where everything else is busy, it may take a while to hear from the worker.
    if (source.kind === 'file') options.onProgress(`Reading ${source.path}…`);
    const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
    const order: ModelOrder = { kind: 'open', source };
    return new ModelClient(worker, await openWithWorker<OpenedModel>(worker, order, options));
  }

  /** Whether an answer is on its way. */
  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Asks where the model collides. One question at a time: a further one is not heard while an answer is on its way. */
  search(moment: ModelMoment, hidden: readonly number[]): void {
    if (this.#isSearching) return;
    this.#isSearching = true;
    const order: ModelOrder = { kind: 'search', moment, hidden };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    this.#worker.postMessage(order);
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
