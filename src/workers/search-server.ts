/** The inside of a worker: bodies like those of the pool, and the orders that are done on them. */
import { createBody, createPairHits, createSearch, step } from '../index.js';
import type { Body, Kernels, PairHits, Shape } from '../index.js';
import {
  TASK_WORDS,
  addStatistics,
  beginPairTask,
  createStatistics,
  loadFitting,
  loadKernelsInWorker,
  rememberSharedSelf,
  splitPairs,
} from '../internals.js';
import { PliantError } from '../errors.js';
import { transferablesOf } from '../transfer.js';
import type {
  AddOrder,
  Answers,
  FoundPairs,
  Order,
  RememberOrder,
  RemoveOrder,
  Reply,
  RunOrder,
  SearchedBodies,
  SentPose,
  SplitOrder,
  SplitSearch,
} from './messages.js';
import type { StepServer } from './step-server.js';

/** Room for the pairs of one task to begin with; it grows with what is found. */
const FIRST_ROOM = 1024;

/** Does orders, one at a time. */
class SearchServer {
  #kernels: Kernels | undefined;
  readonly #records = new Map<number, object>();
  readonly #bodies = new Map<number, Body>();
  #search = createSearch();
  #found = createPairHits(FIRST_ROOM);
  #steps: StepServer | undefined;

  /** Does one order. Never throws: what goes wrong is the reply. */
  async reply(order: Order): Promise<Reply> {
    try {
      return { answer: await this.#answer(order) };
    } catch (error) {
      const isOurs = error instanceof PliantError;
      const message = isOurs ? error.message : `SearchPool: a worker failed at "${order.kind}": ${String(error)}`;
      return { failure: { code: isOurs ? error.code : 'unsupported', message } };
    }
  }

  async #answer(order: Order): Promise<Answers[keyof Answers]> {
    switch (order.kind) {
      case 'load':
        this.#kernels = await loadKernelsInWorker({ backend: order.backend });
        return this.#kernels.backend;
      case 'add':
        return this.#add(order);
      case 'remove':
        return this.#remove(order);
      case 'split':
        return this.#split(order);
      case 'run':
        return this.#run(order);
      case 'split-step':
        return (await this.#serveSteps()).split(this.#pose(order), order.least);
      case 'run-step':
        return (await this.#serveSteps()).run(this.#pose(order), order.tasks, order.room);
      case 'run-touch':
        return (await this.#serveSteps()).runTouch(this.#pose(order), order.tasks, order.last);
      case 'remember':
        return this.#remember(order);
    }
  }

  async #add({ body: number, bounds, mesh, model, options, records }: AddOrder): Promise<true> {
    for (const [name, record] of records) this.#records.set(name, record);
    const parts = { mesh: this.#records.get(mesh), model: this.#records.get(model), bounds: this.#records.get(bounds) };
    const shape = parts as Shape;
    if ('affine' in shape.bounds) await loadFitting();
    this.#bodies.set(number, createBody(this.#kernels!, shape, options));
    return true;
  }

  #remove({ body: number, records }: RemoveOrder): true {
    this.#bodies.get(number)?.dispose();
    this.#bodies.delete(number);
    // The search would keep a body that is gone, and all it is made of.
    this.#search = createSearch();
    this.#steps?.forget();
    for (const name of records) this.#records.delete(name);
    return true;
  }

  #split(order: SplitOrder): SplitSearch {
    const [bodyA, bodyB = bodyA] = this.#pose(order);
    const tasks = splitPairs(this.#search, bodyA, bodyB, this.#found, order.least);
    return { tasks, isPruned: this.#search.pair!.isPruned, statistics: { ...this.#search.statistics } };
  }

  #run(order: RunOrder): FoundPairs {
    const { room, tasks } = order;
    const [bodyA, bodyB = bodyA] = this.#pose(order);
    const statistics = createStatistics();
    const parts: PairPart[] = [];
    let count = 0;
    let dropped = 0;
    let leafPairs = 0;
    for (let task = 0; task < tasks.length / TASK_WORDS; task++) {
      const found = this.#runTask(bodyA, bodyB, tasks, task, room - count);
      addStatistics(statistics, this.#search.statistics);
      count += found.count;
      dropped += found.dropped;
      leafPairs += this.#search.pair!.leafPairs;
      if (found.count > 0) parts.push(copyPart(found));
    }
    return { ...joinParts(parts, count), dropped, leafPairs, statistics };
  }

  /** Most workers are never asked about a step, so the code for that is loaded by the first question. */
  async #serveSteps(): Promise<StepServer> {
    return (this.#steps ??= new (await import('./step-server.js')).StepServer());
  }

  #remember({ body: number, search }: RememberOrder): true {
    rememberSharedSelf(this.#bodyOf(number), search);
    return true;
  }

  /** Does a task; once more with a larger buffer, if it found more than there was room for, and more than that is wanted. */
  #runTask(bodyA: Body, bodyB: Body, tasks: Uint32Array, task: number, wanted: number): PairHits {
    for (;;) {
      const hits = this.#found;
      beginPairTask(this.#search, bodyA, bodyB, tasks, task, hits);
      step(this.#search);
      const found = hits.count + hits.dropped;
      if (hits.dropped === 0 || hits.count >= wanted) {
        hits.count = Math.min(hits.count, wanted);
        hits.dropped = found - hits.count;
        return hits;
      }
      this.#found = createPairHits(Math.min(found * 2, wanted));
    }
  }

  /** Writes the poses that came with an order; returns the bodies that are searched. */
  #pose({ bodies, poses }: SearchedBodies): readonly Body[] {
    for (const pose of poses) writePose(this.#bodyOf(pose.body), pose);
    return bodies.map((number) => this.#bodyOf(number));
  }

  #bodyOf(number: number): Body {
    const body = this.#bodies.get(number);
    if (!body) throw new PliantError('disposed', `SearchPool: there is no body ${number}; it was disposed of`);
    return body;
  }
}

/**
 * Takes orders, each when it comes, and does them one after the other; `post` sends a reply, and hands its buffers over.
 */
export function createOrderTaker(post: (reply: Reply, transfer: ArrayBuffer[]) => void): (order: Order) => void {
  const server = new SearchServer();
  const serve = async (order: Order): Promise<void> => {
    const reply = await server.reply(order);
    post(reply, transferablesOf(reply));
  };
  let turn = Promise.resolve();
  return (order) => {
    turn = turn.then(() => serve(order));
  };
}

interface PairPart {
  readonly pairs: Uint32Array;
  readonly meetings: Uint8Array;
}

function copyPart({ count, meetings, pairs }: PairHits): PairPart {
  return { pairs: pairs.slice(0, count * 2), meetings: meetings.slice(0, count) };
}

function joinParts(parts: readonly PairPart[], count: number): PairPart {
  const joined = { pairs: new Uint32Array(count * 2), meetings: new Uint8Array(count) };
  let at = 0;
  for (const { meetings, pairs } of parts) {
    joined.pairs.set(pairs, at * 2);
    joined.meetings.set(meetings, at);
    at += meetings.length;
  }
  return joined;
}

function writePose(body: Body, { placement, points, transforms, weights }: SentPose): void {
  if (weights.length > 0) body.setWeights(weights);
  if (transforms.length > 0) body.setTransforms(transforms);
  if (points.length > 0) body.setPoints(points);
  if (placement.length > 0) body.setPlacement(placement);
}
