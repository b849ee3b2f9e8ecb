import { createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type BuildOptions,
  type Mesh,
  buildTree,
  createBdTree,
  createLinearModel,
  createPose,
  poseMesh,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { wordsOf } from './body-words.js';

const TREES: readonly Required<BuildOptions>[] = ([2, 4] as const).flatMap((arity) =>
  [1, 3, 8].map((leafSize) => ({ split: leafSize === 3 ? 'mean' : 'surface-area', leafSize, arity })),
);

/** Poses bodies of both backends alike and compares all words that the kernels write. */
function expectTwins(
  mesh: Mesh,
  fields: readonly Float32Array[],
  poses: readonly ArrayLike<number>[],
  what: string,
): void {
  const model = createLinearModel(mesh, fields);
  for (const [i, build] of TREES.entries()) {
    const bound = i % 2 === 0 ? 'box' : 'sphere';
    const bounds = createBdTree(mesh, model, buildTree(mesh, build), { bound });
    const [wasm, typescript] = [BACKENDS.wasm, BACKENDS.typescript].map((kernels) =>
      createBody(kernels, { mesh, model, bounds }, { strategy: 'refit' }),
    );
    poses.forEach((weights, t) => {
      const where = `${what}, ${bound}, ${build.arity} x ${build.leafSize}, pose ${t}`;
      const pose = createPose(model.poseLayout);
      setWeights(pose, weights);
      const expected = new Float32Array(mesh.vertexCount * 3);
      poseMesh(model, pose, expected);
      for (const body of [wasm, typescript]) {
        body.setWeights(weights);
        body.refresh();
        expectSameWords(body.positions, expected, `${where}: positions`);
      }
      expectSameWords(wordsOf(wasm), wordsOf(typescript), `${where}: all words`);
    });
    wasm.dispose();
    typescript.dispose();
  }
}

describe('WebAssembly and TypeScript write the same words of refitted bodies', () => {
  it.each(Object.keys(SAMPLE_MESHES))('for %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(101);
    for (const fieldCount of [0, 1, 3, 12]) {
      const fields = randomFields(random, mesh, fieldCount, reachOf(mesh));
      const poses = [0, 1, 2].map(() => Array.from(fields, () => random.integer(4) && random.range(-0.9, 0.9)));
      expectTwins(mesh, fields, [fields.map(() => 0), ...poses], `${name}, ${fieldCount} fields`);
    }
  });

  it.each([4, 5, 6, 7])('for %d vertices, whatever is left over after whole blocks', (vertexCount) => {
    const random = createRandom(102);
    const mesh = {
      positions: Float32Array.from({ length: vertexCount * 3 }, () => random.range(-1, 1)),
      triangles: Uint32Array.from({ length: 30 }, () => random.integer(vertexCount)),
      vertexCount,
      triangleCount: 10,
    };
    const fields = randomFields(random, mesh, 5, 1);
    expectTwins(mesh, fields, [[1, 0, -1, 0.5, 3]], `${vertexCount} vertices`);
  });

  it('for numbers of all magnitudes side by side: denormals, zeros of both signs, the largest', () => {
    const random = createRandom(103);
    const values = [0, -0, 2 ** -149, -(2 ** -149), 1e-40, -1e-38, 1, -1, 1 + 2 ** -23, 1e20, -3e38, 3e38];
    const pick = (): number => values[random.integer(values.length)];
    for (let round = 0; round < 40; round++) {
      const mesh = changed(soup(random, 1 + random.integer(20), 1), pick);
      const fields = randomFields(random, mesh, 2, 1).map((field) => field.map(() => pick() * 2 ** -20));
      expectTwins(
        mesh,
        fields,
        [
          [2 ** -149, -(2 ** -140)],
          [0.5, -0],
          [-(2 ** -10), 1],
        ],
        `round ${round}`,
      );
    }
  });

  it('where boxes become infinite', () => {
    const mesh = changed(soup(createRandom(104), 30, 1), (value) => Math.sign(value) * (2 - 2 ** -23) * 2 ** 127);
    expectTwins(mesh, [], [[]], 'huge');
    const body = makeBody(BACKENDS.wasm, mesh, [], { bound: 'sphere', build: TREES[0] });
    const box = new Float64Array(6);
    body.rootBox(box);
    expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
    body.dispose();
  });
});
