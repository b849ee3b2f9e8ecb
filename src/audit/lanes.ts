/**
 * Who checks instants: the calling thread, and workers beside it. Everyone has bodies of its own, and takes the next instants
 * when free. The calling thread is never without work: it is the one that is warm, and it begins while workers still start.
 */
import { PliantError } from '../errors.js';
import { giveWay } from '../long-work.js';
import { WorkerPort } from '../workers/worker-port.js';
import type { SearchWorker } from '../workers/search-worker.js';
import type { AuditAnswer, AuditAnswers, AuditOrder, AuditOrders } from './messages.js';
import { AuditServer } from './serve.js';

/** Someone who does orders. */
export interface AuditLane {
  /** Orders that it should be given at once, so that it need not wait for the next. */
  readonly ordersAhead: number;
  /** For how many milliseconds of work it should be given tasks at once; 0 for one task. */
  readonly batchMs: number;
  /** Does an order. */
  ask<Kind extends keyof AuditOrders>(order: AuditOrders[Kind]): Promise<AuditAnswers[Kind]>;
  /** Ends it. */
  close(): void;
}

/** After how many milliseconds the calling thread gives way to its event loop at the latest. */
const SLICE_MS = 30;
/**
 * Beside workers it gives way sooner, as they wait until it hears that they are done. Where giving way costs little: browsers
 * take some milliseconds for it. This is the shortest slice, and how many times as long as giving way took the next should be.
 */
const SHORT_SLICE_MS = 3;
const SLICE_COSTS = 20;
/**
 * How long a worker should be busy with one order: longer than the calling thread takes to look after it, and short enough
 * to stop soon.
 */
const BATCH_MS = 60;
/** The shares of what is left that a lane is given at most: little of it is left to one alone. */
const SHARES = 4;

/** The calling thread, alone or beside workers. */
export function createLocalLane(hasWorkers: boolean): AuditLane {
  const server = new AuditServer();
  let sliceMs = hasWorkers ? SHORT_SLICE_MS : SLICE_MS;
  let sliceEnd = now() + sliceMs;
  let turn: Promise<unknown> = Promise.resolve();
  const answer = async (order: AuditOrder): Promise<AuditAnswer> => {
    const start = now();
    if (start > sliceEnd) {
      await giveWay();
      const end = now();
      if (hasWorkers) sliceMs = Math.min(SLICE_MS, Math.max(SHORT_SLICE_MS, SLICE_COSTS * (end - start)));
      sliceEnd = end + sliceMs;
    }
    return server.answer(order);
  };
  return {
    ordersAhead: 1,
    batchMs: 0,
    ask<Kind extends keyof AuditOrders>(order: AuditOrders[Kind]): Promise<AuditAnswers[Kind]> {
      // One after the other, as workers do them; none after one that failed.
      turn = turn.then(async () => answer(order));
      return turn as Promise<AuditAnswers[Kind]>;
    },
    close: () => server.dispose(),
  };
}

/** A worker. While one answer is on its way, it goes on with the next order. `onLost` is called if it ends by itself. */
export function createWorkerLane(createWorker: () => SearchWorker, onLost: () => void): AuditLane {
  const port: WorkerPort<AuditOrders, AuditAnswers> = new WorkerPort<AuditOrders, AuditAnswers>(
    createWorker,
    (error) => {
      port.close(error);
      onLost();
    },
    { name: 'auditScene', remedy: 'audit the file again' },
  );
  return {
    ordersAhead: 2,
    batchMs: BATCH_MS,
    ask: (order) => port.ask(order),
    close: () => port.close(new PliantError('disposed', 'auditScene: the audit is over')),
  };
}

/**
 * Has the lanes do tasks 0, 1, … `count` - 1, by whoever is free first, until all are done or `isStopped` says so. `task` does
 * those from `first` on, up to `end`. A lane takes part from when it is `ready` on, if there is anything left to do then. Tasks
 * that were begun are finished. The first error ends everything.
 */
export async function shareTasks(
  lanes: readonly AuditLane[],
  ready: readonly Promise<unknown>[],
  count: number,
  isStopped: () => boolean,
  task: (lane: AuditLane, first: number, end: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let isOver = false;
  let endWaiting = (): void => {};
  const nothingLeft = new Promise<void>((resolve) => (endWaiting = resolve));
  const mayBegin = (): boolean => next < count && !isOver && !isStopped();
  const work = async (lane: AuditLane, isReady: Promise<unknown>): Promise<void> => {
    try {
      await Promise.race([isReady, nothingLeft]);
      let size = 1;
      while (mayBegin()) {
        const first = next;
        next += Math.min(size, Math.ceil((count - first) / (SHARES * lanes.length)));
        const end = next;
        const start = now();
        await task(lane, first, end);
        const each = (now() - start) / lane.ordersAhead / (end - first);
        // A coarse clock may not have moved.
        const wanted = lane.batchMs === 0 ? 1 : Math.floor(lane.batchMs / each);
        size = Math.max(1, Math.min(2 * size, wanted));
      }
    } finally {
      // Whether all was given out, it was stopped, or it failed: nobody begins anything any more.
      isOver = true;
      endWaiting();
    }
  };
  await Promise.all(lanes.flatMap((lane, i) => Array.from({ length: lane.ordersAhead }, () => work(lane, ready[i]))));
}

function now(): number {
  // oxlint-disable-next-line same-bits/no-clock -- paces the work, never its result
  return performance.now();
}
