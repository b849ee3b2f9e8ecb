/** A search that a pool has been asked for, from the question to the answer. */
import type { SearchStatistics } from '../index.js';
import { TASK_WORDS, addStatistics, createStatistics, resetStatistics } from '../internals.js';
import type { SharedSelfSearch } from '../internals.js';
import type { SplitSearch } from './messages.js';
import type { CapturedPose, PooledBody } from './pooled-body.js';
import type { PooledQuestion } from './pooled-question.js';
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
  /** What is asked of the bodies. */
  readonly question: PooledQuestion;
  /** The bodies, as workers are told of them. */
  readonly bodies: readonly PooledBody[];
  /** Their poses at the moment of the question. */
  readonly poses: readonly CapturedPose[];
  /** Settled with what the question is answered with. */
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

  readonly #statistics: SearchStatistics;
  #tasksLeft = 0;
  #isPruned = false;
  #workerCount = 0;
  #resolve: (count: number) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(question: PooledQuestion, bodies: readonly PooledBody[], statistics = createStatistics()) {
    this.question = question;
    this.bodies = bodies;
    this.poses = bodies.map((body) => body.capturePose());
    this.#statistics = statistics;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    question.clear();
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

  /** Takes in that a batch of tasks is done, and what that took. */
  add({ count }: TaskBatch, statistics: SearchStatistics): void {
    if (this.isSettled) return;
    addStatistics(this.#statistics, statistics);
    this.#tasksLeft -= count;
    if (this.#tasksLeft === 0) this.#finish();
  }

  /** Gives the search up. */
  fail(reason: unknown): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.#reject(reason);
  }

  /** Puts the parts together. Only now, so that hits are whole or empty. */
  #finish(): void {
    const answer = this.question.finish();
    const statistics = { ...this.#statistics };
    this.shown = this.question.show?.({ isPruned: this.#isPruned, statistics, workers: this.#workerCount });
    this.isSettled = true;
    this.#resolve(answer);
  }
}
