/** One worker, of a browser or of Node, as something that can be asked: every order gets its answer or an error. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { PliantErrorCode } from '../errors.js';
import type { Answers, Orders } from './messages.js';

/** A worker of the browser: `Worker`. */
export interface WebWorker extends EventTarget {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): void;
}

/** A worker of Node: `Worker` of `node:worker_threads`. */
export interface NodeWorker {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): Promise<number>;
  /** Listens to `message`, `messageerror`, `error` and `exit`. */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Lets the worker keep the program running. */
  ref(): void;
  /** Lets the program end although the worker is there. */
  unref(): void;
}

/** A worker of either kind. */
export type SearchWorker = WebWorker | NodeWorker;

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
  readonly #worker: SearchWorker;
  readonly #waiting: Waiting[] = [];
  readonly #owner: PortOwner;
  #closedBy: PliantError | undefined;

  /** `onLost` is called once, if the worker ends or fails by itself. */
  constructor(worker: SearchWorker, onLost: (error: PliantError) => void, owner: PortOwner = SEARCH_POOL) {
    this.#worker = worker;
    this.#owner = owner;
    const lose = (how: string): void => {
      if (this.#closedBy) return;
      onLost(new PliantError('worker-lost', `${owner.name}: a worker ${how}; ${owner.remedy}`));
    };
    if ('on' in worker) {
      worker.on('message', (reply) => this.#settle(reply as WorkerReply<unknown>));
      worker.on('messageerror', (error) => lose(`sent what cannot be read: ${String(error)}`));
      worker.on('error', (error) => lose(`failed: ${String(error)}`));
      worker.on('exit', (code) => lose(`ended with code ${String(code)}`));
      worker.unref();
    } else {
      worker.addEventListener('message', (event) => this.#settle((event as MessageEvent<WorkerReply<unknown>>).data));
      worker.addEventListener('messageerror', () => lose('sent what cannot be read'));
      worker.addEventListener('error', (event) => lose(`failed: ${whatFailed(event)}`));
    }
  }

  /** Orders that have not been answered yet. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Sends an order; resolves to its answer. Throws at once when it cannot be sent. */
  ask<Kind extends keyof OrdersByKind>(order: OrdersByKind[Kind]): Promise<AnswersByKind[Kind]> {
    if (this.#closedBy) throw this.#closedBy;
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      this.#worker.postMessage(order);
    } catch (cause) {
      throw new PliantError(
        'bad-type',
        `${this.#owner.name}: ${String(cause)}; pass records of numbers and typed arrays`,
      );
    }
    // A program must not end while somebody waits, and must not be kept running when nobody does.
    if (this.#waiting.length === 0 && 'ref' in this.#worker) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as Waiting['resolve'], reject });
    });
  }

  /** Ends the worker; whoever waits gets the error, and so does whoever asks from now on. */
  close(error: PliantError): void {
    if (this.#closedBy) return;
    this.#closedBy = error;
    void this.#worker.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #settle(reply: WorkerReply<unknown>): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0 && 'unref' in this.#worker) this.#worker.unref();
    if ('failure' in reply) waiting?.reject(new PliantError(reply.failure.code, reply.failure.message));
    else waiting?.resolve(reply.answer);
  }
}

/** Browsers say what failed inside a worker, and nothing when its script could not be loaded. */
function whatFailed(event: Event): string {
  const { message } = event as ErrorEvent;
  return typeof message === 'string' && message !== ''
    ? message
    : `its script could not be run (${describe(event)}); see createWorker`;
}
