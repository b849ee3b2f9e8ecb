// slow: fits sheets, and searches some of them where all of it is in one point
/** Where weights of fields alone prove nothing, and what is left alone. */
import { type Body, type Shape, beginSelf, createBody, createPairHits, createSearch, createShape, step } from 'pliant';
import { type Random, createRandom, sin } from 'pliant/exact';
import { createCuttableBody, createMesh, cutBody, fitRegions } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { AFFINE, POSED_FRAME } from '../../src/kernels/layout/affine.js';
import { affineOf } from '../../src/kernels/layout/self.js';
import { follow, wordAt } from '../../src/kernels/units.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { pairsInOrder } from '../query/check-hits.js';
import { createFieldLimb, weigh } from './make-fields.js';

const hits = createPairHits(200_000);
const search = createSearch();

function searchSelf(body: Body): string[] {
  beginSelf(search, body, hits);
  step(search);
  return pairsInOrder(hits);
}

/** A sheet of squares, 3 wide and 1 high, with fields that say where a point goes. */
function makeSheet(
  random: Random,
  rows: number,
  roughness: number,
  ...moves: readonly ((x: number, y: number) => readonly number[])[]
): Shape {
  const columns = 3 * rows;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= columns; i++) {
    for (let j = 0; j <= rows; j++) {
      const shake = (): number => random.range(-roughness, roughness);
      positions.push((3 * i) / columns - 1.5 + shake(), j / rows + shake(), shake());
      if (i === columns || j === rows) continue;
      const at = i * (rows + 1) + j;
      triangles.push(at, at + rows + 1, at + rows + 2, at, at + rows + 2, at + 1);
    }
  }
  const mesh = createMesh({ positions: new Float32Array(positions), triangles: new Uint32Array(triangles) });
  const fields = moves.map((move) =>
    Float32Array.from(mesh.positions, (_, k) => {
      const [x, y] = mesh.positions.subarray(k - (k % 3), k - (k % 3) + 2);
      return move(x, y)[k % 3];
    }),
  );
  return createShape(mesh, { fields });
}

/** Compares a fitted body with one that proves nothing; returns how many regions were proved, and how many were tried, each pose with bodies of its own. */
function expectSame(
  shape: Shape,
  poses: readonly ArrayLike<number>[],
): { unbent: number; tried: number; pairs: number } {
  const fitted = fitRegions(shape);
  const counts = { unbent: 0, tried: 0, pairs: 0 };
  for (const [n, pose] of poses.entries()) {
    const plain = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
    const proving = createBody(BACKENDS.wasm, fitted, { pruning: 'always' });
    const twin = createBody(BACKENDS.typescript, fitted, { pruning: 'always' });
    for (const body of [plain, proving, twin]) body.setWeights(pose);
    const expected = searchSelf(plain);
    expect(searchSelf(proving), `pose ${n}`).toEqual(expected);
    counts.unbent += search.statistics.regionsUnbent;
    counts.tried += search.statistics.regionsTried;
    counts.pairs += expected.length;
    expect(searchSelf(twin), `pose ${n}, twin`).toEqual(expected);
    for (const body of [plain, proving, twin]) body.dispose();
  }
  return counts;
}

describe('weights of fields alone', () => {
  it('prove all of a sheet that they shear', () => {
    const shape = makeSheet(
      createRandom(1),
      16,
      0,
      (_, y) => [y, 0, 0],
      (x) => [0, 0, x],
    );
    const fitted = createBody(BACKENDS.wasm, fitRegions(shape), { pruning: 'always' });
    for (const weights of [
      [0, 0],
      [1, 0],
      [3, -3],
    ]) {
      fitted.setWeights(weights);
      expect(searchSelf(fitted)).toEqual([]);
      expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
      expect(search.statistics.bordersSeen + search.statistics.triangleTests).toBe(0);
    }
    fitted.dispose();
  });

  it('prove nothing of what they draw into a line or a point, or take to the end of numbers', () => {
    const shape = makeSheet(
      createRandom(2),
      6,
      0.01,
      (x) => [-x, 0, 0],
      (_, y) => [0, -y, 0],
      () => [1, 1, 1],
    );
    const { pairs } = expectSame(shape, [
      [1, 0, 0],
      [1, 1, 0],
      [1.0000001, 0.9999999, 0],
      [0.5, 0, 1e12],
      [0, 0, 1e30],
      [1e30, 0, 0],
      [2, 2, 0],
      [-1e-30, 1e-30, 1e-30],
    ]);
    expect(pairs).toBeGreaterThan(0);
  });

  it('prove nothing by the pose before', () => {
    // Drawn together to a tenth, waves of a third run back.
    const shape = makeSheet(
      createRandom(8),
      10,
      0,
      (x) => [-x, 0, 0],
      (x) => [sin(6 * x) / 6, 0, 0],
    );
    const plain = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
    plain.setWeights([0.9, 0.3]);
    const expected = searchSelf(plain);
    expect(expected.length).toBeGreaterThan(0);
    for (const kernels of Object.values(BACKENDS)) {
      const fitted = createBody(kernels, fitRegions(shape), { pruning: 'always' });
      expect(searchSelf(fitted)).toEqual([]);
      expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
      fitted.setWeights([0.9, 0.3]);
      expect(searchSelf(fitted)).toEqual(expected);
      expect(search.statistics.regionsTried).toBeGreaterThan(0);
      fitted.dispose();
    }
    plain.dispose();
  });

  it('lose nothing of a sheet that is folded flat, nearly flat, or rolled up', () => {
    const shape = makeSheet(
      createRandom(3),
      16,
      0.01,
      (x) => [x > 0 ? -x : 0, 0, 0],
      (x) => [0, 0, x * x],
      (x, y) => [0, 0, x > 0 ? 0.01 * y : 0],
      (x) => [-x * x * x, 0, 0],
    );
    const poses: number[][] = [];
    for (const fold of [0, 0.5, 1, 1.5, 1.9, 2, 2.1]) {
      for (const lift of [0, 0.001, 1])
        for (const tilt of [0, 1]) poses.push([fold, lift, tilt, 0], [0, lift, tilt, fold]);
    }
    const { pairs, tried, unbent } = expectSame(shape, poses);
    expect(unbent).toBeGreaterThan(50);
    expect(tried - unbent).toBeGreaterThan(50);
    expect(pairs).toBeGreaterThan(1000);
  });

  it('leave what they cannot prove to borders, and are left alone then for a while', () => {
    const shape = makeSheet(createRandom(4), 16, 0.01, (x, y) => [0, 0, 0.3 * Math.abs(((x + y * 0.1) * 8) % 1)]);
    const plain = createBody(BACKENDS.wasm, shape, { pruning: 'never' });
    const fitted = createBody(BACKENDS.wasm, fitRegions(shape), { pruning: 'always' });
    const tried = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((weight) => {
      for (const body of [plain, fitted]) body.setWeights([weight]);
      const expected = searchSelf(plain);
      expect(searchSelf(fitted)).toEqual(expected);
      expect(search.statistics.regionsFree).toBeGreaterThan(0);
      return search.statistics.regionsTried > 0;
    });
    expect(tried).toEqual([true, false, false, false, false, true]);
    plain.dispose();
    fitted.dispose();
  });

  it('leave the same words on both backends, and give back the memory that they have taken', () => {
    const random = createRandom(5);
    const limb = createFieldLimb(random, 'wavy sheet');
    const fitted = fitRegions(limb.shape);
    const used = (): number[] => Object.values(BACKENDS).map(({ arena }) => arena.usedBytes);
    const before = used();
    let posedCount = 0;
    for (let n = 0; n < 6; n++) {
      const pose = weigh(random, limb, 0.1 * n);
      const bodies = Object.values(BACKENDS).map((kernels) => createBody(kernels, fitted, { pruning: 'always' }));
      const [wasm, typescript] = bodies.map((body) => {
        body.setWeights(pose);
        searchSelf(body);
        const { u32 } = body.kernels.arena;
        const posed = follow(u32, affineOf(u32, wordAt(body.header)) + AFFINE.posed);
        return u32.slice(posed, posed + fitted.bounds.affine!.frames.length * POSED_FRAME.count * 2);
      });
      expect(wasm).toEqual(typescript);
      posedCount += wasm.filter((word) => word !== 0).length;
      for (const body of bodies) body.dispose();
    }
    expect(posedCount).toBeGreaterThan(0);
    expect(used()).toEqual(before);
  });

  it('are asked where a shape was sent, and not where it was cut', () => {
    const limb = createFieldLimb(createRandom(2), 'tube');
    const fitted = fitRegions(limb.shape);
    const sent = createBody(BACKENDS.wasm, structuredClone(fitted), { pruning: 'always' });
    searchSelf(sent);
    expect(search.statistics.regionsUnbent).toBeGreaterThan(0);
    sent.dispose();
    const cut = createCuttableBody(BACKENDS.wasm, fitted, { pruning: 'always' });
    cutBody(cut, { remove: [1] });
    searchSelf(cut);
    expect(search.statistics.regionsTried).toBe(0);
    cut.dispose();
  });

  it('are not asked of spheres and oriented boxes, nor where there are no fields', () => {
    const { mesh, model } = createFieldLimb(createRandom(7), 'tube').shape;
    for (const bound of ['sphere', 'oriented-box'] as const) {
      const shape = createShape(mesh, model, { bound });
      expect(fitRegions(shape)).toBe(shape);
    }
    const still = createShape(mesh, { fields: [] });
    expect(fitRegions(still)).toBe(still);
  });
});
