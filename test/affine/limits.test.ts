/** Where bones alone prove nothing, and what is refused. */
import { beginSelf, createBody, createPairHits, createSearch, createShape, step } from 'pliant';
import type { Body, Shape } from 'pliant';
import { cos, createRandom, sin } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBlendTree, createMesh, createSkinModel, fitRegions, fitRegionsAsync } from 'pliant/parts';
import type { AffineRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { rememberTried } from '../../src/body/affine.js';
import { AFFINE, AFFINE_LIST, AFFINE_TERM, NO_AFFINE, POSED_FRAME } from '../../src/kernels/layout/affine.js';
import { BLEND } from '../../src/kernels/layout/header.js';
import { affineOf } from '../../src/kernels/layout/self.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { pairsInOrder } from '../query/check-hits.js';
import { createLimb, poseLimb } from './make-limbs.js';
import type { Limb } from './make-limbs.js';

const hits = createPairHits(200_000);
const search = createSearch();

function shapeOf({ bounds, mesh, model }: Limb): Shape {
  return { mesh, model, bounds };
}

function fittedShapeOf(limb: Limb): Shape {
  return fitRegions(shapeOf(limb));
}

function affineRegionsOf({ bounds }: Shape): AffineRegions {
  if (bounds.shape !== BLEND || !bounds.affine) throw new Error('the shape has not been fitted');
  return bounds.affine;
}

function searchSelf(body: Body): string[] {
  beginSelf(search, body, hits);
  step(search);
  return pairsInOrder(hits);
}

function bruteSelf(body: Body): string[] {
  bruteSelfHits(body.positions, body.mesh.triangles, hits);
  return pairsInOrder(hits).toSorted();
}

describe('bones alone', () => {
  it('prove nothing of a shape that has not been fitted, and all of a limb at rest of one that has', () => {
    const limb = createLimb(createRandom(1), 'tube');
    const body = createBody(BACKENDS.wasm, shapeOf(limb), { pruning: 'always' });
    searchSelf(body);
    expect(search.statistics.regionsTried).toBe(0);
    const fitted = createBody(BACKENDS.wasm, fittedShapeOf(limb), { pruning: 'always' });
    expect(searchSelf(fitted)).toEqual([]);
    expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
    expect(search.statistics.regionsUnbent).toBeLessThanOrEqual(search.statistics.regionsTried);
    body.dispose();
    fitted.dispose();
  });

  it('prove nothing where triangles have no area at rest', () => {
    const limb = createLimb(createRandom(2), 'sheet');
    const positions = limb.mesh.positions.slice();
    // Every corner of every third triangle is drawn into one point.
    for (let t = 0; t < limb.mesh.triangleCount; t += 3) {
      const [a, b, c] = limb.mesh.triangles.subarray(t * 3, t * 3 + 3);
      for (let axis = 0; axis < 3; axis++) {
        positions[b * 3 + axis] = positions[a * 3 + axis];
        positions[c * 3 + axis] = positions[a * 3 + axis];
      }
    }
    const mesh = createMesh({ positions, triangles: limb.mesh.triangles });
    const joints = new Uint16Array(mesh.vertexCount);
    const weights = new Float32Array(mesh.vertexCount).fill(1);
    const model = createSkinModel(mesh, { joints, weights, influencesPerVertex: 1, jointCount: 1 });
    const shape = fitRegions({ mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh)) });
    expect(affineRegionsOf(shape).lists.every((list) => list === NO_AFFINE)).toBe(true);
    const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
    searchSelf(body);
    expect(search.statistics.regionsUnbent).toBe(0);
    body.dispose();
  });

  it('lose nothing of a surface that meets itself everywhere at rest', () => {
    const limb = createLimb(createRandom(6), 'wavy sheet');
    const { triangles, vertexCount } = limb.mesh;
    // Each triangle lies on another one that has vertices of its own.
    const twice = createMesh({
      positions: new Float32Array([...limb.mesh.positions, ...limb.mesh.positions]),
      triangles: new Uint32Array([...triangles, ...triangles.map((vertex) => vertex + vertexCount)]),
    });
    const half = (joint: number): number[] => Array.from({ length: vertexCount }, () => joint);
    // Under a bone, both stay where they are; of two bones, one leads a sheet through the other.
    for (const joints of [new Uint16Array(2 * vertexCount), Uint16Array.from([...half(0), ...half(1)])]) {
      const weights = new Float32Array(2 * vertexCount).fill(1);
      const model = createSkinModel(twice, { joints, weights, influencesPerVertex: 1, jointCount: 2 });
      const bounds = createBlendTree(twice, model, buildTree(twice));
      const body = createBody(BACKENDS.wasm, fitRegions({ mesh: twice, model, bounds }), { pruning: 'always' });
      for (const shift of [0, 1e-3, 0.2]) {
        body.setTransforms([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, shift, 0, 1, 0, shift, 0, 0, 1, 0]);
        expect(searchSelf(body).toSorted()).toEqual(bruteSelf(body));
        expect(hits.count).toBeGreaterThan(twice.triangleCount / 8);
      }
      body.dispose();
    }
  });

  it('prove a sheet free that is flat to the last bit, though no fit tells what would be beside it', () => {
    const limb = createLimb(createRandom(7), 'sheet');
    for (const axis of [0, 1, 2]) {
      const mesh = createMesh({
        positions: limb.mesh.positions.map((_, k) => {
          const from = k - (k % 3);
          return k % 3 === axis ? 0 : limb.mesh.positions[from + (k % 3 === (axis + 1) % 3 ? 0 : 1)];
        }),
        triangles: limb.mesh.triangles,
      });
      const { vertexCount } = mesh;
      const joints = new Uint16Array(2 * vertexCount).map((_, k) => k % 2);
      const weights = new Float32Array(2 * vertexCount).map((_, k) => {
        const share = mesh.positions[3 * (k >>> 1) + ((axis + 1) % 3)] / 3;
        return Math.min(Math.max(k % 2 === 0 ? share : 1 - share, 0), 1);
      });
      const model = createSkinModel(mesh, { joints, weights, influencesPerVertex: 2, jointCount: 2 });
      const bounds = createBlendTree(mesh, model, buildTree(mesh));
      const body = createBody(BACKENDS.wasm, fitRegions({ mesh, model, bounds }), { pruning: 'always' });
      for (const turn of [0, 0.3, 2, Math.PI]) {
        const [c, s] = [cos(turn), sin(turn)];
        body.setTransforms([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0]);
        expect(searchSelf(body).toSorted(), `flat along ${axis}, turned by ${turn}`).toEqual(bruteSelf(body));
        if (turn === 0) expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
      }
      body.dispose();
    }
  });

  it('prove nothing while morph targets displace what they move', () => {
    const { mesh } = createLimb(createRandom(3), 'tube');
    const joints = new Uint16Array(mesh.vertexCount);
    const weights = new Float32Array(mesh.vertexCount).fill(1);
    const fields = [Float32Array.from(mesh.positions, (x, i) => (i % 3 === 0 ? 0 : -2 * x))];
    const skin = { joints, weights, influencesPerVertex: 1, jointCount: 1, morphTargets: fields };
    const shape = fitRegions(createShape(mesh, skin));
    const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
    searchSelf(body);
    expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
    body.setWeights([0.5]);
    searchSelf(body);
    expect(search.statistics.regionsTried).toBe(0);
    body.dispose();
  });

  it('take part in searches of transforms that are huge, tiny, flat or far away, which find what others find', () => {
    const random = createRandom(4);
    const limb = createLimb(random, 'bumpy tube');
    const plain = createBody(BACKENDS.wasm, shapeOf(limb), { pruning: 'never' });
    const fitted = createBody(BACKENDS.wasm, fittedShapeOf(limb), { pruning: 'always' });
    const pose = poseLimb(random, limb, 0.4);
    let unbent = 0;
    for (const change of [
      (x: number) => x * 1e18,
      (x: number) => x * 1e-18,
      (x: number, k: number) => (k % 12 < 4 ? 0 : x),
      () => 0,
      (x: number, k: number) => (k % 4 === 3 ? x + 1e6 : x),
      (x: number, k: number) => (k % 4 === 3 ? x + 1e12 : x),
      (x: number, k: number) => (k === 5 ? 1e30 : x),
    ]) {
      for (const body of [plain, fitted]) body.setTransforms(pose.map(change));
      const expected = searchSelf(plain);
      expect(searchSelf(fitted)).toEqual(expected);
      unbent += search.statistics.regionsUnbent;
    }
    expect(unbent).toBeGreaterThan(0);
    plain.dispose();
    fitted.dispose();
  });

  it('would lose collisions if weights were taken for less steep than they are', () => {
    const seed = 9;
    const random = createRandom(seed);
    let lost = 0;
    for (let k = 0; k < 12; k++) {
      const limb = createLimb(random, ['tube', 'sheet', 'wavy sheet'][k % 3]);
      const shape = fittedShapeOf(limb);
      const regions = affineRegionsOf(shape);
      const words = regions.words.slice();
      const floats = new Float32Array(words.buffer);
      for (const list of regions.lists) {
        if (list === NO_AFFINE) continue;
        for (let i = 0; i < words[list]; i++) {
          const term = list + AFFINE_LIST.wordCount + i * AFFINE_TERM.wordCount;
          floats[term + AFFINE_TERM.products] *= 0.05;
          floats[term + AFFINE_TERM.weights] *= 0.05;
        }
      }
      const weakened = { ...shape, bounds: { ...limb.bounds, affine: { ...regions, words } } };
      const right = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
      const wrong = createBody(BACKENDS.wasm, weakened, { pruning: 'always' });
      for (let n = 0; n < 4; n++) {
        const pose = poseLimb(random, limb, 3);
        for (const body of [right, wrong]) body.setTransforms(pose);
        lost += searchSelf(right).length - searchSelf(wrong).length;
      }
      right.dispose();
      wrong.dispose();
    }
    expect(lost).toBeGreaterThan(0);
  });

  it('are left alone for some searches after they have told too little', () => {
    const limb = createLimb(createRandom(10), 'tube');
    const body = createBody(BACKENDS.wasm, fittedShapeOf(limb), { pruning: 'always' });
    const tried = (): number => {
      body.setTransforms(poseLimb(createRandom(11), limb, 0.01));
      searchSelf(body);
      return search.statistics.regionsTried;
    };
    expect(tried()).toBeGreaterThan(0);
    rememberTried(body, { nodesVisited: 1e6, regionsTried: 1e6, regionsUnbent: 0 });
    for (let n = 0; n < 4; n++) expect(tried(), `search ${n}`).toBe(0);
    expect(tried()).toBeGreaterThan(0);
    body.dispose();
  });

  it('leave the same words on both backends', () => {
    const random = createRandom(5);
    const limb = createLimb(random, 'wavy sheet');
    const shape = fittedShapeOf(limb);
    const frameCount = affineRegionsOf(shape).frames.length;
    const bodies = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) =>
      createBody(kernels, shape, { pruning: 'always' }),
    );
    for (let n = 0; n < 10; n++) {
      const pose = poseLimb(random, limb, 0.1 * n);
      const [wasm, typescript] = bodies.map((body) => {
        body.setTransforms(pose);
        searchSelf(body);
        const { u32 } = body.kernels.arena;
        const posed = follow(u32, affineOf(u32, wordAt(body.header)) + AFFINE.posed);
        return u32.slice(posed, posed + frameCount * POSED_FRAME.count * 2);
      });
      expect(wasm).toEqual(typescript);
      expect(wasm.some((word) => word !== 0)).toBe(true);
    }
    for (const body of bodies) body.dispose();
  });

  it('give back the memory that they have taken', () => {
    const limb = createLimb(createRandom(6), 'tube');
    const shape = fittedShapeOf(limb);
    const taken = (): number => BACKENDS.wasm.arena.usedBytes;
    const before = taken();
    const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
    searchSelf(body);
    expect(taken()).toBeGreaterThan(before);
    body.dispose();
    expect(taken()).toBe(before);
  });
});

describe('fitRegions', () => {
  it('refuses what is no shape, and leaves shapes alone that are not skins', async () => {
    expect(() => fitRegions(undefined as unknown as Shape)).toThrow('fitRegions: a shape is needed');
    await expect(fitRegionsAsync({} as Shape)).rejects.toThrow('fitRegionsAsync: a shape is needed');
    const { mesh } = createLimb(createRandom(7), 'sheet');
    const shape = createShape(mesh, { fields: [] });
    expect(fitRegions(shape)).toBe(shape);
  });

  it('comes to the same in slices, with progress, and can be called off', async () => {
    const limb = createLimb(createRandom(8), 'tube');
    const shape = shapeOf(limb);
    const shares: number[] = [];
    const fitted = await fitRegionsAsync(shape, { onProgress: (share) => shares.push(share) });
    expect(affineRegionsOf(fitted)).toEqual(affineRegionsOf(fitRegions(shape)));
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    const reason = new Error('no longer wanted');
    await expect(fitRegionsAsync(shape, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
