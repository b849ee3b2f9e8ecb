import { createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { expect, it } from 'vitest';
import { createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { type World, addBody, createWorld, stepWorld } from '../../src/world/world.js';
import { createContacts } from '../../src/query/contacts/contacts.js';
import { createBall, createPlane } from '../../src/query/contacts/surroundings.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

/** Fewer than one number per body on the heap: what an engine makes of a few counters. */
const BYTES_PER_STEP = 600;
const kernels = BACKENDS.wasm;

/** Steps until an engine has compiled what it will; then nothing may be left on the heap. */
function expectNothingAllocated(world: World, step: (i: number) => void, warmUpSteps: number): void {
  for (let i = 0; i < warmUpSteps; i++) step(i);
  const collect = (globalThis as { gc?: () => void }).gc;
  expect(collect).toBeDefined();
  // Compilers work in the background and take memory too, for longer on a busy machine: the least of several runs counts, and
  // a world that allocates in every step never gets there.
  let least = Infinity;
  for (let run = 0; run < 30 && least >= BYTES_PER_STEP; run++) {
    collect?.();
    const before = process.memoryUsage();
    for (let i = 0; i < 60; i++) step(i);
    const after = process.memoryUsage();
    least = Math.min(least, (after.heapUsed - before.heapUsed) / 60);
    expect(after.arrayBuffers, 'no new buffers').toBeLessThanOrEqual(before.arrayBuffers);
  }
  expect(world.statistics.touching).toBeGreaterThan(50);
  expect(least).toBeLessThan(BYTES_PER_STEP);
}

it('a world allocates nothing once it has grown to what it needs', () => {
  const random = createRandom(701);
  const mesh = soup(random, 60, 0.2, 0.4);
  const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.05));
  const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 4 });
  const bodies = Array.from({ length: 60 }, () => createBody(kernels, proxies));
  const placements = bodies.map(() => randomPlacement(random, 2));
  const weights = bodies.map(() => [random.range(-1, 1), random.range(-1, 1)]);
  const world = createWorld({ kernels });
  bodies.forEach((body, id) => addBody(world, id, body));
  addBody(world, 1000, createPlane([0, 1, 0], -1));
  const contacts = createContacts(100_000);
  const step = (i: number): void => {
    for (let body = 0; body < bodies.length; body++) {
      bodies[body].setPlacement(placements[(body + i) % bodies.length]);
      bodies[body].setWeights(weights[(body * 7 + i) % bodies.length]);
    }
    stepWorld(world, contacts);
  };
  expectNothingAllocated(world, step, 600);
  for (const body of bodies) body.dispose();
});

it('nor does one that holds bodies of every kind', () => {
  const random = createRandom(702);
  const mesh = soup(random, 12, 0.2, 0.4);
  const axes = [0, 1, 2].map((axis) => new Float32Array(mesh.vertexCount * 3).map((_, k) => (k % 3 === axis ? 1 : 0)));
  const model = createLinearModel(mesh, axes);
  const tree = buildTree(mesh);
  const bounds = createBdTree(mesh, model, tree);
  const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 2 });
  const bodies = Array.from({ length: 8 }, (_, i) => [
    createBody(kernels, { mesh, model, bounds }),
    refittedBody(kernels, { mesh, model, tree, bound: i % 2 === 0 ? 'box' : 'sphere' }),
    createBody(kernels, proxies),
  ]).flat();
  const weights = Array.from({ length: 60 }, () => [0, 1, 2].map(() => random.range(-0.8, 0.8)));
  const world = createWorld({ kernels });
  bodies.forEach((body, id) => addBody(world, id, body));
  addBody(world, 100, createPlane([0, 1, 0], -1));
  addBody(world, 101, createBall([0, 0, 0], 0.5));
  const contacts = createContacts(100_000);
  const step = (i: number): void => {
    for (let body = 0; body < bodies.length; body++) bodies[body].setWeights(weights[(body * 7 + i) % weights.length]);
    stepWorld(world, contacts);
  };
  expectNothingAllocated(world, step, 600);
  for (const body of bodies) body.dispose();
});
