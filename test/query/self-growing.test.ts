/** Searches of a body with itself take memory when they first need it: what they find does not depend on whether it has to grow. */
import { type Body, type Pruning, type Strategy, createBody, createPairHits, findSelfHits, loadKernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBdTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { randomFields } from '../support/sample-meshes.js';
import { takeAllMemory } from '../support/take-memory.js';
import { sortedPairs } from './check-hits.js';

const found = createPairHits(100_000);
const expected = createPairHits(100_000);

function expectLikeBrute(body: Body, what: string): void {
  findSelfHits(body, found);
  body.refit();
  bruteSelfHits(body.positions, body.mesh.triangles, expected);
  expect(expected.count, what).toBeGreaterThan(0);
  expect(sortedPairs(found), what).toEqual(sortedPairs(expected));
}

describe.each(['wasm', 'typescript'] as const)('a search of a body with itself on %s', (backend) => {
  it.each([
    ['refit', 'never'],
    ['refit', 'always'],
    ['adaptive', 'always'],
  ] as const)('finds the same where memory is full when it begins: %s, pruning %s', async (strategy, pruning) => {
    for (const size of [3, 6, 8, 20]) await expectSameWhereFull(size, strategy, pruning);
  });

  async function expectSameWhereFull(size: number, strategy: Strategy, pruning: Pruning): Promise<void> {
    const seed = 4100 + size;
    const kernels = await loadKernels({ backend, memoryBytes: 1 << 21 });
    const mesh = sheet(size, size);
    const model = createLinearModel(mesh, randomFields(createRandom(seed), mesh, 1, 1));
    const shape = { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) };
    const body = createBody(kernels, shape, { strategy, pruning });
    body.setWeights([4]);
    takeAllMemory(kernels);
    const full = kernels.arena.u32.byteLength;
    expectLikeBrute(body, `seed ${seed}, ${size} x ${size}, ${strategy}, ${pruning}`);
    expect(kernels.arena.u32.byteLength, 'memory has grown').toBeGreaterThan(full);
    body.dispose();
  }
});
