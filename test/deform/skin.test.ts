import type { PliantErrorCode } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type SkinData,
  BLEND_MODEL,
  createLinearModel,
  createPose,
  createSkinModel,
  poseMesh,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { randomSkin } from '../support/random-skins.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

/** The tetrahedron's first vertex with these joints and weights, the other three with joint 0 alone. */
function skinOfFirst(joints: readonly number[], weights: readonly number[]): SkinData {
  const padding = joints.map((_, i) => (i === 0 ? 1 : 0));
  return {
    joints: Uint32Array.from([...joints, ...joints.map(() => 0), ...joints.map(() => 0), ...joints.map(() => 0)]),
    weights: Float32Array.from([...weights, ...padding, ...padding, ...padding]),
    influencesPerVertex: joints.length,
  };
}

function influencesOfFirst(model: BlendModel): [number, number][] {
  const count = model.influenceOffsets[1];
  return [...model.governors.subarray(0, count)].map((governor, i) => [governor, model.weights[i]]);
}

describe('the influences of a skin', () => {
  const mesh = tetrahedron();

  it('ascend, leave out weights of zero, and add up joints that are named twice', () => {
    const model = createSkinModel(mesh, skinOfFirst([7, 2, 9, 2, 5], [0.25, 0.25, 0, 0.375, 0.125]));
    expect(influencesOfFirst(model)).toEqual([
      [2, 0.625],
      [5, 0.125],
      [7, 0.25],
    ]);
    expect([...model.influenceOffsets]).toEqual([0, 3, 4, 5, 6]);
    expect([...model.usedGovernors]).toEqual([0, 2, 5, 7]);
    expect([model.kind, model.governorCount, model.vertexCount]).toEqual([BLEND_MODEL, 8, 4]);
  });

  it('count joints by the highest that has a weight, or as they are told', () => {
    const skin = skinOfFirst([3, 200], [1, 0]);
    expect(createSkinModel(mesh, skin).governorCount).toBe(4);
    expect(createSkinModel(mesh, { ...skin, jointCount: 60 }).poseLayout.transformCount).toBe(60);
  });

  it('are the same in whatever order a file lists them', () => {
    const random = createRandom(411);
    for (let round = 0; round < 200; round++) {
      const weights = Array.from({ length: 6 }, () => random.range(0, 1));
      const forwards = createSkinModel(mesh, skinOfFirst([0, 1, 2, 3, 4, 5], weights));
      const backwards = createSkinModel(mesh, skinOfFirst([5, 4, 3, 2, 1, 0], weights.toReversed()));
      expect(influencesOfFirst(backwards), `seed 411, round ${round}`).toEqual(influencesOfFirst(forwards));
    }
  });

  it('sum to 1 but for a few roundings of float64, from whatever scale they were given in', () => {
    const random = createRandom(412);
    for (let round = 0; round < 300; round++) {
      const count = 1 + random.integer(15);
      const scale = 10 ** random.range(-30, 30);
      const weights = Array.from({ length: count }, () => scale * 10 ** random.range(-6, 0));
      const joints = weights.map((_, i) => i);
      const sum = influencesOfFirst(createSkinModel(mesh, skinOfFirst(joints, weights))).reduce((s, [, w]) => s + w, 0);
      expect(Math.abs(sum - 1), `seed 412, round ${round}`).toBeLessThanOrEqual(count * 2 ** -52);
    }
  });

  it('are as many as the vertices have, for joints of any width', () => {
    for (const kind of [Uint8Array, Uint16Array, Uint32Array]) {
      const model = createSkinModel(mesh, {
        joints: kind.of(0, 1, 2, 3),
        weights: new Float64Array(4).fill(1),
        influencesPerVertex: 1,
      });
      expect([...model.governors]).toEqual([0, 1, 2, 3]);
    }
  });
});

describe('the record of normalised weights', () => {
  const mesh = tetrahedron();

  it('is empty for weights that miss 1 by rounding to float32 alone', () => {
    const random = createRandom(413);
    for (let round = 0; round < 200; round++) {
      const raw = Array.from({ length: 8 }, () => random.range(0, 1));
      const sum = raw.reduce((a, b) => a + b);
      const weights = raw.map((weight) => weight / sum);
      const { normalized } = createSkinModel(mesh, skinOfFirst([0, 1, 2, 3, 4, 5, 6, 7], weights));
      expect(normalized.vertexCount, `seed 413, round ${round}`).toBe(0);
      expect(normalized.largestError).toBeLessThan(2 ** -22);
    }
  });

  it('counts the vertices that were off, and says by how much at most', () => {
    const skin = {
      joints: new Uint8Array(8),
      weights: Float32Array.of(0.5, 0.5, 0.5, 0.25, 1, 0, 1, 1.5),
      influencesPerVertex: 2,
    };
    const model = createSkinModel(mesh, skin);
    expect(model.normalized).toEqual({ vertexCount: 2, largestError: 1.5 });
    expect([...model.weights]).toEqual([1, 1, 1, 1]);
  });

  it('counts weights of eight bits that do not sum to 255', () => {
    const weights = Float32Array.from([100, 100, 54], (weight) => weight / 255);
    const { normalized } = createSkinModel(mesh, skinOfFirst([0, 1, 2], [...weights]));
    expect(normalized.vertexCount).toBe(1);
    expect(normalized.largestError).toBeCloseTo(1 / 255, 6);
  });
});

describe('a skin with morph targets', () => {
  it('whose joints rest is the linear model of its targets', () => {
    const random = createRandom(414);
    const mesh = soup(random, 40, 1);
    const morphTargets = randomFields(random, mesh, 5, 1);
    const skinned = createSkinModel(mesh, {
      joints: new Uint8Array(mesh.vertexCount),
      weights: new Float32Array(mesh.vertexCount).fill(1),
      influencesPerVertex: 1,
      morphTargets,
    });
    const linear = createLinearModel(mesh, morphTargets);
    expectSameWords(skinned.fields, linear.fields, 'packed fields');
    expectSameWords(skinned.fieldReach, linear.fieldReach, 'reach of fields');
    const weights = [0.5, -1, 0, 0.3, 2];
    const [actual, expected] = [skinned, linear].map((model) => {
      const pose = createPose(model.poseLayout);
      setWeights(pose, weights);
      const out = new Float32Array(mesh.vertexCount * 3);
      poseMesh(model, pose, out);
      return out;
    });
    expectSameWords(actual, expected, 'positions');
  });
});

describe('a skin is refused', () => {
  const mesh = tetrahedron();
  const good = randomSkin(createRandom(415), mesh, 5, 2);
  const changed = (change: Partial<Record<keyof SkinData, unknown>>): SkinData => ({ ...good, ...change }) as SkinData;
  const at = (place: number, value: number): Float32Array => good.weights.map((w, i) => (i === place ? value : w));

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['when it is missing', undefined, 'bad-type', ['undefined']],
    ['when it is null', null, 'bad-type', ['null']],
    ['without joints', changed({ joints: undefined }), 'bad-type', ['joints']],
    ['with joints in a plain array', changed({ joints: [0, 0, 0, 0, 0, 0, 0, 0] }), 'bad-type', ['joints', 'Array']],
    ['with joints as floats', changed({ joints: new Float32Array(8) }), 'bad-type', ['joints', 'Float32Array']],
    ['without weights', changed({ weights: undefined }), 'bad-type', ['weights']],
    ['with weights as integers', changed({ weights: new Uint8Array(8) }), 'bad-type', ['weights', 'Uint8Array']],
    ['with too few joints', changed({ joints: new Uint8Array(7) }), 'bad-count', ['joints', '7', '8']],
    ['with too many weights', changed({ weights: new Float32Array(12) }), 'bad-count', ['weights', '12', '8']],
    ['with nothing at all', changed({ joints: new Uint8Array(0), weights: new Float32Array(0) }), 'bad-count', ['0']],
    ['with no influences', changed({ influencesPerVertex: 0 }), 'bad-count', ['influencesPerVertex', '0']],
    ['with half an influence', changed({ influencesPerVertex: 0.5 }), 'bad-count', ['influencesPerVertex', '0.5']],
    [
      'without a number of influences',
      changed({ influencesPerVertex: undefined }),
      'bad-type',
      ['influencesPerVertex'],
    ],
    ['without bones', changed({ jointCount: 0 }), 'bad-count', ['jointCount', '0']],
    ['with a number of bones that is none', changed({ jointCount: NaN }), 'bad-count', ['jointCount', 'NaN']],
    [
      'with a joint out of range',
      changed({ joints: Uint8Array.of(0, 1, 5, 1, 0, 0, 0, 0) }),
      'bad-index',
      ['vertex 1', 'joint 5', '5 joints'],
    ],
    [
      'with a joint no rig has',
      changed({ joints: new Uint32Array(8).fill(4e9), jointCount: undefined }),
      'bad-index',
      ['vertex 0', '4000000000'],
    ],
    [
      'with a weight that is not a number',
      changed({ weights: at(4, NaN) }),
      'bad-number',
      ['weight 0 of vertex 2', 'NaN'],
    ],
    [
      'with an infinite weight',
      changed({ weights: at(5, Infinity) }),
      'bad-number',
      ['weight 1 of vertex 2', 'Infinity'],
    ],
    ['with a negative weight', changed({ weights: at(7, -0.25) }), 'bad-number', ['weight 1 of vertex 3', '-0.25']],
    [
      'with weights that are all zero',
      changed({ weights: good.weights.map((w, i) => (i >> 1 === 2 ? 0 : w)) }),
      'bad-number',
      ['vertex 2', 'zero'],
    ],
    [
      'with weights that overflow',
      changed({ weights: new Float64Array(8).fill(1.7e308) }),
      'bad-number',
      ['vertex 0', 'Infinity'],
    ],
    [
      'with a morph target too short',
      changed({ morphTargets: [new Float32Array(9)] }),
      'bad-count',
      ['morphTargets[0]'],
    ],
    [
      'with a morph target that is not finite',
      changed({ morphTargets: [new Float32Array(12).fill(NaN)] }),
      'bad-number',
      ['morphTargets[0][0]'],
    ],
    [
      'with morph targets that are no list',
      changed({ morphTargets: new Float32Array(12) }),
      'bad-type',
      ['morphTargets'],
    ],
  ])('%s', (_, skin, code, parts) => {
    expectRefused(() => createSkinModel(mesh, skin as SkinData), code, 'createSkinModel', ...parts);
  });

  it('but not for the joint of a weight that is zero', () => {
    const model = createSkinModel(mesh, { ...skinOfFirst([1, 99], [1, 0]), jointCount: 2 });
    expect(influencesOfFirst(model)).toEqual([[1, 1]]);
  });

  it('but not for doubles so far apart that the smaller ones vanish', () => {
    const weights = Float64Array.of(1e300, 1e-300, 1, 0, 1, 0, 1, 0);
    const model = createSkinModel(mesh, {
      joints: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0),
      weights,
      influencesPerVertex: 2,
    });
    expect(influencesOfFirst(model)).toEqual([[1, 1]]);
  });
});
