/** A soft body that falls, bounces, slides and is pressed flat has the same bits in every engine, by WebAssembly and by TypeScript, and in float64. */
import { createRandom } from 'pliant/exact';
import { addForce, createMaterial, createSoftBody, stepSoftBody } from 'pliant/sim';
import type { SoftBodyOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { createSolidBlock } from '../../../scenes/solid-block.js';
import { hashWords } from '../../support/same-words.js';

function hashOfFall(options: SoftBodyOptions): string {
  const body = createSoftBody(createSolidBlock({ cells: [3, 3, 3], jitter: 0.2, seed: 5 }), {
    material: createMaterial({ young: 1e4, phi: 1, psi: 2 }),
    pinned: [63],
    planes: [
      { normal: [0, 1, 0.1], offset: -0.05 },
      { normal: [1, 0.2, 0], friction: 0.9 },
    ],
    ...options,
  });
  const random = createRandom(18_800);
  // Some elements begin turned inside out.
  for (let i = 0; i < body.positions.length; i++) body.positions[i] += random.range(-0.06, 0.06);
  const states: Float64Array[] = [];
  for (let frame = 0; frame < 30; frame++) {
    addForce(
      body,
      random.integer(body.vertexCount),
      random.range(-20, 20),
      random.range(-20, 20),
      random.range(-20, 20),
    );
    stepSoftBody(body, 1 / 60);
    states.push(body.positions.slice(), body.velocities.slice(), Float64Array.of(body.stepCount));
  }
  return hashWords(...states);
}

describe('the fall of a soft body', () => {
  it.each([
    ['by WebAssembly', { backend: 'wasm' }, '02de6c68'],
    ['by TypeScript', { backend: 'typescript' }, '02de6c68'],
    ['in float64', { precision: 'float64' }, 'd0d6db35'],
  ] as const)('has the same bits everywhere %s', (_, options, hash) => {
    expect(hashOfFall(options)).toBe(hash);
  });
});
