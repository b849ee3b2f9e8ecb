// slow: makes many of them at full size
import { createBody, createShape } from 'pliant';
import { createPose, poseMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { FISH_DEFAULTS, createFish } from '../../scenes/fish.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { hashWords } from '../support/same-words.js';
import { expectCount, expectWhole } from './expect-whole.js';

describe('the fish', () => {
  it('has the size of the paper: 24,776 faces, within one percent, and three fields', () => {
    expect(FISH_DEFAULTS.triangles).toBe(24_776);
    const { mesh, model } = createFish();
    expectCount(mesh, 24_776, 0.01, 'the default');
    expect(model.fieldCount).toBe(3);
    createBody(BACKENDS.wasm, createShape(mesh, model)).dispose();
  });

  it('is one closed surface that does not touch itself', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { mesh } = createFish({ seed });
      expectCount(mesh, 24_776, 0.01, `seed ${seed}`);
      expectWhole(mesh, 0, `seed ${seed}`);
    }
    expectWhole(createFish({ triangles: 10_000 }).mesh, 0, 'a coarse one');
  });

  it('bends sideways: an arc, an S and a wave, as far at either end as the weight says', () => {
    const { mesh, model } = createFish({ triangles: 10_000 });
    const posed = new Float32Array(mesh.vertexCount * 3);
    for (let mode = 0; mode < 3; mode++) {
      const pose = createPose(model.poseLayout);
      pose.weights[mode] = 0.3;
      poseMesh(model, pose, posed);
      const ways = posed.map((x, k) => x - mesh.positions[k]).filter((_, k) => k % 3 === 2);
      expect(Math.max(...ways)).toBeLessThanOrEqual(0.3 * 0.06 + 1e-6);
      expect(Math.max(...ways)).toBeGreaterThan(0.3 * 0.055);
      expect(signChanges(mesh.positions, ways)).toBe(mode + 2);
    }
  });

  it('is another one for every seed', () => {
    const hashOf = (seed: number): string => hashWords(createFish({ triangles: 10_000, seed }).mesh.positions);
    expect(new Set([1, 2, 3].map(hashOf)).size).toBe(3);
    expect(hashOf(1)).toBe(hashOf(1));
    expect(() => createFish({ triangles: 1000 })).toThrow(/triangles is 1000; pass a number from 10,000/);
  });
});

/** How often the sideways motion changes its sign from nose to tail. */
function signChanges(positions: Float32Array, ways: Float32Array): number {
  const order = [...ways.keys()].sort((a, b) => positions[b * 3] - positions[a * 3]);
  return order.filter((vertex, i) => i > 0 && Math.sign(ways[vertex]) !== Math.sign(ways[order[i - 1]])).length;
}
