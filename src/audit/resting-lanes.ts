/**
 * Workers between audits. One that has done an audit waits a while for the next, which then need not wait for a worker to start
 * and its code to be compiled: auditing a folder does that once.
 */
import type { SearchWorker } from '../workers/search-worker.js';
import { createWorkerLane } from './lanes.js';
import type { AuditLane } from './lanes.js';

/** For how long a worker waits, in milliseconds: as long as reading another file may take. */
export const REST_MS = 10_000;

/** Workers of one kind. */
export class RestingLanes {
  readonly #createWorker: () => SearchWorker;
  readonly #restMs: number;
  readonly #resting = new Map<AuditLane, ReturnType<typeof setTimeout>>();

  /** `restMs` is 0 for workers that end with the audit. */
  constructor(createWorker: () => SearchWorker, restMs: number) {
    this.#createWorker = createWorker;
    this.#restMs = restMs;
  }

  /** How many workers wait. */
  get count(): number {
    return this.#resting.size;
  }

  /** A worker that waits, or a new one. */
  take(): AuditLane {
    for (const [lane, timer] of this.#resting) {
      clearTimeout(timer);
      this.#resting.delete(lane);
      return lane;
    }
    const lane = createWorkerLane(this.#createWorker, () => this.#end(lane));
    return lane;
  }

  /** Takes a worker back. It does orders one after the other: the next audit may have it before it has forgotten this one. */
  giveBack(lane: AuditLane): void {
    if (this.#restMs === 0) {
      lane.close();
      return;
    }
    const timer = setTimeout(() => this.#end(lane), this.#restMs);
    // Nothing that the program has to wait for.
    (timer as { unref?: () => void }).unref?.();
    this.#resting.set(lane, timer);
    void this.#forget(lane);
  }

  async #forget(lane: AuditLane): Promise<void> {
    try {
      await lane.ask<'forget'>({ kind: 'forget' });
    } catch {
      this.#end(lane);
    }
  }

  #end(lane: AuditLane): void {
    clearTimeout(this.#resting.get(lane));
    this.#resting.delete(lane);
    lane.close();
  }
}
