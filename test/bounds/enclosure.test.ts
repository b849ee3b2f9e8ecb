import {
  type Mesh,
  type RefitBody,
  BOX_HIGH,
  BOX_STRIDE,
  NO_NODE,
  SPHERE_RADIUS,
  SPHERE_STRIDE,
  createRandom,
} from 'pliant';
import { describe, expect, it } from 'vitest';
import { exactFloat32 } from '../support/exact-floats.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';

/** Each vertex below a node, by recursion from the leaves up. */
function verticesBelow(body: RefitBody): Uint32Array[] {
  const { tree, mesh } = body;
  const below: Uint32Array[] = [];
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const children = [...tree.children.subarray(node * tree.arity, (node + 1) * tree.arity)];
    const vertices = new Set<number>();
    if (children[0] === NO_NODE) {
      const [first, count] = tree.ranges.subarray(node * 2, node * 2 + 2);
      for (const triangle of tree.triangleOrder.subarray(first, first + count)) {
        for (const vertex of mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)) vertices.add(vertex);
      }
    }
    for (const child of children) if (child !== NO_NODE) for (const vertex of below[child]) vertices.add(vertex);
    below[node] = Uint32Array.from(vertices);
  }
  return below;
}

/** Boxes are compared without rounding, since comparing is exact; they must be as tight as can be. */
function expectTightBoxes(body: RefitBody, below: readonly Uint32Array[], what: string): void {
  const { bounds, positions } = body;
  below.forEach((vertices, node) => {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (const vertex of vertices) {
        low = Math.min(low, positions[vertex * 3 + axis]);
        high = Math.max(high, positions[vertex * 3 + axis]);
      }
      const at = node * BOX_STRIDE + axis;
      if (bounds[at] !== low || bounds[at + BOX_HIGH] !== high) {
        expect([bounds[at], bounds[at + BOX_HIGH]], `${what}: node ${node}, axis ${axis}`).toEqual([low, high]);
      }
    }
  });
  expect(bounds.length).toBe(below.length * BOX_STRIDE);
}

/** |p - c|² <= r² in big integers, for every vertex below every node; an infinite radius encloses all there is. */
function expectEnclosingSpheres(body: RefitBody, below: readonly Uint32Array[], what: string): void {
  const exact = Array.from(body.positions, exactFloat32);
  const { bounds } = body;
  below.forEach((vertices, node) => {
    const at = node * SPHERE_STRIDE;
    const radius = bounds[at + SPHERE_RADIUS];
    if (radius === Infinity) return;
    const [x, y, z, r] = Array.from(bounds.subarray(at, at + SPHERE_STRIDE), exactFloat32);
    for (const vertex of vertices) {
      const [dx, dy, dz] = [exact[vertex * 3] - x, exact[vertex * 3 + 1] - y, exact[vertex * 3 + 2] - z];
      if (dx * dx + dy * dy + dz * dz > r * r) expect.unreachable(`${what}: node ${node} loses vertex ${vertex}`);
    }
  });
  expect(bounds.length).toBe(below.length * SPHERE_STRIDE);
}

function expectEnclosed(mesh: Mesh, fields: readonly Float32Array[], poses: readonly number[][], what: string): void {
  for (const setup of SETUPS) {
    const body = makeBody(BACKENDS.wasm, mesh, fields, setup);
    const below = verticesBelow(body);
    poses.forEach((weights, t) => {
      body.setWeights(weights);
      body.refresh();
      const where = `${what}, ${setup.bound}, ${setup.build.arity} x ${setup.build.leafSize}, pose ${t}`;
      if (setup.bound === 'box') expectTightBoxes(body, below, where);
      else expectEnclosingSpheres(body, below, where);
    });
    body.dispose();
  }
}

describe('refitted bounds hold every posed vertex below them, in exact arithmetic,', () => {
  it.each(Object.keys(SAMPLE_MESHES))('of %s, up to ten times its size', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(131);
    const fields = randomFields(random, mesh, 4, reachOf(mesh));
    const amplitudes = reachOf(mesh) > 1e30 ? [0, 0.1, 1] : [0, 0.1, 1, 10];
    const poses = amplitudes.map((amplitude) => fields.map(() => random.range(-amplitude, amplitude)));
    expectEnclosed(mesh, fields, poses, name);
  });

  it('under fields that do nothing, move all alike, or move a single vertex', () => {
    const mesh = soup(createRandom(132), 120, 0.1);
    const nothing = new Float32Array(mesh.vertexCount * 3);
    const rigid = nothing.map((_, k) => [0.1, 0.7, -0.3][k % 3]);
    const single = nothing.map((_, k) => (k === 100 ? 1 : 0));
    const poses = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [3, -1e5, 1e-5],
      [0, 1e6 / 3, 0],
      [0, 0, 1e30],
    ];
    expectEnclosed(mesh, [nothing, rigid, single], poses, 'fields');
  });

  it('far away, where rounding is coarse, and where float32 are denormal', () => {
    const random = createRandom(133);
    for (const [scale, shift] of [
      [1, 1e6],
      [1e-3, 1e6],
      [1e-44, 0],
      [1e-40, 1e-38],
      [1e36, 1e37],
      [1, 16_777_216],
    ]) {
      const mesh = changed(soup(random, 80, 0.3), (value) => value * scale + shift);
      const fields = randomFields(random, mesh, 2, scale);
      expectEnclosed(
        mesh,
        fields,
        [
          [0, 0],
          [1, -1],
          [0.3, 5],
        ],
        `scale ${scale}, shift ${shift}`,
      );
    }
  });

  it('for many small random bodies, each with four vertices or a few more in all kinds of magnitudes', () => {
    const random = createRandom(134);
    for (let round = 0; round < 150; round++) {
      const mesh = changed(soup(random, 2 + random.integer(8), 1), (value) => value * 10 ** random.range(-6, 6));
      expectEnclosed(mesh, randomFields(random, mesh, 1, 1), [[random.range(-1e3, 1e3)]], `seed 134, round ${round}`);
    }
  });
});

describe('refitted spheres', () => {
  it('are not much larger than needed: within a factor of two at the root of a soup, within 1 ppm at single triangles', () => {
    const mesh = soup(createRandom(135), 200, 0.1);
    const body = makeBody(BACKENDS.wasm, mesh, [], SETUPS[2]);
    body.refresh();
    const distance = (vertex: number, at: number): number =>
      Math.sqrt(
        [0, 1, 2].reduce((sum, axis) => sum + (body.positions[vertex * 3 + axis] - body.bounds[at + axis]) ** 2, 0),
      );
    verticesBelow(body).forEach((vertices, node) => {
      const at = node * SPHERE_STRIDE;
      const needed = Math.max(...Array.from(vertices, (vertex) => distance(vertex, at)));
      const leaf = body.tree.children[node * 2] === NO_NODE;
      expect(body.bounds[at + SPHERE_RADIUS]).toBeLessThan(needed * (leaf ? 1.000001 : 2.5));
    });
    body.dispose();
  });
});
