/** Searches for a ball or a box that are done a step at a time. */
import { beginBall, beginBox, createHits, createSearch, findBallHits, loadKernels, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { randomFields } from '../support/sample-meshes.js';
import { takeFreeMemory } from '../support/take-memory.js';
import { moveBody } from './make-frames.js';
import { runBall } from './run-searches.js';

const found = createHits(5000);
const expected = createHits(5000);

describe('a search that is begun and stepped', () => {
  const random = createRandom(175);
  const mesh = sheet(12, 12);
  const body = makeBody(BACKENDS.wasm, mesh, randomFields(random, mesh, 2, 0.5), SETUPS[2]);
  const search = createSearch();

  it.each([1, 2, 7, 1000, Infinity, 'random'] as const)(
    'gives the same hits in the same order with a budget of %s',
    (budget) => {
      for (let frame = 0; frame < 30; frame++) {
        moveBody(random, body);
        runBall(search, body, [6, 6, 0], 2.5, expected);
        const statistics = { ...search.statistics };
        const hits = createHits(1000);
        beginBall(search, body, [6, 6, 0], 2.5, hits);
        expect(hits.count).toBe(0);
        let steps = 1;
        while (!step(search, budget === 'random' ? 1 + random.integer(20) : budget)) {
          steps++;
          expect(steps, 'it ends').toBeLessThan(10_000);
        }
        expect(hits.triangles.subarray(0, hits.count)).toEqual(expected.triangles.subarray(0, expected.count));
        expect(search.statistics).toEqual(statistics);
        if (typeof budget === 'number' && budget < 10) expect(steps).toBeGreaterThan(10);
        expect(step(search), 'over is over').toBe(true);
        expect(hits.count).toBe(expected.count);
      }
    },
  );

  it('keeps to its budget but for one node and its leaf', () => {
    for (const budget of [1, 5, 20]) {
      beginBox(search, body, [0, 0, -1], [6, 6, 1], found);
      let done = 1;
      while (!step(search, budget)) {
        const now = search.statistics.boundTests + search.statistics.triangleTests;
        expect(now - done).toBeGreaterThanOrEqual(budget);
        expect(now - done).toBeLessThan(budget + 4);
        done = now;
      }
    }
  });

  it('can be drained between the steps', () => {
    findBallHits(body, [6, 6, 0], 4, expected);
    const small = createHits(8);
    const collected: number[] = [];
    beginBall(search, body, [6, 6, 0], 4, small);
    let over = false;
    while (!over) {
      over = step(search, 4);
      collected.push(...small.triangles.subarray(0, small.count));
      small.count = 0;
    }
    expect(small.dropped).toBe(0);
    expect(collected).toEqual([...expected.triangles.subarray(0, expected.count)]);
  });

  it('refuses to go on once the pose has changed, and begins anew', () => {
    beginBall(search, body, [6, 6, 0], 4, found);
    expect(step(search, 1)).toBe(false);
    moveBody(random, body);
    expectRefused(() => step(search, 1), 'mismatch', 'step', 'begin');
    beginBall(search, body, [6, 6, 0], 4, found);
    expect(step(search)).toBe(true);
  });

  it('is refused before it was begun, and after its body was disposed of', () => {
    const doomed = makeBody(BACKENDS.wasm, mesh);
    const other = createSearch();
    expectRefused(() => step(other), 'mismatch', 'step');
    beginBall(other, doomed, [6, 6, 0], 4, found);
    step(other, 1);
    doomed.dispose();
    expectRefused(() => step(other, 1), 'disposed');
    expectRefused(() => findBallHits(doomed, [0, 0, 0], 1, found), 'disposed');
  });

  it('goes on when the memory has grown in the middle', async () => {
    // A memory of its own, which others have not made large already.
    const kernels = await loadKernels({ backend: 'wasm' });
    const fresh = makeBody(kernels, mesh, randomFields(createRandom(176), mesh, 2, 0.5), SETUPS[2]);
    moveBody(createRandom(177), fresh);
    const other = createSearch();
    expect(findBallHits(fresh, [6, 6, 0], 4, expected)).toBeGreaterThan(10);
    beginBall(other, fresh, [6, 6, 0], 4, found);
    expect(step(other, 10)).toBe(false);
    takeFreeMemory(kernels);
    const before = kernels.arena.u32.byteLength;
    for (const large of [sheet(150, 150), sheet(151, 150)]) makeBody(kernels, large);
    expect(kernels.arena.u32.byteLength).toBeGreaterThan(before);
    while (!step(other, 10));
    expect(found.triangles.subarray(0, found.count)).toEqual(expected.triangles.subarray(0, expected.count));
  });

  it.each([0, -1, NaN, 0.5])('refuses a budget of %d, which would never end or mean nothing', (budget) => {
    beginBall(search, body, [6, 6, 0], 4, found);
    expectRefused(() => step(search, budget), 'bad-number', 'step', String(budget));
  });
});
