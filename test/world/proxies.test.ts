import { createRandom } from 'pliant/exact';
import {
  type LinearModel,
  type Mesh,
  QUINLAN_TREE,
  buildTree,
  createLinearModel,
  createMesh,
  createPose,
  poseMesh,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import {
  type ProxyShape,
  type ProxyOptions,
  createProxyShape,
  createProxyShapeAsync,
} from '../../src/bounds/proxies/proxies.js';
import { type ProxyBody } from '../../src/body/proxy-body.js';
import { createBody } from '../../src/body/create-body.js';
import { LEAF_BIT, NO_CHILD, leafFirst } from '../../src/kernels/layout/child-words.js';
import { exactFloat32 } from '../support/exact-floats.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';

const CUTS: readonly { readonly name: string; readonly wide: boolean; readonly cut: ProxyOptions }[] = [
  { name: 'binary, level 0', wide: false, cut: { level: 0 } },
  { name: 'binary, level 4', wide: false, cut: { level: 4 } },
  { name: 'binary, every triangle', wide: false, cut: {} },
  { name: 'wide, level 2', wide: true, cut: { level: 2 } },
  { name: 'wide, every leaf', wide: true, cut: {} },
];

function makeProxies(mesh: Mesh, model: LinearModel, wide: boolean, cut: ProxyOptions): ProxyShape {
  return createProxyShape(mesh, model, buildTree(mesh, wide ? {} : QUINLAN_TREE), cut);
}

function posedPositions(mesh: Mesh, model: LinearModel, weights: readonly number[]): Float32Array {
  const pose = createPose(model.poseLayout);
  setWeights(pose, weights);
  const positions = new Float32Array(mesh.vertexCount * 3);
  poseMesh(model, pose, positions);
  return positions;
}

/** Centre and radius of the node in a slot as whole multiples of 2^-149, as the kernels evaluate them. */
function exactSphere(body: ProxyBody, slot: number): bigint[] {
  const { arena, run } = body.kernels;
  const at = (run.evaluateBlock(body.header, slot >>> 2) >>> 2) + (slot & 3);
  return [0, 4, 8, 12].map((row) => exactFloat32(arena.f32[at + row]));
}

/** |a - b|² in the square of the unit. */
function squaredDistance(a: readonly bigint[], b: readonly bigint[]): bigint {
  return [0, 1, 2].reduce((sum, axis) => sum + (a[axis] - b[axis]) * (a[axis] - b[axis]), 0n);
}

/** Calls back for every proxy with the slots of all nodes above it, by recursion over the words. */
function eachProxy(proxies: ProxyShape, visit: (proxy: number, above: readonly number[]) => void): number {
  let count = 0;
  const descend = (slot: number, above: readonly number[]): void => {
    const word = proxies.words[slot];
    if (word === NO_CHILD) return;
    if (word >= LEAF_BIT) {
      expect(leafFirst(word)).toBe(count++);
      visit(leafFirst(word), above);
      return;
    }
    for (let lane = 0; lane < 4; lane++) descend(word * 4 + lane, [...above, slot]);
  };
  descend(0, []);
  return count;
}

function verticesOf(proxies: ProxyShape, mesh: Mesh, proxy: number): Set<number> {
  const [first, count] = proxies.ranges.subarray(proxy * 2, proxy * 2 + 2);
  const vertices = new Set<number>();
  for (const triangle of proxies.triangleOrder.subarray(first, first + count)) {
    for (const vertex of mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)) vertices.add(vertex);
  }
  return vertices;
}

/** Every node above a proxy encloses it, and the proxy its vertices: without rounding, and without the placement. */
function expectWrapped(mesh: Mesh, fields: readonly Float32Array[], poses: readonly number[][], what: string): void {
  const model = createLinearModel(mesh, fields);
  for (const { name, wide, cut } of CUTS) {
    const proxies = makeProxies(mesh, model, wide, cut);
    const body = createBody(BACKENDS.wasm, proxies);
    poses.forEach((weights, t) => {
      const where = `${what}, ${name}, pose ${t}`;
      body.setWeights(weights);
      body.refresh();
      const exact = Array.from(posedPositions(mesh, model, weights), exactFloat32);
      const spheres = Array.from({ length: proxies.blockCount * 4 }, (_, slot) =>
        proxies.words[slot] === NO_CHILD ? [] : exactSphere(body, slot),
      );
      const count = eachProxy(proxies, (proxy, above) => {
        const sphere = spheres[proxies.slots[proxy]];
        for (const slot of above) {
          const room = spheres[slot][3] - sphere[3];
          if (room < 0n || squaredDistance(spheres[slot], sphere) > room * room) {
            expect.unreachable(`${where}: the node in slot ${slot} does not enclose proxy ${proxy}`);
          }
        }
        for (const vertex of verticesOf(proxies, mesh, proxy)) {
          const point = exact.slice(vertex * 3, vertex * 3 + 3);
          if (squaredDistance(point, sphere) > sphere[3] * sphere[3]) {
            expect.unreachable(`${where}: proxy ${proxy} loses vertex ${vertex}`);
          }
        }
      });
      expect(count).toBe(proxies.proxyCount);
    });
    body.dispose();
  }
}

describe('contact proxies hold their vertices, and coarser nodes their proxies, in exact arithmetic,', () => {
  it.each(Object.keys(SAMPLE_MESHES))('of %s, up to ten times its size', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(331);
    const fields = randomFields(random, mesh, 3, reachOf(mesh));
    const amplitudes = reachOf(mesh) > 1e30 ? [0, 0.1, 1] : [0, 0.1, 1, 10];
    const poses = amplitudes.map((amplitude) => fields.map(() => random.range(-1, 1) * amplitude));
    expectWrapped(mesh, fields, poses, `seed 331, ${name}`);
  });

  it('under fields that do nothing, move all alike, turn, or move a single vertex', () => {
    const mesh = soup(createRandom(332), 120, 0.1);
    const nothing = new Float32Array(mesh.vertexCount * 3);
    const rigid = nothing.map((_, k) => [0.1, 0.7, -0.3][k % 3]);
    const turn = nothing.map((_, k) =>
      k % 3 === 0 ? mesh.positions[k + 1] : k % 3 === 1 ? -mesh.positions[k - 1] : 0,
    );
    const single = nothing.map((_, k) => (k === 100 ? 1 : 0));
    const poses = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, -3, 0],
      [0, 0, 0, 1],
      [3, -1e5, 1e-5, 7],
      [0, 1e6 / 3, 2, 1],
      [0, 0, 0, 1e30],
    ];
    expectWrapped(mesh, [nothing, rigid, turn, single], poses, 'seed 332');
  });

  it('far away, where rounding is coarse, and where float32 are denormal', () => {
    const random = createRandom(333);
    for (const [scale, shift] of [
      [1, 1e6],
      [1e-3, 1e6],
      [1e-44, 0],
      [1e-40, 1e-38],
      [1e35, 1e36],
      [1, 16_777_216],
    ]) {
      const mesh = changed(soup(random, 60, 0.3), (value) => value * scale + shift);
      const fields = randomFields(random, mesh, 2, scale);
      const poses = [
        [0, 0],
        [1, -1],
        [0.3, 5],
        [1e-3, -1e-7],
      ];
      expectWrapped(mesh, fields, poses, `seed 333, scale ${scale}, shift ${shift}`);
    }
  });

  it('for many small random bodies with up to twelve fields, in all kinds of magnitudes', () => {
    const random = createRandom(334);
    for (let round = 0; round < 60; round++) {
      const mesh = changed(soup(random, 2 + random.integer(20), 1), (value) => value * 10 ** random.range(-6, 6));
      const fields = randomFields(random, mesh, random.integer(13), 10 ** random.range(-6, 6));
      const poses = [0, 1].map(() => fields.map(() => random.range(-1e3, 1e3)));
      expectWrapped(mesh, fields, poses, `seed 334, round ${round}`);
    }
  });

  it('where all rounding goes against them: points moved far by a field, and told apart by the last bit or less', () => {
    const random = createRandom(336);
    for (let round = 0; round < 300; round++) {
      // Triangles that are points on one axis, so that no length has room that another axis took up.
      const pointCount = 1 + random.integer(4);
      const positions = new Float32Array(pointCount * 9);
      for (let point = 0; point < pointCount; point++) {
        const x = random.range(-1, 1) * 2 ** -(22 + random.integer(4));
        for (let corner = 0; corner < 3; corner++) positions[point * 9 + corner * 3] = x;
      }
      const mesh = createMesh({ positions, triangles: Uint32Array.from({ length: pointCount * 3 }, (_, i) => i) });
      const field = positions.map((_, k) => (k % 3 === 0 ? 1 + 2 ** -16 : 0));
      const poses = Array.from({ length: 40 }, () => [1 + random.range(0, 1) * 2 ** -12]);
      expectWrapped(mesh, [field], poses, `seed 336, round ${round}`);
    }
  });

  it('and placed in the world, the proxies still hold the placed vertices', () => {
    const random = createRandom(335);
    for (let round = 0; round < 40; round++) {
      const mesh = soup(random, 60, 0.3);
      const model = createLinearModel(mesh, randomFields(random, mesh, 3, 1));
      const proxies = makeProxies(mesh, model, false, { level: 3 });
      const body = createBody(BACKENDS.wasm, proxies);
      const weights = [0, 1, 2].map(() => random.range(-10, 10));
      const matrix = randomPlacement(random, 10 ** random.range(-2, 5));
      body.setWeights(weights);
      body.setPlacement(matrix);
      body.refresh();
      const positions = posedPositions(mesh, model, weights);
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        const sphere = exactSphere(body, proxies.slots[proxy]);
        for (const vertex of verticesOf(proxies, mesh, proxy)) {
          const [x, y, z] = positions.subarray(vertex * 3, vertex * 3 + 3);
          const point = [0, 1, 2].map((row) =>
            exactFloat32(Math.fround(matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row])),
          );
          if (squaredDistance(point, sphere) > sphere[3] * sphere[3]) {
            expect.unreachable(`seed 335, round ${round}: proxy ${proxy} loses vertex ${vertex}`);
          }
        }
      }
      expect(proxies.proxyCount).toBeGreaterThan(1);
      body.dispose();
    }
  });
});

describe('where proxies are', () => {
  const mesh = soup(createRandom(340), 300, 0.05);
  const model = createLinearModel(mesh, randomFields(createRandom(341), mesh, 2, 0.1));
  const tree = buildTree(mesh, QUINLAN_TREE);

  it('is every node of the level, and every leaf above it', () => {
    for (let level = 0; level < tree.depth + 2; level++) {
      let expected = 0;
      const count = (node: number, at: number): void => {
        const children = [...tree.children.subarray(node * 2, node * 2 + 2)].filter((child) => child < tree.nodeCount);
        if (at === level || children.length === 0) expected++;
        else for (const child of children) count(child, at + 1);
      };
      count(0, 0);
      const proxies = createProxyShape(mesh, model, tree, { level });
      expect(proxies.proxyCount, `level ${level}`).toBe(expected);
    }
  });

  it('is where the radius at rest has fallen to the error size', () => {
    const errorSize = 0.3;
    const proxies = createProxyShape(mesh, model, tree, { errorSize });
    const body = createBody(BACKENDS.typescript, proxies);
    const sphere = new Float64Array(4);
    let small = 0;
    for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
      body.readProxy(proxy, sphere);
      if (sphere[3] <= errorSize * (1 + 1e-5)) small++;
      else expect(proxies.ranges[proxy * 2 + 1], `proxy ${proxy}`).toBe(1);
    }
    expect(small).toBeGreaterThan(0);
    expect(proxies.proxyCount).toBeLessThan(mesh.triangleCount);
    expect(proxies.proxyCount).toBeGreaterThan(8);
    body.dispose();
  });

  it('accounts for every triangle once', () => {
    for (const cut of [{ level: 3 }, { errorSize: 0.2 }, {}]) {
      const proxies = createProxyShape(mesh, model, tree, cut);
      let next = 0;
      for (let proxy = 0; proxy < proxies.proxyCount; proxy++) {
        expect(proxies.ranges[proxy * 2]).toBe(next);
        next += proxies.ranges[proxy * 2 + 1];
      }
      expect(next).toBe(mesh.triangleCount);
      expect([...proxies.triangleOrder].sort((a, b) => a - b)).toEqual([...Array(mesh.triangleCount).keys()]);
    }
  });

  it('is the same when computed in slices', async () => {
    const progress: number[] = [];
    const options = { level: 5, onProgress: (share: number): unknown => progress.push(share) };
    expect(await createProxyShapeAsync(mesh, model, tree, options)).toEqual(
      createProxyShape(mesh, model, tree, { level: 5 }),
    );
    expect(progress.at(-1)).toBe(1);
  });
});

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
