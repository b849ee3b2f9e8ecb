import { type Body, beginPair, createPairHits, createSearch, findPairHits, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { brutePairHits } from 'pliant/oracle';
import { buildTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { oracleMeeting } from '../oracle/triangle-triangle.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
import { pairsInOrder, sortedPairs } from './check-hits.js';
import { SMALL_MESHES, moveBody, randomBody } from './make-frames.js';
import { runPair } from './run-searches.js';

const FRAMES = 400;
const found = createPairHits(100_000);
const expected = createPairHits(100_000);

function brute(a: Body, b: Body): string[] {
  a.refresh();
  b.refresh();
  brutePairHits(a.positions, a.mesh.triangles, b.positions, b.mesh.triangles, expected);
  return sortedPairs(expected);
}

function cornersOf(body: Body, triangle: number): number[] {
  return [...body.mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)].flatMap((vertex) => [
    ...body.positions.subarray(vertex * 3, vertex * 3 + 3),
  ]);
}

describe('a search for the triangles of two bodies that meet', () => {
  it.each(Object.keys(SMALL_MESHES))(`finds what brute force finds, in ${FRAMES} frames of random %s`, (name) => {
    const seed = 181;
    const random = createRandom(seed);
    const kinds = Object.values(SMALL_MESHES);
    let hits = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const a = randomBody(random, SMALL_MESHES[name]);
      const b = randomBody(random, kinds[random.integer(kinds.length)]);
      for (let pose = 0; pose < 2; pose++) {
        hits += findPairHits(a, b, found);
        expect(sortedPairs(found), `seed ${seed}, frame ${frame}, pose ${pose}`).toEqual(brute(a, b));
        moveBody(random, a);
        moveBody(random, b);
      }
      a.dispose();
      b.dispose();
    }
    expect(hits).toBeGreaterThan(FRAMES);
  });

  // A thousand triangles in one place against another thousand are a million hits: nothing that few do not show.
  const samples = Object.keys(SAMPLE_MESHES).filter((name) => name !== 'a thousand equal triangles');
  it.each(samples)('finds what brute force finds in two bodies of %s, whatever bounds they have', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(182);
    const fields = randomFields(random, mesh, 1, reachOf(mesh));
    SETUPS.forEach((setup, i) => {
      const a = makeBody(BACKENDS.wasm, mesh, fields, setup);
      const b = makeBody(BACKENDS.typescript, mesh, fields, SETUPS[(i + 1) % SETUPS.length]);
      b.setWeights([0.25]);
      findPairHits(a, b, found);
      expect(sortedPairs(found)).toEqual(brute(a, b));
      a.dispose();
      b.dispose();
    });
  });

  it('is held against brute force, and brute force against rational numbers', () => {
    const random = createRandom(183);
    const names = Object.keys(SMALL_MESHES);
    const seen = { apart: 0, touching: 0, crossing: 0, defect: 0 };
    for (let frame = 0; frame < 50; frame++) {
      // Lattices against lattices touch, the others hardly ever do.
      const [kindA, kindB] = frame % 2 === 0 ? ['lattice', 'lattice'] : [names[frame % 5], names[(frame >> 1) % 5]];
      const a = randomBody(random, SMALL_MESHES[kindA]);
      const b = randomBody(random, SMALL_MESHES[kindB]);
      const answer = brute(a, b);
      const oracle: string[] = [];
      for (let s = 0; s < a.mesh.triangleCount; s++) {
        for (let t = 0; t < b.mesh.triangleCount; t++) {
          const meeting = oracleMeeting([...cornersOf(a, s), ...cornersOf(b, t)], []);
          seen[meeting]++;
          if (meeting === 'touching' || meeting === 'crossing') oracle.push(`${s} ${t} ${meeting}`);
        }
      }
      expect(answer, `frame ${frame}`).toEqual(oracle.sort());
      a.dispose();
      b.dispose();
    }
    for (const [meeting, count] of Object.entries(seen)) expect(count, meeting).toBeGreaterThan(50);
  });

  it('does not depend on which body comes first', () => {
    const random = createRandom(184);
    for (let frame = 0; frame < 200; frame++) {
      const a = randomBody(random, SMALL_MESHES.lattice);
      const b = randomBody(random, SMALL_MESHES.soup);
      findPairHits(a, b, found);
      const forward = sortedPairs(found);
      findPairHits(b, a, found);
      const backward = sortedPairs(found).map((pair) => pair.replace(/^(\d+) (\d+)/, '$2 $1'));
      expect(backward.sort(), `frame ${frame}`).toEqual(forward);
      a.dispose();
      b.dispose();
    }
  });

  it('answers the same after an exact translation of both', () => {
    const random = createRandom(185);
    for (let frame = 0; frame < 100; frame++) {
      const meshes = [SMALL_MESHES.soup(random), SMALL_MESHES.lattice(random)].map((mesh) =>
        changed(mesh, (value) => Math.round(value * 64) / 64),
      );
      const shift = [0, 1, 2].map(() => random.integer(2000) - 1000);
      const here = meshes.map((mesh) => makeBody(BACKENDS.wasm, mesh));
      const there = meshes.map((mesh) =>
        makeBody(
          BACKENDS.wasm,
          changed(mesh, (value, k) => value + shift[k % 3]),
        ),
      );
      findPairHits(here[0], here[1], found);
      const answer = sortedPairs(found);
      findPairHits(there[0], there[1], found);
      expect(sortedPairs(found), `frame ${frame}`).toEqual(answer);
      for (const body of [...here, ...there]) body.dispose();
    }
  });

  it('sees poses that were set just before, of either body', () => {
    const mesh = sheet(2, 2);
    const [a, b] = [0, 1].map(() => makeBody(BACKENDS.wasm, mesh, [new Float32Array(27).fill(10)]));
    const together = findPairHits(a, b, found);
    expect(together).toBeGreaterThan(0);
    a.setWeights([1]);
    expect(findPairHits(a, b, found)).toBe(0);
    b.setWeights([1]);
    expect(findPairHits(a, b, found)).toBe(together);
  });

  it('counts defects apart and never as hits', () => {
    const flat = makeBody(
      BACKENDS.wasm,
      changed(sheet(1, 1), (value, k) => (k % 3 === 1 ? 0 : value)),
    );
    const good = makeBody(
      BACKENDS.wasm,
      changed(sheet(1, 1), (value, k) => (k % 3 === 2 ? 0 : value)),
    );
    const search = createSearch();
    expect(runPair(search, flat, good, found)).toBe(0);
    expect(search.statistics.defectPairs).toBe(4);
    expect(search.statistics.triangleTests).toBe(4);
  });

  it('visits only a part of both trees, and counts what it does', () => {
    const mesh = sheet(30, 30);
    const lifted = changed(mesh, (value, k) => (k % 3 === 2 ? 0.5 : k % 3 === 0 ? value + 29.5 : value));
    for (const setup of SETUPS) {
      const [a, b] = [makeBody(BACKENDS.wasm, mesh, [], setup), makeBody(BACKENDS.wasm, lifted, [], setup)];
      const search = createSearch();
      runPair(search, a, b, found);
      const { nodesVisited, boundTests, triangleTests } = search.statistics;
      expect(boundTests).toBeGreaterThanOrEqual(nodesVisited);
      expect(boundTests + triangleTests).toBeLessThan(buildTree(mesh, setup.build).nodeCount * 8);
      expect(search.statistics.defectPairs).toBe(0);
      a.dispose();
      b.dispose();
    }
  });

  it('refuses one body twice, and things that are no bodies', () => {
    const body = makeBody(BACKENDS.wasm, sheet(1, 1));
    expectRefused(() => findPairHits(body, body, found), 'mismatch', 'beginPair', 'findSelfHits');
    for (const none of [undefined, null, {}, 7] as unknown as Body[]) {
      expectRefused(() => findPairHits(none, body, found), 'bad-type', 'findPairHits');
      expectRefused(() => findPairHits(body, none, found), 'bad-type', 'beginPair');
    }
  });
});

describe('a pair search that is begun and stepped', () => {
  const random = createRandom(186);
  const mesh = sheet(8, 8);
  const a = makeBody(BACKENDS.wasm, mesh, randomFields(random, mesh, 2, 0.7), SETUPS[0]);
  const b = makeBody(BACKENDS.typescript, mesh, randomFields(random, mesh, 2, 0.7), SETUPS[2]);
  const search = createSearch();

  it.each([1, 2, 7, Infinity, 'random'] as const)(
    'gives the same pairs in the same order with a budget of %s',
    (budget) => {
      for (let frame = 0; frame < 10; frame++) {
        moveBody(random, a);
        moveBody(random, b);
        runPair(search, a, b, expected);
        const statistics = { ...search.statistics };
        beginPair(search, a, b, found);
        let steps = 0;
        while (!step(search, budget === 'random' ? 1 + random.integer(50) : budget)) {
          steps++;
          expect(steps, 'it ends').toBeLessThan(100_000);
        }
        expect(pairsInOrder(found), `frame ${frame}`).toEqual(pairsInOrder(expected));
        expect(search.statistics).toEqual(statistics);
        if (typeof budget === 'number' && budget < 10) expect(steps).toBeGreaterThan(10);
        expect(step(search), 'over is over').toBe(true);
      }
    },
  );

  it('can be drained between the steps', () => {
    findPairHits(a, b, expected);
    expect(expected.count).toBeGreaterThan(20);
    const small = createPairHits(64);
    const collected: string[] = [];
    beginPair(search, a, b, small);
    let over = false;
    while (!over) {
      over = step(search, 5);
      collected.push(...pairsInOrder(small));
      small.count = 0;
    }
    expect(small.dropped).toBe(0);
    expect(collected).toEqual(pairsInOrder(expected));
  });

  it.each([
    ['first', a],
    ['second', b],
  ])('refuses to go on once the pose of the %s body has changed', (_, body) => {
    beginPair(search, a, b, found);
    expect(step(search, 1)).toBe(false);
    moveBody(random, body);
    expectRefused(() => step(search, 1), 'mismatch', 'step', 'begin');
    beginPair(search, a, b, found);
    expect(step(search)).toBe(true);
  });

  it('is refused before it was begun, and after one of its bodies was disposed of', () => {
    const doomed = makeBody(BACKENDS.wasm, mesh);
    const [first, second] = [createSearch(), createSearch()];
    for (const other of [first, second]) expectRefused(() => step(other), 'mismatch', 'step');
    beginPair(first, doomed, b, found);
    beginPair(second, a, doomed, found);
    doomed.dispose();
    expectRefused(() => step(first, 1), 'disposed');
    expectRefused(() => step(second, 1), 'disposed');
    expectRefused(() => findPairHits(doomed, b, found), 'disposed');
    expectRefused(() => findPairHits(a, doomed, found), 'disposed');
  });

  it.each([0, -1, NaN])('refuses a budget of %d', (budget) => {
    beginPair(search, a, b, found);
    expectRefused(() => step(search, budget), 'bad-number', 'step', String(budget));
  });

  it('loses nothing in silence when the buffer is full, and writes nothing behind it', () => {
    const total = findPairHits(a, b, expected);
    for (const capacity of [0, 1, 7, total - 1, total]) {
      const pairs = new Uint32Array(capacity * 2 + 2).fill(0xabcdef);
      const meetings = new Uint8Array(capacity + 2).fill(77);
      const hits = {
        pairs: pairs.subarray(0, capacity * 2),
        meetings: meetings.subarray(0, capacity),
        count: 9,
        dropped: 9,
      };
      expect(findPairHits(a, b, hits)).toBe(total);
      expect([hits.count, hits.dropped]).toEqual([capacity, total - capacity]);
      expect(hits.pairs).toEqual(expected.pairs.subarray(0, capacity * 2));
      expect([...pairs.subarray(capacity * 2), ...meetings.subarray(capacity)]).toEqual([0xabcdef, 0xabcdef, 77, 77]);
    }
    expectRefused(() => createPairHits(-1), 'bad-count', 'createPairHits', '-1');
  });
});
