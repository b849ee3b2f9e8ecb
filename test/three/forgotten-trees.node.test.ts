/** Deform trees that nobody disposes of. */
import { computeDeformTree } from 'pliant/three';
import { expect, it } from 'vitest';
import { sharedKernels } from '../../src/three/shared-kernels.js';
import { makeSkinnedTube } from './make-meshes.js';

it('give their memory back when their meshes are garbage', async () => {
  const { arena } = sharedKernels();
  const before = arena.usedBytes;
  (() => {
    for (let i = 0; i < 5; i++) computeDeformTree.call(makeSkinnedTube()).collideSelf();
  })();
  expect(arena.usedBytes).toBeGreaterThan(before);
  const usedBytes = (): number => {
    globalThis.gc!();
    return arena.usedBytes;
  };
  await expect.poll(usedBytes, { interval: 10 }).toBe(before);
});
