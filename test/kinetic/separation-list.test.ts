import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type KineticTree,
  type SeparationList,
  advance,
  advanceList,
  clearOverlapStream,
  createKineticBoxTree,
  createKineticPoints,
  createKineticTree,
  createOverlapStream,
  createSeparationList,
  findListHits,
  insertItem,
  insertVertex,
  overlapPad,
  planFlights,
  planKeyframes,
  readApartPairs,
  readOverlaps,
  rebuildAt,
  releaseList,
  removeItem,
  setFlight,
} from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { createTablecloth, tableclothFrames } from '../../scenes/tablecloth.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';

function eventsOf({ counts }: SeparationList): number {
  return counts.openings + counts.closings + counts.leafBegins + counts.leafEnds + counts.boxChanges + counts.renewals;
}

/** Points as leaves of one, or of several: what meets is simple to say. */
function points(positions: number[], velocities = positions.map(() => 0), accelerations = positions.map(() => 0)) {
  return createKineticPoints(planFlights({ positions, velocities, accelerations }));
}

function overlapsOf(list: SeparationList): string[] {
  const leaves = new Uint32Array(2 * readOverlaps(list, new Uint32Array(0)));
  readOverlaps(list, leaves);
  return Array.from({ length: leaves.length / 2 }, (_, i) => `${leaves[i * 2]} ${leaves[i * 2 + 1]}`).sort();
}

const cloth = createTablecloth({ squares: 12, keys: 13 });
const clothPlan = planKeyframes(cloth);

function clothTree(leafSize = 1, arity: 2 | 4 = 2): KineticTree {
  return createKineticTree(clothPlan, cloth.mesh.triangles, { leafSize, arity });
}

/** A square at the height of the table, which never moves. */
function tableTree(leafSize = 1): KineticTree {
  const { positions, triangles } = sheet(8, 8);
  const flat = positions.map((_, i) => [positions[i] / 8 - 0.5, 0.75, positions[i - 1] / 8 - 0.5][i % 3]);
  const times = [0, clothPlan.end];
  return createKineticTree(planKeyframes({ times, frames: [flat, flat] }), triangles, { leafSize });
}

describe('events of a separation list', () => {
  it('are none when everything is moved along, at any velocity', () => {
    const { positions, triangles } = sheet(6, 6);
    const higher = positions.map((value, i) => value + (i % 3 === 2 ? 0.125 : 0));
    const velocities = positions.map((_, i) => [0.7, -3.1, 0.001][i % 3]);
    const accelerations = positions.map((_, i) => [0, -9.75, 2.5][i % 3]);
    const frames = (base: Float32Array): Float32Array[] =>
      [0, 5, -3, 100, 100].map((shift) => base.map((value) => value + shift));
    const keyed = (base: Float32Array): KineticTree =>
      createKineticTree(planKeyframes({ times: [0, 1, 2, 30, 31], frames: frames(base) }), triangles);
    const flying = (base: Float32Array): KineticTree =>
      createKineticTree(planFlights({ positions: base, velocities }), triangles);
    const falling = (base: Float32Array): KineticTree =>
      createKineticTree(planFlights({ positions: base, velocities, accelerations }), triangles, { leafSize: 4 });
    for (const make of [keyed, flying, falling]) {
      for (const list of [createSeparationList(make(positions), make(higher)), createSeparationList(make(positions))]) {
        const built = eventsOf(list);
        for (let time = 0; time <= 31; time += 0.25) advanceList(list, time);
        expect(eventsOf(list)).toBe(built);
      }
    }
  });

  it('are none when boxes that touch slide along each other, or rest', () => {
    const { positions, triangles } = sheet(4, 4);
    const slide = positions.map((_, i) => (i % 3 === 2 ? 0 : 1 / 64));
    const rest = createKineticTree(planFlights({ positions, velocities: slide.map(() => 0) }), triangles, {
      leafSize: 32,
    });
    const moved = createKineticTree(planFlights({ positions, velocities: slide }), triangles, { leafSize: 32 });
    const list = createSeparationList(rest, moved);
    const built = eventsOf(list);
    for (let time = 0; time < 32; time++) advanceList(list, time);
    expect([eventsOf(list), list.queue.count, list.overlapCount]).toEqual([built, 1, 1]);
  });

  it('are the same however often one looks, and the stream tells the same', () => {
    const states = [1, 10, 100].map((framesPerKey) => {
      const stream = createOverlapStream(100_000);
      const list = createSeparationList(clothTree(4), tableTree(4), { stream });
      for (const time of tableclothFrames(cloth, framesPerKey)) advanceList(list, time);
      const told = stream.count;
      return {
        counts: list.counts,
        pairs: overlapsOf(list),
        stream: [stream.times.slice(0, told), stream.leaves.slice(0, told * 2), stream.begins.slice(0, told)],
      };
    });
    expect(states[0].counts.leafBegins).toBeGreaterThan(100);
    expect(states[0].counts.closings).toBeGreaterThan(10);
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
  });

  it('are counted by kind, at times that follow from the motion', () => {
    const stream = createOverlapStream(10);
    // Two clouds of two points: the second comes from the right, passes the first and leaves.
    const [a, b] = [
      createKineticPoints(planFlights({ positions: [0, 0, 0, 1, 0, 0], velocities: [0, 0, 0, 0, 0, 0] })),
      createKineticPoints(planFlights({ positions: [3, 0, 0, 4, 0, 0], velocities: [-1, 0, 0, -1, 0, 0] })),
    ];
    const list = createSeparationList(a, b, { stream });
    expect(readApartPairs(list, new Uint32Array(0))).toBe(1);
    advanceList(list, 1.999);
    expect(eventsOf(list)).toBe(0);
    // The nearest points meet: the pair of roots is opened, and one of its four pairs overlaps.
    advanceList(list, 2.001);
    expect(list.counts).toMatchObject({ openings: 1, leafBegins: 1, leafEnds: 1, closings: 0 });
    expect([...stream.leaves.subarray(0, 2)]).toEqual([2, 1]);
    advanceList(list, 5);
    expect(list.counts).toMatchObject({ openings: 1, leafBegins: 4, leafEnds: 4, closings: 1 });
    expect(readApartPairs(list, new Uint32Array(0))).toBe(1);
    const expected = [2, 2, 3, 3, 3, 3, 4, 4];
    const pad = overlapPad(list);
    expected.forEach((time, i) => expect(Math.abs(stream.times[i] - time)).toBeLessThan(pad));
    expect([...stream.begins.subarray(0, 8)].filter((begins) => begins === 1)).toHaveLength(4);
  });

  it('come to an end when all vertices meet in one point at one time, again and again', () => {
    const random = createRandom(5);
    const there = Float32Array.from({ length: 90 }, () => random.integer(9) - 4);
    const back = there.map((value) => -value);
    const gathered = new Float32Array(90);
    const frames = [there, gathered, back, gathered, there, there, gathered, gathered, back];
    const plan = planKeyframes({ times: frames.map((_, key) => key), frames });
    for (const leafSize of [1, 30]) {
      const [a, b] = [createKineticPoints(plan, { leafSize, arity: 4 }), createKineticPoints(plan, { leafSize })];
      for (const list of [createSeparationList(a, b), createSeparationList(a)]) {
        for (let time = a.paths.time; time <= 8; time += 0.5) advanceList(list, time);
        expect(eventsOf(list)).toBeLessThan(30 * 30 * 20 * 8);
        releaseList(list);
        rebuildAt(a, 0);
      }
    }
  });

  it('come to an end when vertices start from one point at rest, late in time', () => {
    const positions = [0, 0, 0, 0, 0, 0];
    const make = (accelerations: number[]): KineticTree =>
      createKineticPoints(planFlights({ positions, velocities: positions, accelerations, time: 1e6 }), { leafSize: 2 });
    const list = createSeparationList(make([1, 0, 0, 2, 0, 0]), make([-1, 0, 0, -2, 0, 0]));
    advanceList(list, 1e6 + 1);
    expect([list.overlapCount, readApartPairs(list, new Uint32Array(0))]).toEqual([0, 1]);
  });

  it('happen when a path curves back: overlaps begin and end twice', () => {
    const stream = createOverlapStream(10);
    const a = points([0, 0, 0]);
    const list = createSeparationList(a, points([0, -1, 0], [0, 4, 0], [0, -6, 0]), { stream });
    advanceList(list, 3);
    expect([...stream.begins.subarray(0, stream.count)]).toEqual([1, 0, 1, 0]);
    // -1 + 4 t - 3 t² is 0 at 1/3 and at 1.
    [1 / 3, 1 / 3, 1, 1].forEach((time, i) => expect(Math.abs(stream.times[i] - time)).toBeLessThan(1e-5));
  });

  it('do not miss coordinates that are apart as doubles and together as float32', () => {
    const near = 1 + 2 ** -30;
    const list = createSeparationList(points([1, 0, 0]), points([near, 0, 0]));
    expect(Math.fround(near)).toBe(1);
    expect(overlapsOf(list)).toEqual(['0 0']);
    const [a, b] = [points([1, 0, 0]), points([1 + 2 ** -20, 0, 0])];
    const apart = createSeparationList(a, b);
    expect(overlapsOf(apart)).toEqual([]);
    // Far away, what is one apart is together.
    setFlight(a, 0, { position: [1e8, 0, 0] });
    setFlight(b, 0, { position: [1e8 + 1, 0, 0] });
    expect(Math.fround(1e8 + 1)).toBe(1e8);
    expect(overlapsOf(apart)).toEqual(['0 0']);
  });
});

describe('trees of a list', () => {
  it('may go on alone, and the list follows: with the same events at the same times', () => {
    const told = [false, true].map((goesAlone) => {
      const stream = createOverlapStream(100_000);
      const [a, b] = [clothTree(4), tableTree(4)];
      const list = createSeparationList(a, b, { stream });
      for (const time of tableclothFrames(cloth, 2)) {
        if (goesAlone) advance(a, time);
        if (!goesAlone || random.integer(3) === 0) advanceList(list, time);
      }
      advanceList(list, clothPlan.end);
      return [stream.count, stream.times.slice(0, stream.count), stream.leaves.slice(0, stream.count * 2)];
    });
    expect(told[1]).toEqual(told[0]);
  });
  const random = createRandom(9);

  it('may be in several lists', () => {
    const [a, b] = [clothTree(4), tableTree(4)];
    const [self, both] = [createSeparationList(a), createSeparationList(a, b)];
    for (const time of tableclothFrames(cloth, 1)) {
      for (const list of [self, both]) advanceList(list, time);
      setFlight(a, random.integer(a.paths.vertexCount), { velocity: [0, random.range(-1, 1), 0] });
    }
    expect(overlapsOf(both)).toEqual(overlapsOf(createSeparationList(a, b)));
    expect(overlapsOf(self)).toEqual(overlapsOf(createSeparationList(a)));
  });

  it('cannot be changed as long as a list is behind', () => {
    const [a, b] = [points([0, 0, 0, 2, 0, 0]), points([1, 0, 0])];
    const list = createSeparationList(a, b);
    advance(a, 1);
    expectRefused(() => setFlight(a, 0, {}), 'mismatch', 'setFlight', 'at time 1', 'list of it at 0', 'advanceList');
    expectRefused(() => removeItem(a, 0), 'mismatch', 'removeItem');
    expectRefused(() => insertItem(a, [0]), 'mismatch', 'insertItem');
    expectRefused(() => readOverlaps(list, new Uint32Array(2)), 'mismatch', 'readOverlaps', 'advanceList');
    expectRefused(() => findListHits(createSeparationList(a), createPairHits(1)), 'unsupported', 'points');
    releaseList(list);
    expectRefused(() => advanceList(list, 2), 'disposed', 'advanceList', 'released');
    const other = createSeparationList(a, b);
    setFlight(a, 0, { velocity: [1, 0, 0] });
    advanceList(other, 2);
    expect(overlapsOf(other)).toEqual(['1 0']);
  });

  it('go neither back nor beyond their plans', () => {
    const list = createSeparationList(clothTree(), points([0, 0, 0]));
    advanceList(list, 0.5);
    expectRefused(() => advanceList(list, 0.25), 'bad-number', 'advanceList: the time is 0.25', '0.5', 'rebuildAt');
    expectRefused(() => advanceList(list, 100), 'bad-number', 'advanceList', '100');
    expectRefused(() => advanceList(list, NaN), 'bad-number', 'NaN');
    advanceList(list, 0.5);
  });

  it('may be built anew, also at an earlier time', () => {
    const stream = createOverlapStream(10_000);
    const [a, b] = [clothTree(4), tableTree(4)];
    const list = createSeparationList(a, b, { stream });
    advanceList(list, 0.75);
    const before = overlapsOf(list);
    expect(before.length).toBeGreaterThan(20);
    rebuildAt(a, 0);
    expectRefused(() => readOverlaps(list, new Uint32Array(2)), 'mismatch', 'readOverlaps');
    rebuildAt(b, 0);
    expect(overlapsOf(list)).toEqual([]);
    advanceList(list, 0.75);
    expect(overlapsOf(list)).toEqual(before);
  });

  it('may become empty, and be filled again', () => {
    const [a, b] = [points([0, 0, 0]), points([0, 0, 0])];
    const list = createSeparationList(a, b);
    expect(overlapsOf(list)).toEqual(['0 0']);
    removeItem(b, 0);
    expect(overlapsOf(list)).toEqual([]);
    advanceList(list, 1);
    insertItem(b, [insertVertex(b, { position: [1, 0, 0], velocity: [-1, 0, 0] })]);
    advanceList(list, 2);
    expect(overlapsOf(list)).toEqual(['0 0']);
  });

  it('are trees of boxes, and nothing else', () => {
    const plan = planFlights({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      velocities: new Float32Array(9),
    });
    const boxTree = createKineticBoxTree(plan, Uint32Array.of(0, 1, 2)) as unknown as KineticTree;
    expectRefused(() => createSeparationList(boxTree), 'unsupported', 'createSeparationList: a is a BoxTree');
    expectRefused(() => createSeparationList(clothTree(), boxTree), 'unsupported', 'b is a BoxTree');
    expectRefused(() => createSeparationList(undefined as never), 'bad-type', 'a is undefined');
  });

  it('may hold points, but points do not meet', () => {
    const list = createSeparationList(clothTree(), points([0, 0, 0]));
    expectRefused(() => findListHits(list, createPairHits(1)), 'unsupported', 'findListHits', 'points');
  });
});

describe('a stream', () => {
  it('counts what it has no room for, and goes on when it was read', () => {
    const stream = createOverlapStream(1);
    const list = createSeparationList(points([0, 0, 0]), points([1, 0, 0], [-1, 0, 0]), { stream });
    advanceList(list, 3);
    expect([stream.count, stream.dropped]).toEqual([1, 1]);
    clearOverlapStream(stream);
    expect([stream.count, stream.dropped]).toEqual([0, 0]);
    setFlight(list.b.tree, 0, { position: [0, 0, 0] });
    readOverlaps(list, new Uint32Array(0));
    expect([stream.count, stream.times[0], stream.begins[0]]).toEqual([1, 3, 1]);
    expectRefused(() => createOverlapStream(-1), 'bad-count', 'createOverlapStream', 'capacity');
  });
});
