/** Blends in WebAssembly and in TypeScript write the same words: lazily, baked, refitted, placed, and against other rules. */
import { type Body, type Kernels, createBody } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  buildTree,
  createBlendTree,
  poseMesh,
  poseVertex,
  poseVertices,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { HEADER } from '../../src/kernels/layout/header.js';
import { RULES, makeLazyBody, randomPlacement } from '../bounds/bd-samples.js';
import { BLEND_KINDS, type BlendKind, randomBlend } from '../support/blend-models.js';
import { definedPositions } from '../support/blend-oracle.js';
import { POSE_KINDS, applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { SAMPLE_MESHES, changed, randomFields, reachOf, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';
import { pairStart, randomRay, randomSegment, walk, wordsOf } from './body-words.js';
import { wordAt } from '../../src/kernels/units.js';

const KERNELS: readonly Kernels[] = [BACKENDS.wasm, BACKENDS.typescript];
const PATCH_SIZES = [1, 4, 64, 4096];

function makeTwo(mesh: Mesh, model: BlendModel, patchSize: number): Body[] {
  const bounds = createBlendTree(mesh, model, buildTree(mesh, { leafSize: 2, arity: 4 }), { patchSize });
  return KERNELS.map((kernels) => createBody(kernels, { mesh, model, bounds }, { strategy: 'lazy' }));
}

/** Poses both, walks them in every way, alone and against `others`, and compares everything after each. */
function expectTwins(
  random: Random,
  bodies: readonly Body[],
  others: readonly Body[],
  poseKinds: readonly string[],
  what: string,
): void {
  const model = bodies[0].model as BlendModel;
  const compare = (where: string): void => expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `${what}, ${where}`);
  for (const [round, poseKind] of poseKinds.entries()) {
    const pose = randomPose(random, model, poseKind, Math.min(1e20, reachOf(bodies[0].mesh)));
    for (const body of bodies) applyPose(body, pose);
    if (round % 3 === 2) {
      const placement = randomPlacement(random, bodies[0].reach);
      for (const body of bodies) body.setPlacement(placement);
    }
    for (const body of [...bodies, ...others]) body.refresh();
    // Measured by a kernel, and by the model itself.
    for (const body of bodies) expect(body.worldReach[0], `${what}, ${poseKind}: reach`).toBe(body.reach);
    const reach = Math.min(1e18, bodies[0].reach + 1e-40);
    for (const [name, start] of [
      ['segment', randomSegment(random, reach)],
      ['ray', randomRay(random, reach)],
    ] as const) {
      const [first, second] = KERNELS.map((kernels, side) =>
        walk(kernels, start, (state) =>
          kernels.run[name === 'ray' ? 'walkRay' : 'walkSegment'](bodies[side].header, state),
        ),
      );
      expectSameWords(first, second, `${what}, ${poseKind}, ${name}`);
      compare(`${poseKind}, after the ${name}`);
    }
    for (const [a, b] of [
      [bodies, others],
      [others, bodies],
    ]) {
      const [first, second] = KERNELS.map((kernels, side) =>
        walk(kernels, pairStart(2 ** -60), (state) => kernels.run.walkPairs(a[side].header, b[side].header, state)),
      );
      expectSameWords(first, second, `${what}, ${poseKind}, pair`);
    }
    compare(`${poseKind}, after pairs`);
    for (const body of bodies) {
      for (let block = 0; block < body.bounds.blockCount; block++) {
        body.kernels.run.evaluateBlock(body.header, block);
      }
    }
    compare(`${poseKind}, all blocks`);
    if (round % 2 === 1) for (const body of bodies) body.refit();
    compare(`${poseKind}, refitted`);
  }
}

describe('blends in WebAssembly and in TypeScript write the same words', () => {
  it.each(BLEND_KINDS)('as a %s, against every rule of linear bodies, and against themselves', (kind) => {
    const random = createRandom(851);
    for (const [i, rule] of Object.values(RULES).entries()) {
      const mesh = soup(random, 30, 0.4);
      const size = { governorCount: 1 + 5 * i, influences: 1 + i, fieldCount: i };
      const bodies = makeTwo(mesh, randomBlend(random, mesh, kind, size), PATCH_SIZES[i % 4]);
      const fields = randomFields(random, mesh, 2, 0.3);
      const others = KERNELS.map((kernels) => makeLazyBody(kernels, mesh, fields, rule));
      expectTwins(random, bodies, others, ['turned', 'sheared', 'one wild', 'all kinds'], `seed 851, ${kind}, ${i}`);
      const more = makeTwo(mesh, randomBlend(random, mesh, kind, size), PATCH_SIZES[(i + 1) % 4]);
      expectTwins(random, bodies, more, ['turned', 'mirrored', 'scaled to nothing'], `seed 851, two of ${kind}, ${i}`);
      for (const body of [...bodies, ...others, ...more]) body.dispose();
    }
  });

  it.each(Object.keys(SAMPLE_MESHES))('for %s', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(861);
    for (const [i, kind] of BLEND_KINDS.entries()) {
      const model = randomBlend(random, mesh, kind, { governorCount: 5, influences: 3, fieldCount: 2 });
      const bodies = makeTwo(mesh, model, PATCH_SIZES[(i + 1) % 4]);
      const others = makeTwo(mesh, model, 16);
      const isHuge = reachOf(mesh) > 1e25;
      const poseKinds = isHuge ? ['at rest', 'scaled to nothing', 'a millionth as large'] : POSE_KINDS;
      expectTwins(
        random,
        bodies,
        others,
        mesh.triangleCount > 500 ? poseKinds.slice(0, 4) : poseKinds,
        `${name}, ${kind}`,
      );
      for (const body of [...bodies, ...others]) body.dispose();
    }
  });

  it('for numbers of all magnitudes side by side: denormals, zeros of both signs, large ones', () => {
    const random = createRandom(871);
    const values = [0, -0, 2 ** -149, -(2 ** -149), 1e-40, -1e-38, 1, -1, 1 + 2 ** -23, 1e10, -1e9];
    const pickValue = (): number => values[random.integer(values.length)];
    for (let round = 0; round < 60; round++) {
      const mesh = changed(soup(random, 1 + random.integer(12), 1), pickValue);
      const kind = BLEND_KINDS[round % 2];
      const model = randomBlend(random, mesh, kind, { governorCount: 4, influences: 3, fieldCount: 2 });
      const bodies = makeTwo(mesh, model, PATCH_SIZES[round % 4]);
      for (let k = 0; k < 3; k++) {
        const pose = {
          weights: Array.from({ length: model.fieldCount }, pickValue),
          transforms: Array.from({ length: 48 }, pickValue),
        };
        for (const body of bodies) {
          body.setWeights(pose.weights);
          body.setTransforms(pose.transforms);
          body.refresh();
          for (let block = 0; block < body.bounds.blockCount; block++) {
            body.kernels.run.evaluateBlock(body.header, block);
          }
        }
        expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `seed 871, round ${round}, lazily`);
        for (const body of bodies) body.refit();
        expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `seed 871, round ${round}, refitted`);
        expectSameWords(bodies[0].positions, definedPositions(model, bodies[0].pose), `seed 871, round ${round}`);
      }
      for (const body of bodies) body.dispose();
    }
  });

  it('where stamps run out of bits, and everything is forgotten once', () => {
    const random = createRandom(881);
    const mesh = soup(random, 60, 0.4);
    const model = randomBlend(random, mesh, 'morphing skin', { governorCount: 4, influences: 3, fieldCount: 2 });
    const bodies = makeTwo(mesh, model, 4);
    for (const body of bodies) body.kernels.arena.u32[wordAt(body.header) + HEADER.stamp] = 0xfffffffd;
    for (let frame = 0; frame < 6; frame++) {
      const pose = randomPose(random, model, 'turned', 1);
      for (const body of bodies) {
        applyPose(body, pose);
        body.refresh();
        for (let block = 0; block < body.bounds.blockCount; block += 3) {
          body.kernels.run.evaluateBlock(body.header, block);
        }
        expect(body.isRefitted, `frame ${frame}`).toBe(false);
        expect(body.patchesBaked, `frame ${frame}`).toBeGreaterThan(0);
      }
      expectSameWords(wordsOf(bodies[0]), wordsOf(bodies[1]), `frame ${frame}`);
    }
    for (const body of bodies) body.dispose();
  });
});

describe('a vertex of a blend has the same bits however it is asked for', () => {
  function expectSameBits(random: Random, kind: BlendKind, poseKind: string, what: string): void {
    const mesh = soup(random, 1 + random.integer(40), 0.3);
    const size = {
      governorCount: 1 + random.integer(30),
      influences: 1 + random.integer(12),
      fieldCount: random.integer(9),
    };
    const model = randomBlend(random, mesh, kind, size);
    const bodies = makeTwo(mesh, model, PATCH_SIZES[random.integer(4)]);
    const tree = buildTree(mesh);
    const refitted = KERNELS.map((kernels) => refittedBody(kernels, { mesh, model, tree }));
    const pose = randomPose(random, model, poseKind, 1);
    for (const body of [...bodies, ...refitted]) {
      applyPose(body, pose);
      body.refresh();
    }
    const expected = definedPositions(model, bodies[0].pose);
    const out = new Float32Array(expected.length);
    poseMesh(model, bodies[0].pose, out);
    expectSameWords(out, expected, `${what}: the whole mesh`);
    for (let vertex = 0; vertex < mesh.vertexCount; vertex++)
      poseVertex(model, bodies[0].pose, vertex, out, vertex * 3);
    expectSameWords(out, expected, `${what}: one by one`);
    const some = Uint32Array.from({ length: mesh.vertexCount }, () => random.integer(mesh.vertexCount));
    poseVertices(model, bodies[0].pose, some, some.length, out);
    expectSameWords(
      out,
      Float32Array.from([...some].flatMap((vertex) => [...expected.subarray(vertex * 3, vertex * 3 + 3)])),
      `${what}: a set`,
    );
    for (const body of refitted) expectSameWords(body.positions, expected, `${what}: a refitted body`);
    const { bounds } = bodies[0];
    for (const body of bodies) {
      for (let block = 0; block < bounds.blockCount; block++) body.kernels.run.evaluateBlock(body.header, block);
      for (const word of bounds.words) {
        if (word >= 0x80000000 && word !== 0xffffffff) body.kernels.run.poseLeaf(body.header, word);
      }
      expect(body.isRefitted, what).toBe(false);
      expectSameWords(body.positions, expected, `${what}: lazily`);
      body.refit();
      expectSameWords(body.positions, expected, `${what}: lazily, refitted`);
      const placement = randomPlacement(random, 10);
      body.setPlacement(placement);
      body.refit();
      expectSameWords(body.positions, definedPositions(model, body.pose, placement), `${what}: placed`);
    }
    for (const body of [...bodies, ...refitted]) body.dispose();
  }

  it.each(BLEND_KINDS)('of a %s', (kind) => {
    const random = createRandom(891);
    for (const poseKind of POSE_KINDS) {
      for (let k = 0; k < 4; k++) expectSameBits(random, kind, poseKind, `seed 891, ${kind}, ${poseKind}, ${k}`);
    }
  });
});
