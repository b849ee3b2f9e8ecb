// slow: bounds every vertex of many thousands of poses
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { RULES, findLoss, makeLazyBody, randomPlacement, verticesBySlot, worldPositions } from './bd-samples.js';

/** Poses bodies of every rule, unplaced and placed, and looks for a vertex outside a bound that should hold it. */
function expectEnclosed(
  mesh: Mesh,
  fields: readonly Float32Array[],
  poses: readonly (readonly number[])[],
  seed: number,
  what: string,
): void {
  for (const [name, rule] of Object.entries(RULES)) {
    const random = createRandom(seed);
    const body = makeLazyBody(BACKENDS.wasm, mesh, fields, rule);
    const slots = verticesBySlot(body);
    poses.forEach((weights, t) => {
      body.setWeights(weights);
      expect(findLoss(body, slots, worldPositions(body)), `${what}: ${name}, pose ${t}`).toBeUndefined();
    });
    poses.forEach((weights, t) => {
      const placement = randomPlacement(
        random,
        Math.min(1e30, body.reach * 10 ** random.range(-3, 3) + 1e-40),
        t % 2 === 1,
      );
      body.setWeights(weights);
      body.setPlacement(placement);
      const loss = findLoss(body, slots, worldPositions(body, placement));
      expect(loss, `${what}: ${name}, placed, pose ${t}, seed ${seed}`).toBeUndefined();
    });
    body.dispose();
  }
}

describe('BD bounds hold every posed vertex below them, by every rule, in exact arithmetic,', () => {
  it.each(Object.keys(SAMPLE_MESHES))('of %s, up to ten times the range of its fields', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(301);
    const fields = randomFields(random, mesh, 4, reachOf(mesh));
    const isHuge = reachOf(mesh) > 1e30;
    const amplitudes = isHuge ? [0, 0.1, 1] : [0, 0.1, 1, 10];
    const poses = amplitudes.flatMap((amplitude) => [
      fields.map(() => (amplitude === 0 ? 0 : random.range(-amplitude, amplitude))),
      fields.map(() => (amplitude === 0 ? 0 : random.range(0, amplitude * 0.4))),
    ]);
    expectEnclosed(mesh, fields, poses, 302, name);
  });

  it('under fields that do nothing, move all alike, turn, or move a single vertex', () => {
    const mesh = soup(createRandom(303), 60, 0.1);
    const nothing = new Float32Array(mesh.vertexCount * 3);
    const rigid = nothing.map((_, k) => [0.1, 0.7, -0.3][k % 3]);
    const turning = nothing.map((_, k) => [-mesh.positions[k + 1], mesh.positions[k - 1], 0][k % 3] ?? 0);
    const single = nothing.map((_, k) => (k === 100 ? 1 : 0));
    const poses = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [3, -1e5, 2, 1e-5],
      [0, 1e6 / 3, 0.5, 0],
      [0, 0, 0, 1e30],
    ];
    expectEnclosed(mesh, [nothing, rigid, turning, single], poses, 304, 'fields');
  });

  it('far away, where rounding is coarse, and where float32 are denormal', () => {
    const random = createRandom(305);
    for (const [scale, shift] of [
      [1, 1e6],
      [1e-3, 1e6],
      [1e-44, 0],
      [1e-40, 1e-38],
      [1e30, 1e31],
      [1e36, 1e37],
      [1, 16_777_216],
    ]) {
      const mesh = changed(soup(random, 30, 0.3), (value) => value * scale + shift);
      const fields = randomFields(random, mesh, 2, scale);
      expectEnclosed(
        mesh,
        fields,
        [
          [0, 0],
          [1, -1],
          [0.3, 0.4],
          [0.3, 5],
        ],
        306,
        `scale ${scale}, shift ${shift}`,
      );
    }
  });

  it('for many small random bodies with up to twelve fields, in all kinds of magnitudes', () => {
    const random = createRandom(307);
    for (let round = 0; round < 60; round++) {
      const mesh = changed(soup(random, 1 + random.integer(6), 1), (value) => value * 10 ** random.range(-6, 6));
      const fields = randomFields(random, mesh, random.integer(13), 1).map((field) =>
        field.map((value) => value * 10 ** random.range(-6, 6)),
      );
      const poses = [0, 1, 2].map(() =>
        fields.map(() => random.integer(3) && random.range(-0.5, 1) * 10 ** random.range(-3, 3)),
      );
      expectEnclosed(mesh, fields, poses, 308 + round, `seed 307, round ${round}`);
    }
  });
});
