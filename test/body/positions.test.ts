/** Positions as users read them: those of the present pose wherever something has been posed, and all of them after a refit. */
import { createBody, createHits, createPairHits, findBallHits, findSelfHits } from 'pliant';
import { buildTree, createBdTree, createBlendTree, createLinearModel, createSkinModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';

const LIFT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5];

describe.each(['wasm', 'typescript'] as const)('positions of a blend on %s', (backend) => {
  it('are all posed after a refit, though vertices on borders of patches had been counted more than once before', () => {
    let asMany = 0;
    for (let n = 6; n < 20; n++) {
      for (const patchSize of [8, 16, 32, 64]) {
        const mesh = sheet(n, n);
        const joints = new Uint8Array(mesh.vertexCount);
        const weights = new Float32Array(mesh.vertexCount).fill(1);
        const model = createSkinModel(mesh, { joints, weights, influencesPerVertex: 1 });
        const bounds = createBlendTree(mesh, model, buildTree(mesh), { patchSize });
        const body = createBody(BACKENDS[backend], { mesh, model, bounds }, { strategy: 'lazy' });
        const hits = createHits(64);
        body.setTransforms(LIFT);
        // One small ball after the other, so that patches are baked one by one, and positions are read after each.
        for (let i = 0; i < mesh.vertexCount && body.verticesPosed < mesh.vertexCount; i++) {
          const [x, y] = mesh.positions.subarray(i * 3, i * 3 + 2);
          findBallHits(body, [x, y, 5], 1e-3, hits);
          if (body.verticesPosed === mesh.vertexCount) asMany++;
          expect(body.positions[i * 3 + 2], `${n} x ${n}, patches of ${patchSize}, vertex ${i}`).toBe(5);
        }
        body.refit();
        const stale = body.positions.filter((value, k) => k % 3 === 2 && value !== 5).length;
        expect(stale, `${n} x ${n}, patches of ${patchSize}`).toBe(0);
        body.dispose();
      }
    }
    // The count of posed vertices has hit that of the mesh while some were not posed, as it should here.
    expect(asMany).toBeGreaterThan(0);
  });
});

describe.each(['wasm', 'typescript'] as const)('positions on %s', (backend) => {
  it('are all posed after a search that has posed all vertices to prove regions free', () => {
    const mesh = sheet(12, 12);
    const joints = new Uint8Array(mesh.vertexCount);
    const weights = new Float32Array(mesh.vertexCount).fill(1);
    const skin = createSkinModel(mesh, { joints, weights, influencesPerVertex: 1 });
    const lift = Float32Array.from(mesh.positions, (_, k) => (k % 3 === 2 ? 5 : 0));
    const linear = createLinearModel(mesh, [lift]);
    const shapes = [
      { mesh, model: skin, bounds: createBlendTree(mesh, skin, buildTree(mesh)) },
      { mesh, model: linear, bounds: createBdTree(mesh, linear, buildTree(mesh)) },
    ];
    for (const shape of shapes) {
      const body = createBody(BACKENDS[backend], shape, { pruning: 'always' });
      if (shape.model === skin) body.setTransforms(LIFT);
      else body.setWeights([1]);
      body.refresh();
      expect(body.positions[2], 'nothing has been posed yet').toBe(0);
      findSelfHits(body, createPairHits(8));
      expect(body.isRefitted).toBe(false);
      expect(body.positions.filter((value, k) => k % 3 === 2 && value !== 5)).toHaveLength(0);
      expect(body.verticesPosed).toBe(mesh.vertexCount);
      body.dispose();
    }
  });
});
