import {
  type RefitBodyOptions,
  BOX_BOUND,
  SPHERE_BOUND,
  buildTree,
  createLinearModel,
  createRandom,
  createRefitBody,
  loadKernels,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { changed, randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { takeFreeMemory } from '../support/take-memory.js';

describe.each(['wasm', 'typescript'] as const)('a body on %s', (backend) => {
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
    const bounds = body.bounds.slice();
    takeFreeMemory(kernels);
    const memory = kernels.arena.u32.byteLength;
    const others = Array.from({ length: 4 }, () => makeBody(kernels, soup(random, 2000, 0.2)));
    for (const other of others) other.refresh();
    expect(kernels.arena.u32.byteLength).toBeGreaterThan(memory);
    expectSameWords(body.positions, positions, 'positions after growth');
    expectSameWords(body.bounds, bounds, 'bounds after growth');

    body.setWeights([0.5, 0.5]);
    body.refresh();
    const alone = makeBody(BACKENDS[backend], mesh, fields, SETUPS[2]);
    alone.setWeights([0.5, 0.5]);
    alone.refresh();
    expectSameWords(body.positions, alone.positions, 'positions posed anew');
    expectSameWords(body.bounds, alone.bounds, 'bounds posed anew');
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
    const before = bodies.map((body) => ({ positions: body.positions.slice(), bounds: body.bounds.slice() }));
    for (let i = 0; i < bodies.length; i += 2) {
      bodies[i].setWeights(Array.from(bodies[i].pose.weights, () => random.range(-5, 5)));
      bodies[i].refresh();
    }
    for (let i = 1; i < bodies.length; i += 2) {
      expectSameWords(bodies[i].positions, before[i].positions, `body ${i}: positions`);
      expectSameWords(bodies[i].bounds, before[i].bounds, `body ${i}: bounds`);
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
      createRefitBody(kernels, { mesh, model: createLinearModel(mesh, []), tree }),
    );
    for (const body of bodies) {
      body.refresh();
      const [start, count] = tree.ranges.subarray((tree.nodeCount - 1) * 2);
      const vertices = Array.from(tree.triangleOrder.subarray(start, start + count), (triangle) => [
        ...body.mesh.triangles.subarray(triangle * 3, triangle * 3 + 3),
      ]).flat();
      const lowest = Math.min(...vertices.map((vertex) => body.mesh.positions[vertex * 3]));
      expect(body.bounds[(tree.nodeCount - 1) * 8], 'lowest x of the last leaf').toBe(lowest);
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
    expectRefused(() => body.refresh(), 'disposed', 'RefitBody');
    expectRefused(() => body.setWeights([0]), 'disposed', 'RefitBody');
    expectRefused(() => body.positions, 'disposed', 'RefitBody');
    expectRefused(() => body.bounds, 'disposed', 'RefitBody');
  });

  it('refuses a pose that reaches beyond float32, keeps its last good state, and recovers', () => {
    const mesh = sheet(1, 1);
    const body = makeBody(BACKENDS[backend], mesh, [new Float32Array(12).fill(2), new Float32Array(12).fill(3)]);
    body.setWeights([1, 0]);
    body.refresh();
    const good = body.positions.slice();
    body.setWeights([1e38, 1e38]);
    expectRefused(() => body.refresh(), 'bad-number', 'RefitBody', 'float32');
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
    expect([box.boundKind, sphere.boundKind]).toEqual([BOX_BOUND, SPHERE_BOUND]);
  });
});

describe('creating a body', () => {
  const mesh = sheet(2, 2);
  const model = createLinearModel(mesh, []);
  const tree = buildTree(mesh);

  it('refuses parts that do not belong together, and takes no memory', () => {
    const kernels = BACKENDS.wasm;
    const before = kernels.arena.usedBytes;
    const other = sheet(3, 2);
    const cases: [Partial<RefitBodyOptions>, 'mismatch' | 'bad-type', string][] = [
      [{ model: createLinearModel(other, []) }, 'mismatch', '12 vertices'],
      [{ tree: buildTree(other) }, 'mismatch', '12 triangles'],
      [{ bound: 'capsule' as 'box' }, 'bad-type', 'capsule'],
      [{ mesh: undefined as unknown as typeof mesh }, 'bad-type', 'mesh'],
      [{ model: null as unknown as typeof model }, 'bad-type', 'model'],
      [{ tree: undefined as unknown as typeof tree }, 'bad-type', 'tree'],
    ];
    for (const [change, code, part] of cases) {
      expectRefused(() => createRefitBody(kernels, { mesh, model, tree, ...change }), code, 'createRefitBody', part);
    }
    expect(kernels.arena.usedBytes).toBe(before);
  });
});
