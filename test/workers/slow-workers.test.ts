/** Workers that answer when they like: the order of the answers must not show. */
import { createPairHits } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { createSearchPool } from 'pliant/workers';
import type { WebWorker } from 'pliant/workers';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../src/workers/messages.js';
import { createOrderTaker } from '../../src/workers/search-server.js';
import { disposeRig, makeRig, moveRig } from '../query/lazy-rigs.js';
import { soup } from '../support/sample-meshes.js';
import { addLike, foundBy, foundHere, poseLike } from './pools.js';

/** A worker in this thread that lets a random number of turns pass before each answer. */
class SlowWorker extends EventTarget implements WebWorker {
  readonly orders: Order[] = [];
  isTerminated = false;
  readonly #take: (order: Order) => void;
  #turn = Promise.resolve();

  constructor(random: Random, slowest: number) {
    super();
    const answer = async (data: unknown): Promise<void> => {
      for (let turns = random.integer(slowest); turns > 0; turns--) {
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
    };
    this.#take = createOrderTaker((reply) => {
      this.#turn = this.#turn.then(() => answer(reply));
    });
  }

  postMessage(message: unknown): void {
    const order = structuredClone(message) as Order;
    this.orders.push(order);
    this.#take(order);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

describe('a pool of workers of different speeds', () => {
  it('finds the same in the same order, and gives the fast ones more to do', async () => {
    const seed = 4431;
    const random = createRandom(seed);
    const workers: SlowWorker[] = [];
    const createWorker = (): SlowWorker => {
      // The second is the slow one.
      workers.push(new SlowWorker(random, workers.length === 1 ? 20 : 2));
      return workers.at(-1)!;
    };
    const pool = await createSearchPool({ workers: 3, createWorker });
    const mesh = soup(random, 1000, 0.2);
    const fields = [mesh.positions.map(() => random.range(-0.1, 0.1))];
    const rigs = [0, 1].map(() => makeRig('soup', mesh, fields, 'boxes', 'adaptive'));
    const bodies = await Promise.all(rigs.map((rig) => addLike(pool, rig.lazy[0])));
    for (let frame = 0; frame < 5; frame++) {
      const questions: [string[], Promise<string[]>][] = [];
      for (const [i, rig] of rigs.entries()) {
        moveRig(random, rig, 0.2);
        poseLike(bodies[i], rig.lazy[0].pose, rig.placement);
        questions.push([foundHere(rig.lazy[0], rig.lazy[0]), foundBy(pool, bodies[i], bodies[i])]);
      }
      questions.push([foundHere(rigs[0].lazy[0], rigs[1].lazy[0]), foundBy(pool, bodies[0], bodies[1])]);
      for (const [expected, answer] of questions)
        expect(await answer, `seed ${seed}, frame ${frame}`).toEqual(expected);
    }
    const runs = workers.map(({ orders }) => orders.filter(({ kind }) => kind === 'run').length);
    expect(Math.min(...runs), runs.join()).toBeGreaterThan(10);
    expect(runs[1], runs.join()).toBeLessThan(Math.min(runs[0], runs[2]));
    pool.dispose();
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
    for (const rig of rigs) disposeRig(rig);
  });

  it('sends what bodies have in common once, and poses only when they have changed', async () => {
    const worker = new SlowWorker(createRandom(4432), 1);
    const pool = await createSearchPool({ workers: 1, createWorker: () => worker });
    const rig = makeRig('soup', soup(createRandom(4433), 50, 0.5), [], 'boxes', 'adaptive');
    const bodies = await Promise.all([addLike(pool, rig.lazy[0]), addLike(pool, rig.lazy[0])]);
    const hits = createPairHits(10_000);
    await pool.findPairHits(bodies[0], bodies[1], hits);
    bodies[1].setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    await pool.findPairHits(bodies[0], bodies[1], hits);
    await pool.findSelfHits(bodies[1], hits);
    for (const body of bodies) body.dispose();
    const again = await addLike(pool, rig.lazy[0]);
    const { orders: sent } = worker;
    expect(sent.flatMap((order) => (order.kind === 'add' ? [order.records.length] : []))).toEqual([3, 0, 3]);
    expect(sent.flatMap((order) => (order.kind === 'remove' ? [order.records.length] : []))).toEqual([0, 3]);
    expect(sent.flatMap((order) => ('poses' in order ? order.poses.map(({ body }) => body) : []))).toEqual([1]);
    again.dispose();
    pool.dispose();
    disposeRig(rig);
  });

  it('is not led astray by one body that cannot be sent while another is made of the same', async () => {
    const createWorker = (): SlowWorker => new SlowWorker(createRandom(4434), 1);
    const pool = await createSearchPool({ workers: 2, createWorker });
    const rig = makeRig('soup', soup(createRandom(4435), 50, 0.5), [], 'boxes', 'adaptive');
    const { bounds, mesh, model } = rig.lazy[0];
    const bad = pool.addBody({ mesh, model: Object.assign({ ...model }, { update: () => undefined }), bounds });
    const good = pool.addBody({ mesh, model, bounds });
    await expect(bad).rejects.toMatchObject({ code: 'bad-type' });
    const body = await good;
    expect(await foundBy(pool, body, body)).toEqual(foundHere(rig.lazy[0], rig.lazy[0]));
    pool.dispose();
    disposeRig(rig);
  });

  it('leaves the hits of a search alone that was called off, whatever workers still answer', async () => {
    const createWorker = (): SlowWorker => new SlowWorker(createRandom(4438), 3);
    const pool = await createSearchPool({ workers: 2, createWorker });
    const mesh = soup(createRandom(4439), 100, 0.5);
    const rigs = [makeRig('soup', mesh, [mesh.positions.map(() => 100)], 'boxes', 'lazy')];
    rigs.push(makeRig('soup', mesh, [], 'boxes', 'lazy'));
    const [far, near] = await Promise.all(rigs.map((rig) => addLike(pool, rig.lazy[0])));
    far.setWeights([1]);
    // One that has no tasks at all, and one that has some.
    for (const [a, b] of [
      [far, near],
      [near, near],
    ]) {
      for (let turns = 0; turns < 10; turns++) {
        const caller = new AbortController();
        const hits = createPairHits(10_000);
        const { signal } = caller;
        const answer = a === b ? pool.findSelfHits(a, hits, { signal }) : pool.findPairHits(a, b, hits, { signal });
        const outcome = answer.catch(() => 'called off');
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve, 0));
        caller.abort();
        const isCalledOff = (await outcome) === 'called off';
        if (isCalledOff) Object.assign(hits, { count: 7, dropped: 11 });
        expect(await foundBy(pool, near, near)).toEqual(foundHere(rigs[1].lazy[0], rigs[1].lazy[0]));
        if (isCalledOff) expect([hits.count, hits.dropped]).toEqual([7, 11]);
        if (turns === 0) expect(isCalledOff).toBe(true);
      }
    }
    pool.dispose();
    for (const rig of rigs) disposeRig(rig);
  });

  it('closes when a worker fails, and says why', async () => {
    const workers: SlowWorker[] = [];
    const createWorker = (): SlowWorker => {
      workers.push(new SlowWorker(createRandom(4436), 5));
      return workers.at(-1)!;
    };
    const pool = await createSearchPool({ workers: 2, createWorker });
    const rig = makeRig('soup', soup(createRandom(4437), 50, 0.5), [], 'boxes', 'adaptive');
    const body = await addLike(pool, rig.lazy[0]);
    const hits = createPairHits(10_000);
    const waiting = Promise.allSettled([pool.findSelfHits(body, hits), pool.findSelfHits(body, hits)]);
    const failure = Object.assign(new Event('error'), { message: 'out of memory' });
    workers[1].dispatchEvent(failure);
    const lost = {
      name: 'PliantError',
      code: 'worker-lost',
      message: expect.stringContaining('out of memory') as string,
    };
    for (const outcome of await waiting) expect(outcome).toMatchObject({ status: 'rejected', reason: lost });
    await expect(pool.findSelfHits(body, hits)).rejects.toMatchObject(lost);
    await expect(addLike(pool, rig.lazy[0])).rejects.toMatchObject(lost);
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
    pool.dispose();
    body.dispose();
    disposeRig(rig);
  });
});
