/** What a kinetic body does over time beside answering: follows without being told, maps anew, gives memory back, refuses. */
import {
  createBody,
  createHits,
  createPairHits,
  type createShape,
  findBallHits,
  findPairHits,
  findSelfHits,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  createFreeRegions,
  createLevelBoxes,
  evaluateLevelBoxes,
  findBakedTriangles,
  findFreeRegions,
  measureTightness,
  readLevelBoxes,
} from 'pliant/inspect';
import {
  type KineticTree,
  advance,
  createKineticBody,
  createKineticPoints,
  createKineticTree,
  insertItem,
  insertVertex,
  planFlights,
  planKeyframes,
  rebuildAt,
  removeItem,
  setFlight,
} from 'pliant/kinetic';
import { bruteBallHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { findLoss, verticesBySlot } from '../bounds/bd-samples.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { sortedTriangles } from '../query/check-hits.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';
import { worldOf } from './moving-bodies.js';

const hits = createHits(10_000);
const { positions, triangles } = sheet(30, 30);

/** A sheet whose vertices move all over the place between two keys. */
function rippling(options = { arity: 4 as const, leafSize: 40 }): KineticTree {
  const random = createRandom(7401);
  const frames = [0, 1, 2].map(() => positions.map((value) => value + random.range(-0.9, 0.9)));
  return createKineticTree(planKeyframes({ times: [0, 1, 2], frames }), triangles, options);
}

describe.each(Object.entries(BACKENDS))('a kinetic body, on %s', (_, kernels) => {
  it('sees by itself that time has gone on, and poses what it is asked about alone', () => {
    const tree = rippling();
    const body = createKineticBody(kernels, tree);
    expect(findBallHits(body, [15, 15, 0], 1, hits)).toBeGreaterThan(5);
    const { stamp } = body;
    findBallHits(body, [15, 15, 0], 1, hits);
    expect(body.stamp).toBe(stamp);
    advance(tree, 0.4);
    expect(body.isRefitted).toBe(false);
    expect(findBallHits(body, [15, 15, 0], 1, hits)).toBeGreaterThan(5);
    expect(body.stamp).toBe(stamp + 1);
    expect(body.pose.time).toBe(0.4);
    expect(body.patchesBaked).toBeGreaterThan(0);
    expect(body.patchesBaked).toBeLessThan(8);
    expect(body.verticesPosed).toBeLessThan(400);
    expect(findBakedTriangles(body, hits)).toBeLessThan(8 * 64);
    body.dispose();
  });

  it('keeps to its strategy', () => {
    const tree = rippling();
    const [lazy, adaptive, refit] = (['lazy', 'adaptive', 'refit'] as const).map((strategy) =>
      createKineticBody(kernels, tree, { strategy, pruning: 'never' }),
    );
    for (const body of [lazy, adaptive, refit]) {
      findBallHits(body, [-50, 0, 0], 1, hits);
      expect(body.isRefitted).toBe(body === refit);
      findSelfHits(body, createPairHits(100_000));
      expect(body.isRefitted).toBe(body !== lazy);
      body.dispose();
    }
  });

  it('finds the same whether it looks after every event or after thousands, which are more than are remembered', () => {
    const [often, seldom] = [rippling({ arity: 4, leafSize: 3 }), rippling({ arity: 4, leafSize: 3 })];
    const [a, b] = [often, seldom].map((tree) => createKineticBody(kernels, tree, { strategy: 'lazy' }));
    for (const body of [a, b]) body.refresh();
    for (let time = 0; time <= 1.5; time += 0.001) {
      advance(often, time);
      a.refresh();
    }
    const before = seldom.replaced.count;
    advance(seldom, often.paths.time);
    expect(seldom.replaced.count - before).toBeGreaterThan(4096);
    for (const [tree, body] of [
      [often, a],
      [seldom, b],
    ] as const) {
      const items = new Map(
        Array.from({ length: tree.itemCount }, (_entry, i) => [i, [...triangles.subarray(i * 3, i * 3 + 3)]]),
      );
      const world = worldOf({ what: '', tree, bodies: [], items, placement: undefined });
      expect(findLoss(body, verticesBySlot(body), world.positions)).toBeUndefined();
    }
    const pairs = createPairHits(100_000);
    expect(findPairHits(a, b, pairs)).toBeGreaterThanOrEqual(triangles.length / 3);
    a.dispose();
    b.dispose();
  });

  it('has the flights of thousands of vertices, set one after the other and all at once', () => {
    const tree = rippling();
    const body = createKineticBody(kernels, tree, { strategy: 'lazy' });
    const random = createRandom(7402);
    const expected = createHits(10_000);
    for (const count of [1, 2, 40, 800, 5000]) {
      for (let i = 0; i < count; i++) {
        const vector = (): number[] => [0, 1, 2].map(() => random.range(-1, 1));
        setFlight(tree, random.integer(961), { velocity: vector(), acceleration: vector() });
      }
      advance(tree, tree.paths.time + 0.1);
      const items = new Map(
        Array.from({ length: tree.itemCount }, (_entry, i) => [i, [...triangles.subarray(i * 3, i * 3 + 3)]]),
      );
      const world = worldOf({ what: '', tree, bodies: [], items, placement: undefined });
      findBallHits(body, [10, 12, 0.2], 2, hits);
      bruteBallHits(world.positions, triangles, [10, 12, 0.2], 2, expected);
      expect(sortedTriangles(hits), `${count} flights`).toEqual(sortedTriangles(expected));
      expect(findLoss(body, verticesBySlot(body), world.positions), `${count} flights`).toBeUndefined();
    }
    body.dispose();
  });

  it('gives all memory back, also that of trees it has mapped before and of flights', () => {
    const tree = rippling();
    const first = createKineticBody(kernels, tree);
    first.dispose();
    const before = kernels.arena.usedBytes;
    const body = createKineticBody(kernels, tree);
    for (let round = 0; round < 4; round++) {
      findSelfHits(body, createPairHits(100_000));
      setFlight(tree, round, { velocity: [1, 0, 0] });
      findBallHits(body, [15, 15, 0], 1, hits);
      insertItem(tree, [round, 50, 700]);
      findBallHits(body, [15, 15, 0], 1, hits);
      rebuildAt(tree, tree.paths.time);
      findBallHits(body, [15, 15, 0], 1, hits);
    }
    expect(kernels.arena.usedBytes).toBeGreaterThan(before);
    body.dispose();
    body.dispose();
    expect(kernels.arena.usedBytes).toBe(before);
    expectRefused(() => body.refresh(), 'disposed', 'Body');
    insertItem(tree, [1, 2, 3]);
    expectRefused(() => body.refresh(), 'disposed', 'Body');
    expectRefused(() => body.reach, 'disposed', 'Body');
  });

  it('shows its boxes and its free regions, anew after triangles came', () => {
    const tree = createKineticTree(planFlights({ positions, velocities: positions.map(() => 0) }), triangles, {
      arity: 4,
      leafSize: 40,
    });
    const body = createKineticBody(kernels, tree);
    const boxes = createLevelBoxes(body.bounds, 2);
    evaluateLevelBoxes(body, boxes);
    expect(boxes.count).toBeGreaterThan(3);
    expect([Math.min(...boxes.corners), Math.max(...boxes.corners)]).toEqual([
      expect.closeTo(0, 4),
      expect.closeTo(30, 4),
    ]);
    const free = createFreeRegions(body);
    expect(findFreeRegions(body, free)).toBeGreaterThan(0);
    const item = insertItem(tree, [0, 10, 500]);
    expect(() => readLevelBoxes(body, boxes)).toThrow(/readLevelBoxes: the boxes are those of another tree/);
    expect(() => findFreeRegions(body, free)).toThrow(/there is room for 1800 triangles, but the body has 1801/);
    expect(findFreeRegions(body, createFreeRegions(body))).toBeGreaterThan(0);
    removeItem(tree, item);
    expect(findFreeRegions(body, createFreeRegions(body))).toBeGreaterThan(0);
    body.dispose();
  });

  it('says when nothing is left, and goes on when something is there again', () => {
    const plan = planFlights({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], velocities: [0, 0, 0, 0, 0, 0, 0, 0, 0] });
    const tree = createKineticTree(plan, [0, 1, 2]);
    const body = createKineticBody(kernels, tree);
    expect(findBallHits(body, [0, 0, 0], 1, hits)).toBe(1);
    removeItem(tree, 0);
    expect(() => findBallHits(body, [0, 0, 0], 1, hits)).toThrow(/Body\.refresh: no triangle is left .* insert one/);
    const vertex = insertVertex(tree, { position: [0, 0, 5] });
    const item = insertItem(tree, [vertex, 1, 2]);
    expect(findBallHits(body, [0, 0, 5], 1, hits)).toBe(1);
    expect(hits.triangles[0]).toBe(item);
    expect(body.mesh.triangles).toEqual(Uint32Array.of(0, 0, 0, vertex, 1, 2));
    body.dispose();
  });

  it('refuses what is none of its business, by name', () => {
    const tree = rippling();
    expect(() => createKineticBody(kernels, createKineticPoints(tree.paths.plan))).toThrow(
      /createKineticBody: the tree is over points.*findLeavesInBox/,
    );
    expectRefused(() => createKineticBody(kernels, {} as KineticTree), 'bad-type', 'createKineticBody');
    expectRefused(() => createKineticBody({} as typeof kernels, tree), 'bad-type', 'createKineticBody');
    expect(() => createKineticBody(kernels, tree, { coherence: 1 } as object)).toThrow(/createKineticBody.*coherence/);
    expect(() => createKineticBody(kernels, tree, { strategy: 'eager' as 'lazy' })).toThrow(/createKineticBody.*eager/);
    const body = createKineticBody(kernels, tree);
    expect(() => body.setWeights([1])).toThrow(/setWeights: 1 numbers given, but the pose has 0/);
    expect(() => measureTightness(body, [{}])).toThrow(/a kinetic tree moves this body/);
    expect(() => createBody(kernels, body as unknown as ReturnType<typeof createShape>)).toThrow(
      /a kinetic tree moves|do not belong/,
    );
    body.dispose();
  });

  it('refuses to be asked where vertices are beyond what a float32 holds, and answers again when they are back', () => {
    const { positions: at, triangles: of } = soup(createRandom(7403), 80, 0.3);
    const tree = createKineticTree(planFlights({ positions: at, velocities: at.map(() => 0) }), of);
    const body = createKineticBody(kernels, tree);
    setFlight(tree, of[0], { velocity: [1e30, 0, 0] });
    advance(tree, 1e9);
    expect(() => findBallHits(body, [0, 0, 0], 1, hits)).toThrow(/Body\.refresh.*beyond what a float32 can hold/);
    setFlight(tree, of[0], { position: [0, 0, 0] });
    expect(findBallHits(body, [0, 0, 0], 0.5, hits)).toBeGreaterThan(0);
    body.dispose();
  });
});
