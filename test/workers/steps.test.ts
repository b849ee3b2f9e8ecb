// slow: starts pools of several workers, and asks them about moving bodies of every kind
/** Questions about steps over workers: the same answers in the same order as one search here, however many workers there are. */
import { type Body, type Shape, createBody, createSearch, createShape, step } from 'pliant';
import {
  type FirstTouch,
  type Motion,
  beginFirstSelfTouch,
  beginFirstTouch,
  beginMotionHits,
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstSelfTouch,
  findFirstTouch,
  findMotionHits,
  findMotionSelfHits,
} from 'pliant/continuous';
import { type Random, createRandom } from 'pliant/exact';
import type { PooledMotion, SearchPool } from 'pliant/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MOVING_KINDS,
  type MovingSubject,
  disposeSubject,
  linesOf,
  makeSubject,
  moveSubject,
} from '../continuous/moving-kinds.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';
import { OWN_WORKERS, addLike, poseLike, startSourcePool } from './pools.js';

const WORKER_COUNTS = [1, 2, 3];
const ROOM = 100_000;
const SHARED = [[BACKENDS.wasm, BACKENDS.wasm]] as const;

const pools: SearchPool[] = [];
const expected = createMotionHits(ROOM);
const first = createFirstTouch();

beforeAll(async () => {
  for (const workers of WORKER_COUNTS) {
    const backend = workers === 2 ? 'typescript' : 'auto';
    pools.push(await startSourcePool({ workers, backend, ...(workers === 3 ? OWN_WORKERS : {}) }));
  }
});

afterAll(() => {
  for (const pool of pools) pool.dispose();
});

/** A motion here, and the same one in every pool. */
interface Everywhere {
  readonly here: Motion;
  readonly there: readonly PooledMotion[];
}

async function addEverywhere(here: Motion): Promise<Everywhere> {
  const add = async (pool: SearchPool): Promise<PooledMotion> => ({
    from: await addLike(pool, here.from as Body & Shape),
    to: await addLike(pool, here.to as Body & Shape),
  });
  return { here, there: await Promise.all(pools.map(add)) };
}

/** Gives a subject a step, here and in every pool. */
function moveEverywhere(random: Random, { kind, what }: MovingSubject, { here, there }: Everywhere): void {
  // Bodies of pools are posed and placed by the same methods.
  moveSubject(random, { kind, what, motions: [here, ...(there as unknown as Motion[])] });
}

function poseEverywhere({ here, there }: Everywhere): void {
  for (const motion of there) for (const end of ['from', 'to'] as const) poseLike(motion[end], here[end].pose);
}

function disposeEverywhere({ there }: Everywhere): void {
  for (const { from, to } of there) {
    from.dispose();
    to.dispose();
  }
}

/** Every pool finds what one search here finds: all pairs, and what meets first. Returns how many pairs. */
async function expectSame(a: Everywhere, b: Everywhere, what: string): Promise<number> {
  const isSelf = a === b;
  if (isSelf) findMotionSelfHits(a.here, expected);
  else findMotionHits(a.here, b.here, expected);
  if (isSelf) findFirstSelfTouch(a.here, first);
  else findFirstTouch(a.here, b.here, first);
  const lines = linesOf(expected);
  for (const [i, pool] of pools.entries()) {
    const [motionA, motionB] = [a.there[i], b.there[i]];
    const hits = createMotionHits(ROOM);
    const touch = createFirstTouch();
    const answers = isSelf
      ? [pool.findMotionSelfHits(motionA, hits), pool.findFirstSelfTouch(motionA, touch)]
      : [pool.findMotionHits(motionA, motionB, hits), pool.findFirstTouch(motionA, motionB, touch)];
    expect(await Promise.all(answers), what).toEqual([expected.count, first.time]);
    expect(linesOf(hits), `${what}, ${WORKER_COUNTS[i]} workers`).toEqual(lines);
    expectTouch(touch, first, `${what}, ${WORKER_COUNTS[i]} workers`);
  }
  return expected.count;
}

/** Where nothing meets, only that is said. */
function expectTouch(touch: FirstTouch, wanted: FirstTouch, what: string): void {
  if (wanted.triangleA === undefined) expect([touch.triangleA, touch.time], what).toEqual([undefined, Infinity]);
  else expect(touch, what).toEqual(wanted);
}

interface Soups {
  readonly motions: readonly Motion[];
  readonly dispose: () => void;
}

/** Two soups that are moved by two fields each. */
function makeSoups(random: Random, triangles: number, size: number, way = 0.4): Soups {
  const motions = [0, 1].map(() => {
    const mesh = soup(random, triangles, size);
    const fields = [0, 1].map(() => mesh.positions.map(() => random.range(-way, way)));
    const shape = createShape(mesh, { fields });
    return createMotion(createBody(BACKENDS.wasm, shape), createBody(BACKENDS.wasm, shape));
  });
  const dispose = (): void => {
    for (const { from, to } of motions) {
      from.dispose();
      to.dispose();
    }
  };
  return { motions, dispose };
}

describe('a pool that is asked about steps', () => {
  it('finds in bodies of every kind what one search finds, in the same order, and the same first touch', async () => {
    const counts = { pairs: 0, self: 0, later: 0, none: 0 };
    for (const [index, kind] of MOVING_KINDS.entries()) {
      const seed = 8500 + index;
      const random = createRandom(seed);
      const subjects: MovingSubject[] = [
        makeSubject(random, kind, SHARED),
        makeSubject(random, MOVING_KINDS[(index * 5 + 2) % MOVING_KINDS.length], SHARED),
      ];
      const [a, b] = await Promise.all(subjects.map(({ motions }) => addEverywhere(motions[0])));
      for (let frame = 0; frame < 3; frame++) {
        moveEverywhere(random, subjects[0], a);
        moveEverywhere(random, subjects[1], b);
        const what = `seed ${seed}, frame ${frame}: ${subjects.map((subject) => subject.what).join(' and ')}`;
        counts.pairs += await expectSame(a, b, what);
        if (first.time > 0 && first.time <= 1) counts.later++;
        if (first.time > 1) counts.none++;
        counts.self += await expectSame(a, a, `${what}, with itself`);
      }
      disposeEverywhere(a);
      disposeEverywhere(b);
      subjects.forEach(disposeSubject);
    }
    expect(counts.pairs).toBeGreaterThan(500);
    expect(counts.self).toBeGreaterThan(500);
    expect(counts.later).toBeGreaterThan(3);
    expect(counts.none).toBeGreaterThan(1);
  });

  it('finds the first touch of many, whichever worker comes to it, and nothing that is too late', async () => {
    const seed = 8601;
    const random = createRandom(seed);
    const { dispose, motions } = makeSoups(random, 400, 0.06);
    const [a, b] = await Promise.all(motions.map(addEverywhere));
    let later = 0;
    for (let frame = 0; frame < 12; frame++) {
      for (const { from, to } of motions) {
        for (const body of [from, to]) body.setWeights([random.range(-1, 1), random.range(-1, 1)]);
      }
      // From beside each other to within each other.
      const beside = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, random.range(2.2, 4), 0, 0, 1];
      for (const { from } of [a.here, ...a.there]) from.setPlacement(beside);
      poseEverywhere(a);
      poseEverywhere(b);
      const what = `seed ${seed}, frame ${frame}`;
      await expectSame(a, b, what);
      if (first.time > 0 && first.time <= 1) later++;
      const { time } = first;
      for (const [i, pool] of pools.entries()) {
        const touch = createFirstTouch();
        expect(await pool.findFirstTouch(a.there[i], b.there[i], touch, { last: time }), what).toBe(time);
        expect(touch, what).toEqual(first);
        if (time === 0) continue;
        expect(await pool.findFirstTouch(a.there[i], b.there[i], touch, { last: time * (1 - 2 ** -52) }), what).toBe(Infinity); // prettier-ignore
        expect(touch.triangleA, what).toBeUndefined();
      }
    }
    expect(later).toBeGreaterThan(5);
    disposeEverywhere(a);
    disposeEverywhere(b);
    dispose();
  });

  it('takes the end of a step for the beginning of the next, and bodies that stand still', async () => {
    const random = createRandom(8602);
    const { dispose, motions } = makeSoups(random, 150, 0.3);
    const [moving, other] = await Promise.all(motions.map(addEverywhere));
    for (const { from, to } of motions) for (const body of [from, to]) body.setWeights([random.range(-1, 1), 0]);
    poseEverywhere(moving);
    poseEverywhere(other);
    const still = createMotion(other.here.to);
    const turned = createMotion(moving.here.to, moving.here.from);
    const there = moving.there.map(({ from, to }) => ({ from: to, to: from }));
    const stillThere = other.there.map(({ to }) => ({ from: to, to }));
    expect(await expectSame(moving, { here: still, there: stillThere }, 'there')).toBeGreaterThan(100);
    expect(await expectSame({ here: turned, there }, { here: still, there: stillThere }, 'back')).toBeGreaterThan(100);
    disposeEverywhere(moving);
    disposeEverywhere(other);
    dispose();
  });

  it('fills hits as far as they go, counts the rest, and counts what it did', async () => {
    const random = createRandom(8603);
    // So dense that one task finds more than a worker has room for at first.
    const { dispose, motions } = makeSoups(random, 250, 1.5);
    for (const { to } of motions) to.setWeights([0.5, 0.5]);
    const [a, b] = await Promise.all(motions.map(addEverywhere));
    poseEverywhere(a);
    poseEverywhere(b);
    const search = createSearch();
    beginMotionHits(search, a.here, b.here, expected);
    step(search);
    expect(expected.count).toBeGreaterThan(5000);
    const { triangleTests } = search.statistics;
    for (const capacity of [0, 1, 300, 1500, expected.count - 1, expected.count]) {
      for (const [i, pool] of pools.entries()) {
        const hits = createMotionHits(capacity);
        const statistics = { ...createSearch().statistics, triangleTests: 7 };
        const count = await pool.findMotionHits(a.there[i], b.there[i], hits, { statistics });
        const what = `${WORKER_COUNTS[i]} workers, room for ${capacity}`;
        expect([count, hits.count, hits.dropped], what).toEqual([expected.count, capacity, expected.count - capacity]);
        expect(linesOf(hits), what).toEqual(linesOf(expected).slice(0, capacity));
        expect(statistics.triangleTests, what).toBe(triangleTests);
      }
    }
    disposeEverywhere(a);
    disposeEverywhere(b);
    dispose();
  });

  it('answers for the poses at the moment of each question, though all are asked at once', async () => {
    const random = createRandom(8604);
    const { dispose, motions } = makeSoups(random, 120, 0.3);
    const [here] = motions;
    const everywhere = await addEverywhere(here);
    const questions: { wanted: string[]; answers: Promise<string[]>[] }[] = [];
    for (let frame = 0; frame < 12; frame++) {
      for (const body of [here.from, here.to]) body.setWeights([random.range(-1, 1), random.range(-1, 1)]);
      poseEverywhere(everywhere);
      findMotionSelfHits(here, expected);
      const ask = async (pool: SearchPool, motion: PooledMotion): Promise<string[]> => {
        const hits = createMotionHits(ROOM);
        await pool.findMotionSelfHits(motion, hits);
        return linesOf(hits);
      };
      questions.push({
        wanted: linesOf(expected),
        answers: pools.map((pool, i) => ask(pool, everywhere.there[i])),
      });
    }
    for (const [number, { answers, wanted }] of questions.entries()) {
      for (const answer of answers) expect(await answer, `question ${number}`).toEqual(wanted);
    }
    expect(new Set(questions.map(({ wanted }) => wanted.join())).size).toBe(questions.length);
    disposeEverywhere(everywhere);
    dispose();
  });

  it('refuses what cannot be asked, by name, and goes on', async () => {
    const random = createRandom(8605);
    const { dispose, motions } = makeSoups(random, 60, 0.3, 2);
    const [a, b] = await Promise.all(motions.map(addEverywhere));
    const [pool, other] = pools;
    const [motion, second] = [a.there[0], b.there[0]];
    const hits = createMotionHits(ROOM);
    const touch = createFirstTouch();
    const refused = async (answer: Promise<number>, code: string, message: RegExp): Promise<void> => {
      await expect(answer).rejects.toMatchObject({
        name: 'PliantError',
        code,
        message: expect.stringMatching(message) as string,
      });
    };
    await refused(
      pool.findMotionHits(motion, motion, hits),
      'mismatch',
      /SearchPool.findMotionHits: .*use findMotionSelfHits/,
    );
    await refused(
      pool.findFirstTouch(motion, motion, touch),
      'mismatch',
      /SearchPool.findFirstTouch: .*use findFirstSelfTouch/,
    );
    await refused(pool.findFirstSelfTouch(undefined as never, touch), 'bad-type', /got undefined; pass \{ from, to \}/);
    await refused(
      pool.findMotionSelfHits({ from: motion.from } as never, hits),
      'mismatch',
      /undefined is no body of this pool/,
    );
    await refused(other.findMotionSelfHits(motion, hits), 'mismatch', /no body of this pool/);
    await refused(pool.findMotionHits(motion, second, {} as never), 'bad-type', /pass createMotionHits/);
    await refused(pool.findFirstTouch(motion, second, {} as never), 'bad-type', /pass createFirstTouch/);
    await refused(pool.findFirstTouch(motion, second, touch, { last: 2 }), 'bad-number', /last time is 2/);
    await refused(pool.findFirstTouch(motion, second, touch, { last: Number.NaN }), 'bad-number', /last time is NaN/);
    await refused(pool.findMotionSelfHits({ from: motion.from, to: second.to }, hits), 'mismatch', /different trees/);
    await expect(pool.findFirstSelfTouch(motion, touch, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough'); // prettier-ignore
    motion.to.setWeights([3e38, 0]);
    await refused(pool.findMotionSelfHits(motion, hits), 'bad-number', /Body.refresh/);
    expect([hits.count, hits.dropped]).toEqual([0, 0]);
    motion.to.setWeights([0, 0]);
    expect(await expectSame(a, b, 'afterwards')).toBeGreaterThan(0);
    disposeEverywhere(a);
    await refused(pool.findMotionSelfHits(motion, hits), 'disposed', /used after dispose/);
    disposeEverywhere(b);
    dispose();
  });
});

describe('a search for a first touch', () => {
  it('begins anew with whatever it is begun with, after tasks too', async () => {
    const random = createRandom(8606);
    const { dispose, motions } = makeSoups(random, 60, 0.3);
    const search = createSearch();
    const touch = createFirstTouch();
    findFirstTouch(motions[0], motions[1], first);
    beginFirstTouch(search, motions[0], motions[1], touch);
    step(search);
    expect(touch).toEqual(first);
    beginFirstSelfTouch(search, motions[0], touch);
    step(search);
    findFirstSelfTouch(motions[0], first);
    expect(touch).toEqual(first);
    dispose();
  });
});
