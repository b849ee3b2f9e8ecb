import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type Mesh, type Tree, buildTree, createLinearModel, createMesh, findTreeProblem } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type BdTree, createBdTree, createBdTreeAsync } from '../../src/bounds/bd/bd-tree.js';
import { measureTightness } from '../../src/inspect/tightness.js';
import { createSizeTerms, setSizeTerms } from '../../src/body/linear/size-terms.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { sheet } from '../mesh/make-meshes.js';
import { RULES, makeLazyBody } from './bd-samples.js';

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof PliantError) return error.code;
    throw error;
  }
  return undefined;
}

function sample(seed: number, triangleCount = 40): { mesh: Mesh; fields: Float32Array[] } {
  const random = createRandom(seed);
  const mesh = soup(random, triangleCount, 0.2);
  return { mesh, fields: randomFields(random, mesh, 3, 0.3) };
}

describe('creating a BD-Tree', () => {
  const { mesh, fields } = sample(521);
  const model = createLinearModel(mesh, fields);

  it.each(Object.entries(RULES))('in slices gives the same numbers: %s', async (_name, { bounds }) => {
    const tree = buildTree(mesh, { leafSize: 2 });
    const shares: number[] = [];
    const first = createBdTree(mesh, model, tree, bounds);
    const second = await createBdTreeAsync(mesh, model, tree, { ...bounds, onProgress: (share) => shares.push(share) });
    for (const key of ['words', 'rows', 'rates', 'axes', 'triangles'] as const)
      expectSameWords(first[key], second[key], key);
    expect(shares.at(-1)).toBe(1);
  });

  it('can be called off', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(createBdTreeAsync(mesh, model, buildTree(mesh), { signal })).rejects.toThrow('enough');
  });

  it('refuses a tree that was never built, and what does not belong together', () => {
    const tree = buildTree(mesh);
    const other = sample(522, 41);
    expect(codeOf(() => createBdTree(mesh, model, undefined as unknown as Tree))).toBe('bad-type');
    expect(codeOf(() => createBdTree(mesh, model, {} as Tree))).toBe('bad-type');
    expect(codeOf(() => createBdTree(undefined as unknown as Mesh, model, tree))).toBe('bad-type');
    expect(codeOf(() => createBdTree(mesh, model, buildTree(other.mesh)))).toBe('mismatch');
    expect(codeOf(() => createBdTree(mesh, createLinearModel(other.mesh, []), tree))).toBe('mismatch');
    expect(codeOf(() => createBdTree(mesh, model, buildTree(mesh, { leafSize: 32 })))).toBe('unsupported');
  });

  it('refuses options that do not exist', () => {
    const tree = buildTree(mesh);
    expect(codeOf(() => createBdTree(mesh, model, tree, { bound: 'cone' as 'box' }))).toBe('bad-type');
    expect(codeOf(() => createBdTree(mesh, model, tree, { center: 'left' as 'mean' }))).toBe('bad-type');
    expect(codeOf(() => createBdTree(mesh, model, tree, { morph: 1 as unknown as boolean }))).toBe('bad-type');
  });

  it('works for one triangle, without fields, and for a binary tree', () => {
    const single = createMesh({
      positions: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0),
      triangles: Uint32Array.of(0, 1, 2),
    });
    const bounds = createBdTree(single, createLinearModel(single, []), buildTree(single));
    expect([bounds.blockCount, bounds.fieldCount, bounds.triangles.length]).toEqual([1, 0, 3]);
    expect([bounds.rows[0], bounds.rows[4], bounds.rows[8]]).toEqual([1, 1, 0]);
    const binary = createBdTree(mesh, model, buildTree(mesh, { arity: 2, leafSize: 1 }));
    expect(binary.blockCount).toBe(mesh.triangleCount);
  });
});

describe('the sizes that morph targets give', () => {
  /** Σ of the terms, with R = 2, dR_j = 0.5, R_j = `target`. */
  function sizeOf(weights: readonly number[], target: number): number {
    const terms = createSizeTerms(weights.length);
    setSizeTerms(terms, Float32Array.from(weights));
    let sum = terms.restShare * 2;
    for (let k = 0; k < terms.count; k++) sum += terms.weights[k] * (terms.isTarget[k] === 1 ? target : 0.5);
    return sum;
  }

  it('lie between those of the shapes, and shrink with them', () => {
    expect(sizeOf([0, 0], 1)).toBeCloseTo(2, 6);
    expect(sizeOf([1, 0], 1)).toBeCloseTo(1, 6);
    expect(sizeOf([0.25, 0.25], 1)).toBeCloseTo(1.5, 6);
    expect(sizeOf([0.5, 0.5], 1)).toBeCloseTo(1, 6);
  });

  it('grow beyond a sum of one, and with negative weights', () => {
    expect(sizeOf([1, 1], 1)).toBeCloseTo(1 + 0.5 * 2 * 0.5, 6);
    expect(sizeOf([0.5, -1], 1)).toBeCloseTo(0.5 * 2 + 0.5 * 1 + 0.5, 6);
    expect(sizeOf([-1, -1], 1)).toBeCloseTo(3, 6);
  });

  it('are never above those of the plain rule', () => {
    const random = createRandom(523);
    for (let round = 0; round < 500; round++) {
      const weights = [0, 1, 2, 3].map(() => Math.fround(random.integer(4) && random.range(-0.5, 1.5)));
      const plain = 2 + weights.reduce((sum, weight) => sum + Math.abs(weight) * 0.5, 0);
      for (const target of [0, 1.5, 2.5]) {
        expect(sizeOf(weights, target), `seed 523, ${weights.join()}`).toBeLessThanOrEqual(plain * (1 + 1e-6));
      }
    }
  });

  it('shrink the bounds of a sheet that folds up to a point', () => {
    const mesh = sheet(8, 8);
    const collapse = mesh.positions.map((value) => -value);
    for (const name of ['spheres between targets', 'boxes between targets', 'oriented boxes between targets']) {
      const body = makeLazyBody(BACKENDS.wasm, mesh, [collapse], RULES[name]);
      const [rest, half, all] = [[0], [0.5], [1]].map(
        (pose) => measureTightness(body, [{ weights: pose }])[0].meanSize,
      );
      expect(half, name).toBeLessThan(rest * 0.51);
      expect(all, name).toBeLessThan(rest * 1e-5);
      body.dispose();
    }
  });
});

describe('spheres around smallest balls', () => {
  it('are never larger than around means or middles, at rest', () => {
    const { mesh } = sample(524, 100);
    const model = createLinearModel(mesh, []);
    const tree = buildTree(mesh, { leafSize: 1 });
    const radii = (center: 'mean' | 'middle' | 'smallest-ball'): number[] => {
      const { rows, words } = createBdTree(mesh, model, tree, { bound: 'sphere', center });
      return Array.from(words, (_, slot) => rows[(slot >>> 2) * 16 + 12 + (slot & 3)]);
    };
    const smallest = radii('smallest-ball');
    for (const center of ['mean', 'middle'] as const) {
      radii(center).forEach((radius, slot) =>
        expect(smallest[slot], `slot ${slot}`).toBeLessThanOrEqual(radius * 1.000001),
      );
    }
  });
});

describe('trees cut for motion', () => {
  /** A strip whose upper half moves away from its lower half: cutting between them keeps bounds small. */
  const mesh = sheet(12, 12);
  const split = mesh.positions.map((_, k) => (k % 3 === 2 && mesh.positions[k - 1] > 5.5 ? 40 : 0));

  const areaOf = (tree: Tree): number => {
    const model = createLinearModel(mesh, [split]);
    const bounds: BdTree = createBdTree(mesh, model, tree);
    let sum = 0;
    for (let slot = 0; slot < bounds.words.length; slot++) {
      const at = (slot >>> 2) * 2 * 24 + (slot & 3);
      const [x, y, z] = [12, 16, 20].map((row) => bounds.rows[at + row] + bounds.rows[at + 24 + row]);
      sum += x * y + y * z + z * x;
    }
    return sum;
  };

  it('are trees all the same, over the same triangles', () => {
    const tree = buildTree(mesh, { motion: [split] });
    expect(findTreeProblem(tree)).toBeUndefined();
    expect([...tree.triangleOrder].sort((a, b) => a - b)).toEqual(
      Array.from({ length: mesh.triangleCount }, (_, i) => i),
    );
  });

  it('have smaller bounds when it moves', () => {
    expect(areaOf(buildTree(mesh, { motion: [split] }))).toBeLessThan(areaOf(buildTree(mesh)) * 0.9);
  });

  it('refuse motion of another mesh, and what is not finite', () => {
    expect(codeOf(() => buildTree(mesh, { motion: [new Float32Array(3)] }))).toBe('bad-count');
    expect(codeOf(() => buildTree(mesh, { motion: [split.map(() => Infinity)] }))).toBe('bad-number');
    expect(codeOf(() => buildTree(mesh, { motion: 3 as unknown as Float32Array[] }))).toBe('bad-type');
  });
});

describe('measuring how tight bounds are', () => {
  it.each(Object.keys(RULES))('finds them tight at rest, and looser when deformed: %s', (name) => {
    const { mesh, fields } = sample(525, 60);
    const body = makeLazyBody(BACKENDS.wasm, mesh, fields, RULES[name]);
    const [rest, deformed] = [
      [0, 0, 0],
      [1, -1, 0.5],
    ].map((pose) => measureTightness(body, [{ weights: pose }]));
    const nodeCount = body.bounds.words.filter((word) => word !== 0xffffffff).length;
    expect(rest.reduce((sum, level) => sum + level.nodeCount, 0)).toBe(nodeCount);
    rest.forEach((level, k) => {
      // Spheres around means or middles are not the smallest; everything else is.
      const limit = name === 'spheres around means' || name === 'spheres around middles' ? 2 : 1.0001;
      expect(level.meanRatio, `level ${k}`).toBeGreaterThan(0.9999);
      expect(level.meanRatio, `level ${k}`).toBeLessThan(limit);
      expect(deformed[k].meanRatio, `level ${k}`).toBeGreaterThan(level.meanRatio);
      expect(level.largestRatio).toBeGreaterThanOrEqual(level.meanRatio);
    });
    expect(deformed.at(-1)?.meanGrowth).toBeLessThan(deformed[0].meanGrowth);
    body.dispose();
  });
});
