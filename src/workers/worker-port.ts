/** One worker, of a browser or of Node, as something that can be asked: every order gets its answer or an error. */
import { PliantError } from '../errors.js';
import type { PliantErrorCode } from '../errors.js';
import type { Answers, Orders } from './messages.js';
import type { SearchWorker } from './search-worker.js';
import { StartedWorker } from './started-worker.js';

/** What a worker sends back: an answer, or why there is none. */
export type WorkerReply<Answer> =
  | { readonly answer: Answer }
  | { readonly failure: { readonly code: PliantErrorCode; readonly message: string } };

/** Who speaks in error messages, and what to do when a worker is lost. */
interface PortOwner {
  readonly name: string;
  readonly remedy: string;
}

const SEARCH_POOL: PortOwner = { name: 'SearchPool', remedy: 'create a new pool' };

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: PliantError) => void;
}

/** Orders go in, answers come out, in the same order. Which there are, by kind, is up to the owner. */
export class WorkerPort<
  OrdersByKind = Orders,
  AnswersByKind extends { readonly [Kind in keyof OrdersByKind]: unknown } = Answers &
    Record<keyof OrdersByKind, unknown>,
> {
  readonly #worker: StartedWorker;
  readonly #waiting: Waiting[] = [];
  readonly #owner: PortOwner;
  #closedBy: PliantError | undefined;

  /** `onLost` is called if the worker ends or fails by itself; it is to close the port. */
  constructor(createWorker: () => SearchWorker, onLost: (error: PliantError) => void, owner: PortOwner = SEARCH_POOL) {
    this.#owner = owner;
    this.#worker = new StartedWorker(createWorker, {
      onMessage: (reply) => this.#settle(reply as WorkerReply<unknown>),
      onLost: (how) => onLost(new PliantError('worker-lost', `${owner.name}: a worker ${how}; ${owner.remedy}`)),
    });
    this.#worker.setNeeded(false);
  }

  /** Orders that have not been answered yet. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Sends an order; resolves to its answer. Throws at once when it cannot be sent. */
  ask<Kind extends keyof OrdersByKind>(order: OrdersByKind[Kind]): Promise<AnswersByKind[Kind]> {
    if (this.#closedBy) throw this.#closedBy;
    try {
      this.#worker.post(order);
    } catch (cause) {
      throw new PliantError(
        'bad-type',
        `${this.#owner.name}: ${String(cause)}; pass records of numbers and typed arrays`,
      );
    }
    // A program must not end while somebody waits, and must not be kept running when nobody does.
    if (this.#waiting.length === 0) this.#worker.setNeeded(true);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
    });
  }

  /** Ends the worker; whoever waits gets the error, and so does whoever asks from now on. */
  close(error: PliantError): void {
    if (this.#closedBy) return;
    this.#closedBy = error;
    this.#worker.end();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #settle(reply: WorkerReply<unknown>): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.setNeeded(false);
    if ('failure' in reply) waiting?.reject(new PliantError(reply.failure.code, reply.failure.message));
    else waiting?.resolve(reply.answer);
  }
}
