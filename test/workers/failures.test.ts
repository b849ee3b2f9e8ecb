/** What can go wrong with workers: always an error that says so, never a wait without end, and a pool that goes on or is closed. */
import { type Body, type Shape, createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type PooledBody, type SearchPool, createSearchPool } from 'pliant/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, disposeRig, makeRig } from '../query/lazy-rigs.js';
import { soup } from '../support/sample-meshes.js';
import { addLike, foundBy, foundHere, scriptWorkers, startSourcePool } from './pools.js';

const random = createRandom(4421);
const mesh = soup(random, 2000, 0.2);
const fields = [mesh.positions.map(() => random.range(-2, 2))];
const hits = createPairHits(100_000);

describe('a pool', () => {
  let rig: Rig;
  let here: Body & Shape;
  let pool: SearchPool;
  let body: PooledBody;
  let other: PooledBody;
  let expected: string[];

  beforeAll(async () => {
    rig = makeRig('soup', mesh, fields, 'boxes', 'adaptive');
    [here] = rig.lazy;
    expected = foundHere(here, here);
    pool = await startSourcePool({ workers: 2 });
    body = await addLike(pool, here);
    other = await addLike(pool, here);
  });

  afterAll(() => {
    pool.dispose();
    disposeRig(rig);
  });

  const expectAlive = async (): Promise<void> => {
    expect(await foundBy(pool, body, body)).toEqual(expected);
  };

  it('finds what one search finds', async () => {
    expect(expected.length).toBeGreaterThan(1000);
    await expectAlive();
  });

  it('refuses bad poses when they are set, and keeps the one before', async () => {
    expect(() => body.setWeights([Number.NaN])).toThrow(/setWeights: weights\[0\] is NaN/);
    expect(() => body.setWeights([1, 2])).toThrow(/2 numbers given/);
    expect(() => body.setTransforms([1])).toThrow(/1 numbers given/);
    expect(() => body.setMatrices([1])).toThrow(/setMatrices/);
    expect(() => body.setPoints([1])).toThrow(/1 numbers given/);
    expect(() => body.setPlacement([2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toThrow(/not a rotation/);
    await expectAlive();
  });

  it('rejects a search whose pose fails inside the workers, and goes on', async () => {
    other.setWeights([3e38]);
    const failed = { code: 'bad-number', message: expect.stringContaining('Body.refresh') as string };
    // Twice: a pose that failed once must not be taken for a good one.
    for (let i = 0; i < 2; i++) {
      await expect(pool.findSelfHits(other, hits)).rejects.toMatchObject(failed);
      await expect(pool.findPairHits(body, other, hits)).rejects.toMatchObject(failed);
      expect([hits.count, hits.dropped]).toEqual([0, 0]);
      await expectAlive();
    }
    other.setWeights([0]);
    expect(await foundBy(pool, other, other)).toEqual(expected);
  });

  it('rejects bodies that do not fit together, and goes on', async () => {
    const { bounds, model } = here;
    const stranger = soup(random, 5, 1);
    const refused = async (shape: unknown, code: string, message: RegExp, options: object = {}): Promise<void> => {
      await expect(pool.addBody(shape as Shape, options)).rejects.toMatchObject({
        name: 'PliantError',
        code,
        message: expect.stringMatching(message) as string,
      });
    };
    await refused(undefined, 'bad-type', /addBody: mesh, model and bounds are needed, got undefined/);
    await refused({ mesh, model }, 'bad-type', /got a?n? ?\w+, .*undefined/);
    await refused({ mesh: stranger, model, bounds }, 'mismatch', /do not belong together/);
    await refused({ mesh, model, bounds }, 'bad-type', /strategy is "eager"/, { strategy: 'eager' });
    await refused({ mesh: { ...mesh, draw: () => undefined }, model, bounds }, 'bad-type', /could not be cloned/);
    await refused({ mesh, model: { ...model, poseLayout: { weightCount: -1 } }, bounds }, 'bad-count', /weightCount/);
    await expectAlive();
    const added = await addLike(pool, here);
    expect(await foundBy(pool, added, added)).toEqual(expected);
    added.dispose();
  });

  it('rejects questions that mean nothing', async () => {
    const refused = async (answer: Promise<number>, code: string, message: RegExp): Promise<void> => {
      await expect(answer).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
    };
    const foreign = await startSourcePool({ workers: 1 });
    const foreignBody = await addLike(foreign, here);
    foreign.dispose();
    await refused(pool.findPairHits(body, body, hits), 'mismatch', /use findSelfHits/);
    await refused(pool.findSelfHits(foreignBody, hits), 'mismatch', /no body of this pool/);
    await refused(pool.findSelfHits(here as unknown as PooledBody, hits), 'mismatch', /a MeshBody is no body of/);
    await refused(pool.findSelfHits(body, [] as unknown as typeof hits), 'bad-type', /pass createPairHits/);
    await expectAlive();
  });

  it('finishes what was asked of a body before it was disposed of, and refuses it afterwards', async () => {
    const late = await addLike(pool, here);
    const answers = [foundBy(pool, late, late), foundBy(pool, late, body), foundBy(pool, late, late)];
    late.dispose();
    late.dispose();
    expect(() => late.setWeights([1])).toThrow(expect.objectContaining({ code: 'disposed' }));
    await expect(pool.findSelfHits(late, hits)).rejects.toMatchObject({ code: 'disposed' });
    expect(await answers[0]).toEqual(expected);
    expect((await answers[1]).length).toBeGreaterThan(1000);
    expect(await answers[2]).toEqual(expected);
    await expectAlive();
  });

  it('calls searches off: before, while they wait, and while they run', async () => {
    const reason = new Error('no longer wanted');
    await expect(pool.findSelfHits(body, hits, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    for (let steps = 0; steps < 12; steps++) {
      const [running, waiting] = [new AbortController(), new AbortController()];
      const answers = [running, waiting].map(async ({ signal }) => pool.findSelfHits(body, hits, { signal }));
      const outcomes = Promise.allSettled(answers);
      // Some messages later; the first few fall into the split, then come batches.
      for (let i = 0; i < steps; i++) await new Promise((resolve) => setTimeout(resolve, 0));
      waiting.abort(reason);
      running.abort(reason);
      for (const outcome of await outcomes) {
        // A search may have been done by then.
        if (outcome.status === 'rejected') expect(outcome.reason).toBe(reason);
        else expect(outcome.value).toBe(expected.length);
        if (steps === 0) expect(outcome.status).toBe('rejected');
      }
      await expectAlive();
    }
    expect(await pool.findSelfHits(body, hits, { signal: new AbortController().signal })).toBe(expected.length);
  });
});

describe('a pool that is disposed of', () => {
  it('tells whoever waits, and refuses everything from then on', async () => {
    const rig = makeRig('soup', mesh, fields, 'boxes', 'adaptive');
    const pool = await startSourcePool({ workers: 2 });
    const body = await addLike(pool, rig.lazy[0]);
    const waiting = Promise.allSettled([
      pool.findSelfHits(body, hits),
      pool.findSelfHits(body, hits),
      addLike(pool, rig.lazy[0]),
    ]);
    pool.dispose();
    pool.dispose();
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PliantError', code: 'disposed' } });
    }
    await expect(pool.findSelfHits(body, hits)).rejects.toMatchObject({ code: 'disposed' });
    await expect(addLike(pool, rig.lazy[0])).rejects.toMatchObject({ code: 'disposed' });
    body.setWeights([1]);
    body.dispose();
    disposeRig(rig);
  });
});

describe('createSearchPool', () => {
  it.each([
    [{ workers: 0 }, 'bad-count', /workers is 0; pass a whole number from 1 to 64/],
    [{ workers: 1.5 }, 'bad-count', /workers is 1.5/],
    [{ workers: 65 }, 'bad-count', /workers is 65/],
    [{ workers: '2' as unknown as number }, 'bad-type', /workers is "2"/],
    [{ backend: 'gpu' as unknown as 'wasm' }, 'bad-type', /backend is "gpu"/],
  ])('refuses %o', async (options, code, message) => {
    await expect(createSearchPool(options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it.each(['throw new Error("no such luck")', 'const no such luck'])(
    'says when a worker cannot run: %s',
    async (script) => {
      const createWorker = await scriptWorkers(script);
      await expect(createSearchPool({ workers: 2, createWorker })).rejects.toMatchObject({
        name: 'PliantError',
        code: 'worker-lost',
        message: expect.stringMatching(/no such luck|SyntaxError/) as string,
      });
    },
  );

  it('says when no worker can be made', async () => {
    const createWorker = (): never => {
      throw new Error('not here');
    };
    await expect(createSearchPool({ workers: 2, createWorker })).rejects.toMatchObject({
      name: 'PliantError',
      code: 'unsupported',
      message: expect.stringContaining('not here') as string,
    });
  });
});
