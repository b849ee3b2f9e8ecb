import type { PliantErrorCode } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type CageData, bakeFrames, createCageModel, createPose, poseMesh, poseReach, setPoints } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

/** The eight corners of the cube from -1 to 1. */
const CUBE = Float32Array.from({ length: 24 }, (_, k) => ((Math.floor(k / 3) >> (k % 3)) & 1) * 2 - 1);

/** Trilinear weights of the corners: the simplest coordinates of a cage. */
function trilinear(positions: Float32Array): Float64Array {
  return Float64Array.from({ length: (positions.length / 3) * 8 }, (_, i) => {
    const vertex = Math.floor(i / 8);
    return [0, 1, 2].reduce((product, axis) => {
      const share = (positions[vertex * 3 + axis] + 1) / 2;
      return product * (((i % 8) >> axis) & 1 ? share : 1 - share);
    }, 1);
  });
}

describe('a cage', () => {
  const random = createRandom(431);
  const mesh = soup(random, 50, 0.1, 0.8);
  const weights = trilinear(mesh.positions);
  const model = createCageModel(mesh, { points: CUBE, weights });

  it('poses as the definition says, bit by bit', () => {
    for (let round = 0; round < 30; round++) {
      const points = Float32Array.from(CUBE, (value) => value + random.range(-1, 1) * 10 ** random.range(-3, 3));
      const pose = createPose(model.poseLayout);
      setPoints(pose, points);
      const out = new Float32Array(mesh.vertexCount * 3);
      poseMesh(model, pose, out);
      const expected = out.map((_, k) => {
        const vertex = Math.floor(k / 3);
        const rest = model.rest.subarray(vertex * 3, vertex * 3 + 3);
        const given = weights.subarray(vertex * 8, vertex * 8 + 8);
        const sum = given.reduce((a, b) => a + b);
        const shares = [...given].map((weight) => weight / sum);
        // The identity's row, blended: the sum of weights on the diagonal and zeros beside it.
        const row = [0, 1, 2].map((axis) => (axis === k % 3 ? shares.reduce((a, b) => a + b) : 0));
        const shift = shares.map((w, point) => w * points[point * 3 + (k % 3)]).reduce((a, b) => a + b);
        return row[0] * rest[0] + row[1] * rest[1] + row[2] * rest[2] + shift;
      });
      expectSameWords(out, expected, `seed 431, round ${round}`);
      expectSameWords(bakeFrames(model, [pose])[0], expected, `seed 431, round ${round}, baked`);
      const reach = out.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      expect(reach, `seed 431, round ${round}`).toBeLessThanOrEqual(poseReach(model, pose));
    }
  });

  it('rests where the mesh does when its points do', () => {
    const pose = createPose(model.poseLayout);
    setPoints(pose, CUBE);
    const [rest] = bakeFrames(model, [pose]);
    rest.forEach((value, k) => expect(Math.abs(value - mesh.positions[k])).toBeLessThan(1e-12));
    expect(model.restReach).toBe(0);
  });

  it('keeps beside the combination what weights that do not reproduce the mesh leave', () => {
    const uniform = createCageModel(mesh, { points: CUBE, weights: new Float32Array(mesh.vertexCount * 8).fill(1) });
    expectSameWords(uniform.rest, mesh.positions, 'the middle of the cube is the origin');
    expect(uniform.normalized).toEqual({ vertexCount: mesh.vertexCount, largestError: 7 });
  });

  it('takes a few weights of each vertex with the points they belong to', () => {
    const sparse = createCageModel(mesh, {
      points: CUBE,
      weights,
      governors: Uint8Array.from(weights, (_, i) => i % 8),
      influencesPerVertex: 8,
    });
    expect(sparse).toEqual(model);
    const nearest = createCageModel(mesh, {
      points: CUBE,
      weights: new Float32Array(mesh.vertexCount).fill(1),
      governors: Uint16Array.from({ length: mesh.vertexCount }, (_, vertex) => vertex % 8),
      influencesPerVertex: 1,
    });
    expect([nearest.governorCount, nearest.governors.length]).toEqual([8, mesh.vertexCount]);
  });

  it('refuses to bake points that a float32 cannot hold the way to, or that are none', () => {
    const far = createCageModel(mesh, { points: CUBE, weights: new Float32Array(mesh.vertexCount * 8).fill(1) });
    const huge = { ...far, rest: far.rest.map(() => 1e38), restReach: 1e38 };
    const pose = createPose(huge.poseLayout);
    setPoints(pose, new Float32Array(24).fill(3e38));
    expectRefused(() => bakeFrames(huge, [pose]), 'bad-number', 'bakeFrames', 'float32');
    pose.points.fill(0);
    pose.points[7] = NaN;
    expectRefused(() => bakeFrames(far, [pose]), 'bad-number', 'bakeFrames', 'NaN');
  });
});

describe('a cage is refused', () => {
  const mesh = tetrahedron();
  const good = { points: CUBE, weights: new Float32Array(32).fill(0.125) };
  const sparse = { points: CUBE, weights: new Float32Array(8).fill(0.5), governors: new Uint8Array(8) };

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['when it is missing', undefined, 'bad-type', ['undefined']],
    ['without points', { ...good, points: undefined }, 'bad-type', ['points']],
    ['with an empty list of points', { ...good, points: new Float32Array(0) }, 'bad-count', ['points']],
    ['with points that are not finite', { ...good, points: CUBE.map(() => Infinity) }, 'bad-number', ['points[0]']],
    ['without weights', { ...good, weights: undefined }, 'bad-type', ['weights']],
    ['with too few weights', { ...good, weights: new Float32Array(31) }, 'bad-count', ['31', '32']],
    [
      'with a negative weight',
      { ...good, weights: good.weights.map((w, i) => (i === 9 ? -w : w)) },
      'bad-number',
      ['weight 1 of vertex 1', '-0.125'],
    ],
    ['with weights that are all zero', { ...good, weights: new Float32Array(32) }, 'bad-number', ['vertex 0', 'zero']],
    ['with governors and no number of them', sparse, 'bad-type', ['influencesPerVertex']],
    [
      'with a governor out of range',
      { ...sparse, influencesPerVertex: 2, governors: Uint8Array.of(0, 1, 2, 8, 0, 0, 0, 0) },
      'bad-index',
      ['vertex 1', '8'],
    ],
    [
      'with too few governors',
      { ...sparse, influencesPerVertex: 2, governors: new Uint8Array(7) },
      'bad-count',
      ['governors', '7', '8'],
    ],
  ])('%s', (_, cage, code, parts) => {
    expectRefused(() => createCageModel(mesh, cage as CageData), code, 'createCageModel', ...parts);
  });
});
