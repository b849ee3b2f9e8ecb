import { createRandom } from 'pliant/exact';
import {
  type KineticTree,
  advance,
  boxAt,
  createKineticPoints,
  createKineticTree,
  findLeavesInBox,
  insertItem,
  insertVertex,
  planFlights,
  planKeyframes,
  readLeafItems,
  rebuildAt,
  removeItem,
  removeVertex,
  setFlight,
  writePositions,
} from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { createTablecloth, tableclothFrames } from '../../scenes/tablecloth.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';

function eventsOf({ counts }: KineticTree): number {
  return counts.leafEvents + counts.treeEvents + counts.renewals;
}

const cloth = createTablecloth({ squares: 12, keys: 13 });
const clothPlan = planKeyframes(cloth);

function clothTree(leafSize = 1, arity: 2 | 4 = 2): KineticTree {
  return createKineticTree(clothPlan, cloth.mesh.triangles, { leafSize, arity });
}

describe('events', () => {
  it('are none when everything is moved along, at any velocity', () => {
    const { positions, triangles } = sheet(6, 6);
    const velocities = positions.map((_, i) => [0.7, -3.1, 0.001][i % 3]);
    const flying = createKineticTree(planFlights({ positions, velocities }), triangles);
    const accelerations = positions.map((_, i) => [0, -9.75, 2.5][i % 3]);
    const falling = createKineticTree(planFlights({ positions, velocities, accelerations }), triangles);
    // Whole steps keep the sheet's places exactly.
    const frames = [0, 5, -3, 100, 100].map((shift) => positions.map((value) => value + shift));
    const carried = createKineticTree(planKeyframes({ times: [0, 1, 2, 30, 31], frames }), triangles);
    for (const tree of [flying, falling, carried]) {
      for (let time = 0; time <= 31; time += 0.25) advance(tree, time);
      expect([eventsOf(tree), tree.queue.count, tree.counts.numbersWritten]).toEqual([0, 0, 0]);
    }
    advance(falling, 1e9);
    expect(eventsOf(falling)).toBe(0);
  });

  it('are the same however often one looks', () => {
    const states = [1, 10, 100].map((framesPerKey) => {
      const tree = clothTree();
      for (const time of tableclothFrames(cloth, framesPerKey)) advance(tree, time);
      return { counts: tree.counts, extremes: tree.extremes };
    });
    expect(states[0].counts.leafEvents).toBeGreaterThan(500);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('are counted by kind, and a vertex that overtakes another is one', () => {
    // On x, vertex 2 passes vertex 1 at time 1, in the first leaf; vertex 3 passes both at time 3.
    const tree = createKineticTree(
      planFlights({
        positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, -6, 5, 0, -7, 5, 0, -8, 5, 0],
        velocities: [0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0],
      }),
      [0, 1, 2, 3, 4, 5],
    );
    advance(tree, 0.99);
    expect(eventsOf(tree)).toBe(0);
    advance(tree, 1.01);
    expect(tree.counts).toMatchObject({ leafEvents: 1, treeEvents: 0, numbersWritten: 2 });
    advance(tree, 2.99);
    // Vertex 0 has been left behind by vertex 2 on the low side of nothing: only the high side of x has changed.
    expect(tree.counts).toMatchObject({ leafEvents: 1, treeEvents: 0 });
    setFlight(tree, 4, { velocity: [0, 0, 0] });
    advance(tree, 3.01);
    expect(tree.counts).toMatchObject({ leafEvents: 1, treeEvents: 1, flightplanEvents: 1, renewals: 0 });
  });

  it('are fewer with patches as leaves', () => {
    const [single, patches] = [clothTree(), clothTree(32)];
    for (const tree of [single, patches]) advance(tree, clothPlan.end);
    expect(eventsOf(patches) * 5).toBeLessThan(eventsOf(single));
  });

  it('come to an end when all vertices meet in one point at one time, again and again', () => {
    const random = createRandom(5);
    const there = Float32Array.from({ length: 90 }, () => random.integer(9) - 4);
    const back = there.map((value) => -value);
    const gathered = new Float32Array(90);
    const frames = [there, gathered, back, gathered, there, there, gathered, gathered, back];
    const plan = planKeyframes({ times: frames.map((_, key) => key), frames });
    for (const leafSize of [1, 30]) {
      const tree = createKineticPoints(plan, { leafSize, arity: 4 });
      for (let time = 0; time <= 8; time += 0.5) advance(tree, time);
      expect(eventsOf(tree)).toBeGreaterThan(0);
      expect(eventsOf(tree)).toBeLessThan(30 * 6 * 2 * 8);
    }
  });

  it('come to an end when vertices start from one point at rest, late in time', () => {
    const positions = [0, 0, 0, 0, 0, 0];
    const plan = planFlights({ positions, velocities: positions, accelerations: [1, 0, 0, 2, 0, 0], time: 1e6 });
    const tree = createKineticPoints(plan, { leafSize: 2 });
    advance(tree, 1e6 + 1);
    expect(tree.counts.leafEvents).toBe(1);
    expect(tree.counts.renewals).toBeLessThan(5);
  });
});

describe('leaves in a box', () => {
  it('are those that brute force finds, at any time', () => {
    const random = createRandom(6);
    for (const arity of [2, 4] as const) {
      const tree = clothTree(3, arity);
      const leaves = new Uint32Array(tree.nodeCount);
      const [items, box] = [new Uint32Array(3), new Float32Array(6)];
      for (let step = 0; step < 20; step++) {
        advance(tree, tree.paths.time + random.range(0, 0.03));
        const positions = new Float32Array(tree.paths.vertexCount * 3);
        writePositions(tree, positions);
        const low = [0, 0, 0].map(() => random.range(-1, 1));
        const query = [...low, ...low.map((value) => value + random.range(0, 0.8))];
        const count = findLeavesInBox(tree, query, leaves);
        const found = new Set<number>();
        for (const leaf of leaves.subarray(0, count)) {
          for (const item of items.subarray(0, readLeafItems(tree, leaf, items))) found.add(item);
        }
        const met = Array.from({ length: tree.itemCount }, (_, item) => item).filter((item) =>
          [0, 1, 2].every((axis) => {
            const at = [0, 1, 2].map((corner) => positions[tree.itemVertices[item * 3 + corner] * 3 + axis]);
            return Math.min(...at) <= query[axis + 3] && Math.max(...at) >= query[axis];
          }),
        );
        for (const item of met) expect(found).toContain(item);
        for (const leaf of leaves.subarray(0, count)) {
          boxAt(tree, leaf, box);
          expect([0, 1, 2].every((axis) => box[axis] <= query[axis + 3] && box[axis + 3] >= query[axis])).toBe(true);
        }
        expect(findLeavesInBox(tree, query, leaves.subarray(0, 1))).toBe(count);
      }
    }
  });

  it('are all when the box is not a number, none when the tree is empty', () => {
    const tree = createKineticTree(planFlights({ positions: [0, 0, 0], velocities: [1, 0, 0] }), [0, 0, 0]);
    expect(findLeavesInBox(tree, Array<number>(6).fill(NaN), new Uint32Array(1))).toBe(1);
    removeItem(tree, 0);
    expect(findLeavesInBox(tree, [-9, -9, -9, 9, 9, 9], new Uint32Array(1))).toBe(0);
    advance(tree, 1);
    expect(insertItem(tree, [0, 0, 0])).toBe(1);
    expect(findLeavesInBox(tree, [1, 0, 0, 1, 0, 0], new Uint32Array(1))).toBe(1);
    expectRefused(() => findLeavesInBox(tree, [0, 0, 0], new Uint32Array(1)), 'bad-count', '3 numbers');
  });
});

describe('a kinetic tree', () => {
  it('goes back by being built anew, as if it had begun there', () => {
    const [tree, other] = [clothTree(), clothTree()];
    advance(tree, 0.4);
    rebuildAt(tree, 0.1);
    rebuildAt(other, 0.1);
    advance(tree, 0.3);
    advance(other, 0.3);
    expect(tree.extremes).toEqual(other.extremes);
  });

  it('does not go back to before a flight that it was given', () => {
    const tree = clothTree();
    advance(tree, 0.25);
    setFlight(tree, 4, { velocity: [1, 0, 0] });
    advance(tree, 0.4);
    expectRefused(() => rebuildAt(tree, 0.2), 'bad-number', 'vertex 4', '0.25');
    rebuildAt(tree, 0.25);
    expect(tree.paths.time).toBe(0.25);
  });

  it('is built anew when insertions have made it deep', () => {
    const tree = createKineticPoints(planFlights({ positions: [0, 0, 0], velocities: [0, 0, 0] }), {
      split: 'mean',
    });
    for (let i = 1; i < 400; i++) insertItem(tree, [insertVertex(tree, { position: [i * i, 0, 0] })]);
    expect(tree.depth).toBeLessThan(50);
    expect(findLeavesInBox(tree, [0, 0, 0, 1e6, 0, 0], new Uint32Array(0))).toBe(400);
  });

  it('forgets how fast a vertex was when it is built anew', () => {
    const tree = createKineticPoints(planFlights({ positions: [0, 0, 0, 1, 1, 1], velocities: [0, 0, 0, 0, 0, 0] }));
    setFlight(tree, 0, { velocity: [1e20, 0, 0] });
    setFlight(tree, 0, { velocity: [1, 0, 0] });
    const speed = () => tree.paths.speed;
    expect(speed()).toBe(1e20);
    rebuildAt(tree, 0);
    expect(speed()).toBe(1);
  });

  it('refuses items and vertices that are none, or are still in use', () => {
    const plan = planFlights({
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
      velocities: Array.from({ length: 9 }, () => 0),
    });
    expectRefused(() => createKineticTree(plan, [0, 1]), 'bad-count', '2 indices');
    expectRefused(() => createKineticTree(plan, []), 'bad-count');
    expectRefused(() => createKineticTree(plan, [0, 1, 3]), 'bad-index', 'triangle 0 uses vertex 3');
    expectRefused(() => createKineticTree(plan, [0, 1, 2], { leafSize: 0 }), 'bad-count', 'leafSize');
    expectRefused(() => createKineticTree(plan, [0, 1, 2], { arity: 3 as 4 }), 'bad-type', 'arity');
    const tree = createKineticTree(plan, [0, 1, 2]);
    expectRefused(() => removeVertex(tree, 1), 'mismatch', 'vertex 1 is still in use by item 0');
    expectRefused(() => insertItem(tree, [0, 1]), 'bad-count', '2 vertices');
    expectRefused(() => insertItem(tree, [0, 1, 7]), 'bad-count', 'vertex is 7');
    expectRefused(() => setFlight(tree, 0, { velocity: [0, NaN, 0] }), 'bad-number', 'setFlight: velocity[1] is NaN');
    expectRefused(() => setFlight(tree, 0, { velocity: [0, 0] }), 'bad-count', 'velocity has 2');
    expectRefused(() => setFlight(tree, 3, {}), 'bad-count', 'vertex is 3');
    removeItem(tree, 0);
    expectRefused(() => removeItem(tree, 0), 'bad-index', 'item 0 has been removed');
    removeVertex(tree, 1);
    expectRefused(() => insertItem(tree, [0, 1, 2]), 'bad-index', 'vertex 1 has been removed');
    expectRefused(() => setFlight(tree, 1, {}), 'bad-index', 'vertex 1 has been removed');
    expectRefused(
      () => insertVertex(tree, { position: [0, 0, 0], acceleration: [NaN, 0, 0] }),
      'bad-number',
      'acceleration[0]',
    );
  });
});
