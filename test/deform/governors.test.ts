import { createRandom } from 'pliant/exact';
import {
  type Model,
  createGovernorRanking,
  createLinearModel,
  createSkinModel,
  governorsOf,
  strongestGovernors,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { randomSkin } from '../support/random-skins.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const SKIN = createSkinModel(tetrahedron(), {
  joints: Uint8Array.of(5, 1, 1, 5, 2, 0, 3, 3),
  weights: Float32Array.of(0.25, 0.75, 0.5, 0.5, 1, 0, 0.5, 0.5),
  influencesPerVertex: 2,
});

/** Sums of weights by governor in plain numbers, strongest first, then by number; on average over the vertices. */
function oracleRanking(model: Model, vertices: readonly number[], capacity: number): [number, number][] {
  const totals = new Map<number, number>();
  for (const vertex of vertices) {
    const { governors, weights } = governorsOf(model, vertex);
    governors.forEach((governor, i) => totals.set(governor, (totals.get(governor) ?? 0) + weights[i]));
  }
  const ranked = [...totals].sort(([a, x], [b, y]) => y - x || a - b).slice(0, capacity);
  return ranked.map(([governor, total]) => [governor, total / vertices.length]);
}

function rank(model: Model, vertices: readonly number[], capacity: number): [number, number][] {
  const ranking = createGovernorRanking(model, capacity);
  const count = strongestGovernors(model, Uint32Array.from(vertices), vertices.length, ranking);
  expect(ranking.count).toBe(count);
  return [...ranking.governors.subarray(0, count)].map((governor, i) => [governor, ranking.weights[i]]);
}

describe('the governors of a vertex', () => {
  it('are the joints of a skin with their weights', () => {
    const { governors, weights } = governorsOf(SKIN, 0);
    expect([[...governors], [...weights]]).toEqual([
      [1, 5],
      [0.75, 0.25],
    ]);
    expect([...governorsOf(SKIN, 3).governors]).toEqual([3]);
  });

  it('are the fields of a linear model that move it, with the lengths of the moves', () => {
    const still = new Float32Array(12);
    const moved = Float32Array.of(0, 0, 0, 3, 0, -4, 0, 0, 0, 0, 0, 0);
    const { governors, weights } = governorsOf(createLinearModel(tetrahedron(), [still, moved, still, moved]), 1);
    expect([[...governors], [...weights]]).toEqual([
      [1, 3],
      [5, 5],
    ]);
  });

  it('are refused for a vertex that does not exist', () => {
    for (const vertex of [-1, 4, 0.5, NaN]) expectRefused(() => governorsOf(SKIN, vertex), 'bad-count', 'governorsOf');
  });
});

describe('the strongest governors', () => {
  it('come first by weight, then by number', () => {
    expect(rank(SKIN, [0, 1], 4)).toEqual([
      [1, 0.625],
      [5, 0.375],
    ]);
    expect(rank(SKIN, [3, 2], 4)).toEqual([
      [2, 0.5],
      [3, 0.5],
    ]);
    expect(rank(SKIN, [1, 3, 2, 0], 2)).toEqual([
      [1, 0.3125],
      [2, 0.25],
    ]);
    expect(rank(SKIN, [], 2)).toEqual([]);
  });

  it('are those of plain sums, for skins and linear models, whatever the room', () => {
    const random = createRandom(441);
    for (let round = 0; round < 100; round++) {
      const mesh = soup(random, 1 + random.integer(8), 1);
      const model =
        round % 2 === 0
          ? createSkinModel(mesh, randomSkin(random, mesh, 12, 4))
          : createLinearModel(mesh, randomFields(random, mesh, random.integer(9), 1));
      const vertices = Array.from({ length: 1 + random.integer(9) }, () => random.integer(mesh.vertexCount));
      const capacity = 1 + random.integer(6);
      expect(rank(model, vertices, capacity), `seed 441, round ${round}`).toEqual(
        oracleRanking(model, vertices, capacity),
      );
    }
  });

  it('are found any number of times with one ranking, which forgets the last', () => {
    const ranking = createGovernorRanking(SKIN, 3);
    strongestGovernors(SKIN, Uint32Array.of(0, 1, 2, 3), 4, ranking);
    strongestGovernors(SKIN, Uint32Array.of(2, 0), 1, ranking);
    expect([ranking.count, ranking.governors[0], ranking.weights[0]]).toEqual([1, 2, 1]);
  });

  it('need room for at least one', () => {
    expectRefused(() => createGovernorRanking(SKIN, 0), 'bad-count', 'createGovernorRanking', 'capacity');
  });
});
