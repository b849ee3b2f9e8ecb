/** Positions as users read them: a refit renews them all, however many vertices were counted as posed before. */
import { createBody, createHits, findBallHits } from 'pliant';
import { buildTree, createBlendTree, createSkinModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';

describe.each(['wasm', 'typescript'] as const)('positions of a skin in patches, on %s', (backend) => {
  it('are those of the pose after a refit, also when borders of patches made up for vertices that were not posed', () => {
    const hits = createHits(64);
    let madeUp = 0;
    for (let side = 6; side < 12; side++) {
      for (const patchSize of [8, 16, 32]) {
        const mesh = sheet(side, side);
        const model = createSkinModel(mesh, {
          joints: new Uint8Array(mesh.vertexCount),
          weights: new Float32Array(mesh.vertexCount).fill(1),
          influencesPerVertex: 1,
        });
        const bounds = createBlendTree(mesh, model, buildTree(mesh), { patchSize });
        const body = createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy: 'lazy' });
        body.setTransforms([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5]);
        for (let quad = 0; quad < side * side && body.verticesPosed < mesh.vertexCount; quad++) {
          findBallHits(body, [(quad % side) + 0.3, Math.floor(quad / side) + 0.3, 5], 0.05, hits);
        }
        const heights = (): number[] => Array.from(body.positions).filter((_, k) => k % 3 === 2);
        const isWhole = heights().every((height) => height === 5);
        if (!isWhole && body.verticesPosed === mesh.vertexCount) madeUp++;
        body.refit();
        expect(new Set(heights()), `a side of ${side}, patches of ${patchSize}`).toEqual(new Set([5]));
        body.dispose();
      }
    }
    expect(madeUp).toBeGreaterThan(0);
  });
});
