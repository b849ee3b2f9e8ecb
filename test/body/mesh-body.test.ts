import { PliantError, loadKernels } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, createLinearModel, createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createBdTree } from '../../src/bounds/bd/bd-tree.js';
import { createBody } from '../../src/body/create-body.js';
import { type Shape } from '../../src/bounds/shape.js';
import { LEAF_BIT, NO_CHILD } from '../../src/kernels/layout/child-words.js';
import { HEADER } from '../../src/kernels/layout/header.js';
import { LINEAR_BOUND } from '../../src/kernels/layout/linear.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { takeFreeMemory } from '../support/take-memory.js';
import {
  RULES,
  findLoss,
  makeLazyBody,
  randomPlacement,
  verticesBySlot,
  worldPositions,
} from '../bounds/bd-samples.js';
import { wordAt } from '../../src/kernels/units.js';

const KERNELS = BACKENDS.wasm;
const LAZY = { strategy: 'lazy' } as const;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof PliantError) return error.code;
    throw error;
  }
  return undefined;
}

function partsOf(seed: number): Shape {
  const random = createRandom(seed);
  const mesh = soup(random, 30, 0.2);
  const model = createLinearModel(mesh, randomFields(random, mesh, 3, 0.5));
  return { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) };
}

describe('a body of a mesh', () => {
  it.each(Object.keys(SAMPLE_MESHES))('poses and places every vertex as the definition says: %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(531);
    const scale = Math.min(reachOf(mesh), 1e37);
    const fields = randomFields(random, mesh, 3, scale);
    for (const kernels of Object.values(BACKENDS)) {
      const body = makeLazyBody(kernels, mesh, fields, RULES.boxes);
      body.setWeights([0.5, 0, -0.25]);
      for (const placement of [undefined, randomPlacement(random, scale)]) {
        if (placement) body.setPlacement(placement);
        body.refresh();
        for (const word of body.bounds.words) {
          if (word >= LEAF_BIT && word !== NO_CHILD) kernels.run.poseLeaf(body.header, word);
        }
        const used = new Set(mesh.triangles);
        const expected = worldPositions(body, placement);
        const masked = (values: Float32Array): Float32Array =>
          values.map((value, k) => (used.has(Math.floor(k / 3)) ? value : 0));
        expectSameWords(masked(body.positions), masked(expected), `${kernels.backend}, posed at leaves`);
        body.refit();
        expectSameWords(body.positions, expected, `${kernels.backend}, refitted`);
      }
      body.dispose();
    }
  });

  it.each(Object.keys(BACKENDS))(
    'works on after others were created and the memory has grown under it: %s',
    async (backend) => {
      const kernels = await loadKernels({ backend: backend as keyof typeof BACKENDS });
      const random = createRandom(534);
      const mesh = soup(random, 40, 0.2);
      const body = makeLazyBody(kernels, mesh, randomFields(random, mesh, 2, 1), RULES.boxes);
      body.setWeights([1, -1]);
      body.refit();
      const before = [body.posed.slice(), body.corners.slice()];
      expectSameWords(before[1], body.bounds.triangles, 'corners');
      takeFreeMemory(kernels);
      const memory = kernels.arena.u32.byteLength;
      for (let k = 0; k < 4; k++) makeLazyBody(kernels, soup(random, 2000, 0.2), [], RULES.boxes);
      expect(kernels.arena.u32.byteLength).toBeGreaterThan(memory);
      expectSameWords(body.posed, before[0], 'posed after growth');
      expectSameWords(body.corners, before[1], 'corners after growth');
    },
  );

  it.each(Object.keys(RULES))('holds every vertex after a refit as well: %s', (name) => {
    const random = createRandom(532);
    const mesh = soup(random, 60, 0.2);
    const body = makeLazyBody(KERNELS, mesh, randomFields(random, mesh, 2, 0.5), RULES[name]);
    const slots = verticesBySlot(body);
    for (const placement of [undefined, randomPlacement(random, 5)]) {
      body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
      if (placement) body.setPlacement(placement);
      body.refit();
      expect(body.isRefitted).toBe(true);
      expect(findLoss(body, slots, worldPositions(body, placement)), 'seed 532').toBeUndefined();
    }
    body.dispose();
  });

  it.each(Object.keys(RULES))('knows a world box around all its vertices: %s', (name) => {
    const random = createRandom(533);
    const mesh = soup(random, 40, 0.2);
    const body = makeLazyBody(KERNELS, mesh, randomFields(random, mesh, 2, 0.5), RULES[name]);
    const box = new Float64Array(6);
    for (let round = 0; round < 20; round++) {
      const placement = round < 5 ? undefined : randomPlacement(random, 10);
      body.setWeights([random.range(-2, 2), random.range(-2, 2)]);
      if (placement) body.setPlacement(placement);
      if (round % 4 === 3) body.refit();
      body.rootBox(box);
      const positions = worldPositions(body, placement);
      for (let axis = 0; axis < 3; axis++) {
        const values = Array.from(positions.filter((_, k) => k % 3 === axis));
        expect(box[axis], `seed 533, round ${round}`).toBeLessThanOrEqual(Math.min(...values));
        expect(box[axis + 3], `seed 533, round ${round}`).toBeGreaterThanOrEqual(Math.max(...values));
        if (RULES[name].coherence === undefined) expect(box[axis + 3] - box[axis]).toBeLessThan(12);
      }
      expect(body.reach).toBeGreaterThanOrEqual(Math.max(...Array.from(positions, Math.abs)));
    }
    body.dispose();
  });

  it('is refitted only in the pose and placement that it was refitted in', () => {
    const body = createBody(KERNELS, partsOf(534), LAZY);
    expect(body.isRefitted).toBe(false);
    body.refit();
    expect(body.isRefitted).toBe(true);
    body.setWeights([1, 0, 0]);
    expect(body.isRefitted).toBe(false);
    body.refit();
    body.setPlacement(IDENTITY);
    expect(body.isRefitted).toBe(false);
    body.refresh();
    expect(body.isRefitted).toBe(false);
    body.dispose();
  });

  it('evaluates nothing twice in a pose, and everything anew in another', () => {
    const body = createBody(KERNELS, partsOf(535), LAZY);
    const { u32 } = KERNELS.arena;
    const evaluated = (): number => u32[wordAt(body.header) + HEADER.blocksEvaluated];
    const touch = (): void => {
      body.refresh();
      for (let block = 0; block < 3; block++) KERNELS.run.evaluateBlock(body.header, block);
    };
    touch();
    touch();
    expect([evaluated(), body.stamp]).toEqual([3, 1]);
    body.setWeights([0, 0, 1]);
    touch();
    expect([evaluated(), body.stamp]).toEqual([3, 2]);
    body.setPlacement(IDENTITY);
    touch();
    expect([evaluated(), body.stamp]).toEqual([3, 3]);
    body.dispose();
  });

  it('carries bounds over where motion is slow, and evaluates them where it is not', () => {
    const body = createBody(KERNELS, partsOf(536), { ...LAZY, coherence: 0.1 });
    const { u32 } = KERNELS.arena;
    const carried = (weights: readonly number[]): number[] => {
      body.setWeights(weights);
      body.refresh();
      for (let block = 0; block < 4; block++) KERNELS.run.evaluateBlock(body.header, block);
      return [LINEAR_BOUND.blocksCarried, HEADER.blocksEvaluated].map((word) => u32[wordAt(body.header) + word]);
    };
    expect(carried([0, 0, 0])).toEqual([0, 4]);
    expect(carried([0.001, 0, 0])).toEqual([4, 0]);
    expect(carried([0, 0.001, 0])).toEqual([4, 0]);
    expect(carried([5, 0, 0])).toEqual([0, 4]);
    // What has not been looked at for longer than the history is evaluated, however little has changed.
    for (let pose = 0; pose < 20; pose++) {
      body.setWeights([5, 0, 0]);
      body.refresh();
    }
    expect(carried([5, 0, 0])).toEqual([0, 4]);
    body.dispose();
  });

  it('takes coordinates as large as there are, by refitting', () => {
    const mesh = changed(soup(createRandom(537), 10, 1), (value) => Math.sign(value) * 3.3e38);
    const body = makeLazyBody(KERNELS, mesh, [], RULES['oriented boxes']);
    body.refresh();
    expect(body.isRefitted).toBe(true);
    expect(findLoss(body, verticesBySlot(body), worldPositions(body))).toBeUndefined();
    body.dispose();
  });

  it('refuses weights and placements that it cannot take, and stays as it was', () => {
    const body = createBody(KERNELS, partsOf(538), LAZY);
    body.setWeights([1, 2, 3]);
    body.refresh();
    expect(codeOf(() => body.setWeights([1, 2]))).toBe('bad-count');
    expect(codeOf(() => body.setWeights([1, 2, NaN]))).toBe('bad-number');
    expect(codeOf(() => body.setPlacement([1, 2, 3]))).toBe('bad-count');
    expect(codeOf(() => body.setPlacement(IDENTITY.map((value) => value * 2)))).toBe('bad-number');
    expect(codeOf(() => body.setPlacement(IDENTITY.map((value, k) => (k === 0 ? -value : value))))).toBe('bad-number');
    expect(codeOf(() => body.setPlacement(IDENTITY.map((value, k) => (k === 12 ? NaN : value))))).toBe('bad-number');
    expect(codeOf(() => body.setPlacement(null as unknown as number[]))).toBe('bad-count');
    expect(body.stamp).toBe(1);
    body.refresh();
    expect([body.stamp, ...body.pose.weights]).toEqual([1, 1, 2, 3]);
    body.setWeights([3.4e38, 3.4e38, 3.4e38]);
    expect(codeOf(() => body.refresh())).toBe('bad-number');
    body.setWeights([1, 1, 1]);
    body.setPlacement(IDENTITY.map((value, k) => (k === 12 ? 1e39 : value)));
    expect(codeOf(() => body.refresh())).toBe('bad-number');
    body.setPlacement(IDENTITY);
    expect(codeOf(() => body.refresh())).toBeUndefined();
    body.dispose();
  });

  it('refuses parts that are missing or were made from different meshes', () => {
    const parts = partsOf(539);
    const random = createRandom(540);
    // As many triangles, but more vertices: its indices would reach beyond the other mesh.
    const shared = createMesh({
      positions: parts.mesh.positions.slice(0, 60),
      triangles: parts.mesh.triangles.map((v) => v % 20),
    });
    const other = createLinearModel(shared, randomFields(random, shared, 3, 1));
    expect(codeOf(() => createBody(KERNELS, { ...parts, mesh: shared, model: other }))).toBe('mismatch');
    expect(codeOf(() => createBody(KERNELS, { ...parts, model: createLinearModel(parts.mesh, []) }))).toBe('mismatch');
    expect(codeOf(() => createBody(KERNELS, { ...parts, bounds: undefined as unknown as Shape['bounds'] }))).toBe(
      'bad-type',
    );
    for (const coherence of [-1, NaN, Infinity, '1' as unknown as number]) {
      expect(
        codeOf(() => createBody(KERNELS, parts, { coherence })),
        String(coherence),
      ).toBe('bad-number');
    }
  });

  it.each(Object.keys(RULES))('gives all its memory back, and is of no use afterwards: %s', (name) => {
    for (const kernels of Object.values(BACKENDS)) {
      const before = kernels.arena.usedBytes;
      const mesh = soup(createRandom(541), 20, 0.2);
      const bodies = [0, 1].map(() => makeLazyBody(kernels, mesh, [], RULES[name]));
      const used = kernels.arena.usedBytes;
      expect(used).toBeGreaterThan(before);
      bodies[0].dispose();
      bodies[0].dispose();
      expect(kernels.arena.usedBytes).toBeLessThan(used);
      bodies[1].refresh();
      bodies[1].dispose();
      expect(kernels.arena.usedBytes).toBe(before);
      for (const use of [
        () => bodies[0].refresh(),
        () => bodies[0].refit(),
        () => bodies[0].setWeights([]),
        () => bodies[0].setPlacement(IDENTITY),
        () => bodies[0].positions,
        () => bodies[0].rootBox(new Float64Array(6)),
      ]) {
        expect(codeOf(use)).toBe('disposed');
      }
    }
  });
});
