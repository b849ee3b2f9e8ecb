import { createRandom } from 'pliant/exact';
import {
  type LinearModel,
  type Mesh,
  FIELD_BLOCK,
  createLinearModel,
  createMesh,
  createMorphModel,
  createPose,
  fieldIndex,
  poseMesh,
  poseReach,
  poseVertex,
  poseVertices,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { exactProduct, inProductUnits, roundToFloat32, roundToFloat64 } from '../support/exact-floats.js';
import { SAMPLE_MESHES, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

/** The posed coordinates by the definition, in big integers: float64 sums over the fields in rising order, rounded once. */
function oraclePositions(mesh: Mesh, fields: readonly Float32Array[], weights: Float32Array): Float32Array {
  return mesh.positions.map((rest, k) => {
    let sum = inProductUnits(rest);
    fields.forEach((field, j) => {
      if (weights[j] !== 0) sum = roundToFloat64(sum + exactProduct(field[k], weights[j]));
    });
    return roundToFloat32(sum);
  });
}

function posed(model: LinearModel, weights: ArrayLike<number>): Float32Array {
  const pose = createPose(model.poseLayout);
  setWeights(pose, weights);
  const out = new Float32Array(model.vertexCount * 3);
  poseMesh(model, pose, out);
  return out;
}

describe('a linear model', () => {
  it.each(Object.keys(SAMPLE_MESHES))('poses %s as the definition says, by big integers', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(31);
    for (const fieldCount of [0, 1, 3, 12]) {
      const fields = randomFields(random, mesh, fieldCount, reachOf(mesh));
      const model = createLinearModel(mesh, fields);
      const weights = Float32Array.from({ length: fieldCount }, () => random.integer(4) && random.range(-1, 1));
      const what = `${name}, ${fieldCount} fields, weights ${[...weights].join(' ')}`;
      const expected = oraclePositions(mesh, fields, weights);
      const actual = posed(model, weights);
      const place = actual.findIndex((value, k) => value !== expected[k]);
      expect(place, `${what}: ${actual[place]} instead of ${expected[place]}`).toBe(-1);
    }
  });

  it('has a checksum that is told apart by every number of rest and fields, signs and order included', () => {
    const mesh = soup(createRandom(36), 5, 0.3);
    const [one, two] = randomFields(createRandom(37), mesh, 2, 1);
    const checksums = [createLinearModel(mesh, [one, two]).checksum, createLinearModel(mesh, [two, one]).checksum];
    const negated = (values: Float32Array): Float32Array => values.map((value) => -value);
    checksums.push(createLinearModel(mesh, [negated(one), two]).checksum);
    checksums.push(createLinearModel(createMesh({ ...mesh, positions: negated(mesh.positions) }), [one, two]).checksum);
    for (let k = 0; k < one.length; k++) {
      const moved = createMesh({ ...mesh, positions: mesh.positions.with(k, mesh.positions[k] + 1) });
      checksums.push(createLinearModel(moved, [one, two]).checksum);
      checksums.push(createLinearModel(mesh, [one.with(k, -one[k]), two]).checksum);
      checksums.push(createLinearModel(mesh, [one, two.with(k, two[k] + 1)]).checksum);
    }
    expect(new Set(checksums).size, 'seeds 36, 37').toBe(checksums.length);
    const again = createMesh({ positions: mesh.positions.slice(), triangles: mesh.triangles });
    expect(createLinearModel(again, [one.slice(), two.slice()]).checksum).toBe(checksums[0]);
  });

  it('gives the same bits for a vertex alone, in a set, and with the whole mesh', () => {
    const random = createRandom(32);
    for (let round = 0; round < 200; round++) {
      const mesh = soup(random, 1 + random.integer(4), 1, 10 ** random.range(-5, 5));
      const fieldCount = random.integer(6);
      const model = createLinearModel(mesh, randomFields(random, mesh, fieldCount, 1));
      const pose = createPose(model.poseLayout);
      setWeights(
        pose,
        Array.from({ length: fieldCount }, () => random.integer(3) && random.range(-2, 2)),
      );
      const whole = new Float32Array(mesh.vertexCount * 3);
      poseMesh(model, pose, whole);

      const alone = new Float32Array(mesh.vertexCount * 3);
      for (let vertex = mesh.vertexCount - 1; vertex >= 0; vertex--) poseVertex(model, pose, vertex, alone, vertex * 3);
      expectSameWords(alone, whole, `round ${round}, alone`);

      const vertices = Uint32Array.from({ length: 5 }, () => random.integer(mesh.vertexCount));
      const set = new Float32Array(15).fill(99);
      poseVertices(model, pose, vertices, 4, set);
      for (let i = 0; i < 4; i++) {
        const from = vertices[i] * 3;
        expectSameWords(set.subarray(i * 3, i * 3 + 3), whole.subarray(from, from + 3), `round ${round}, set ${i}`);
      }
      expect([...set.subarray(12)], 'beyond the count').toEqual([99, 99, 99]);
    }
  });

  it('leaves a mesh without fields as it is, signs of zeros included', () => {
    const mesh = tetrahedron();
    mesh.positions[4] = -0;
    expectSameWords(posed(createLinearModel(mesh, []), []), mesh.positions, 'rest');
    expectSameWords(posed(createLinearModel(mesh, [new Float32Array(12)]), [0]), mesh.positions, 'zero weight');
    expectSameWords(posed(createLinearModel(mesh, [new Float32Array(12).fill(1)]), [-0]), mesh.positions, 'weight -0');
  });

  it('keeps every number where fieldIndex says, and zeros in the padding', () => {
    const mesh = soup(createRandom(33), 1, 1);
    const fields = [1, 2, 3].map((j) => Float32Array.from({ length: 9 }, (_, k) => j * 100 + k));
    const model = createLinearModel(mesh, fields);
    const places = new Set<number>();
    fields.forEach((field, j) => {
      field.forEach((value, k) => {
        const place = fieldIndex(3, j, k);
        places.add(place);
        expect(model.fields[place]).toBe(value);
      });
    });
    expect(places.size).toBe(27);
    expect(model.fields.length % FIELD_BLOCK).toBe(0);
    expect(model.fields.filter((value) => value === 0).length).toBe(model.fields.length - 27);
  });

  it('refuses fields of the wrong type or length, and numbers that are not finite', () => {
    const mesh = tetrahedron();
    const good = new Float32Array(12);
    const cases: [unknown, 'bad-type' | 'bad-count' | 'bad-number', string][] = [
      [undefined, 'bad-type', 'fields'],
      [good, 'bad-type', 'fields'],
      [[good, new Float64Array(12)], 'bad-type', 'fields[1]'],
      [[good, null], 'bad-type', 'fields[1]'],
      [[new Float32Array(11)], 'bad-count', 'fields[0]'],
      [[good, new Float32Array(15)], 'bad-count', 'fields[1]'],
      [[good.map((_, k) => (k === 7 ? NaN : 0))], 'bad-number', 'fields[0][7]'],
      [[good, good.map((_, k) => (k === 11 ? -Infinity : 0))], 'bad-number', 'fields[1][11]'],
    ];
    for (const [fields, code, part] of cases) {
      expectRefused(() => createLinearModel(mesh, fields as Float32Array[]), code, 'createLinearModel', part);
    }
  });
});

describe('a morph model', () => {
  it('is each target at weight one, up to half a unit in the last place of the difference', () => {
    const random = createRandom(34);
    for (let round = 0; round < 50; round++) {
      const mesh = soup(random, 3, 1, 10 ** random.range(-3, 3));
      const targets = randomFields(random, mesh, 3, 10 ** random.range(-3, 3));
      const model = createMorphModel(mesh, targets);
      targets.forEach((target, j) => {
        const actual = posed(
          model,
          [0, 1, 2].map((i) => (i === j ? 1 : 0)),
        );
        target.forEach((value, k) => {
          const difference = Math.abs(value - mesh.positions[k]);
          // Half a unit of the difference, which is at most 2^-24 of it, and half a unit of the posed coordinate.
          const allowed = (difference + Math.abs(value) + difference * 2 ** -24) * 2 ** -24;
          expect(Math.abs(actual[k] - value), `round ${round}, target ${j}, coordinate ${k}`).toBeLessThanOrEqual(
            allowed,
          );
        });
      });
    }
  });

  it('is the target exactly where the difference is a float32', () => {
    const mesh = tetrahedron();
    const target = Float32Array.from({ length: 12 }, (_, k) => k / 8 - 1);
    expectSameWords(posed(createMorphModel(mesh, [target]), [1]), target, 'target');
  });

  it('refuses targets of the wrong type or length, numbers that are not finite, and differences beyond float32', () => {
    const mesh = tetrahedron();
    expectRefused(() => createMorphModel(mesh, [new Float32Array(9)]), 'bad-count', 'createMorphModel', 'targets[0]');
    expectRefused(
      () => createMorphModel(mesh, [new Float32Array(12).fill(NaN)]),
      'bad-number',
      'createMorphModel',
      'targets[0][0]',
    );
    expectRefused(() => createMorphModel(mesh, undefined as unknown as Float32Array[]), 'bad-type', 'createMorphModel');
    const huge = { ...mesh, positions: mesh.positions.map(() => -3e38) };
    expectRefused(() => createMorphModel(huge, [new Float32Array(12).fill(3e38)]), 'bad-number', 'Infinity');
  });
});

describe('the reach of a pose', () => {
  it.each(Object.keys(SAMPLE_MESHES))('bounds every posed coordinate of %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(35);
    for (let round = 0; round < 20; round++) {
      const fieldCount = random.integer(5);
      const model = createLinearModel(mesh, randomFields(random, mesh, fieldCount, reachOf(mesh)));
      const pose = createPose(model.poseLayout);
      setWeights(
        pose,
        Array.from({ length: fieldCount }, () => random.range(-1, 1)),
      );
      const out = new Float32Array(mesh.vertexCount * 3);
      poseMesh(model, pose, out);
      const largest = out.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      expect(largest, `${name}, round ${round}`).toBeLessThanOrEqual(poseReach(model, pose));
    }
  });

  it('bounds what is rounded up to a denormal float32', () => {
    const smallest = 2 ** -149;
    const mesh = { ...tetrahedron(), positions: new Float32Array(12).fill(smallest) };
    const model = createLinearModel(mesh, [new Float32Array(12).fill(smallest)]);
    const pose = createPose(model.poseLayout);
    setWeights(pose, [0.75]);
    expect(posed(model, [0.75])[0]).toBe(2 * smallest);
    expect(poseReach(model, pose)).toBeGreaterThanOrEqual(2 * smallest);
  });

  it('is no more than a millionth above what a single vertex reaches', () => {
    const mesh = tetrahedron();
    const model = createLinearModel(mesh, [new Float32Array(12).fill(3)]);
    const pose = createPose(model.poseLayout);
    setWeights(pose, [2]);
    expect(poseReach(model, pose)).toBeGreaterThanOrEqual(7);
    expect(poseReach(model, pose)).toBeLessThan(7 * (1 + 1e-6));
  });
});
