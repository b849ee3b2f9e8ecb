import { createRandom } from 'pliant/exact';
import {
  type Flightplan,
  type KineticOptions,
  type KineticTree,
  advance,
  createKineticPoints,
  createKineticTree,
  insertItem,
  insertVertex,
  planKeyframes,
  rebuildAt,
  removeItem,
  setFlight,
  writeLeafPositions,
  writePositions,
} from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { type MovingScene } from './moving-scene.js';
import { expectValid } from './check-scene.js';

/** Large enough for WebAssembly. */
const VERTICES = 4200;

/** Points that go anywhere; of whole numbers nearly everything ties. */
function anyPlan(seed: number, isWhole: boolean): Flightplan {
  const random = createRandom(seed);
  const frames = Array.from({ length: 4 }, () =>
    Float32Array.from({ length: VERTICES * 3 }, () => (isWhole ? random.integer(9) - 4 : random.range(-2, 2))),
  );
  return planKeyframes({ times: [-1, 0, 0.5, 4], frames });
}

/** The same plan twice: by WebAssembly, and by TypeScript. */
function pairOf(plan: Flightplan, options: KineticOptions): readonly [KineticTree, KineticTree] {
  const [wasm, twin] = [createKineticPoints(plan, options), createKineticPoints(plan, options)];
  twin.agenda.backend = 'typescript';
  for (const tree of [wasm, twin]) rebuildAt(tree, plan.start);
  expect([wasm.agenda.kernel === undefined, twin.agenda.kernel]).toEqual([false, undefined]);
  return [wasm, twin];
}

/** A sheet of squares, each of two triangles, that is bent otherwise at each key; twice as before. */
function pairOfTriangles(
  seed: number,
  leafSize: number,
  size: number,
  keepKeys: boolean,
): readonly [KineticTree, KineticTree] {
  const random = createRandom(seed);
  const side = 65;
  const frames = Array.from({ length: 4 }, () => {
    const [bend, tilt, turn] = [random.range(-1, 1), random.range(-0.5, 0.5), random.range(-0.5, 0.5)];
    return Float32Array.from({ length: side * side * 3 }, (_, i) => {
      const [x, y] = [(Math.floor(i / 3) % side) / side - 0.5, Math.floor(i / 3 / side) / side - 0.5];
      const place = [x - turn * y, y + turn * x, bend * x * x + tilt * x * y][i % 3];
      return size * (place + 0.002 * random.range(-1, 1));
    });
  });
  const triangles: number[] = [];
  for (let y = 0; y + 1 < side; y++) {
    for (let x = 0; x + 1 < side; x++) {
      const first = y * side + x;
      triangles.push(first, first + 1, first + side, first + 1, first + side + 1, first + side);
    }
  }
  const plan = planKeyframes({ times: [-1, 0, 0.5, 4], frames });
  const options: KineticOptions = { arity: seed % 2 === 0 ? 2 : 4, leafSize, keepKeys };
  const [wasm, twin] = [createKineticTree(plan, triangles, options), createKineticTree(plan, triangles, options)];
  twin.agenda.backend = 'typescript';
  for (const tree of [wasm, twin]) rebuildAt(tree, plan.start);
  expect([wasm.agenda.kernel === undefined, twin.agenda.kernel]).toEqual([false, undefined]);
  return [wasm, twin];
}

function expectLeavesPosed(tree: KineticTree, message: string): void {
  const { itemCounts, paths, nodeCount } = tree;
  const all = new Float32Array(paths.vertexCount * 3);
  writePositions(tree, all);
  const found = new Float32Array(all.length).fill(NaN);
  for (let node = 0; node < nodeCount; node++) if (itemCounts[node] > 0) writeLeafPositions(tree, node, found);
  const missing = found.findIndex((value, i) => value !== all[i]);
  expect(missing, message).toBe(-1);
  expect(() => writeLeafPositions(tree, 0, all.subarray(1))).toThrow('writeLeafPositions');
  expect(() => writeLeafPositions(tree, nodeCount, all)).toThrow('writeLeafPositions');
}

/** Everything that an agenda and its tree have, in few words; what nodes have that are not in it, or at the last key, means nothing. */
function wordsOf({ agenda, counts, extremes, isListed, nodeCount, paths, replaced }: KineticTree): object {
  const { certificates, count, done, ends, firsts, order, overtakes, places, times, vertices } = agenda;
  const isOver = paths.key + 1 === paths.plan.frames.length;
  const listed = (words: Uint32Array | Float32Array): Float64Array =>
    Float64Array.from({ length: nodeCount * 6 }, (_, i) =>
      isListed[Math.floor(i / 6)] === 1 && !isOver ? words[i] : 0,
    );
  return {
    entries: [certificates, order, overtakes, times, vertices].map((words) => hashOf(words.subarray(0, count))),
    nodes: [ends, firsts, places].map((words) => hashOf(listed(words))),
    extremes: hashOf(extremes.subarray(0, nodeCount * 6)),
    rest: [count, done, { ...counts }, replaced.count],
  };
}

function hashOf(words: Uint32Array | Float64Array): number {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(words.slice().buffer)) hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
  return hash;
}

describe('the agenda of a large tree', () => {
  it('has the same words in WebAssembly and in TypeScript', () => {
    for (const plan of [anyPlan(1, true), anyPlan(2, false)]) {
      for (const arity of [2, 4] as const) {
        const [wasm, twin] = pairOf(plan, { arity, leafSize: arity === 2 ? 9 : 1000 });
        for (let step = 0; step <= 6; step++) {
          for (const tree of [wasm, twin])
            advance(tree, Math.min(plan.end, plan.start + ((plan.end - plan.start) * step) / 6));
          expect(wordsOf(wasm)).toEqual(wordsOf(twin));
        }
        expect(wasm.counts.leafEvents).toBeGreaterThan(100);
      }
    }
  });

  it('has them with keys that are kept or not, triangles that share vertices, leaves of any size, and coordinates of any size', () => {
    for (const [seed, leafSize, size, keepKeys] of [
      [11, 1, 1, true],
      [12, 2, 1e-3, false],
      [13, 60, 1e30, true],
      [14, 255, 2e-40, true],
      // Beyond 2^126 single floats cannot tell who matters.
      [15, 1023, 3e38, true],
      [16, 1023, 1e37, false],
    ] as const) {
      const [wasm, twin] = pairOfTriangles(seed, leafSize, size, keepKeys);
      const { plan } = wasm.paths;
      for (let step = 0; step <= 8; step++) {
        for (const tree of [wasm, twin]) advance(tree, plan.start + ((plan.end - plan.start) * step) / 8);
        expect(wordsOf(wasm), `seed ${seed}, step ${step}`).toEqual(wordsOf(twin));
      }
      expect(wasm.counts.numbersWritten, `seed ${seed}`).toBeGreaterThan(100);
    }
  });

  it('is right where surfaces bend slowly: between its entries, boxes are', () => {
    for (const [seed, leafSize] of [
      [21, 1023],
      [22, 100],
      [23, 3],
    ] as const) {
      const [tree] = pairOfTriangles(seed, leafSize, 1, true);
      const { plan } = tree.paths;
      const items = new Map(
        Array.from(
          { length: tree.itemCount },
          (_, i) => [i, [...tree.itemVertices.subarray(i * 3, i * 3 + 3)]] as const,
        ),
      );
      const scene: MovingScene = {
        plan,
        tree,
        items,
        flights: new Map(),
        removedVertices: new Set(),
        vertexCount: plan.vertexCount,
      };
      for (const share of [0.13, 0.5, 0.77]) {
        advance(tree, plan.start + share * (plan.end - plan.start));
        expectValid(scene, `seed ${seed}, after ${share} of the way`);
      }
    }
  });

  it('poses single leaves as all vertices are, whether keys are kept, take turns, or flights were set', () => {
    for (const [seed, keepKeys] of [
      [31, true],
      [32, false],
    ] as const) {
      for (const tree of pairOfTriangles(seed, 500, 1, keepKeys)) {
        for (const time of [-1, -0.3, 0, 0.2, 3.9, 4]) {
          advance(tree, time);
          if (time === 0.2) setFlight(tree, 7, { velocity: [0.1, 0, 0] });
          if (time === 3.9) removeItem(tree, 3);
          expectLeavesPosed(tree, `seed ${seed}, time ${time}`);
        }
      }
    }
  });

  it('takes all keys at once where they are kept, each of different ones once', () => {
    const plan = anyPlan(6, false);
    const twice = planKeyframes({
      times: [0, 1, 2, 3],
      frames: [plan.frames[0], plan.frames[1], plan.frames[0], plan.frames[1]],
    });
    const kept = createKineticPoints(twice, { leafSize: 255, keepKeys: true }).agenda.kernel!;
    expect(kept.held).toEqual([plan.frames[0], plan.frames[1]]);
    const three = createKineticPoints(plan, { leafSize: 255, keepKeys: true }).agenda.kernel!;
    expect(three.held).toEqual([...plan.frames]);
    const turns = createKineticPoints(plan, { leafSize: 255 }).agenda.kernel!;
    expect(turns.held).toEqual([plan.frames[0], plan.frames[1]]);
  });

  it('has them when parts of the tree have left it, and when items come and go', () => {
    const plan = anyPlan(3, false);
    const trees = pairOf(plan, { arity: 4, leafSize: 20 });
    const random = createRandom(4);
    for (let step = 1; step <= 20; step++) {
      const [vertex, item] = [random.integer(VERTICES), step * 7];
      const velocity = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
      for (const tree of trees) {
        advance(tree, plan.start + ((plan.end - plan.start) * step) / 20);
        setFlight(tree, vertex, { velocity });
        removeItem(tree, item);
        insertItem(tree, [insertVertex(tree, { position: velocity, velocity })]);
      }
      expect(wordsOf(trees[0])).toEqual(wordsOf(trees[1]));
    }
  });

  it('is right where it is all that happens: between its entries, boxes are', () => {
    const plan = anyPlan(5, true);
    const tree = createKineticPoints(plan, { arity: 4, leafSize: 255 });
    const items = new Map(Array.from({ length: VERTICES }, (_, i) => [i, [i]] as const));
    const scene: MovingScene = {
      plan,
      tree,
      items,
      flights: new Map(),
      removedVertices: new Set(),
      vertexCount: VERTICES,
    };
    for (const time of [3.75]) {
      advance(tree, time);
      expectValid(scene, `time ${time}`);
    }
    expect(tree.queue.count).toBe(0);
  });
});
