/** What contact proxies and the nodes above them hold, in exact arithmetic. */
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
import { type ProxyShape, type ProxyOptions, createProxyShape } from '../../src/bounds/proxies/proxies.js';
import { type ProxyBody } from '../../src/body/proxy-body.js';
import { createBody } from '../../src/body/create-body.js';
import { LEAF_BIT, NO_CHILD, leafFirst } from '../../src/kernels/layout/child-words.js';
import { exactFloat32 } from '../support/exact-floats.js';
import { randomPlacement } from '../support/placements.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { wordAt } from '../../src/kernels/units.js';

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
  const at = wordAt(run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
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
