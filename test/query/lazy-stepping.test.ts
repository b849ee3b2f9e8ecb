/** Searches on lazy bodies that are begun and stepped: any budget, side by side, and when their bodies change. */
import {
  type Body,
  type Hits,
  type Kernels,
  type Search,
  type SearchStatistics,
  type Strategy,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginDistance,
  beginFrustum,
  beginPair,
  beginRay,
  beginSweep,
  createBody,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  loadKernels,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { RULES } from '../bounds/bd-samples.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { changed, randomFields } from '../support/sample-meshes.js';
import { takeFreeMemory } from '../support/take-memory.js';

/** A search of any kind with a question of its own. */
interface Stepped {
  readonly statistics: SearchStatistics;
  begin(): void;
  step(budget?: number): boolean;
  answer(): unknown;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const random = createRandom(641);
const mesh = changed(sheet(14, 14), (value, k) => (k % 3 === 2 ? random.range(-0.2, 0.2) : value));
const fields = randomFields(random, mesh, 3, 0.3);

function makeCloth(kernels: Kernels, rule: string, strategy: Strategy): Body {
  const model = createLinearModel(mesh, fields);
  const { bounds, coherence = 0 } = RULES[rule];
  const coefficients = createBdTree(mesh, model, buildTree(mesh, { leafSize: 2 }), bounds);
  const body = createBody(kernels, { mesh, model, bounds: coefficients }, { strategy, coherence });
  body.setWeights([0.5, -1, 0.25]);
  return body;
}

function shapeSearch(begin: (search: Search, hits: Hits) => void): Stepped {
  const search = createSearch();
  const hits = createHits(1000);
  return {
    statistics: search.statistics,
    begin: () => begin(search, hits),
    step: (budget) => step(search, budget),
    answer: () => [...hits.triangles.subarray(0, hits.count)],
  };
}

function raySearch(begin: (search: Search, hits: Hits) => void): Stepped {
  const search = createSearch();
  const hits = createHits(40);
  return {
    statistics: search.statistics,
    begin: () => begin(search, hits),
    step: (budget) => step(search, budget),
    answer: () => [...hits.triangles.subarray(0, hits.count), ...hits.parameters.subarray(0, hits.count)],
  };
}

/** A question of every kind; those about two bodies ask about `other` too. */
const KINDS: Readonly<Record<string, (body: Body, other: Body) => Stepped>> = {
  ball: (body) => shapeSearch((search, hits) => beginBall(search, body, [7, 7, 0], 3, hits)),
  capsule: (body) => shapeSearch((search, hits) => beginCapsule(search, body, [1, 2, 0.5], [12, 9, -0.5], 1, hits)),
  box: (body) => shapeSearch((search, hits) => beginBox(search, body, [3, 3, -1], [9, 8, 1], hits)),
  frustum: (body) =>
    shapeSearch((search, hits) => beginFrustum(search, body, [1, 1, 0, 14, -1, 0.5, 0, 0, 0, 0, 1, 0.1], hits)),
  ray: (body) => raySearch((search, hits) => beginRay(search, body, [-1, 6.3, 0.1], [1, 0.05, 0.001], hits)),
  sweep: (body) => raySearch((search, hits) => beginSweep(search, body, [-1, 6, 2], [14, 8, -2], 0.7, hits)),
  'closest point': (body) => {
    const search = createSearch();
    const result = createClosestPoint();
    return {
      statistics: search.statistics,
      begin: () => beginClosestPoint(search, body, [7.2, 6.9, 4], result),
      step: (budget) => step(search, budget),
      answer: () => [result.triangle, result.distance, ...result.point],
    };
  },
  distance: (body, other) => {
    const search = createSearch();
    const result = createDistance();
    return {
      statistics: search.statistics,
      begin: () => beginDistance(search, body, other, result),
      step: (budget) => step(search, budget),
      answer: () => [result.triangleA, result.triangleB, result.distance, ...result.pointA, ...result.pointB],
    };
  },
  pair: (body, other) => {
    const search = createSearch();
    const hits = createPairHits(5000);
    return {
      statistics: search.statistics,
      begin: () => beginPair(search, body, other, hits),
      step: (budget) => step(search, budget),
      answer: () => [...hits.pairs.subarray(0, hits.count * 2), ...hits.meetings.subarray(0, hits.count)],
    };
  },
};
const KIND_NAMES = Object.keys(KINDS);
const TILTED = [0.8, 0, -0.6, 0, 0, 1, 0, 0, 0.6, 0, 0.8, 0, 1, 0.3, 4.4, 1];

/** Two bodies that cross each other. */
function makeTwo(kernels: Kernels, rule: string, strategy: Strategy): [Body, Body] {
  const bodies: [Body, Body] = [makeCloth(kernels, rule, strategy), makeCloth(kernels, 'boxes', strategy)];
  bodies[0].setPlacement(IDENTITY);
  bodies[1].setPlacement(TILTED);
  return bodies;
}

function runWhole(search: Stepped): { answer: unknown; statistics: SearchStatistics } {
  search.begin();
  expect(search.step()).toBe(true);
  return { answer: search.answer(), statistics: { ...search.statistics } };
}

describe.each(Object.keys(BACKENDS) as (keyof typeof BACKENDS)[])(
  'a search on lazy bodies, stepped on %s',
  (backend) => {
    const kernels = BACKENDS[backend];

    it.each(KIND_NAMES)('finds the same with any budget: %s', (kind) => {
      for (const rule of ['boxes', 'smallest balls', 'oriented boxes']) {
        for (const strategy of ['lazy', 'adaptive', 'refit'] as const) {
          const [body, other] = makeTwo(kernels, rule, strategy);
          const search = KINDS[kind](body, other);
          const whole = runWhole(search);
          for (const budget of [1, 2, 7, 100, 1e9, 'random'] as const) {
            // As a new pose: whatever an adaptive body has refitted is forgotten.
            body.setPlacement(IDENTITY);
            other.setPlacement(TILTED);
            search.begin();
            let steps = 1;
            while (!search.step(budget === 'random' ? 1 + random.integer(50) : budget)) {
              steps++;
              expect(steps, 'it ends').toBeLessThan(100_000);
            }
            const what = `${rule}, ${strategy}, a budget of ${budget}`;
            expect(search.answer(), what).toEqual(whole.answer);
            if (strategy !== 'adaptive') expect(search.statistics, what).toEqual(whole.statistics);
            if (budget === 1) expect(steps, what).toBeGreaterThan(3);
            expect(search.step(1), 'over is over').toBe(true);
            expect(search.answer()).toEqual(whole.answer);
          }
          body.dispose();
          other.dispose();
        }
      }
    });

    it.each(KIND_NAMES)('keeps about to its budget: %s', (kind) => {
      const [body, other] = makeTwo(kernels, 'boxes', 'lazy');
      const search = KINDS[kind](body, other);
      for (const budget of [1, 10, 50]) {
        search.begin();
        let before = search.statistics.boundTests + search.statistics.triangleTests;
        let over = false;
        while (!over) {
          over = search.step(budget);
          const now = search.statistics.boundTests + search.statistics.triangleTests;
          if (!over) expect(now - before).toBeGreaterThanOrEqual(budget);
          // The last block or pair of blocks is finished: four leaves of two triangles, or sixteen pairs of such, and of
          // several blocks that were allowed at once each may have as many.
          const blocks = kind === 'pair' ? Math.ceil(budget / 16) : Math.ceil(budget / 4);
          expect(now - before).toBeLessThanOrEqual(blocks * (kind === 'pair' ? 16 + 64 : 4 + 8) + 4);
          before = now;
        }
      }
      body.dispose();
      other.dispose();
    });

    it('does not disturb others that are stepped between its steps', () => {
      const two = makeTwo(kernels, 'boxes', 'adaptive');
      const more = makeTwo(kernels, 'smallest balls', 'adaptive');
      const searches = [two, more].flatMap(([body, other]) => KIND_NAMES.map((kind) => KINDS[kind](body, other)));
      const alone = searches.map((search) => runWhole(search).answer);
      for (let round = 0; round < 5; round++) {
        for (const [body, other] of [two, more]) {
          body.setPlacement(IDENTITY);
          other.setPlacement(TILTED);
        }
        for (const search of searches) search.begin();
        const waiting = new Set(searches);
        while (waiting.size > 0) {
          const search = [...waiting][random.integer(waiting.size)];
          if (search.step(1 + random.integer(30))) waiting.delete(search);
        }
        for (const [i, search] of searches.entries()) expect(search.answer(), `search ${i}`).toEqual(alone[i]);
      }
      for (const body of [...two, ...more]) body.dispose();
    });

    it.each(KIND_NAMES)('is refused once a body was posed or placed anew, and can be begun again: %s', (kind) => {
      const [body, other] = makeTwo(kernels, 'boxes', 'adaptive');
      const search = KINDS[kind](body, other);
      const changes = [() => body.setWeights([1, 1, 1]), () => body.setPlacement(TILTED)];
      if (kind === 'pair' || kind === 'distance') {
        changes.push(
          () => other.setWeights([1, 0, 1]),
          () => other.setPlacement(IDENTITY),
        );
      }
      for (const change of changes) {
        search.begin();
        expect(search.step(1)).toBe(false);
        change();
        expectRefused(() => search.step(1), 'mismatch', 'begin it again');
        expectRefused(() => search.step(), 'mismatch');
        search.begin();
        expect(search.step()).toBe(true);
      }
      body.dispose();
      other.dispose();
    });

    it.each(KIND_NAMES)('is refused before it was begun, and after a body was disposed of: %s', (kind) => {
      const [body, other] = makeTwo(kernels, 'boxes', 'adaptive');
      const search = KINDS[kind](body, other);
      expectRefused(() => search.step(), 'mismatch');
      for (const budget of [0, -1, NaN, 0.5]) {
        search.begin();
        expectRefused(() => search.step(budget), 'bad-number', String(budget));
      }
      search.begin();
      expect(search.step(1)).toBe(false);
      (kind === 'pair' || kind === 'distance' ? other : body).dispose();
      expectRefused(() => search.step(1), 'disposed');
      expectRefused(() => search.begin(), 'disposed');
      body.dispose();
      other.dispose();
    });

    it.each(KIND_NAMES)('goes on when a body is refitted or the memory grows in the middle: %s', async (kind) => {
      const fresh = await loadKernels({ backend });
      const [body, other] = makeTwo(fresh, 'oriented boxes', 'lazy');
      const search = KINDS[kind](body, other);
      const { answer } = runWhole(search);
      body.setPlacement(IDENTITY);
      search.begin();
      search.step(5);
      body.refit();
      takeFreeMemory(fresh);
      const size = fresh.arena.u32.byteLength;
      const large = makeBody(fresh, sheet(100, 100));
      expect(fresh.arena.u32.byteLength).toBeGreaterThan(size);
      other.refit();
      while (!search.step(20));
      expect(search.answer()).toEqual(answer);
      for (const each of [body, other, large]) each.dispose();
    });
  },
);

describe('a full buffer on a lazy body', () => {
  it('loses nothing in silence, and nothing is written behind it', () => {
    const [body, other] = makeTwo(BACKENDS.wasm, 'boxes', 'adaptive');
    const shape = createSearch();
    const pair = createSearch();
    const whole = createHits(1000);
    const wholePairs = createPairHits(1000);
    const askShape = (hits: typeof whole): void => {
      beginBall(shape, body, [7, 7, 0], 3, hits);
      step(shape);
    };
    const askPair = (hits: typeof wholePairs): void => {
      beginPair(pair, body, other, hits);
      step(pair);
    };
    askShape(whole);
    askPair(wholePairs);
    expect(Math.min(whole.count, wholePairs.count)).toBeGreaterThan(8);
    for (const capacity of [0, 1, 7]) {
      const memory = new Uint32Array(2 * capacity + 4).fill(77);
      const hits = {
        triangles: memory.subarray(0, capacity),
        parameters: new Float64Array(capacity),
        count: 99,
        dropped: 99,
      };
      askShape(hits);
      expect([hits.count, hits.dropped]).toEqual([capacity, whole.count - capacity]);
      expect(hits.triangles).toEqual(whole.triangles.subarray(0, capacity));
      expect([...memory.subarray(capacity)]).toEqual(Array.from({ length: capacity + 4 }, () => 77));
      const pairs = {
        pairs: memory.subarray(0, 2 * capacity),
        meetings: new Uint8Array(capacity),
        count: 99,
        dropped: 99,
      };
      askPair(pairs);
      expect([pairs.count, pairs.dropped]).toEqual([capacity, wholePairs.count - capacity]);
      expect(pairs.pairs).toEqual(wholePairs.pairs.subarray(0, 2 * capacity));
      expect([...memory.subarray(2 * capacity)]).toEqual([77, 77, 77, 77]);
    }
    body.dispose();
    other.dispose();
  });
});
