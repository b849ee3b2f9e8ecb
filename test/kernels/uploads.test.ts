import { type Body, createBody, transferablesOf } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { RECORD } from '../../src/kernels/layout/record.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

describe.each(['wasm', 'typescript'] as const)('bodies on %s', (backend) => {
  const kernels = BACKENDS[backend];
  const random = createRandom(121);
  const mesh = soup(random, 300, 0.1);
  const model = createLinearModel(mesh, randomFields(random, mesh, 6, 1));
  const bounds = createBdTree(mesh, model, buildTree(mesh));
  const makeBody = (): Body => createBody(kernels, { mesh, model, bounds }, { strategy: 'refit' });

  it('share what is precomputed: the second costs less than half of the first', () => {
    const empty = kernels.arena.usedBytes;
    const first = makeBody();
    const one = kernels.arena.usedBytes - empty;
    const second = makeBody();
    const two = kernels.arena.usedBytes - empty - one;
    expect(one).toBeGreaterThan(model.fields.byteLength);
    expect(two).toBeLessThan(one / 2);

    first.dispose();
    expect(kernels.arena.usedBytes - empty, 'shared data stays for the second').toBe(one);
    second.setWeights([1, 0, 0, 0, 0, 0.5]);
    second.refresh();
    second.dispose();
    expect(kernels.arena.usedBytes).toBe(empty);
  });

  it('take new copies after the last user is gone', () => {
    const empty = kernels.arena.usedBytes;
    for (let round = 0; round < 3; round++) {
      const body = makeBody();
      body.refresh();
      expect(body.positions).toEqual(mesh.positions);
      body.dispose();
      expect(kernels.arena.usedBytes).toBe(empty);
    }
  });

  it('keep one copy of what ten of one shape share', () => {
    const empty = kernels.arena.usedBytes;
    const bodies = Array.from({ length: 10 }, makeBody);
    // Positions and their stamps, records and exact boxes of blocks, and what drives the body; ten copies of the fields would be far more.
    const perBody = mesh.vertexCount * 16 + bounds.blockCount * (RECORD.wordCount * 4 + 32) + 2048;
    const shared = transferablesOf(bounds).reduce((sum, { byteLength }) => sum + byteLength, 0) + 1024;
    expect(kernels.arena.usedBytes - empty).toBeLessThanOrEqual(10 * perBody + shared);
    expect(10 * perBody + shared).toBeLessThan(10 * (perBody + model.fields.byteLength));
    for (const body of bodies) body.dispose();
    expect(kernels.arena.usedBytes).toBe(empty);
  });
});
