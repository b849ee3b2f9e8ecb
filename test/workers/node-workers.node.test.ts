/** Workers as only Node has them: they can be ended from outside, and they must not keep a program running. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createSearchPool } from 'pliant/workers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';
import { disposeRig, makeRig } from '../query/lazy-rigs.js';
import { soup } from '../support/sample-meshes.js';
import { addLike, foundBy, foundHere, startSourcePool } from './pools.js';

describe('a pool in Node', () => {
  it.each([
    ['ends with code 7', 'process.exit(7)', /code 7/],
    ['throws', 'throw new Error("no such luck")', /no such luck/],
    ['runs out of memory', 'const a = []; for (;;) a.push(new Array(1000).fill(1.5))', /memory/i],
  ])('is not created when a worker %s', async (_, script, message) => {
    const createWorker = (): Worker =>
      new Worker(script, { eval: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
    await expect(createSearchPool({ workers: 2, createWorker })).rejects.toMatchObject({
      name: 'PliantError',
      code: 'worker-lost',
      message: expect.stringMatching(message) as string,
    });
  });

  it('closes when a worker is ended in the middle of a search', async () => {
    const workers: Worker[] = [];
    const createWorker = (): Worker => {
      workers.push(new Worker(inject('nodeWorker')));
      return workers.at(-1)!;
    };
    const pool = await createSearchPool({ workers: 2, createWorker });
    const rig = makeRig('soup', soup(createRandom(4441), 3000, 0.3), [], 'boxes', 'adaptive');
    const body = await addLike(pool, rig.lazy[0]);
    const hits = createPairHits(100_000);
    const waiting = Promise.allSettled([pool.findSelfHits(body, hits), pool.findSelfHits(body, hits)]);
    await workers[0].terminate();
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PliantError', code: 'worker-lost' } });
    }
    await expect(pool.findSelfHits(body, hits)).rejects.toMatchObject({ code: 'worker-lost' });
    disposeRig(rig);
  });
});

/** A record like this one, with its arrays in shared memory. */
function shared<Parts extends object>(record: Parts): Parts {
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) => {
    if (!(value instanceof Float32Array || value instanceof Float64Array || value instanceof Uint32Array))
      return [name, value];
    const array = Reflect.construct(value.constructor, [new SharedArrayBuffer(value.byteLength)]) as typeof value;
    array.set(value);
    return [name, array];
  });
  return Object.fromEntries(entries) as Parts;
}

describe('bodies whose arrays are in shared memory', () => {
  it('are searched like others', async () => {
    const rig = makeRig('soup', soup(createRandom(4442), 300, 0.5), [], 'boxes', 'adaptive');
    const { bounds, mesh, model } = rig.lazy[0];
    const pool = await startSourcePool({ workers: 2 });
    const body = await pool.addBody({ mesh: shared(mesh), model: shared(model), bounds: shared(bounds) });
    const found = await foundBy(pool, body, body);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(foundHere(rig.lazy[0], rig.lazy[0]));
    pool.dispose();
    disposeRig(rig);
  });
});

const PROGRAM = `
import { createPairHits, createShape } from 'pliant';
import { SEARCH_POOL_DEFAULTS, createSearchPool } from 'pliant/workers';

const positions = new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0]);
const fields = [positions.map((_, i) => (i >= 9 && i % 3 === 0 ? 10 : 0))];
const shape = createShape({ positions, triangles: new Uint32Array([0, 1, 2, 3, 4, 5]) }, { fields });
const pool = await createSearchPool(process.argv[2] === 'default' ? {} : { workers: 2 });
const body = await pool.addBody(shape);
const hits = createPairHits(10);
// Nothing but the answer keeps the program running here.
console.log(pool.workerCount, await pool.findSelfHits(body, hits), [...hits.pairs.subarray(0, 2)].join(' '));
body.setWeights([1]);
console.log(await pool.findSelfHits(body, hits));
`;

const GIVEN_UP = `
import { Worker } from 'node:worker_threads';
import { createSearchPool } from 'pliant/workers';

const workers = [];
const createWorker = () => {
  if (workers.length === 1) throw new Error('only one');
  workers.push(new Worker('setInterval(() => {}, 1000)', { eval: true }));
  return workers[0];
};
await createSearchPool({ workers: 2, createWorker }).catch(({ code }) => console.log(code));
// Threads that have ended have no number.
process.on('exit', () => console.log(workers[0].threadId > 0));
`;

describe('the package in Node', () => {
  const program = projectPath('build/workers-program/program.mjs');
  const givenUp = projectPath('build/workers-program/given-up.mjs');

  beforeAll(() => {
    execFileSync(projectPath('node_modules/.bin/tsc'), ['-b', projectPath('src/workers')], { stdio: 'pipe' });
    mkdirSync(projectPath('build/workers-program'), { recursive: true });
    writeFileSync(program, PROGRAM);
    writeFileSync(givenUp, GIVEN_UP);
  });

  it('finds its own workers, waits for answers, and lets a program end that forgets to dispose of the pool', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8', timeout: 60_000 });
    expect([status, stderr, stdout]).toEqual([0, '', '2 1 0 1\n0\n']);
  });

  it('lets a program end that has a worker which was given up and has not loaded', () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [givenUp], { encoding: 'utf8', timeout: 60_000 });
    expect([status, stderr, stdout]).toEqual([0, '', 'unsupported\ntrue\n']);
  });

  it('takes as many workers as the machine runs at once, but no more than eight', () => {
    const { status, stdout } = spawnSync(process.execPath, [program, 'default'], { encoding: 'utf8', timeout: 60_000 });
    expect(status).toBe(0);
    const [count] = stdout.split(' ');
    expect(Number(count)).toBeGreaterThanOrEqual(1);
    expect(Number(count)).toBeLessThanOrEqual(8);
  });
});
