// slow: bounds every vertex of many thousands of poses
/** The boxes of skins, morphing skins, embeddings and cages hold every posed vertex below them, in exact arithmetic. */
import { type Body, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import { type BlendModel, type Mesh, buildTree, createBlendTree, createMesh, createSkinModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import type { BlendTree } from '../../src/bounds/blend/blend-tree.js';
import { definedPositions, findBlendLoss, meshVerticesBySlot } from '../support/blend-oracle.js';
import { BLEND_KINDS, WEIGHTS, randomBlend, randomSkin } from '../support/blend-models.js';
import { type BlendPose, POSE_KINDS, applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, reachOf, soup } from '../support/sample-meshes.js';
import { randomPlacement } from './bd-samples.js';

const PATCH_SIZES = [1, 4, 64, 4096];

/** Where blocks are looked at from above, as walks do; from below, so that patches come first; and all again. */
function expectNoLoss(body: Body, world: Float32Array, what: string): void {
  const slots = [...meshVerticesBySlot(body.bounds as BlendTree)];
  expect(findBlendLoss(body, slots, world), `${what}, from above`).toBeUndefined();
  expect(findBlendLoss(body, slots, world), `${what}, once more`).toBeUndefined();
  body.pose.stamp++;
  expect(findBlendLoss(body, slots.reverse(), world), `${what}, from below`).toBeUndefined();
  body.refit();
  expect(findBlendLoss(body, slots, world), `${what}, refitted`).toBeUndefined();
  expect(body.positions, `${what}: positions`).toEqual(world);
}

function makeBody(mesh: Mesh, model: BlendModel, patchSize: number, leafSize: number): Body {
  const tree = buildTree(mesh, { leafSize, arity: leafSize % 2 === 0 ? 4 : 2 });
  const bounds = createBlendTree(mesh, model, tree, { patchSize });
  return createBody(BACKENDS.wasm, { mesh, model, bounds }, { strategy: 'lazy' });
}

/** Poses a body, here and there, and looks for a vertex outside a box that should hold it. */
function expectEnclosed(body: Body, poses: readonly BlendPose[], seed: number, what: string): void {
  const random = createRandom(seed);
  const model = body.model as BlendModel;
  poses.forEach((pose, t) => {
    applyPose(body, pose);
    expectNoLoss(body, definedPositions(model, body.pose), `${what}, pose ${t}`);
  });
  poses.forEach((pose, t) => {
    applyPose(body, pose);
    const placement = randomPlacement(random, Math.min(1e30, body.reach * 10 ** random.range(-3, 3)), t % 2 === 1);
    body.setPlacement(placement);
    expectNoLoss(body, definedPositions(model, body.pose, placement), `${what}, placed (seed ${seed}), pose ${t}`);
  });
  body.dispose();
}

describe('blend boxes hold every posed vertex below them, exactly, lazily, baked and refitted,', () => {
  it.each(POSE_KINDS)('of all kinds of models, with governors that are: %s', (poseKind) => {
    const random = createRandom(701);
    for (let round = 0; round < 24; round++) {
      const kind = BLEND_KINDS[round % 4];
      const mesh = soup(random, 5 + random.integer(60), 0.3);
      const size = {
        governorCount: 1 + random.integer(60),
        influences: 1 + random.integer(15),
        fieldCount: random.integer(21),
      };
      const model = randomBlend(random, mesh, kind, size);
      const patchSize = PATCH_SIZES[random.integer(4)];
      const body = makeBody(mesh, model, patchSize, 1 + random.integer(16));
      const poses = [0, 1].map(() => randomPose(random, model, poseKind, 1));
      expectEnclosed(body, poses, 702 + round, `seed 701, round ${round}, ${kind}, patches of ${patchSize}`);
    }
  });

  it.each(Object.keys(WEIGHTS))('of skins whose weights are: %s', (weights) => {
    const random = createRandom(711);
    for (let round = 0; round < 10; round++) {
      const mesh = soup(random, 40, 0.3);
      const size = { governorCount: 1 + round * 6, influences: 1 + random.integer(15), fieldCount: round % 3 };
      const model = randomSkin(random, mesh, size, weights);
      const poses = ['turned', 'all kinds', 'one wild'].map((kind) => randomPose(random, model, kind, 1));
      expectEnclosed(makeBody(mesh, model, PATCH_SIZES[round % 4], 2), poses, 712, `seed 711, round ${round}`);
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('of %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(721);
    for (const [i, kind] of BLEND_KINDS.entries()) {
      const model = randomBlend(random, mesh, kind, { governorCount: 7, influences: 4, fieldCount: 3 });
      const reach = reachOf(mesh);
      // A mesh as large as float32 allows leaves no room to scale it up, or to move it by more than its size.
      const kinds = reach > 1e25 ? ['at rest', 'scaled to nothing', 'a millionth as large'] : POSE_KINDS;
      const poses = kinds.map((poseKind) => {
        const pose = randomPose(random, model, poseKind, reach);
        return reach > 1e25 ? { ...pose, weights: pose.weights.map((weight) => weight * 0.03) } : pose;
      });
      expectEnclosed(makeBody(mesh, model, PATCH_SIZES[i], 4), poses, 722, `${name}, ${kind}`);
    }
  });

  it('of a mesh far from the origin, tiny ones and huge ones', () => {
    const random = createRandom(731);
    for (const [scale, shift] of [
      [1, 1000],
      [1, 1e6],
      [1e-3, 1e6],
      [1, 16_777_216],
      [1e-6, 0],
      [1e6, 0],
      [1e-44, 0],
      [1e-40, 1e-38],
      [1e20, 1e22],
    ]) {
      for (const kind of BLEND_KINDS) {
        const mesh = changed(soup(random, 40, 0.3), (value) => value * scale + shift);
        const model = randomBlend(random, mesh, kind, { governorCount: 12, influences: 4, fieldCount: 2 });
        const poses = POSE_KINDS.map((poseKind) => randomPose(random, model, poseKind, scale + shift));
        expectEnclosed(makeBody(mesh, model, 4, 3), poses, 732, `${kind}, scale ${scale}, shift ${shift}`);
      }
    }
  });

  it('of cages with hundreds of points', () => {
    const random = createRandom(741);
    for (const kind of ['cage', 'embedding'] as const) {
      const mesh = soup(random, 80, 0.3);
      const model = randomBlend(random, mesh, kind, { governorCount: 400, influences: 4, fieldCount: 0 });
      const poses = POSE_KINDS.map((poseKind) => randomPose(random, model, poseKind, 1));
      expectEnclosed(makeBody(mesh, model, 4, 2), poses, 742, kind);
    }
  });

  it('of a single triangle, and of three triangles on one edge, beside vertices that none uses', () => {
    const random = createRandom(751);
    const positions = Float32Array.from({ length: 24 }, () => random.range(-1, 1));
    for (const triangles of [
      [5, 2, 7],
      [0, 1, 2, 0, 1, 3, 1, 0, 4],
      [3, 3, 3],
    ]) {
      const mesh = createMesh({ positions, triangles: Uint32Array.from(triangles) });
      for (const kind of BLEND_KINDS) {
        for (const patchSize of [1, 4]) {
          const model = randomBlend(random, mesh, kind, { governorCount: 3, influences: 2, fieldCount: 1 });
          const poses = POSE_KINDS.map((poseKind) => randomPose(random, model, poseKind, 1));
          expectEnclosed(makeBody(mesh, model, patchSize, 1), poses, 752, `${triangles.join(' ')}, ${kind}`);
        }
      }
    }
  });
});

describe('numbers at the ends of float32', () => {
  const EYE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

  /** A skin of two bones, of which half of the vertices follow one alone, and of nine morph targets. */
  function makeSkin(scale: number, morph: number): { mesh: Mesh; model: BlendModel } {
    const random = createRandom(761);
    const mesh = changed(soup(random, 40, 0.3), (value) => value * scale);
    const model = createSkinModel(mesh, {
      joints: Uint8Array.from({ length: mesh.vertexCount * 2 }, (_, i) => i % 2),
      weights: Float32Array.from({ length: mesh.vertexCount * 2 }, (_, i) =>
        i < mesh.vertexCount ? 1 - (i % 2) : random.next() + 0.01,
      ),
      influencesPerVertex: 2,
      // Alike for all vertices: then nothing but what is widened covers what is rounded.
      morphTargets: Array.from({ length: 9 }, () => mesh.positions.map((_, k) => morph * (1 + (k % 3)))),
    });
    return { mesh, model };
  }

  function expectHeld(scale: number, morph: number, weight: number, matrix: readonly number[], what: string): void {
    const { mesh, model } = makeSkin(scale, morph);
    const transforms = [...matrix, ...matrix.map((value, k) => (k % 4 === 3 ? value : value * 0.7))];
    expectEnclosed(
      makeBody(mesh, model, 1, 1),
      [{ weights: Array.from({ length: 9 }, () => weight), transforms, points: [] }],
      762,
      what,
    );
  }

  it('are rounded safely where a mesh too small for float32 is scaled up, and morphed by less still', () => {
    for (const scale of [1e-44, 1e-42, 1e-40, 1e-38]) {
      for (const up of [1e20, 1e30, 1e37]) {
        const matrix = EYE.map((value, k) => (k % 5 === 0 ? value * up : k % 4 === 3 ? 0 : up * 0.3));
        expectHeld(scale, scale, 0.3, matrix, `scale ${scale}, up ${up}`);
        expectHeld(scale, 1e-30, 1e-12, matrix, `scale ${scale}, up ${up}, small weights`);
      }
    }
  });

  it('are rounded safely where displacements are beyond float32 in steps of a grid over the mesh', () => {
    for (const scale of [1e-44, 1e-40, 1e-35]) {
      for (const weight of [1e-30, 1e-20, 1e-12])
        expectHeld(scale, 1e5, weight, EYE, `scale ${scale}, weight ${weight}`);
    }
  });

  it('are rounded safely where a huge mesh is scaled down by numbers too small for float32', () => {
    for (const scale of [1e25, 1e30, 1e35]) {
      for (const down of [1e-44, 1e-41, 1e-39]) {
        const matrix = EYE.map((value, k) => (k % 5 === 0 ? value * down : k % 4 === 3 ? 0 : down * 0.3));
        expectHeld(scale, scale, 0.3, matrix, `scale ${scale}, down ${down}`);
      }
    }
  });

  it('do no harm where they are lost again: huge morph targets under a scale of zero, huge scales of a tiny mesh', () => {
    const nothing = EYE.map((_, k) => (k % 4 === 3 ? 3 : 0));
    expectHeld(1, 1e20, 1e30, nothing, 'morphed beyond float32, then scaled to nothing');
    expectHeld(1e37, 1e37, 50, nothing, 'as large as float32 allows, then scaled to nothing');
    expectHeld(
      1e-30,
      0,
      0,
      EYE.map((value) => value * 3.4e38),
      'scaled by as much as float32 allows',
    );
    expectHeld(
      1e-30,
      0,
      0,
      EYE.map((_, k) => (k % 4 === 3 ? 0 : 3.4e38)),
      'scaled and sheared so',
    );
  });
});
