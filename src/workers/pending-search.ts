/** A search that a pool has been asked for, from the question to the answer. */
import type { PairHits, SearchStatistics } from '../index.js';
import { TASK_WORDS, addStatistics, clearHits, createStatistics, resetStatistics } from '../internals.js';
import type { SharedSelfSearch } from '../internals.js';
import type { FoundPairs, SplitSearch } from './messages.js';
import type { CapturedPose, PooledBody } from './pooled-body.js';
import { shareTasks } from './task-shares.js';
import type { TaskBatch, TaskShares } from './task-shares.js';

/** How to run one search. */
export interface PooledSearchOptions {
  /** Calls the search off: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Filled with what all workers together have done. */
  readonly statistics?: SearchStatistics;
}

/** What is asked, how far it is, and where the answer goes. */
export class PendingSearch {
  /** The bodies; the same one twice for a search of a body with itself. */
  readonly bodies: readonly [PooledBody, PooledBody];
  /** Their poses at the moment of the question. */
  readonly poses: readonly [CapturedPose, CapturedPose];
  /** Settled with the number of pairs that were found. */
  readonly answer: Promise<number>;
  /** Whether some worker was told to take the search to pieces. */
  isBegun = false;
  /** Whether the answer is settled. */
  isSettled = false;
  /** The tasks, and who does them, once the search has been taken to pieces. */
  tasks: Uint32Array | undefined;
  shares: TaskShares | undefined;

  /** What is worth to be remembered of it, once it has been answered. */
  shown: SharedSelfSearch | undefined;

  readonly #hits: PairHits;
  readonly #statistics: SearchStatistics;
  readonly #parts: { readonly first: number; readonly found: FoundPairs }[] = [];
  #tasksLeft = 0;
  #isPruned = false;
  #workerCount = 0;
  #resolve: (count: number) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(bodies: readonly [PooledBody, PooledBody], hits: PairHits, statistics = createStatistics()) {
    this.bodies = bodies;
    this.poses = [bodies[0].capturePose(), bodies[1].capturePose()];
    this.#hits = hits;
    this.#statistics = statistics;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    clearHits(hits);
  }

  /** Most pairs that there is room for. */
  get room(): number {
    return this.#hits.meetings.length;
  }

  /** Takes in the tasks. */
  split({ isPruned, statistics, tasks }: SplitSearch, workerCount: number): void {
    if (this.isSettled) return;
    this.tasks = tasks;
    this.#isPruned = isPruned;
    this.#workerCount = workerCount;
    this.#tasksLeft = tasks.length / TASK_WORDS;
    this.shares = shareTasks(this.#tasksLeft, workerCount);
    resetStatistics(this.#statistics);
    addStatistics(this.#statistics, statistics);
    if (this.#tasksLeft === 0) this.#finish();
  }

  /** Takes in what a batch of tasks found. */
  add({ count, first }: TaskBatch, found: FoundPairs): void {
    if (this.isSettled) return;
    this.#parts.push({ first, found });
    this.#tasksLeft -= count;
    if (this.#tasksLeft === 0) this.#finish();
  }

  /** Gives the search up. */
  fail(reason: unknown): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#reject(reason);
  }

  /** Puts the parts together in the order of the tasks. Only now, so that hits are whole or empty. */
  #finish(): void {
    const hits = this.#hits;
    let leafPairs = 0;
    clearHits(hits);
    this.#parts.sort((a, b) => a.first - b.first);
    for (const { found } of this.#parts) {
      const count = Math.min(found.meetings.length, hits.meetings.length - hits.count);
      hits.pairs.set(found.pairs.subarray(0, count * 2), hits.count * 2);
      hits.meetings.set(found.meetings.subarray(0, count), hits.count);
      hits.count += count;
      hits.dropped += found.meetings.length - count + found.dropped;
      leafPairs += found.leafPairs;
      addStatistics(this.#statistics, found.statistics);
    }
    this.shown = {
      isPruned: this.#isPruned,
      leafPairs,
      pairsFound: hits.count + hits.dropped,
      statistics: { ...this.#statistics },
      workers: this.#workerCount,
    };
    this.isSettled = true;
    this.#resolve(hits.count + hits.dropped);
  }
}
