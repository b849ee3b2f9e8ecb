/**
 * Builds of records, one after the other in one worker, so that a scene of many meshes does not start as many workers. The
 * worker ends when nothing waits.
 */
import type { SearchWorker } from '../workers/search-worker.js';
import { BuildWorker } from './build-worker.js';
import type { GeometrySource } from './geometry-source.js';
import type { DeformRecord } from './record.js';

/** One build. */
export interface BuildOrder {
  /** Reads what is to be built when its turn has come: nothing, where another order has been for the same. */
  readonly readSource: () => GeometrySource | undefined;
  /** Takes what has been built before the next turn begins. */
  readonly takeRecord: (record: DeformRecord) => void;
  readonly createWorker: () => SearchWorker;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** Builds that wait for each other. */
export class BuildQueue {
  #lastTurn: Promise<unknown> = Promise.resolve();
  #ordersOpen = 0;
  #worker: BuildWorker | undefined;
  #madeBy: BuildOrder['createWorker'] | undefined;

  /** Has a record built in a worker. Called off by its signal, it is rejected at once with the signal's reason. */
  async build(order: BuildOrder): Promise<void> {
    const { signal } = order;
    signal?.throwIfAborted();
    this.#ordersOpen++;
    const turn = this.#lastTurn.then(() => this.#takeTurn(order));
    const finish = (): void => this.#finishTurn();
    this.#lastTurn = turn.then(finish, finish);
    if (!signal) return turn;
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
  }

  async #takeTurn({ readSource, takeRecord, createWorker, onProgress, signal }: BuildOrder): Promise<void> {
    signal?.throwIfAborted();
    const source = readSource();
    if (!source) return;
    const worker = this.#workerOf(createWorker);
    const abort = (): void => worker.end(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      takeRecord(await worker.build(source, (share) => signal?.aborted || onProgress(share)));
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The worker of the turn before, if it is still there and made in the same way. */
  #workerOf(createWorker: BuildOrder['createWorker']): BuildWorker {
    if (this.#worker && !this.#worker.isEnded && this.#madeBy === createWorker) return this.#worker;
    this.#worker?.end(undefined);
    this.#worker = new BuildWorker(createWorker);
    this.#madeBy = createWorker;
    return this.#worker;
  }

  #finishTurn(): void {
    if (--this.#ordersOpen > 0) return;
    this.#worker?.end(undefined);
    this.#worker = undefined;
    this.#madeBy = undefined;
  }
}
