import { type Body, type Shape, createBody, loadKernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createLevelBoxes, readLevelBoxes } from 'pliant/inspect';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BOXES, SPHERES } from '../../src/kernels/layout/header.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody, refittedBody } from '../support/sample-bodies.js';
import { changed, randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { takeFreeMemory } from '../support/take-memory.js';

/** The boxes of all levels, from the root down. */
function boxesOf(body: Body): Float32Array {
  const corners: number[] = [];
  for (let level = 0; level < body.bounds.depth; level++) {
    const boxes = createLevelBoxes(body.bounds, level);
    expect(readLevelBoxes(body, boxes)).toBe(boxes.count);
    for (const value of boxes.corners) corners.push(value);
  }
  return Float32Array.from(corners);
}

describe.each(['wasm', 'typescript'] as const)('a body that is always refitted, on %s', (backend) => {
  it('is at rest at first, and follows its pose when refreshed, not before', () => {
    const mesh = sheet(2, 2);
    const body = makeBody(BACKENDS[backend], mesh, [new Float32Array(27).fill(1)]);
    body.refresh();
    expectSameWords(body.positions, mesh.positions, 'rest');
    body.setWeights([2]);
    expectSameWords(body.positions, mesh.positions, 'still at rest');
    body.refresh();
    expectSameWords(
      body.positions,
      mesh.positions.map((value) => value + 2),
      'moved',
    );
    const before = body.pose.stamp;
    body.refresh();
    expect(body.pose.stamp).toBe(before);
    body.dispose();
  });

  it('works on after others were created and the memory has grown under it', async () => {
    const kernels = await loadKernels({ backend });
    const random = createRandom(161);
    const mesh = soup(random, 40, 0.2);
    const fields = randomFields(random, mesh, 2, 1);
    const body = makeBody(kernels, mesh, fields, SETUPS[2]);
    body.setWeights([1, -1]);
    body.refresh();
    const positions = body.positions.slice();
    const boxes = boxesOf(body);
    takeFreeMemory(kernels);
    const memory = kernels.arena.u32.byteLength;
    const others = Array.from({ length: 4 }, () => makeBody(kernels, soup(random, 2000, 0.2)));
    for (const other of others) other.refresh();
    expect(kernels.arena.u32.byteLength).toBeGreaterThan(memory);
    expectSameWords(body.positions, positions, 'positions after growth');
    expectSameWords(boxesOf(body), boxes, 'boxes after growth');

    body.setWeights([0.5, 0.5]);
    body.refresh();
    const alone = makeBody(BACKENDS[backend], mesh, fields, SETUPS[2]);
    alone.setWeights([0.5, 0.5]);
    alone.refresh();
    expectSameWords(body.positions, alone.positions, 'positions posed anew');
    expectSameWords(boxesOf(body), boxesOf(alone), 'boxes posed anew');
    alone.dispose();
  });

  it('does not disturb its neighbours in memory', () => {
    const random = createRandom(162);
    const kernels = BACKENDS[backend];
    const bodies = Array.from({ length: 12 }, (_, i) => {
      const mesh = soup(random, 1 + i, 0.2);
      return makeBody(kernels, mesh, randomFields(random, mesh, i % 4, 1), SETUPS[i % 4]);
    });
    for (const body of bodies) body.refresh();
    const before = bodies.map((body) => ({ positions: body.positions.slice(), boxes: boxesOf(body) }));
    for (let i = 0; i < bodies.length; i += 2) {
      bodies[i].setWeights(Array.from(bodies[i].pose.weights, () => random.range(-5, 5)));
      bodies[i].refresh();
    }
    for (let i = 1; i < bodies.length; i += 2) {
      expectSameWords(bodies[i].positions, before[i].positions, `body ${i}: positions`);
      expectSameWords(boxesOf(bodies[i]), before[i].boxes, `body ${i}: boxes`);
    }
    for (const body of bodies) body.dispose();
  });

  it('has bounds of its own mesh, though another mesh uses the same tree', () => {
    const kernels = BACKENDS[backend];
    const random = createRandom(163);
    const [first, second] = [soup(random, 30, 0.2), soup(random, 30, 0.2)];
    const twisted = { ...second, triangles: second.triangles.toReversed() };
    const tree = buildTree(first);
    const bodies = [first, twisted, first, twisted].map((mesh) =>
      refittedBody(kernels, { mesh, model: createLinearModel(mesh, []), tree }),
    );
    for (const body of bodies) {
      const boxes = createLevelBoxes(body.bounds, body.bounds.depth - 1);
      expect(readLevelBoxes(body, boxes)).toBe(boxes.count);
      for (let i = 0; i < boxes.count; i++) {
        const [start, count] = boxes.ranges.subarray(i * 2, i * 2 + 2);
        const vertices = Array.from(tree.triangleOrder.subarray(start, start + count), (triangle) => [
          ...body.mesh.triangles.subarray(triangle * 3, triangle * 3 + 3),
        ]).flat();
        const lowest = Math.min(...vertices.map((vertex) => body.mesh.positions[vertex * 3]));
        expect(boxes.corners[i * 6], `lowest x of leaf ${i}`).toBeCloseTo(lowest, 5);
      }
    }
    for (const body of bodies) body.dispose();
  });

  it('gives its memory back once, and is of no use after that', () => {
    const kernels = BACKENDS[backend];
    const before = kernels.arena.usedBytes;
    const body = makeBody(kernels, sheet(3, 3), [new Float32Array(48)]);
    body.refresh();
    expect(kernels.arena.usedBytes).toBeGreaterThan(before);
    body.dispose();
    body.dispose();
    expect(kernels.arena.usedBytes).toBe(before);
    expectRefused(() => body.refresh(), 'disposed', 'Body');
    expectRefused(() => body.setWeights([0]), 'disposed', 'Body');
    expectRefused(() => body.positions, 'disposed', 'Body');
    expectRefused(() => boxesOf(body), 'disposed', 'Body');
  });

  it('refuses a pose that reaches beyond float32, keeps its last good state, and recovers', () => {
    const mesh = sheet(1, 1);
    const body = makeBody(BACKENDS[backend], mesh, [new Float32Array(12).fill(2), new Float32Array(12).fill(3)]);
    body.setWeights([1, 0]);
    body.refresh();
    const good = body.positions.slice();
    body.setWeights([1e38, 1e38]);
    expectRefused(() => body.refresh(), 'bad-number', 'Body', 'float32');
    expectRefused(() => body.refresh(), 'bad-number');
    expectSameWords(body.positions, good, 'untouched');
    body.setWeights([1e38, 0]);
    body.refresh();
    expect(body.positions[0]).toBe(Math.fround(2 * Math.fround(1e38)));
    body.dispose();
  });

  it('takes the largest coordinates there are', () => {
    const mesh = changed(sheet(1, 1), (value) => (value === 0 ? 0 : (2 - 2 ** -23) * 2 ** 127));
    const body = makeBody(BACKENDS[backend], mesh);
    body.refresh();
    expectSameWords(body.positions, mesh.positions, 'rest');
    body.dispose();
  });

  it('has the kind of bound that was asked for', () => {
    const [box, , sphere] = SETUPS.map((setup) => makeBody(BACKENDS[backend], sheet(3, 3), [], setup));
    expect([box.bounds.shape, sphere.bounds.shape]).toEqual([BOXES, SPHERES]);
    for (const body of [box, sphere]) body.dispose();
  });
});

describe('making a body of parts', () => {
  const mesh = sheet(2, 2);
  const model = createLinearModel(mesh, []);
  const tree = buildTree(mesh);

  it('refuses parts that do not belong together, and takes no memory', () => {
    const kernels = BACKENDS.wasm;
    const before = kernels.arena.usedBytes;
    const other = sheet(3, 2);
    const parts = { mesh, model, tree, bound: 'box' as const };
    const cases: [Partial<typeof parts>, 'mismatch' | 'bad-type', string][] = [
      [{ model: createLinearModel(other, []) }, 'mismatch', 'do not belong together'],
      [{ tree: buildTree(other) }, 'mismatch', 'do not belong together'],
      [{ bound: 'capsule' as 'box' }, 'bad-type', 'capsule'],
      [{ mesh: undefined as unknown as typeof mesh }, 'bad-type', 'mesh'],
      [{ model: null as unknown as typeof model }, 'bad-type', 'model'],
      [{ tree: undefined as unknown as typeof tree }, 'bad-type', 'tree'],
    ];
    for (const [change, code, part] of cases) {
      const { bound, mesh: m, model: k, tree: t } = { ...parts, ...change };
      expectRefused(() => createBdTree(m, k, t, { bound }), code, 'createBdTree', part);
    }
    const bounds = createBdTree(mesh, model, tree);
    const shapes: [Partial<Shape>, 'mismatch' | 'bad-type', string][] = [
      [{ mesh: other }, 'mismatch', 'do not belong together'],
      [{ model: createLinearModel(other, []) }, 'mismatch', 'do not belong together'],
      [{ mesh: undefined as unknown as typeof mesh }, 'bad-type', 'mesh'],
      [{ model: null as unknown as typeof model }, 'bad-type', 'model'],
      [{ bounds: undefined as unknown as typeof bounds }, 'bad-type', 'bounds'],
    ];
    for (const [change, code, part] of shapes) {
      expectRefused(() => createBody(kernels, { mesh, model, bounds, ...change }), code, 'createBody', part);
    }
    expectRefused(
      () => createBody(kernels, { mesh, model, bounds }, { strategy: 'eager' as 'lazy' }),
      'bad-type',
      'eager',
    );
    expect(kernels.arena.usedBytes).toBe(before);
  });
});
