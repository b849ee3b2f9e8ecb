import { type Body, createBody, createPairHits, findPairHits, loadKernels } from 'pliant';
import {
  createContours,
  createDepth,
  createRegions,
  createSurfaceField,
  findContours,
  findRegions,
  measureDepth,
  strongestGovernorsOfRegion,
  surfaceOf,
} from 'pliant/meaning';
import {
  type BlendModel,
  type Mesh,
  buildTree,
  createBlendTree,
  createGovernorRanking,
  createSkinModel,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sphere } from './surfaces.js';

const KERNELS = await loadKernels();
const RADIUS = 1;

/** A ball with two joints: one for each half along x. */
function skinnedBall(): { mesh: Mesh; model: BlendModel } {
  const mesh = sphere([0, 0, 0], RADIUS, 40);
  const { positions } = mesh;
  const joints = new Uint8Array(mesh.vertexCount);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) joints[vertex] = positions[vertex * 3] < 0 ? 0 : 1;
  const weights = new Float32Array(mesh.vertexCount).fill(1);
  return { mesh, model: createSkinModel(mesh, { joints, weights, influencesPerVertex: 1, jointCount: 2 }) };
}

/** Both joints moved along x. */
function moved(x: number): number[] {
  return [0, 1].flatMap(() => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0]);
}

describe('where bodies meet', () => {
  it('there are a circle, two regions, a depth and the joints on both sides, for two skinned balls that overlap', () => {
    const { mesh, model } = skinnedBall();
    const tree = buildTree(mesh);
    const bounds = createBlendTree(mesh, model, tree);
    const [a, b] = [0, 1.2].map((x) => {
      const body = createBody(KERNELS, { mesh, model, bounds });
      body.setTransforms(moved(x));
      return body;
    });
    const hits = createPairHits(10_000);
    expect(findPairHits(a, b, hits)).toBeGreaterThan(50);
    const contours = createContours();
    expect(findContours(surfaceOf(a), surfaceOf(b), hits, contours)).toBe(1);
    expect(contours.closed[0]).toBe(1);
    const circle = 2 * Math.PI * Math.sqrt(RADIUS ** 2 - 0.6 ** 2);
    expect(Math.abs(contours.totalLength - circle) / circle).toBeLessThan(0.005);

    const regions = createRegions();
    expect(findRegions(surfaceOf(a), surfaceOf(b), hits, regions, contours)).toBe(2);
    const ranking = createGovernorRanking(model, 2);
    // The right half of the left ball meets the left half of the right one.
    expect(strongestGovernorsOfRegion(model, mesh, regions, 0, ranking)).toBe(1);
    expect(ranking.governors[0]).toBe(1);
    strongestGovernorsOfRegion(model, mesh, regions, 1, ranking);
    expect(ranking.governors[0]).toBe(0);

    const fieldOf = (body: Body) => createSurfaceField(surfaceOf(body), tree);
    a.refit();
    b.refit();
    const depth = measureDepth(fieldOf(a), fieldOf(b), hits, createDepth());
    expect(depth).toBeGreaterThan(0.79);
    expect(depth).toBeLessThan(0.801);
    a.dispose();
    b.dispose();
  });
});
