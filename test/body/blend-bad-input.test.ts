/** What bodies that follow blends, and their bounds, refuse, and that nothing is lost on the way. */
import {
  type Body,
  type Kernels,
  type PliantErrorCode,
  type Shape,
  PliantError,
  createBody,
  createHits,
  findBallHits,
  loadKernels,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type BlendTree,
  type Model,
  type Tree,
  buildTree,
  createBdTree,
  createBlendTree,
  createBlendTreeAsync,
  createLinearModel,
  createMesh,
  createSkinModel,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { BLEND_KINDS, randomBlend } from '../support/blend-models.js';
import { definedPositions } from '../support/blend-oracle.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { changed, randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

const random = createRandom(911);
const mesh = soup(random, 60, 0.3);
const tree = buildTree(mesh);
const size = { governorCount: 5, influences: 3, fieldCount: 2 };
const model = randomBlend(random, mesh, 'morphing skin', size);
const bounds = createBlendTree(mesh, model, tree);
const linear = createLinearModel(mesh, randomFields(random, mesh, 2, 0.1));
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const hits = createHits(100);

function makeBody(kernels: Kernels = BACKENDS.wasm): Body {
  return createBody(kernels, { mesh, model, bounds });
}

describe('bounds of a blend', () => {
  it('are refused for other kinds of models, other meshes, and trees that were never built or have leaves too large', () => {
    expectRefused(() => createBlendTree(mesh, linear as Model as BlendModel, tree), 'bad-type', 'createBlendTree');
    expectRefused(() => createBdTree(mesh, model as Model as typeof linear, tree), 'bad-type', 'createBdTree');
    for (const unbuilt of [undefined, null, {}] as unknown as Tree[]) {
      expectRefused(() => createBlendTree(mesh, model, unbuilt), 'bad-type', 'createBlendTree');
    }
    expectRefused(() => createBlendTree(undefined as unknown as typeof mesh, model, tree), 'bad-type');
    const other = soup(random, 61, 0.3);
    expectRefused(() => createBlendTree(mesh, model, buildTree(other)), 'mismatch', 'createBlendTree');
    expectRefused(() => createBlendTree(other, model, buildTree(other)), 'mismatch', 'createBlendTree');
    const large = buildTree(mesh, { leafSize: 60 });
    expectRefused(() => createBlendTree(mesh, model, large), 'unsupported', '60 triangles', 'leafSize');
  });

  it.each([0, -1, 1.5, 4097, NaN, Infinity, '64', null])('are refused for patches of %s', async (given) => {
    const patchSize = given as number;
    expect(() => createBlendTree(mesh, model, tree, { patchSize })).toThrow(/createBlendTree: patchSize/);
    await expect(createBlendTreeAsync(mesh, model, tree, { patchSize })).rejects.toThrow(PliantError);
  });

  it('are the same made in slices, and work as a clone', async () => {
    const sliced = await createBlendTreeAsync(mesh, model, tree, { patchSize: 4 });
    const clone = structuredClone(createBlendTree(mesh, model, tree, { patchSize: 4 }));
    expect(sliced).toEqual(clone);
    const body = createBody(BACKENDS.wasm, { mesh, model: structuredClone(model), bounds: clone });
    body.refit();
    expectSameWords(body.positions, definedPositions(model, body.pose), 'positions');
    body.dispose();
  });
});

describe('a body of a blend', () => {
  it('is refused with bounds of another mesh or model, even of one with the same counts, and takes no memory', () => {
    const before = BACKENDS.wasm.arena.usedBytes;
    const moved = changed(mesh, (value, k) => (k === 100 ? value + 1 : value));
    const turned = createMesh({ positions: mesh.positions, triangles: mesh.triangles.toReversed() });
    const { fields, governors, weights } = model;
    const last = weights.length - 1;
    const heavier = { ...model, weights: weights.with(last, weights[last] / 2) };
    const elsewhere = { ...model, governors: governors.with(last, (governors[last] + 1) % 5) };
    const reshaped = { ...model, fields: fields.with(7, fields[7] + 1) };
    const bdTree = createBdTree(mesh, linear, tree);
    const others: Shape[] = [
      { mesh, model: linear, bounds },
      { mesh, model, bounds: bdTree },
      { mesh: turned, model, bounds },
      { mesh, model: { ...model, rest: moved.positions }, bounds },
      { mesh, model: heavier, bounds },
      { mesh, model: elsewhere, bounds },
      { mesh, model: reshaped, bounds },
      { mesh, model: randomBlend(random, mesh, 'morphing skin', size), bounds },
      { mesh, model: randomBlend(random, mesh, 'morphing skin', { ...size, fieldCount: 3 }), bounds },
      { mesh, model: randomBlend(random, mesh, 'morphing skin', { ...size, governorCount: 6 }), bounds },
      { mesh, model: randomBlend(random, mesh, 'cage', size), bounds },
    ];
    for (const [i, options] of others.entries()) {
      // Once it has been right, it still is looked at again.
      makeBody().dispose();
      expect(() => createBody(BACKENDS.wasm, options), `${i}`).toThrow(PliantError);
      expectRefused(() => createBody(BACKENDS.wasm, options), 'mismatch', 'createBody');
    }
    expectRefused(
      () => createBody(BACKENDS.wasm, { mesh, model, bounds }, { coherence: 1 }),
      'unsupported',
      'coherence',
    );
    const none = undefined as unknown as BlendTree;
    expectRefused(() => createBody(BACKENDS.wasm, { mesh, model, bounds: none }), 'bad-type', 'bounds');
    expect(BACKENDS.wasm.arena.usedBytes).toBe(before);
  });

  it.each(['wasm', 'typescript'] as const)('keeps its last good pose when it is given a bad one, on %s', (backend) => {
    const body = makeBody(BACKENDS[backend]);
    const refitted = refittedBody(BACKENDS[backend], { mesh, model, tree });
    const pose = randomPose(random, model, 'turned', 1);
    for (const each of [body, refitted]) {
      applyPose(each, pose);
      const count = findBallHits(each, [0, 0, 0], 0.7, hits);
      const bad: [() => void, PliantErrorCode][] = [
        [() => each.setTransforms(pose.transforms.with(3, NaN)), 'bad-number'],
        [() => each.setTransforms(pose.transforms.with(59, Infinity)), 'bad-number'],
        [() => each.setTransforms(pose.transforms.with(0, 3.5e38)), 'bad-number'],
        [() => each.setTransforms(pose.transforms.slice(12)), 'bad-count'],
        [() => each.setTransforms([...pose.transforms, 1]), 'bad-count'],
        [() => each.setTransforms(undefined as unknown as number[]), 'bad-type'],
        [() => each.setMatrices(Array.from({ length: 5 }, () => IDENTITY.with(5, NaN)).flat()), 'bad-number'],
        [() => each.setMatrices(Array.from({ length: 5 }, () => IDENTITY.with(3, 1)).flat()), 'bad-number'],
        [() => each.setMatrices(IDENTITY), 'bad-count'],
        [() => each.setPoints([1, 2, 3]), 'bad-count'],
        [() => each.setWeights([NaN, 0]), 'bad-number'],
        [() => each.setWeights([1]), 'bad-count'],
      ];
      for (const [set, code] of bad) expectRefused(set, code);
      expect(findBallHits(each, [0, 0, 0], 0.7, hits)).toBe(count);
      each.dispose();
    }
  });

  it.each(['wasm', 'typescript'] as const)('refuses to go where float32 ends, and comes back, on %s', (backend) => {
    const body = makeBody(BACKENDS[backend]);
    const refitted = refittedBody(BACKENDS[backend], { mesh, model, tree });
    const pose = randomPose(random, model, 'turned', 1);
    const used = model.usedGovernors[0] * 12;
    for (const each of [body, refitted]) {
      applyPose(each, { ...pose, transforms: pose.transforms.with(used, 3.4e38).with(used + 1, 3.4e38) });
      expectRefused(() => each.refresh(), 'bad-number', 'float32');
      // Written past the checks.
      applyPose(each, pose);
      each.pose.transforms[used + 5] = NaN;
      expectRefused(() => each.refresh(), 'bad-number', 'NaN');
      applyPose(each, pose);
      each.refresh();
    }
    body.refit();
    expectSameWords(body.positions, definedPositions(model, body.pose), 'positions');
    expectSameWords(refitted.positions, body.positions, 'refitted');
    for (const each of [body, refitted]) each.dispose();
  });

  it.each(BLEND_KINDS)('gives all its memory back, and is of no use afterwards: %s', (kind) => {
    for (const kernels of Object.values(BACKENDS)) {
      const before = kernels.arena.usedBytes;
      const follows = randomBlend(random, mesh, kind, size);
      const own = createBlendTree(mesh, follows, tree, { patchSize: 4 });
      const bodies = [0, 1].map(() => createBody(kernels, { mesh, model: follows, bounds: own }));
      const used = kernels.arena.usedBytes;
      const [{ pose }] = bodies;
      bodies[0].dispose();
      bodies[0].dispose();
      expect(kernels.arena.usedBytes).toBeLessThan(used);
      bodies[1].refit();
      bodies[1].dispose();
      expect(kernels.arena.usedBytes).toBe(before);
      for (const use of [
        () => bodies[0].refresh(),
        () => bodies[0].refit(),
        () => bodies[0].setWeights(pose.weights),
        () => bodies[0].setTransforms(pose.transforms),
        () => bodies[0].setMatrices([]),
        () => bodies[0].setPoints(pose.points),
        () => bodies[0].setPlacement(IDENTITY),
        () => bodies[0].positions,
        () => bodies[0].rootBox(new Float64Array(6)),
      ]) {
        expectRefused(use, 'disposed', 'Body');
      }
    }
  });

  it.each(['wasm', 'typescript'] as const)(
    'leaves no memory behind when it runs out half-way, on %s',
    async (backend) => {
      const kernels = await loadKernels({ backend });
      const { arena } = kernels;
      const allocate = arena.allocate.bind(arena);
      const before = arena.usedBytes;
      const makers = [
        () => createBody(kernels, { mesh, model, bounds }),
        () => refittedBody(kernels, { mesh, model, tree }),
      ];
      for (const make of makers) {
        let failures = 0;
        for (let room = 0; ; room++) {
          let left = room;
          arena.allocate = (byteLength) => {
            if (left-- === 0) throw new RangeError('no more');
            return allocate(byteLength);
          };
          try {
            make().dispose();
            break;
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            expect(arena.usedBytes, `room for ${room} blocks`).toBe(before);
            failures++;
          }
        }
        expect(failures).toBeGreaterThan(5);
        arena.allocate = allocate;
        const body = make();
        body.refresh();
        body.dispose();
        expect(arena.usedBytes).toBe(before);
      }
    },
  );
});

describe('a skeleton', () => {
  it('may have thousands of joints that move nothing', () => {
    const triangle = soup(random, 1, 1);
    const skin = createSkinModel(triangle, {
      joints: Uint16Array.of(40_000, 40_000, 40_000),
      weights: Float32Array.of(1, 1, 1),
      influencesPerVertex: 1,
      jointCount: 50_000,
    });
    const body = createBody(BACKENDS.wasm, {
      mesh: triangle,
      model: skin,
      bounds: createBlendTree(triangle, skin, buildTree(triangle), { patchSize: 1 }),
    });
    expect(findBallHits(body, triangle.positions.slice(0, 3), 0.1, hits)).toBe(1);
    body.dispose();
  });
});
