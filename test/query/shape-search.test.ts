import {
  type Body,
  beginBall,
  beginBox,
  createHits,
  createSearch,
  findBallHits,
  findBoxHits,
  loadKernels,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, bruteBoxHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { oracleBall } from '../oracle/ball-triangle.js';
import { oracleBox } from '../oracle/box-triangle.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
import { takeFreeMemory } from '../support/take-memory.js';
import { sortedTriangles } from './check-hits.js';
import { SMALL_MESHES, moveBody, randomBody } from './make-frames.js';
import { runBall } from './run-searches.js';

const FRAMES = 300;
const found = createHits(5000);
const expected = createHits(5000);

/** Centre and radius on a half-unit lattice, where balls touch, or anywhere. */
function randomBall(random: ReturnType<typeof createRandom>, size = 2): { center: number[]; radius: number } {
  const onGrid = random.integer(2) === 0;
  const center = [0, 1, 2].map(() => (onGrid ? (random.integer(9) - 4) / 2 : random.range(-2, 2)) * (size / 2));
  return { center, radius: (onGrid ? random.integer(4) / 2 : random.range(0, 1)) * (size / 2) };
}

function expectBallLikeBrute(body: Body, center: readonly number[], radius: number, what: string): number {
  const count = findBallHits(body, center, radius, found);
  bruteBallHits(body.positions, body.mesh.triangles, center, radius, expected);
  expect(sortedTriangles(found), `${what}: ball ${center.join(' ')}, ${radius}`).toEqual(sortedTriangles(expected));
  expect(count).toBe(found.count);
  return count;
}

function expectBoxLikeBrute(body: Body, center: readonly number[], radius: number, what: string): number {
  const lowest = center.map((value) => value - radius);
  const highest = center.map((value, axis) => value + radius * (axis + 1));
  const count = findBoxHits(body, lowest, highest, found);
  bruteBoxHits(body.positions, body.mesh.triangles, lowest, highest, expected);
  expect(sortedTriangles(found), `${what}: box ${lowest.join(' ')}, ${highest.join(' ')}`).toEqual(
    sortedTriangles(expected),
  );
  expect(count).toBe(found.count);
  return count;
}

describe('a search for the triangles that meet a ball or a box', () => {
  it.each(Object.keys(SMALL_MESHES))(`finds what brute force finds, in ${FRAMES} frames of random %s`, (name) => {
    const seed = 171;
    const random = createRandom(seed);
    let hits = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const body = randomBody(random, SMALL_MESHES[name]);
      for (let pose = 0; pose < 3; pose++) {
        const { center, radius } = randomBall(random);
        hits += expectBallLikeBrute(body, center, radius, `seed ${seed}, frame ${frame}, pose ${pose}`);
        hits += expectBoxLikeBrute(body, center, radius, `seed ${seed}, frame ${frame}, pose ${pose}`);
        moveBody(random, body);
      }
      body.dispose();
    }
    expect(hits).toBeGreaterThan(FRAMES / 4);
  });

  it.each(Object.keys(SAMPLE_MESHES))('finds what brute force finds in %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(172);
    const size = reachOf(mesh);
    for (const setup of SETUPS) {
      const body = makeBody(BACKENDS.wasm, mesh, randomFields(random, mesh, 2, size), setup);
      for (let round = 0; round < 10; round++) {
        body.setWeights([random.range(-0.5, 0.5), random.range(-0.5, 0.5)]);
        body.refresh();
        const vertex = mesh.triangles[random.integer(mesh.triangles.length)] * 3;
        const center = [...body.positions.subarray(vertex, vertex + 3)];
        for (const radius of [0, size * random.next() * 0.5]) {
          const what = `${name}, ${setup.bound}, round ${round}`;
          expect(expectBallLikeBrute(body, center, radius, what), `${what}: the vertex itself`).toBeGreaterThan(0);
          expectBoxLikeBrute(body, center, radius, what);
        }
      }
      body.dispose();
    }
  });

  it('is held against brute force, and brute force against big integers', () => {
    const random = createRandom(173);
    for (let frame = 0; frame < 60; frame++) {
      const body = randomBody(random, Object.values(SMALL_MESHES)[frame % 5]);
      body.refresh();
      const { positions } = body;
      const { triangles } = body.mesh;
      const { center, radius } = randomBall(random);
      const corners = (t: number): number[] =>
        [0, 1, 2].flatMap((corner) => [
          ...positions.subarray(triangles[t * 3 + corner] * 3, triangles[t * 3 + corner] * 3 + 3),
        ]);
      const all = Array.from({ length: body.mesh.triangleCount }, (_, t) => t);
      bruteBallHits(positions, triangles, center, radius, expected);
      expect([...expected.triangles.subarray(0, expected.count)], `ball, frame ${frame}`).toEqual(
        all.filter((t) => oracleBall([...center, radius], corners(t)) !== 'apart'),
      );
      const [lowest, highest] = [center.map((value) => value - radius), center.map((value) => value + radius)];
      bruteBoxHits(positions, triangles, lowest, highest, expected);
      expect([...expected.triangles.subarray(0, expected.count)], `box, frame ${frame}`).toEqual(
        all.filter((t) => oracleBox([...lowest, ...highest], corners(t)) !== 'apart'),
      );
      body.dispose();
    }
  });

  it('reports hits in the order of the tree; those of a ball, which a kernel finds, in one that the tree alone decides', () => {
    for (const setup of SETUPS) {
      const mesh = sheet(6, 6);
      const body = makeBody(BACKENDS.wasm, mesh, [], setup);
      findBoxHits(body, [1, 1, -1], [5, 5, 1], found);
      const hit = new Set(found.triangles.subarray(0, found.count));
      expect(hit.size).toBeGreaterThan(10);
      expect([...found.triangles.subarray(0, found.count)]).toEqual(
        [...body.bounds.triangleOrder].filter((t) => hit.has(t)),
      );
      findBallHits(body, [3, 3, 0], 2, found);
      expect(found.count).toBeGreaterThan(10);
      for (const strategy of ['lazy', 'adaptive', 'refit'] as const) {
        const other = makeBody(BACKENDS.typescript, mesh, [], setup);
        other.strategy = strategy;
        findBallHits(other, [3, 3, 0], 2, expected);
        expect(expected.triangles.subarray(0, expected.count)).toEqual(found.triangles.subarray(0, found.count));
        other.dispose();
      }
      body.dispose();
    }
  });

  it('visits only a part of the tree, and counts what it does: blocks of four bounds', () => {
    for (const setup of SETUPS) {
      const body = makeBody(BACKENDS.wasm, sheet(40, 40), [], setup);
      const { blockCount, depth } = body.bounds;
      const search = createSearch();
      const { statistics } = search;
      runBall(search, body, [20.3, 20.3, 0], 0.5, found);
      expect(found.count).toBeGreaterThan(0);
      expect(statistics.triangleTests).toBeGreaterThanOrEqual(found.count);
      expect(statistics.boundTests).toBe(statistics.nodesVisited * 4);
      expect(statistics.boundTests + statistics.triangleTests).toBeLessThan((blockCount * 4) / 2);
      expect(statistics.nodesVisited).toBeGreaterThanOrEqual(depth / 2);

      // The block below the root is looked at first: its four bounds are all apart from the ball.
      runBall(search, body, [1e9, 0, 0], 1, found);
      expect(statistics).toEqual({ nodesVisited: 1, boundTests: 4, triangleTests: 0, defectPairs: 0 });
      // All blocks but that of the root alone.
      runBall(search, body, [20, 20, 0], 100, found);
      expect(found.count).toBe(body.mesh.triangleCount);
      expect(statistics.nodesVisited).toBe(blockCount - 1);
      expect(statistics.boundTests).toBe((blockCount - 1) * 4);
      expect(statistics.triangleTests).toBe(body.mesh.triangleCount);
      body.dispose();
    }
  });

  it('sees a pose that was set just before, without being told to refit', () => {
    const mesh = sheet(2, 2);
    const body = makeBody(BACKENDS.wasm, mesh, [new Float32Array(27).fill(10)]);
    expect(findBallHits(body, [1, 1, 0], 0.1, found)).toBeGreaterThan(0);
    body.setWeights([1]);
    expect(findBallHits(body, [1, 1, 0], 0.1, found)).toBe(0);
    expect(findBallHits(body, [11, 11, 10], 0.1, found)).toBeGreaterThan(0);
    body.dispose();
  });

  it('answers the same after an exact translation of body and shape', () => {
    const random = createRandom(174);
    for (let frame = 0; frame < 100; frame++) {
      // Multiples of 1/64 below 4, moved by whole numbers below 2^10: exact in float32.
      const mesh = changed(SMALL_MESHES.soup(random), (value) => Math.round(value * 64) / 64);
      const shift = [0, 1, 2].map(() => random.integer(2000) - 1000);
      const moved = changed(mesh, (value, k) => value + shift[k % 3]);
      const { center, radius } = randomBall(random);
      const exact = center.map((value) => Math.round(value * 64) / 64);
      const [here, there] = [makeBody(BACKENDS.wasm, mesh), makeBody(BACKENDS.wasm, moved)];
      findBallHits(here, exact, radius, found);
      const answer = sortedTriangles(found);
      findBallHits(
        there,
        exact.map((value, axis) => value + shift[axis]),
        radius,
        found,
      );
      expect(sortedTriangles(found), `frame ${frame}`).toEqual(answer);
      here.dispose();
      there.dispose();
    }
  });
});

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

describe('a full buffer', () => {
  it('loses nothing in silence, and nothing is written behind it', () => {
    const body = makeBody(BACKENDS.wasm, sheet(8, 8));
    const total = findBallHits(body, [4, 4, 0], 2, expected);
    for (const capacity of [0, 1, 5, total - 1, total]) {
      const memory = new Uint32Array(capacity + 4).fill(0xabcdef);
      const hits = { triangles: memory.subarray(0, capacity), parameters: new Float64Array(0), count: 99, dropped: 99 };
      expect(findBallHits(body, [4, 4, 0], 2, hits)).toBe(total);
      expect([hits.count, hits.dropped]).toEqual([capacity, total - capacity]);
      expect(hits.triangles).toEqual(expected.triangles.subarray(0, capacity));
      expect([...memory.subarray(capacity)]).toEqual([0xabcdef, 0xabcdef, 0xabcdef, 0xabcdef]);
      bruteBallHits(body.positions, body.mesh.triangles, [4, 4, 0], 2, hits);
      expect([hits.count, hits.dropped]).toEqual([capacity, total - capacity]);
    }
    body.dispose();
  });

  it('is refused for a capacity that is none', () => {
    for (const capacity of [-1, 1.5, NaN, Infinity]) {
      expectRefused(() => createHits(capacity), 'bad-count', 'createHits', String(capacity));
    }
    expectRefused(() => createHits('7' as unknown as number), 'bad-type');
  });
});

describe('a shape that is none', () => {
  const body = makeBody(BACKENDS.wasm, sheet(2, 2));

  it.each([
    [[NaN, 0, 0], 1, 'bad-number', 'center[0]'],
    [[0, 0, -Infinity], 1, 'bad-number', 'center[2]'],
    [[0, 0], 1, 'bad-count', 'center'],
    [[0, 0, 0, 0], 1, 'bad-count', 'center'],
    [undefined, 1, 'bad-count', 'center'],
    [['0', 0, 0], 1, 'bad-number', 'center[0]'],
    [[0, 0, 0], -1, 'bad-number', '-1'],
    [[0, 0, 0], NaN, 'bad-number', 'NaN'],
    [[0, 0, 0], Infinity, 'bad-number', 'Infinity'],
    [[0, 0, 0], undefined, 'bad-number', 'undefined'],
  ] as const)('is refused: ball %j, %d', (center, radius, code, part) => {
    expectRefused(
      () => findBallHits(body, center as unknown as number[], radius as number, found),
      code,
      'beginBall',
      part,
    );
  });

  it.each([
    [[1, 0, 0], [0, 1, 1], 'bad-number', 'lowest[0]'],
    [[0, 0, 2], [1, 1, 1], 'bad-number', 'lowest[2]'],
    [[0, NaN, 0], [1, 1, 1], 'bad-number', 'lowest[1]'],
    [[0, 0, 0], [1, 1, Infinity], 'bad-number', 'highest[2]'],
    [[0, 0, 0], [1, 1], 'bad-count', 'highest'],
    [null, [1, 1, 1], 'bad-count', 'lowest'],
  ] as const)('is refused: box %j, %j', (lowest, highest, code, part) => {
    expectRefused(() => findBoxHits(body, lowest as unknown as number[], highest, found), code, 'beginBox', part);
  });

  it('does not disturb a search that is under way', () => {
    const search = createSearch();
    const hits = createHits(100);
    beginBall(search, body, [1, 1, 0], 1, hits);
    expectRefused(() => findBallHits(body, [1, 1, 0], -1, found), 'bad-number');
    expectRefused(() => findBoxHits(body, [9, 9, 9], [10, 10, 8], found), 'bad-number');
    step(search);
    bruteBallHits(body.positions, body.mesh.triangles, [1, 1, 0], 1, expected);
    expect(sortedTriangles(hits)).toEqual(sortedTriangles(expected));
  });
});
