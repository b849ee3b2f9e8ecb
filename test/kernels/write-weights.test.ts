/** The weights of linear bodies, written by WebAssembly and by TypeScript: the lists and the reach that their definitions say. */
import { type Kernels, createBody, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { poseReach } from '../../src/deform/model.js';
import { DISPLACEMENT, LINEAR_BOUND } from '../../src/kernels/layout/linear.js';
import { follow, follow64, wordAt } from '../../src/kernels/units.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, randomFields } from '../support/sample-meshes.js';

const MESH = SAMPLE_MESHES['a flat sheet']();
/** Bytes of three coordinates, and of what a block keeps of a field: three rows of centres and three of half extents, four lanes each. */
const FIELD_BYTES = 12;
const ROW_BYTES = 96;

interface Lists {
  readonly fields: readonly number[];
  readonly weights64: readonly number[];
  readonly rows: readonly number[];
  readonly weights32: readonly number[];
  readonly reach: number;
}

function listsOf(kernels: Kernels, fields: readonly Float32Array[], weights: readonly number[]): Lists {
  const body = createBody(kernels, createShape(MESH, { fields }), { strategy: 'lazy' });
  body.setWeights(weights);
  body.refresh();
  const { f32, f64, u32 } = kernels.arena;
  const header = wordAt(body.header);
  const count = u32[header + DISPLACEMENT.activeCount];
  expect(u32[header + LINEAR_BOUND.activeRowCount]).toBe(count);
  const wordsFrom = (view: Uint32Array | Float32Array, word: number): number[] => {
    const at = follow(u32, header + word);
    return [...view.subarray(at, at + count)];
  };
  const at64 = follow64(u32, header + DISPLACEMENT.activeWeights64);
  const lists = {
    fields: wordsFrom(u32, DISPLACEMENT.activeFields),
    weights64: [...f64.subarray(at64, at64 + count)],
    rows: wordsFrom(u32, LINEAR_BOUND.activeRows),
    weights32: wordsFrom(f32, LINEAR_BOUND.activeWeights),
    reach: body.worldReach[0],
  };
  expect(lists.reach, 'the bound that the model itself gives').toBe(poseReach(body.model, body.pose));
  body.dispose();
  return lists;
}

describe.each(Object.entries(BACKENDS))('weights in %s', (_name, kernels) => {
  it('are listed where they are not zero, with where their fields and rows are', () => {
    const random = createRandom(61);
    for (const count of [0, 1, 2, 3, 7, 16, 33]) {
      const fields = randomFields(random, MESH, count, 0.2);
      for (let round = 0; round < 5; round++) {
        const weights = fields.map(() => Math.fround(random.integer(3) === 0 ? 0 : random.range(-2, 2)));
        if (count > 1) weights[0] = -0;
        const lists = listsOf(kernels, fields, weights);
        const active = weights.flatMap((weight, j) => (weight === 0 ? [] : [j]));
        expect(lists.fields).toEqual(active.map((j) => (j + 1) * FIELD_BYTES));
        expect(lists.rows).toEqual(active.map((j) => (j + 1) * ROW_BYTES));
        expect(lists.weights64).toEqual(active.map((j) => weights[j]));
        expect(lists.weights32).toEqual(active.map((j) => weights[j]));
      }
    }
  });

  it('of the smallest size still widen the reach', () => {
    const fields = randomFields(createRandom(62), MESH, 2, 0.2);
    const model = createLinearModel(MESH, fields);
    expect(listsOf(kernels, fields, [0, 0]).reach).toBe(model.restReach);
    expect(listsOf(kernels, fields, [2 ** -149, 0]).reach).toBeGreaterThan(model.restReach);
  });
});
