/**
 * Builds of records, one after the other in one worker, so that a scene of many meshes does not start as many workers. The
 * worker ends when nothing waits.
 */
import type { SearchWorker } from '../workers/worker-port.js';
import { BuildWorker } from './build-worker.js';
import type { GeometrySource } from './geometry-source.js';
import type { DeformRecord } from './record.js';

/** One build. */
export interface BuildOrder {
  readonly source: GeometrySource;
  readonly createWorker: () => SearchWorker;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal | undefined;
}

let lastTurn: Promise<unknown> = Promise.resolve();
let ordersOpen = 0;
let worker: BuildWorker | undefined;
let madeBy: BuildOrder['createWorker'] | undefined;

/** Has a record built in a worker. Called off by its signal, it is rejected at once with the signal's reason. */
export async function buildInWorker(order: BuildOrder): Promise<DeformRecord> {
  const { signal } = order;
  signal?.throwIfAborted();
  ordersOpen++;
  const turn = lastTurn.then(() => build(order));
  lastTurn = turn.then(finishTurn, finishTurn);
  if (!signal) return turn;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function build({ source, createWorker, onProgress, signal }: BuildOrder): Promise<DeformRecord> {
  signal?.throwIfAborted();
  if (!worker || worker.isEnded || madeBy !== createWorker) {
    worker?.end(undefined);
    worker = new BuildWorker(createWorker());
    madeBy = createWorker;
  }
  const own = worker;
  const abort = (): void => own.end(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await own.build(source, (share) => signal?.aborted || onProgress(share));
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function finishTurn(): void {
  if (--ordersOpen > 0) return;
  worker?.end(undefined);
  worker = undefined;
}
