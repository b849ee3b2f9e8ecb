import type { Body } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { CHILD_STRIDE, createOpenedNode, openNode } from '../../src/query/opened-node.js';
import { BACKENDS, SETUPS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { findLoss, verticesBySlot } from './bd-samples.js';

const FLOAT32_MAX = (2 - 2 ** -23) * 2 ** 127;
const opened = createOpenedNode();

/** Centres and half extents are float32: no side may be farther out than their rounding explains. */
function expectTight(body: Body, slots: ReadonlyMap<number, ReadonlySet<number>>, what: string): void {
  const { positions } = body;
  for (const [slot, vertices] of slots) {
    openNode(body, slot >>> 2, opened);
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (const vertex of vertices) {
        low = Math.min(low, positions[vertex * 3 + axis]);
        high = Math.max(high, positions[vertex * 3 + axis]);
      }
      const slack = Math.max(-low, high) * 2 ** -20 + 2 ** -140;
      // Beyond the largest float32 there is only infinity.
      const isHuge = (high - low) / 2 + slack > FLOAT32_MAX;
      const at = (slot & 3) * CHILD_STRIDE + axis;
      const isTight = opened.boxes[at] >= low - slack && opened.boxes[at + 3] <= high + slack;
      if (!isTight && !isHuge) {
        expect([opened.boxes[at], opened.boxes[at + 3]], `${what}: slot ${slot}, axis ${axis}`).toEqual([low, high]);
      }
    }
  }
}

function expectEnclosed(mesh: Mesh, fields: readonly Float32Array[], poses: readonly number[][], what: string): void {
  for (const setup of SETUPS) {
    const body = makeBody(BACKENDS.wasm, mesh, fields, setup);
    const slots = verticesBySlot(body);
    poses.forEach((weights, t) => {
      body.setWeights(weights);
      body.refresh();
      const where = `${what}, ${setup.bound}, ${setup.build.arity} x ${setup.build.leafSize}, pose ${t}`;
      expect(body.isRefitted, where).toBe(true);
      expect(findLoss(body, slots, body.positions), where).toBeUndefined();
      expectTight(body, slots, where);
    });
    body.dispose();
  }
}

describe('refitted boxes hold every posed vertex below them, in exact arithmetic, and hardly more,', () => {
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
