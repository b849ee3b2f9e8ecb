/** The page's end of the worker of a film. */
import type { LoadOptions } from './ask-worker.js';
import { openWithWorker } from './open-worker.js';
import type { FilmChoice, OpenedFilm, TimeMoment, TimeOrder, TimeReply, TimeWish } from './time-messages.js';

/** A film that is open. Ends with `dispose()`. */
export class TimeClient {
  readonly opened: OpenedFilm;
  /** Told when a moment is there. */
  onMoment: (moment: TimeMoment) => void = () => {};
  onFailure: (error: Error) => void = () => {};
  readonly #worker: Worker;
  #isUnderWay = false;

  private constructor(worker: Worker, opened: OpenedFilm) {
    this.#worker = worker;
    this.opened = opened;
    worker.addEventListener('message', ({ data }: MessageEvent<TimeReply>) => this.#hear(data));
    worker.addEventListener('error', ({ message }) => this.#fail(message || 'the worker was lost'));
  }

  /** Opens a film. Rejects with the signal's reason when called off. */
  static async open(choice: FilmChoice, options: LoadOptions): Promise<TimeClient> {
    options.signal.throwIfAborted();
    const worker = new Worker(new URL('./time-worker.ts', import.meta.url), { type: 'module' });
    const order: TimeOrder = { kind: 'open', choice };
    return new TimeClient(worker, await openWithWorker<OpenedFilm>(worker, order, options));
  }

  /** Whether a moment is on its way. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Asks for a moment. One at a time: nothing is asked while one is on its way. */
  go(wish: TimeWish): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const order: TimeOrder = { kind: 'go', wish };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    this.#worker.postMessage(order);
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #hear(reply: TimeReply): void {
    if (reply.kind === 'refused') this.#fail(reply.message);
    if (reply.kind !== 'there') return;
    this.#isUnderWay = false;
    this.onMoment(reply.moment);
  }

  #fail(message: string): void {
    this.#isUnderWay = false;
    this.onFailure(new Error(message));
  }
}
