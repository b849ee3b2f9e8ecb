/**
 * Searches over several workers, of poses and of steps between two. Each has bodies of its own, like those of the others; one of them takes a
 * search to pieces, all do the pieces, and the hits are put together in the order of the pieces: the same hits in the same
 * order as one search finds, however many workers there are and whoever is the fastest.
 *
 * Searches are done in the order in which they were asked for. Workers that have nothing left to do for one begin with the
 * next.
 */
import { describe, requireInteger, requireOneOf } from '../checks.js';
import type { FirstTouch, MotionHits } from '../continuous.js';
import type { BodyOptions, PairHits, Shape } from '../index.js';
import type { Backend } from '../parts.js';
import { PliantError } from '../errors.js';
import { askForPairs } from './pair-question.js';
import { PendingSearch } from './pending-search.js';
import type { PooledSearchOptions } from './pending-search.js';
import { PooledBody } from './pooled-body.js';
import { bodiesOfMotion, bodiesOfTwo } from './pooled-motion.js';
import type { PooledMotion, PooledTouchOptions } from './pooled-motion.js';
import type { PooledQuestion } from './pooled-question.js';
import { SharedRecords } from './shared-records.js';
import { askForStep } from './step-question.js';
import { takeBatch } from './task-shares.js';
import { askForTouch } from './touch-question.js';
import { WorkerLane } from './worker-lane.js';
import type { SearchWorker } from './search-worker.js';

/** How to set up a pool. */
export interface SearchPoolOptions {
  /** How many workers, 1 to 64. By default as many as the machine runs at once, but no more than 8. */
  readonly workers?: number;
  /** Where the hot loops of the workers run; see `loadKernels`. Default `auto`. */
  readonly backend?: Backend | 'auto';
  /**
   * Makes a worker that calls `serveSearches()`. By default a worker is made from a file of this package, which bundlers
   * find by `new URL('…', import.meta.url)`; where they do not, write `import { serveSearches } from 'pliant/workers';
   * serveSearches();` to a file of your own, and make the worker from it.
   */
  readonly createWorker?: () => SearchWorker;
}

const MOST_WORKERS = 64;
/** Tasks per worker: enough for none to wait long for the last one, few enough to cost nothing. */
const TASKS_PER_WORKER = 64;

/** Starts the workers. Rejects if one of them cannot be started. */
export async function startPool(options: Required<SearchPoolOptions>): Promise<SearchPool> {
  const { backend, createWorker, workers } = options;
  requireInteger('createSearchPool', 'workers', workers, 1, MOST_WORKERS);
  requireOneOf('createSearchPool', 'backend', backend, ['auto', 'wasm', 'typescript'] as const);
  const pool = new SearchPool();
  try {
    await pool.start(workers, createWorker, backend);
  } catch (error) {
    pool.dispose();
    throw error instanceof PliantError
      ? error
      : new PliantError('unsupported', `createSearchPool: no worker can be made here (${String(error)})`);
  }
  return pool;
}

/** Workers that search. Holds threads and memory: `dispose()` it when done. In Node, an idle pool lets a program end. */
export class SearchPool {
  readonly #lanes: WorkerLane[] = [];
  readonly #records = new SharedRecords();
  readonly #bodies = new WeakSet<PooledBody>();
  #searches: PendingSearch[] = [];
  #nextBody = 0;
  #closedBy: PliantError | undefined;

  /** How many workers there are. */
  get workerCount(): number {
    return this.#lanes.length;
  }

  /**
   * Makes the workers and waits until all are ready.
   * @internal
   */
  async start(count: number, createWorker: () => SearchWorker, backend: Backend | 'auto'): Promise<void> {
    for (let i = 0; i < count; i++) {
      this.#lanes.push(new WorkerLane(createWorker, (error) => this.#close(error)));
    }
    await Promise.all(this.#lanes.map(({ port }) => port.ask<'load'>({ kind: 'load', backend })));
  }

  /**
   * Gives every worker a body: a copy of what it is made of, unless its arrays are in shared memory. What several bodies
   * have in common is sent once.
   */
  async addBody(shape: Shape, options: BodyOptions = {}): Promise<PooledBody> {
    this.#requireOpen('addBody');
    const { bounds, mesh, model } = shape ?? {};
    if (!mesh || !model || !bounds) {
      throw new PliantError(
        'bad-type',
        `SearchPool.addBody: mesh, model and bounds are needed, got ${describe(mesh)}, ${describe(model)}, ${describe(bounds)}`,
      );
    }
    const number = this.#nextBody++;
    const parts = [mesh, model, bounds];
    const release = (): void => this.#removeBody(number, parts);
    const body = new PooledBody(number, shape, release);
    const records = this.#records.acquire(parts);
    const [meshNumber, modelNumber, boundsNumber] = parts.map((part) => this.#records.numberOf(part));
    const order = {
      kind: 'add',
      body: number,
      records,
      mesh: meshNumber,
      model: modelNumber,
      bounds: boundsNumber,
      options,
    } as const;
    try {
      const answers = this.#lanes.map(({ port }) => port.ask<'add'>(order));
      // All of them, so that none is left that nobody listens to.
      const failed = (await Promise.allSettled(answers)).find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    } catch (error) {
      release();
      throw error;
    }
    this.#bodies.add(body);
    return body;
  }

  /**
   * Finds the triangles of one body that collide with each other in its present pose, as `findPairHits` of a self search
   * does. `hits` is emptied now and filled when the promise resolves to the number of pairs.
   */
  async findSelfHits(body: PooledBody, hits: PairHits, options: PooledSearchOptions = {}): Promise<number> {
    return this.#search('findSelfHits', [body], askForPairs('findSelfHits', hits), options);
  }

  /** Finds the triangles of two bodies that meet in their present poses, as `findPairHits` of a pair search does. */
  async findPairHits(
    bodyA: PooledBody,
    bodyB: PooledBody,
    hits: PairHits,
    options: PooledSearchOptions = {},
  ): Promise<number> {
    if (bodyA === bodyB) {
      throw new PliantError('mismatch', 'SearchPool.findPairHits: both bodies are the same one; use findSelfHits');
    }
    return this.#search('findPairHits', [bodyA, bodyB], askForPairs('findPairHits', hits), options);
  }

  /** Finds the pairs of triangles of two motions that meet within the step, and their first times, as `findMotionHits` of `pliant/continuous` does. */
  async findMotionHits(
    motionA: PooledMotion,
    motionB: PooledMotion,
    hits: MotionHits,
    options: PooledSearchOptions = {},
  ): Promise<number> {
    const bodies = bodiesOfTwo('findMotionHits', motionA, motionB, 'findMotionSelfHits');
    return this.#search('findMotionHits', bodies, askForStep('findMotionHits', hits), options);
  }

  /** Finds the pairs of triangles of one motion that collide within the step, as `findMotionSelfHits` of `pliant/continuous` does. */
  async findMotionSelfHits(motion: PooledMotion, hits: MotionHits, options: PooledSearchOptions = {}): Promise<number> {
    const bodies = bodiesOfMotion('findMotionSelfHits', motion);
    return this.#search('findMotionSelfHits', bodies, askForStep('findMotionSelfHits', hits), options);
  }

  /** Finds the earliest touch of two motions, as `findFirstTouch` of `pliant/continuous` does; resolves to its time, infinite when there is none. */
  async findFirstTouch(
    motionA: PooledMotion,
    motionB: PooledMotion,
    touch: FirstTouch,
    options: PooledTouchOptions = {},
  ): Promise<number> {
    const bodies = bodiesOfTwo('findFirstTouch', motionA, motionB, 'findFirstSelfTouch');
    return this.#search('findFirstTouch', bodies, askForTouch('findFirstTouch', touch, options.last ?? 1), options);
  }

  /** Finds the earliest touch of one motion with itself, as `findFirstSelfTouch` of `pliant/continuous` does. */
  async findFirstSelfTouch(motion: PooledMotion, touch: FirstTouch, options: PooledTouchOptions = {}): Promise<number> {
    const question = askForTouch('findFirstSelfTouch', touch, options.last ?? 1);
    return this.#search('findFirstSelfTouch', bodiesOfMotion('findFirstSelfTouch', motion), question, options);
  }

  /** Ends the workers. Whoever still waits for something is told so. Calling it twice does no harm. */
  dispose(): void {
    this.#close(new PliantError('disposed', 'SearchPool: disposed of; create a new pool'));
  }

  async #search(
    caller: string,
    bodies: readonly PooledBody[],
    question: PooledQuestion,
    { signal, statistics }: PooledSearchOptions,
  ): Promise<number> {
    this.#requireOpen(caller);
    for (const body of bodies) this.#requireBody(caller, body);
    signal?.throwIfAborted();
    const search = new PendingSearch(question, bodies, statistics);
    const abort = (): void => search.fail(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    for (const body of bodies) body.retain();
    this.#searches.push(search);
    this.#feedAll();
    try {
      const count = await search.answer;
      this.#remember(search);
      return count;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#searches = this.#searches.filter((other) => other !== search);
      for (const body of bodies) body.letGo();
      this.#feedAll();
    }
  }

  #feedAll(): void {
    for (let i = 0; i < this.#lanes.length; i++) this.#feed(i);
  }

  /** Gives a worker as much to do as it takes. */
  #feed(worker: number): void {
    const lane = this.#lanes[worker];
    while (!this.#closedBy && lane.hasRoom) {
      if (!this.#order(worker)) break;
    }
  }

  /** Gives a worker the next thing to do; returns whether there is one. */
  #order(worker: number): boolean {
    const lane = this.#lanes[worker];
    for (const search of this.#searches) {
      if (search.isSettled) continue;
      if (!search.isBegun) {
        search.isBegun = true;
        void this.#split(search, lane);
        return true;
      }
      // Its tasks will be there in a moment; what comes later would cost the bodies their poses.
      if (!search.shares) return false;
      const batch = takeBatch(search.shares, worker);
      if (!batch) continue;
      void lane
        .run(search, batch)
        .then((took) => search.add(batch, took))
        .catch((error: unknown) => search.fail(error))
        .then(() => this.#feed(worker));
      return true;
    }
    return false;
  }

  async #split(search: PendingSearch, lane: WorkerLane): Promise<void> {
    try {
      search.split(await lane.split(search, TASKS_PER_WORKER * this.workerCount), this.workerCount);
    } catch (error) {
      search.fail(error);
    }
    this.#feedAll();
  }

  /** Has every worker remember a search of a body with itself: any of them may take the next one to pieces. Bodies are there until those who search have let them go. */
  #remember({ bodies, shown }: PendingSearch): void {
    if (bodies.length > 1 || !shown || this.#closedBy) return;
    // What is not remembered may cost time, and nothing else.
    for (const lane of this.#lanes) lane.remember(bodies[0].number, shown).catch(() => undefined);
  }

  #removeBody(number: number, parts: readonly object[]): void {
    const records = this.#records.release(parts);
    // A worker that is gone has nothing to give back.
    for (const lane of this.#lanes) lane.remove(number, records).catch(() => undefined);
  }

  #close(error: PliantError): void {
    if (this.#closedBy) return;
    this.#closedBy = error;
    for (const { port } of this.#lanes) port.close(error);
    for (const search of this.#searches) search.fail(error);
  }

  #requireOpen(caller: string): void {
    if (!this.#closedBy) return;
    throw new PliantError(this.#closedBy.code, `SearchPool.${caller}: the pool is closed. ${this.#closedBy.message}`);
  }

  #requireBody(caller: string, body: PooledBody): void {
    if (!(body instanceof PooledBody) || !this.#bodies.has(body)) {
      throw new PliantError('mismatch', `SearchPool.${caller}: ${describe(body)} is no body of this pool; use addBody`);
    }
    body.requireAlive();
  }
}
