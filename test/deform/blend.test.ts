import { createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  type Pose,
  type SkinData,
  bakeFrames,
  bakeFramesAsync,
  createPose,
  createSkinModel,
  poseMesh,
  poseReach,
  poseVertex,
  poseVertices,
  setTransforms,
  setWeights,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { tetrahedron } from '../mesh/make-meshes.js';
import { WILD_TRANSFORMS, randomSkin, wildTransforms } from '../support/random-skins.js';
import { SAMPLE_MESHES, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

function posed(model: BlendModel, pose: Pose): Float32Array {
  const out = new Float32Array(model.vertexCount * 3);
  poseMesh(model, pose, out);
  return out;
}

function poseOf(model: BlendModel, transforms: ArrayLike<number>, weights: ArrayLike<number> = []): Pose {
  const pose = createPose(model.poseLayout);
  setTransforms(pose, transforms);
  setWeights(pose, weights);
  return pose;
}

/** The weights of one vertex by joint, ascending, as the definition has them: added up, then divided by their sum. */
function weightsOf(skin: SkinData, vertex: number): [joint: number, weight: number][] {
  const sums = new Map<number, number>();
  for (let slot = 0; slot < skin.influencesPerVertex; slot++) {
    const at = vertex * skin.influencesPerVertex + slot;
    if (skin.weights[at] > 0) sums.set(skin.joints[at], (sums.get(skin.joints[at]) ?? 0) + skin.weights[at]);
  }
  const ascending = [...sums].sort(([a], [b]) => a - b);
  const sum = ascending.reduce((total, [, weight]) => total + weight, 0);
  return ascending.map(([joint, weight]) => [joint, weight / sum]);
}

/**
 * Where the definition puts the vertices, from the data as it was given: morph targets, then the blended matrix, both in
 * float64, in ascending order, rounded once at the end.
 */
function oraclePositions(mesh: Mesh, skin: SkinData, pose: Pose): Float32Array {
  const out = new Float32Array(mesh.vertexCount * 3);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const rest = [0, 1, 2].map((axis) => {
      let value = mesh.positions[vertex * 3 + axis];
      skin.morphTargets?.forEach((target, j) => {
        if (pose.weights[j] !== 0) value += target[vertex * 3 + axis] * pose.weights[j];
      });
      return value;
    });
    const influences = weightsOf(skin, vertex);
    const matrix = Array.from({ length: 12 }, (_, entry) =>
      influences.map(([joint, weight]) => weight * pose.transforms[joint * 12 + entry]).reduce((a, b) => a + b),
    );
    for (let row = 0; row < 3; row++) {
      const [x, y, z, shift] = matrix.slice(row * 4, row * 4 + 4);
      out[vertex * 3 + row] = x * rest[0] + y * rest[1] + z * rest[2] + shift;
    }
  }
  return out;
}

/** How far a posed coordinate is from Σ w (A r + t), the other way to write it, as a share of the reach of the pose. */
function distanceFromSum(mesh: Mesh, skin: SkinData, pose: Pose, actual: Float32Array, reach: number): number {
  let largest = 0;
  actual.forEach((value, k) => {
    const vertex = Math.floor(k / 3);
    const row = k % 3;
    const sum = weightsOf(skin, vertex).reduce((total, [joint, weight]) => {
      const [a, b, c, shift] = pose.transforms.subarray(joint * 12 + row * 4);
      const [x, y, z] = mesh.positions.subarray(vertex * 3);
      return total + weight * (a * x + b * y + c * z + shift);
    }, 0);
    largest = Math.max(largest, Math.abs(value - sum) / reach);
  });
  return largest;
}

describe('a blended model', () => {
  it.each(Object.keys(WILD_TRANSFORMS))('poses as the definition says, bit by bit, with transforms: %s', (kind) => {
    const random = createRandom(401);
    for (let round = 0; round < 40; round++) {
      const mesh = soup(random, 1 + random.integer(20), 1, 10 ** random.range(-2, 2));
      const skin = randomSkin(random, mesh, 1 + random.integer(9), 1 + random.integer(9));
      const model = createSkinModel(mesh, skin);
      const pose = poseOf(model, wildTransforms(random, skin.jointCount, kind));
      const actual = posed(model, pose);
      expectSameWords(actual, oraclePositions(mesh, skin, pose), `seed 401, round ${round}`);
      expect(distanceFromSum(mesh, skin, pose, actual, poseReach(model, pose))).toBeLessThan(2 ** -24);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('poses %s with mixed transforms, and knows how far that may reach', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(402);
    // Transforms of 10^6 would carry the largest of the samples beyond float32.
    const kinds = reachOf(mesh) > 1e30 ? ['mirrored', 'scale 0', 'scale 10^-6'] : Object.keys(WILD_TRANSFORMS);
    for (const kind of kinds) {
      const skin = randomSkin(random, mesh, 6, 4);
      const model = createSkinModel(mesh, skin);
      const pose = poseOf(model, wildTransforms(random, 6, kind));
      const actual = posed(model, pose);
      expectSameWords(actual, oraclePositions(mesh, skin, pose), `seed 402, ${name}, ${kind}`);
      const largest = actual.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      expect(largest, `${name}, ${kind}`).toBeLessThanOrEqual(poseReach(model, pose));
    }
  });

  it('blends fifteen influences', () => {
    const random = createRandom(403);
    const mesh = soup(random, 30, 1);
    const joints = Uint8Array.from({ length: mesh.vertexCount * 15 }, (_, i) => 14 - (i % 15));
    const weights = Float32Array.from({ length: mesh.vertexCount * 15 }, () => random.range(0.001, 1));
    const skin = { joints, weights, influencesPerVertex: 15 };
    const model = createSkinModel(mesh, skin);
    expect(model.governorCount).toBe(15);
    expect(model.governors.length).toBe(mesh.vertexCount * 15);
    const pose = poseOf(model, wildTransforms(random, 15));
    expectSameWords(posed(model, pose), oraclePositions(mesh, skin, pose), 'fifteen influences');
  });

  it('morphs before it skins, and leaves out targets of weight zero', () => {
    const random = createRandom(404);
    for (let round = 0; round < 40; round++) {
      const mesh = soup(random, 1 + random.integer(12), 1);
      const morphTargets = randomFields(random, mesh, random.integer(6), 1);
      const skin = { ...randomSkin(random, mesh, 5, 4), morphTargets };
      const model = createSkinModel(mesh, skin);
      expect(model.poseLayout).toEqual({ weightCount: morphTargets.length, transformCount: 5, pointCount: 0 });
      const weights = morphTargets.map(() => random.integer(3) && random.range(-2, 2));
      const pose = poseOf(model, wildTransforms(random, 5), weights);
      const actual = posed(model, pose);
      expectSameWords(actual, oraclePositions(mesh, skin, pose), `seed 404, round ${round}`);
      const largest = actual.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      expect(largest, `seed 404, round ${round}`).toBeLessThanOrEqual(poseReach(model, pose));
    }
  });

  it('gives the same bits for a vertex alone, in a set, with the whole mesh, and baked', async () => {
    const random = createRandom(405);
    for (let round = 0; round < 50; round++) {
      const mesh = soup(random, 1 + random.integer(6), 1);
      const skin = { ...randomSkin(random, mesh, 4, 3), morphTargets: randomFields(random, mesh, 2, 1) };
      const model = createSkinModel(mesh, skin);
      const pose = poseOf(model, wildTransforms(random, 4), [random.range(-1, 1), 0]);
      const whole = posed(model, pose);
      const alone = new Float32Array(whole.length);
      for (let vertex = mesh.vertexCount - 1; vertex >= 0; vertex--) poseVertex(model, pose, vertex, alone, vertex * 3);
      expectSameWords(alone, whole, `seed 405, round ${round}, alone`);
      const vertices = Uint32Array.from({ length: 4 }, () => random.integer(mesh.vertexCount));
      const set = new Float32Array(12);
      poseVertices(model, pose, vertices, 4, set);
      vertices.forEach((vertex, i) =>
        expectSameWords(set.subarray(i * 3, i * 3 + 3), whole.subarray(vertex * 3, vertex * 3 + 3), `set ${i}`),
      );
      expectSameWords(bakeFrames(model, [pose])[0], whole, `seed 405, round ${round}, baked`);
      expectSameWords((await bakeFramesAsync(model, [pose]))[0], whole, `seed 405, round ${round}, in slices`);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('leaves %s as it is in a pose at rest', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const model = createSkinModel(mesh, randomSkin(createRandom(406), mesh, 7, 5));
    const actual = posed(model, createPose(model.poseLayout));
    const place = actual.findIndex((value, k) => value !== mesh.positions[k]);
    expect(place, `${actual[place]} instead of ${mesh.positions[place]}`).toBe(-1);
  });

  it('is plain data: a structured clone poses the same', () => {
    const random = createRandom(407);
    const mesh = soup(random, 5, 1);
    const model = createSkinModel(mesh, { ...randomSkin(random, mesh, 3, 4), morphTargets: [mesh.positions] });
    const pose = poseOf(model, wildTransforms(random, 3), [0.5]);
    expectSameWords(posed(structuredClone(model), structuredClone(pose)), posed(model, pose), 'clone');
  });
});

describe('the reach of a blended pose', () => {
  const mesh = tetrahedron();
  const skin = {
    joints: Uint8Array.of(0, 0, 0, 2),
    weights: Float32Array.of(1, 1, 1, 1),
    influencesPerVertex: 1,
    jointCount: 4,
  };
  const model = createSkinModel(mesh, skin);

  it('counts only joints that move a vertex', () => {
    const transforms = createPose(model.poseLayout).transforms;
    transforms[12 + 3] = 3e38;
    transforms[36] = -3e38;
    expect(poseReach(model, poseOf(model, transforms))).toBeLessThan(1.001);
    transforms[24 + 7] = -50;
    expect(poseReach(model, poseOf(model, transforms))).toBeGreaterThanOrEqual(50);
    expect(poseReach(model, poseOf(model, transforms))).toBeLessThan(51.001);
  });

  it('refuses to bake what a float32 cannot hold', () => {
    const transforms = createPose(model.poseLayout).transforms;
    transforms[3] = 3e38;
    transforms[0] = 3e38;
    expectRefused(() => bakeFrames(model, [poseOf(model, transforms)]), 'bad-number', 'bakeFrames', 'float32');
  });

  it('refuses to bake numbers that were written past the checks and are none', () => {
    for (const entry of [0, 3, 24, 35]) {
      const pose = createPose(model.poseLayout);
      pose.transforms[entry] = NaN;
      expectRefused(() => bakeFrames(model, [pose]), 'bad-number', 'bakeFrames', 'NaN');
    }
  });

  it('refuses poses of other models by any of their sections', () => {
    const out = new Float32Array(12);
    const layouts = [
      { weightCount: 1, transformCount: 4, pointCount: 0 },
      { weightCount: 0, transformCount: 3, pointCount: 0 },
      { weightCount: 0, transformCount: 4, pointCount: 1 },
    ];
    ['weights', 'transforms', 'points'].forEach((section, i) => {
      const pose = createPose(layouts[i]);
      expectRefused(() => poseMesh(model, pose, out), 'mismatch', 'poseMesh', section);
      expectRefused(() => poseVertices(model, pose, Uint32Array.of(0), 1, out), 'mismatch', 'poseVertices', section);
      expectRefused(() => bakeFrames(model, [pose]), 'mismatch', 'bakeFrames', 'poses[0]', section);
    });
    const pose = createPose(model.poseLayout);
    expectRefused(() => poseMesh(model, pose, new Float32Array(11)), 'bad-count', 'poseMesh', '11', '12');
  });
});
