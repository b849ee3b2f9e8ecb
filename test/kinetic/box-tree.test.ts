import { createRandom } from 'pliant/exact';
import {
  type KineticBoxTree,
  advance,
  boxAt,
  createKineticBoxPoints,
  createKineticBoxTree,
  createKineticTree,
  findLeavesInBox,
  insertItem,
  insertVertex,
  planFlights,
  planKeyframes,
  readLeafItems,
  rebuildAt,
  removeItem,
  setFlight,
  writePositions,
} from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { planFlyingPoints } from '../../scenes/flying-points.js';
import { createTablecloth, tableclothFrames } from '../../scenes/tablecloth.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';

const NONE = 0xffffffff;
const cloth = createTablecloth({ squares: 12, keys: 13 });
const clothPlan = planKeyframes(cloth);

function clothTree(leafSize = 1, spoiledBy = 0.1): KineticBoxTree {
  return createKineticBoxTree(clothPlan, cloth.mesh.triangles, { leafSize, spoiledBy });
}

/** Nodes that a query looks at: those whose parent meets the box, and the root. */
function nodesVisited(tree: KineticBoxTree, query: readonly number[]): number {
  const box = new Float32Array(6);
  const waiting = [tree.root];
  for (let visited = 0; ; visited++) {
    const node = waiting.pop();
    if (node === undefined) return visited;
    boxAt(tree, node, box);
    const meets = [0, 1, 2].every((axis) => box[axis] <= query[axis + 3] && box[axis + 3] >= query[axis]);
    if (meets && tree.itemCounts[node] === 0) waiting.push(...tree.children.subarray(node * 2, node * 2 + 2));
  }
}

describe('events of a BoxTree', () => {
  it('are none when everything is moved along, at any velocity', () => {
    const { positions, triangles } = sheet(9, 9);
    const velocities = positions.map((_, i) => [0.7, -3.1, 0.001][i % 3]);
    const accelerations = positions.map((_, i) => [0, -9.75, 2.5][i % 3]);
    // Whole steps keep the sheet's places exactly.
    const frames = [0, 5, -3, 100, 100].map((shift) => positions.map((value) => value + shift));
    for (const plan of [
      planFlights({ positions, velocities }),
      planFlights({ positions, velocities, accelerations }),
      planKeyframes({ times: [0, 1, 2, 30, 31], frames }),
    ]) {
      const tree = createKineticBoxTree(plan, triangles);
      const { certificatesComputed, timesComputed } = tree.counts;
      for (let time = 0; time <= 31; time += 0.25) advance(tree, time);
      expect(tree.queue.count).toBe(0);
      expect(tree.counts).toEqual({
        leafEvents: 0,
        treeEvents: 0,
        flightplanEvents: 0,
        renewals: 0,
        numbersWritten: 0,
        rebuilds: 0,
        rebuiltNodes: 0,
        certificatesComputed,
        timesComputed,
      });
    }
  });

  it('are the same however often one looks, and so is what is built anew', () => {
    const states = [1, 10, 100].map((framesPerKey) => {
      const tree = clothTree();
      for (const time of tableclothFrames(cloth, framesPerKey)) advance(tree, time);
      return { counts: tree.counts, extremes: tree.extremes };
    });
    expect(states[0].counts.treeEvents).toBeGreaterThan(500);
    expect(states[0].counts.rebuilds).toBeGreaterThan(3);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('are fewer than those of a tree of boxes, with fewer certificates, and fewer still with patches', () => {
    const boxes = createKineticTree(clothPlan, cloth.mesh.triangles);
    const [planes, patches] = [clothTree(1, Infinity), clothTree(32, Infinity)];
    // Six for each of 2n - 1 nodes; two for each of n - 1, and six for the root.
    const n = cloth.mesh.triangleCount;
    expect(6 * boxes.nodeCount).toBe(6 * (2 * n - 1));
    expect(planes.counts.certificatesComputed).toBe(2 * (n - 1) + 6);
    for (const tree of [boxes, planes, patches]) advance(tree, clothPlan.end);
    expect(planes.counts.treeEvents * 2).toBeLessThan(boxes.counts.leafEvents + boxes.counts.treeEvents);
    expect(planes.counts.numbersWritten * 4).toBeLessThan(boxes.counts.numbersWritten);
    expect(patches.counts.treeEvents * 5).toBeLessThan(planes.counts.treeEvents);
  });

  it('are counted, and a vertex that overtakes the one that holds a plane is one', () => {
    // Two triangles, told apart on x. On x, vertex 2 passes vertex 1 at time 1, which holds the plane of the left one; at time 5 it has come to where the right one begins.
    const tree = createKineticBoxTree(
      planFlights({
        positions: [100, 0, 0, 101, 0, 0, 100, 1, 0, 105, 0, 0, 106, 0, 0, 106, 1, 0],
        velocities: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      }),
      [0, 1, 2, 3, 4, 5],
    );
    const planes = (): number[] => [...tree.extremes.subarray(6, 8)];
    const allExtremes = tree.extremes.slice(0, 6);
    expect(planes()).toEqual([1, 3]);
    advance(tree, 0.99);
    expect(tree.counts.treeEvents).toBe(0);
    advance(tree, 1.01);
    expect(tree.counts).toMatchObject({ treeEvents: 1, numbersWritten: 1, renewals: 0 });
    expect(planes()).toEqual([2, 3]);
    // The root has it as the highest on x when it has passed the right triangle too, at time 6.
    advance(tree, 5.99);
    expect(tree.extremes.subarray(0, 6)).toEqual(allExtremes);
    advance(tree, 6.01);
    expect(tree.counts).toMatchObject({ treeEvents: 2, numbersWritten: 2, renewals: 0 });
    expect(tree.extremes[3]).toBe(2);
  });

  it('come to an end when all vertices meet in one point at one time, again and again', () => {
    const random = createRandom(5);
    const there = Float32Array.from({ length: 300 }, () => random.integer(9) - 4);
    const back = there.map((value) => -value);
    const gathered = new Float32Array(300);
    const frames = [there, gathered, back, gathered, there, there, gathered, gathered, back];
    const plan = planKeyframes({ times: frames.map((_, key) => key), frames });
    for (const leafSize of [1, 30]) {
      const tree = createKineticBoxPoints(plan, { leafSize, spoiledBy: 0.01 });
      for (let time = 0; time <= 8; time += 0.5) advance(tree, time);
      expect(tree.counts.treeEvents).toBeGreaterThan(0);
      expect(tree.counts.treeEvents + tree.counts.renewals).toBeLessThan(100 * 6 * 8);
      expect(tree.counts.rebuilds).toBeLessThan(100);
    }
    // Built when all are in one place, nodes have no length, and may overlap by nothing.
    const tree = createKineticBoxPoints(plan, { spoiledBy: 0.01, time: 1 });
    advance(tree, 8);
    expect(tree.counts.rebuilds).toBeGreaterThan(0);
    expect(tree.counts.rebuilds).toBeLessThan(100);
  });
});

describe('boxes of a BoxTree', () => {
  it('are those of a vertex on both sides, when triangles on both sides have it', () => {
    const { positions, triangles } = sheet(1, 1);
    const tree = createKineticBoxTree(planFlights({ positions, velocities: positions.map(() => 0) }), triangles);
    const shared = [0, 1, 2, 3].filter((vertex) => triangles.filter((at) => at === vertex).length === 2);
    expect(shared.length).toBe(2);
    setFlight(tree, shared[0], { velocity: [100, 100, 100] });
    advance(tree, 1);
    const [box, at] = [new Float32Array(6), new Float32Array(positions.length)];
    writePositions(tree, at);
    for (const leaf of tree.children.subarray(tree.root * 2, tree.root * 2 + 2)) {
      boxAt(tree, leaf, box);
      expect([...box.subarray(3)]).toEqual([...at.subarray(shared[0] * 3, shared[0] * 3 + 3)]);
    }
  });

  it('meet a box where brute force says so, at any time', () => {
    const random = createRandom(6);
    for (const leafSize of [1, 3]) {
      const tree = clothTree(leafSize);
      const leaves = new Uint32Array(tree.nodeCount);
      const items = new Uint32Array(3);
      for (let step = 0; step < 20; step++) {
        advance(tree, tree.paths.time + random.range(0, 0.03));
        const positions = new Float32Array(tree.paths.vertexCount * 3);
        writePositions(tree, positions);
        const low = [0, 0, 0].map(() => random.range(-1, 1));
        const query = [...low, ...low.map((value) => value + random.range(0, 0.8))];
        const reaches = (vertices: readonly number[]): boolean =>
          [0, 1, 2].every((axis) => {
            const at = vertices.map((vertex) => positions[vertex * 3 + axis]);
            return Math.min(...at) <= query[axis + 3] && Math.max(...at) >= query[axis];
          });
        const cornersOf = (item: number): number[] => [...tree.itemVertices.subarray(item * 3, item * 3 + 3)];
        const all = Array.from({ length: tree.nodeCount }, (_, node) => node).filter((node) => {
          const count = readLeafItems(tree, node, items);
          return count > 0 && reaches([...items.subarray(0, count)].flatMap(cornersOf));
        });
        const count = findLeavesInBox(tree, query, leaves);
        expect([...leaves.subarray(0, count)].sort((a, b) => a - b)).toEqual(all);
        expect(findLeavesInBox(tree, query, leaves.subarray(0, 1))).toBe(count);
      }
    }
  });

  it('are all met when the box is not a number, none when the tree is empty', () => {
    const tree = createKineticBoxTree(planFlights({ positions: [0, 0, 0], velocities: [1, 0, 0] }), [0, 0, 0]);
    expect(findLeavesInBox(tree, Array<number>(6).fill(NaN), new Uint32Array(1))).toBe(1);
    removeItem(tree, 0);
    expect(findLeavesInBox(tree, [-9, -9, -9, 9, 9, 9], new Uint32Array(1))).toBe(0);
    advance(tree, 1);
    expect(insertItem(tree, [0, 0, 0])).toBe(1);
    expect(findLeavesInBox(tree, [1, 0, 0, 1, 0, 0], new Uint32Array(1))).toBe(1);
    expectRefused(() => findLeavesInBox(tree, [0, 0, 0], new Uint32Array(1)), 'bad-count', '3 numbers');
  });
});

describe('a BoxTree', () => {
  it('goes back by being built anew, as if it had begun there', () => {
    const [tree, other] = [clothTree(), clothTree()];
    advance(tree, 0.4);
    rebuildAt(tree, 0.1);
    rebuildAt(other, 0.1);
    advance(tree, 0.3);
    advance(other, 0.3);
    const used = (words: Uint32Array): Uint32Array => words.subarray(0, 6 + tree.nodeCount * 3);
    expect(used(tree.extremes)).toEqual(used(other.extremes));
    setFlight(tree, 4, { velocity: [1, 0, 0] });
    expectRefused(() => rebuildAt(tree, 0.2), 'bad-number', 'vertex 4', '0.3');
  });

  it('is built anew when insertions have made it deep', () => {
    const plan = planFlights({ positions: [0, 0, 0], velocities: [0, 0, 0] });
    const tree = createKineticBoxPoints(plan, { split: 'mean' });
    for (let i = 1; i < 400; i++) insertItem(tree, [insertVertex(tree, { position: [i * i, 0, 0] })]);
    expect(tree.depth).toBeLessThan(50);
    expect(tree.counts.rebuilds).toBe(0);
    expect(findLeavesInBox(tree, [0, 0, 0, 1e6, 0, 0], new Uint32Array(0))).toBe(400);
  });

  it('refuses what it cannot be', () => {
    const plan = planFlights({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], velocities: [0, 0, 0, 0, 0, 0, 0, 0, 0] });
    expectRefused(() => createKineticBoxTree(plan, [0, 1]), 'bad-count', 'createKineticBoxTree', '2 indices');
    expectRefused(() => createKineticBoxTree(plan, [0, 1, 3]), 'bad-index', 'triangle 0 uses vertex 3');
    expectRefused(() => createKineticBoxPoints(plan, { leafSize: 0 }), 'bad-count', 'createKineticBoxPoints: leafSize');
    expectRefused(
      () => createKineticBoxTree(plan, [0, 1, 2], { spoiledBy: 0 }),
      'bad-number',
      'spoiledBy is 0',
      '0.01',
    );
    expectRefused(() => createKineticBoxTree(plan, [0, 1, 2], { spoiledBy: NaN }), 'bad-number', 'spoiledBy is NaN');
    expectRefused(() => createKineticBoxTree(plan, [0, 1, 2], { time: -1 }), 'bad-number', '-1');
  });
});

describe('what deformation has spoiled', () => {
  const random = createRandom(7);
  const count = 2000;
  const places = Array.from({ length: count * 3 }, () => random.range(0, 1));
  const anyWay = places.map(() => random.range(-1, 1));

  it('is built anew, so that queries look at far fewer nodes when vertices mix', () => {
    const plan = planFlyingPoints(count);
    const [kept, mended] = [Infinity, 1].map((spoiledBy) => createKineticBoxPoints(plan, { spoiledBy }));
    const at = new Float32Array(count * 3);
    const visited = [0, 0];
    for (const time of [1, 2, 3]) {
      [kept, mended].forEach((tree) => advance(tree, time));
      writePositions(kept, at);
      for (let vertex = 0; vertex < count; vertex += 50) {
        const center = [...at.subarray(vertex * 3, vertex * 3 + 3)];
        const query = [...center.map((value) => value - 0.05), ...center.map((value) => value + 0.05)];
        [kept, mended].forEach((tree, i) => (visited[i] += nodesVisited(tree, query)));
        expect(findLeavesInBox(kept, query, new Uint32Array(0))).toBe(
          findLeavesInBox(mended, query, new Uint32Array(0)),
        );
      }
    }
    expect(visited[1] * 10).toBeLessThan(visited[0]);
    expect(kept.counts).toMatchObject({ rebuilds: 0, rebuiltNodes: 0 });
    expect(mended.counts.rebuilds).toBeGreaterThan(5);
    // All in all the tree was built a few times.
    expect(mended.counts.rebuiltNodes).toBeLessThan(10 * mended.nodeCount);
  });

  it('is built anew alone: the rest of the tree stays as it is', () => {
    // One half rests, the other is far away and mixes.
    const positions = places.map((value, i) => (i < count * 1.5 || i % 3 !== 0 ? value : value + 100));
    const velocities = anyWay.map((value, i) => (i < count * 1.5 ? 0 : value));
    const tree = createKineticBoxPoints(planFlights({ positions, velocities }));
    const { nodeCount, root } = tree;
    const leaves = tree.leafOfItem.slice();
    advance(tree, 3);
    expect(tree.counts.rebuilds).toBeGreaterThan(2);
    expect(tree.leafOfItem.subarray(0, count / 2)).toEqual(leaves.subarray(0, count / 2));
    expect(tree.leafOfItem.subarray(count / 2)).not.toEqual(leaves.subarray(count / 2));
    expect(tree.root).toBe(root);
    // Nodes that were given back are used again.
    expect(tree.nodeCount).toBeLessThan(nodeCount + 5);
  });

  it('is built anew when a hand has mixed it, once time goes on', () => {
    const tree = createKineticBoxPoints(planFlights({ positions: places, velocities: places.map(() => 0) }));
    for (let vertex = 0; vertex < count; vertex++) {
      setFlight(tree, vertex, { position: [0, 1, 2].map(() => random.range(0, 3)) });
    }
    expect(tree.counts.rebuilds).toBe(0);
    advance(tree, 0);
    expect(tree.counts.rebuilds).toBeGreaterThan(0);
    expect(tree.root).not.toBe(NONE);
    expect(findLeavesInBox(tree, [-1, -1, -1, 4, 4, 4], new Uint32Array(0))).toBe(count);
  });
});
