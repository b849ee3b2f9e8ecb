/** Bodies that are known by contact proxies alone: their spheres, their memory, and what they refuse. */
import { createRandom } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { createBody } from '../../src/body/create-body.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

describe('a body of proxies', () => {
  const mesh = soup(createRandom(350), 100, 0.1);
  const model = createLinearModel(mesh, randomFields(createRandom(351), mesh, 2, 0.3));
  const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: 4 });

  it('has the same spheres on both backends, and a box around all of them', () => {
    const random = createRandom(352);
    const bodies = [createBody(BACKENDS.wasm, proxies), createBody(BACKENDS.typescript, proxies)];
    const sphere = new Float64Array(8);
    const box = new Float64Array(6);
    for (let round = 0; round < 50; round++) {
      const weights = [random.range(-5, 5), round % 3 === 0 ? 0 : random.range(-5, 5)];
      const matrix = randomPlacement(random, 3);
      for (const body of bodies) {
        body.setWeights(weights);
        if (round > 5) body.setPlacement(matrix);
      }
      bodies[round & 1].rootBox(box);
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        bodies[0].readProxy(proxy, sphere, 0);
        bodies[1].readProxy(proxy, sphere, 4);
        expect([...sphere.subarray(0, 4)], `seed 352, round ${round}`).toEqual([...sphere.subarray(4)]);
        for (let axis = 0; axis < 3; axis++) {
          expect(sphere[axis] - sphere[3]).toBeGreaterThanOrEqual(box[axis]);
          expect(sphere[axis] + sphere[3]).toBeLessThanOrEqual(box[axis + 3]);
        }
      }
    }
    for (const body of bodies) body.dispose();
  });

  it('gives its memory back, and is refused afterwards', () => {
    const before = BACKENDS.wasm.arena.usedBytes;
    const body = createBody(BACKENDS.wasm, proxies);
    expect(BACKENDS.wasm.arena.usedBytes).toBeGreaterThan(before);
    body.dispose();
    body.dispose();
    expect(BACKENDS.wasm.arena.usedBytes).toBe(before);
    expect(() => body.refresh()).toThrow(/used after dispose/);
    expect(() => body.setWeights([0, 0])).toThrow(/used after dispose/);
    expect(() => body.rootBox(new Float64Array(6))).toThrow(/used after dispose/);
  });

  it('of one triangle without fields is one sphere', () => {
    const single = createMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint8Array.of(0, 1, 2),
    });
    const tree = buildTree(single, QUINLAN_TREE);
    const body = createBody(BACKENDS.wasm, createProxyShape(single, createLinearModel(single, []), tree, { level: 3 }));
    const sphere = new Float64Array(4);
    body.readProxy(0, sphere);
    expect(sphere[3]).toBeGreaterThan(0.7071);
    expect(sphere[3]).toBeLessThan(0.75);
    body.dispose();
  });

  it('refuses bad input with what to do about it', () => {
    const tree = buildTree(mesh, QUINLAN_TREE);
    expect(() => createProxyShape(mesh, model, tree, { level: -1 })).toThrow(/level is -1; pass a whole number/);
    expect(() => createProxyShape(mesh, model, tree, { level: 1.5 })).toThrow(/level is 1.5/);
    expect(() => createProxyShape(mesh, model, tree, { errorSize: Number.NaN })).toThrow(/errorSize is NaN/);
    const other = soup(createRandom(1), 3, 1);
    expect(() => createProxyShape(other, model, tree)).toThrow(/do not belong together/);
    expect(() => createBody(BACKENDS.wasm, undefined as never)).toThrow(/kernels and a shape are needed/);
    const body = createBody(BACKENDS.wasm, proxies);
    expect(() => body.setWeights([1])).toThrow(/1 numbers given, but the pose has 2/);
    expect(() => body.setWeights([Number.NaN, 0])).toThrow(/weights\[0\] is NaN/);
    expect(() => body.setPlacement(new Float64Array(16))).toThrow(/not a rotation and translation/);
    body.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3e38, 0, 0, 1]);
    body.setWeights([3e38, 3e38]);
    expect(() => body.refresh()).toThrow(/beyond the float32 range/);
    body.dispose();
  });
});
