/** Searches for the triangles that meet a ball or a box, against brute force. */
import { type Body, createHits, createSearch, findBallHits, findBoxHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, bruteBoxHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { oracleBall } from '../oracle/ball-triangle.js';
import { oracleBox } from '../oracle/box-triangle.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf } from '../support/sample-meshes.js';
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
      expect(statistics).toMatchObject({ nodesVisited: 1, boundTests: 4, triangleTests: 0, defectPairs: 0 });
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
