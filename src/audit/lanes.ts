/** Who checks instants: the calling thread, or workers. Everyone has bodies of its own, and takes the next instant when free. */
import { PliantError } from '../errors.js';
import { WorkerPort } from '../workers/worker-port.js';
import type { SearchWorker } from '../workers/worker-port.js';
import type { AuditAnswers, AuditOrders } from './messages.js';
import { AuditServer } from './serve.js';

/** Someone who does orders. */
export interface AuditLane {
  /** Orders that it should be given at once. */
  readonly ordersAhead: number;
  /** Does an order. */
  ask<Kind extends keyof AuditOrders>(order: AuditOrders[Kind]): Promise<AuditAnswers[Kind]>;
  /** Ends it. */
  close(): void;
}

/** After how many milliseconds the calling thread gives way to its event loop. */
const SLICE_MS = 30;

/** The calling thread. */
export function createLocalLane(): AuditLane {
  const server = new AuditServer();
  let sliceEnd = now() + SLICE_MS;
  return {
    ordersAhead: 1,
    async ask<Kind extends keyof AuditOrders>(order: AuditOrders[Kind]): Promise<AuditAnswers[Kind]> {
      if (now() > sliceEnd) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        sliceEnd = now() + SLICE_MS;
      }
      return (await server.answer(order)) as AuditAnswers[Kind];
    },
    close: () => server.dispose(),
  };
}

/** A worker. While one answer is on its way, it goes on with the next order. */
export function createWorkerLane(worker: SearchWorker): AuditLane {
  const port: WorkerPort<AuditOrders, AuditAnswers> = new WorkerPort<AuditOrders, AuditAnswers>(
    worker,
    (error) => port.close(error),
    { name: 'auditScene', remedy: 'audit the file again' },
  );
  return {
    ordersAhead: 2,
    ask: (order) => port.ask(order),
    close: () => port.close(new PliantError('disposed', 'auditScene: the audit is over')),
  };
}

/**
 * Has the lanes do tasks 0, 1, … `count` - 1, each by whoever is free first, until all are done or `isStopped` says so. Tasks
 * that were begun are finished. The first error ends everything.
 */
export async function shareTasks(
  lanes: readonly AuditLane[],
  count: number,
  isStopped: () => boolean,
  task: (lane: AuditLane, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const work = async (lane: AuditLane): Promise<void> => {
    while (next < count && !failed && !isStopped()) {
      try {
        await task(lane, next++);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(lanes.flatMap((lane) => Array.from({ length: lane.ordersAhead }, () => work(lane))));
}

function now(): number {
  // oxlint-disable-next-line same-bits/no-clock -- paces the work, never its result
  return performance.now();
}
