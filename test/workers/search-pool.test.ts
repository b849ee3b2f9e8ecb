// slow: starts pools of several workers, again and again
/** Searches over workers: the same hits in the same order as one search here, however many workers there are. */
import { type Body, beginSelf, createPairHits, createSearch, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { PooledBody, SearchPool } from 'pliant/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairsInOrder } from '../query/check-hits.js';
import { type Rig, disposeRig, makeRig, moveRig, randomRig } from '../query/lazy-rigs.js';
import { moveCarriedRig, randomCarriedRig } from '../support/carried-rigs.js';
import { type BlendRig, moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { soup } from '../support/sample-meshes.js';
import { OWN_WORKERS, ROOM, addLike, foundBy, foundHere, poseLike, startSourcePool } from './pools.js';

const ORDINARY = { name: 'ordinary', factor: 1, shift: 0 };
const WORKER_COUNTS = [1, 2, 3, 5];
const ROUNDS = 8;
const FRAMES = 10;

const pools: SearchPool[] = [];

beforeAll(async () => {
  // TypeScript in every other pool: the backend must not show.
  for (const [i, workers] of WORKER_COUNTS.entries()) {
    const backend = i % 2 === 0 ? 'auto' : 'typescript';
    pools.push(await startSourcePool({ workers, backend, ...(workers === 3 ? OWN_WORKERS : {}) }));
  }
});

afterAll(() => {
  for (const pool of pools) pool.dispose();
});

/** A body here, and the same one in every pool. */
interface Everywhere {
  readonly here: Body;
  readonly there: readonly PooledBody[];
}

async function addEverywhere(rig: Rig): Promise<Everywhere> {
  const [here] = rig.lazy;
  return { here, there: await Promise.all(pools.map((pool) => addLike(pool, here))) };
}

function poseEverywhere({ here, there }: Everywhere, rig: Rig): void {
  for (const body of there) poseLike(body, here.pose, rig.placement);
}

/** Every pool finds what one search here finds. Returns how many pairs. */
async function expectSame(a: Everywhere, b: Everywhere, what: string): Promise<number> {
  const expected = foundHere(a.here, b.here);
  const answers = await Promise.all(pools.map((pool, i) => foundBy(pool, a.there[i], b.there[i])));
  for (const [i, found] of answers.entries()) expect(found, `${what}, ${WORKER_COUNTS[i]} workers`).toEqual(expected);
  return expected.length;
}

describe('a pool of workers', () => {
  it('finds in skinned and linear bodies, and between them, what one search finds, in the same order', async () => {
    const seed = 4401;
    const random = createRandom(seed);
    const counts = { self: 0, blends: 0, linear: 0, mixed: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const blends: BlendRig[] = [0, 1].map(() => randomBlendRig(random, 150, ORDINARY));
      const linear: Rig[] = [0, 1].map(() => randomRig(random, 150, ORDINARY));
      const rigs = [...blends, ...linear];
      const bodies = await Promise.all(rigs.map(addEverywhere));
      const [blendA, blendB, linearA, linearB] = bodies;
      for (let frame = 0; frame < FRAMES; frame++) {
        for (const rig of blends) moveBlendRig(random, rig, 0.5);
        for (const rig of linear) moveRig(random, rig, 0.5);
        bodies.forEach((body, i) => poseEverywhere(body, rigs[i]));
        const what = `seed ${seed}, round ${round}, frame ${frame}, ${rigs.map((rig) => rig.what).join('; ')}`;
        counts.self += await expectSame(blendA, blendA, `${what}, self`);
        counts.self += await expectSame(linearA, linearA, `${what}, self`);
        counts.blends += await expectSame(blendA, blendB, what);
        counts.linear += await expectSame(linearA, linearB, what);
        counts.mixed += await expectSame(blendB, linearA, what);
      }
      for (const { there } of bodies) for (const body of there) body.dispose();
      for (const rig of rigs) disposeRig(rig);
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(1000);
  });

  it('finds in linked bodies what one search finds, in the same order', async () => {
    const random = createRandom(4406);
    let found = 0;
    for (let round = 0; round < 4; round++) {
      const carried = [0, 1].map(() => randomCarriedRig(random, 'links', 150));
      const bodies = await Promise.all(carried.map(({ rig }) => addEverywhere(rig)));
      for (let frame = 0; frame < FRAMES; frame++) {
        for (const one of carried) moveCarriedRig(random, one, 0.5);
        bodies.forEach((body, i) => poseEverywhere(body, carried[i].rig));
        const what = `seed 4406, round ${round}, frame ${frame}, ${carried.map(({ rig }) => rig.what).join('; ')}`;
        found += await expectSame(bodies[0], bodies[0], `${what}, self`);
        found += await expectSame(bodies[0], bodies[1], what);
      }
      for (const { there } of bodies) for (const body of there) body.dispose();
      for (const { rig } of carried) disposeRig(rig);
    }
    expect(found).toBeGreaterThan(500);
  });

  it('answers for the poses at the moment of each question, though all are asked at once', async () => {
    const random = createRandom(4402);
    const mesh = soup(random, 300, 0.3);
    const fields = [0, 1].map(() => mesh.positions.map(() => random.range(-0.3, 0.3)));
    const rigs = [0, 1].map(() => makeRig('soup', mesh, fields, 'boxes', 'adaptive'));
    const bodies = await Promise.all(rigs.map(addEverywhere));
    const questions: { expected: string[]; answers: Promise<string[]>[] }[] = [];
    for (let frame = 0; frame < 20; frame++) {
      // The second keeps its pose for some frames, and what workers know of it.
      if (frame % 5 === 0) moveRig(random, rigs[1], 0.3);
      moveRig(random, rigs[0], 0.3);
      bodies.forEach((body, i) => poseEverywhere(body, rigs[i]));
      for (const [a, b] of [
        [bodies[0], bodies[1]],
        [bodies[1], bodies[0]],
        [bodies[1], bodies[1]],
      ]) {
        questions.push({
          expected: foundHere(a.here, b.here),
          answers: pools.map((pool, i) => foundBy(pool, a.there[i], b.there[i])),
        });
      }
    }
    for (const [number, { answers, expected }] of questions.entries()) {
      for (const answer of answers) expect(await answer, `question ${number}`).toEqual(expected);
    }
    expect(new Set(questions.map(({ expected }) => expected.join())).size).toBeGreaterThan(40);
    for (const { there } of bodies) for (const body of there) body.dispose();
    for (const rig of rigs) disposeRig(rig);
  });

  it('fills hits as far as they go, counts the rest, and counts what it did', async () => {
    const random = createRandom(4403);
    // Thousands of pairs, and so few leaves that one task finds more than a worker has room for at first.
    const mesh = soup(random, 300, 1.5, 0.5);
    const rig = makeRig('dense soup', mesh, [], 'boxes', 'adaptive', 5);
    const body = await addEverywhere(rig);
    const search = createSearch();
    const all = createPairHits(ROOM);
    beginSelf(search, body.here, all);
    step(search);
    expect(all.count).toBeGreaterThan(5000);
    const { defectPairs, triangleTests } = search.statistics;
    for (const capacity of [0, 1, 100, 1500, all.count - 1, all.count]) {
      for (const [i, pool] of pools.entries()) {
        const hits = createPairHits(capacity);
        const statistics = { ...createSearch().statistics, nodesVisited: 7, triangleTests: 7, defectPairs: 7 };
        const count = await pool.findSelfHits(body.there[i], hits, { statistics });
        const what = `${WORKER_COUNTS[i]} workers, room for ${capacity}`;
        expect([count, hits.count, hits.dropped], what).toEqual([all.count, capacity, all.count - capacity]);
        expect(pairsInOrder(hits), what).toEqual(pairsInOrder(all).slice(0, capacity));
        expect([statistics.triangleTests, statistics.defectPairs], what).toEqual([triangleTests, defectPairs]);
        expect(statistics.boundTests).toBeGreaterThan(0);
      }
    }
    for (const there of body.there) there.dispose();
    disposeRig(rig);
  });

  it('finds nothing where nothing can meet, and keeps nothing of the search before', async () => {
    const mesh = soup(createRandom(4404), 50, 0.5);
    const rig = makeRig('soup', mesh, [mesh.positions.map(() => 100)], 'boxes', 'lazy');
    const other = makeRig('soup', mesh, [], 'boxes', 'lazy');
    const [a, b] = await Promise.all([addEverywhere(rig), addEverywhere(other)]);
    for (const [i, pool] of pools.entries()) {
      const hits = createPairHits(ROOM);
      expect(await pool.findPairHits(a.there[i], b.there[i], hits)).toBeGreaterThan(0);
      a.there[i].setWeights([1]);
      expect(await pool.findPairHits(a.there[i], b.there[i], hits)).toBe(0);
      expect([hits.count, hits.dropped]).toEqual([0, 0]);
    }
    for (const body of [...a.there, ...b.there]) body.dispose();
    for (const each of [rig, other]) disposeRig(each);
  });
});
