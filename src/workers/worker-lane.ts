/** A worker of a pool, with what it has been told. */
import type { PliantError } from '../errors.js';
import type { SearchStatistics } from '../index.js';
import { TASK_WORDS } from '../internals.js';
import type { SharedSelfSearch } from '../internals.js';
import type { SearchedBodies, SentPose, SplitSearch } from './messages.js';
import type { PendingSearch } from './pending-search.js';
import type { TaskBatch } from './task-shares.js';
import { WorkerPort } from './worker-port.js';
import type { SearchWorker } from './search-worker.js';

/** Orders that a worker is given at once: it goes on with the second while the first is on its way back. */
const ORDERS_AHEAD = 2;

/** Orders of searches are done one after the other, so a pose that was sent holds until the next one is. */
export class WorkerLane {
  readonly port: WorkerPort;
  /** Version of the last pose that was sent, for each body that was ever posed. */
  readonly #versions = new Map<number, number>();
  #ordersOut = 0;

  constructor(createWorker: () => SearchWorker, onLost: (error: PliantError) => void) {
    this.port = new WorkerPort(createWorker, onLost);
  }

  /** Whether the worker could do with another order of a search. */
  get hasRoom(): boolean {
    return this.#ordersOut < ORDERS_AHEAD;
  }

  /** Takes a search to pieces, at least so many. */
  split(search: PendingSearch, least: number): Promise<SplitSearch> {
    return this.#count(() => search.question.split(this.port, this.#bodiesOf(search), least));
  }

  /** Does some tasks of a search. */
  run(search: PendingSearch, { count, first }: TaskBatch): Promise<SearchStatistics> {
    const tasks = search.tasks!.slice(first * TASK_WORDS, (first + count) * TASK_WORDS);
    return this.#count(() => search.question.run(this.port, this.#bodiesOf(search), tasks, first));
  }

  /** Has the worker remember what a search of a body with itself has shown. */
  async remember(body: number, search: SharedSelfSearch): Promise<void> {
    await this.port.ask<'remember'>({ kind: 'remember', body, search });
  }

  /** Disposes of a body, and forgets records. */
  async remove(body: number, records: readonly number[]): Promise<void> {
    this.#versions.delete(body);
    await this.port.ask<'remove'>({ kind: 'remove', body, records });
  }

  /** Counts an order until it is answered, one way or the other. */
  async #count<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#ordersOut++;
    try {
      return await ask();
    } finally {
      this.#ordersOut--;
    }
  }

  #bodiesOf({ bodies, poses }: PendingSearch): SearchedBodies {
    const unknown: SentPose[] = [];
    for (const { version, ...pose } of poses) {
      if ((this.#versions.get(pose.body) ?? 0) === version) continue;
      this.#versions.set(pose.body, version);
      unknown.push(pose);
    }
    return { bodies: bodies.map(({ number }) => number), poses: unknown };
  }
}
