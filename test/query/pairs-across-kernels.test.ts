/** Pairs of bodies that live with different kernels: walked over opened nodes, with the answers that shared kernels give. */
import {
  type Body,
  type Kernels,
  type Shape,
  beginPair,
  createBody,
  createDistance,
  createPairHits,
  createSearch,
  findDistance,
  findPairHits,
  loadKernels,
  step,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { brutePairHits } from 'pliant/oracle';
import { buildTree, createBdTree, createBlendTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createNearPairs, createNearSearch, findNearPairs } from '../../src/query/pair/near.js';
import { RULES, randomPlacement } from '../bounds/bd-samples.js';
import { BLEND_KINDS, randomBlend, restPoints } from '../support/blend-models.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { pairsInOrder } from './check-hits.js';

const SECOND_WASM = await loadKernels({ backend: 'wasm' });
/** The second body's kernels; the first lives with {@link BACKENDS}.wasm. */
const OTHERS: readonly Kernels[] = [BACKENDS.typescript, SECOND_WASM];
const ROOM = 100_000;
const KINDS = [...Object.keys(RULES), ...BLEND_KINDS];
const STRATEGIES = ['adaptive', 'lazy', 'refit'] as const;

interface Subject {
  readonly shape: Shape;
  /** Gives bodies of the shape one pose and one placement. */
  move(random: Random, bodies: readonly Body[]): void;
}

function makeSubject(random: Random, kind: string, triangleCount: number, leafSize: number): Subject {
  const mesh = soup(random, triangleCount, 0.3);
  const tree = buildTree(mesh, { leafSize });
  const blendKind = BLEND_KINDS.find((each) => each === kind);
  if (blendKind) {
    const points = restPoints(random, mesh, 4);
    const model = randomBlend(random, mesh, blendKind, { governorCount: 4, influences: 2, fieldCount: 2 }, points);
    return {
      shape: { mesh, model, bounds: createBlendTree(mesh, model, tree, { patchSize: 16 }) },
      move: (source, bodies) => {
        const pose = randomPose(source, model, 'turned', 1, points);
        for (const body of bodies) applyPose(body, pose);
        place(source, bodies);
      },
    };
  }
  const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.3));
  return {
    shape: { mesh, model, bounds: createBdTree(mesh, model, tree, RULES[kind].bounds) },
    move: (source, bodies) => {
      const weights = [source.range(-1, 1), source.range(-1, 1)];
      for (const body of bodies) body.setWeights(weights);
      place(source, bodies);
    },
  };
}

function place(random: Random, bodies: readonly Body[]): void {
  const placement = randomPlacement(random, 0.8);
  if (random.integer(3) > 0) for (const body of bodies) body.setPlacement(placement);
}

/** Every kind with one that rotates through all others, in a few poses each. */
function* pairsOfSubjects(seed: number): Generator<{ what: string; a: Body; b: Body; others: Body[] }> {
  const random = createRandom(seed);
  for (const [i, kind] of KINDS.entries()) {
    const other = KINDS[(i * 4 + 3) % KINDS.length];
    const subjects = [makeSubject(random, kind, 40, 1 + (i % 4)), makeSubject(random, other, 70, 2)];
    const strategy = STRATEGIES[i % 3];
    const a = createBody(BACKENDS.wasm, subjects[0].shape, { strategy });
    const b = createBody(BACKENDS.wasm, subjects[1].shape, { strategy });
    const others = OTHERS.map((kernels) => createBody(kernels, subjects[1].shape, { strategy }));
    for (let frame = 0; frame < 6; frame++) {
      subjects[0].move(random, [a]);
      subjects[1].move(random, [b, ...others]);
      yield { what: `seed ${seed}, ${kind} and ${other}, ${strategy}, frame ${frame}`, a, b, others };
    }
    for (const body of [a, b, ...others]) body.dispose();
  }
}

describe('two bodies with different kernels', () => {
  it('meet in the same triangles, in the same order, as with shared kernels, at once and in slices', () => {
    let met = 0;
    const [expected, hits, brute] = [createPairHits(ROOM), createPairHits(ROOM), createPairHits(ROOM)];
    const search = createSearch();
    for (const { a, b, others, what } of pairsOfSubjects(5701)) {
      findPairHits(a, b, expected);
      const order = pairsInOrder(expected);
      for (const other of others) {
        expect(findPairHits(a, other, hits), what).toBe(expected.count);
        expect(pairsInOrder(hits), what).toEqual(order);
        beginPair(search, a, other, hits);
        while (!step(search, 7));
        expect(pairsInOrder(hits), `${what}, in slices`).toEqual(order);
        // The other way round, as it is with shared kernels too.
        findPairHits(b, a, expected);
        findPairHits(other, a, hits);
        expect(pairsInOrder(hits), `${what}, the other way round`).toEqual(pairsInOrder(expected));
      }
      for (const body of [a, b]) body.refit();
      brutePairHits(a.positions, a.mesh.triangles, b.positions, b.mesh.triangles, brute);
      expect([...order].sort(), what).toEqual(pairsInOrder(brute).sort());
      met += order.length;
    }
    expect(met).toBeGreaterThan(1000);
  });

  it('are as far apart, at the same place, as with shared kernels', () => {
    const [expected, found] = [createDistance(), createDistance()];
    let apart = 0;
    for (const { a, b, others, what } of pairsOfSubjects(5702)) {
      // Out of each other's way in about half of all frames.
      const limit = apart % 2 === 0 ? Infinity : 0.5;
      findDistance(a, b, expected, limit);
      for (const other of others) {
        findDistance(a, other, found, limit);
        expect(found, what).toEqual(expected);
      }
      if (expected.distance > 0) apart++;
      findDistance(b, a, expected, limit);
      for (const other of others) {
        findDistance(other, a, found, limit);
        expect(found, `${what}, the other way round`).toEqual(expected);
      }
    }
    expect(apart).toBeGreaterThan(5);
  });

  it('are near each other in the same triangles as with shared kernels', () => {
    const search = createNearSearch();
    const [expected, found] = [createNearPairs(), createNearPairs()];
    let near = 0;
    for (const { a, b, others, what } of pairsOfSubjects(5703)) {
      const count = findNearPairs(search, a, b, 0.1, expected);
      for (const other of others) {
        expect(findNearPairs(search, a, other, 0.1, found), what).toBe(count);
        expect(found.pairs.subarray(0, count * 2), what).toEqual(expected.pairs.subarray(0, count * 2));
        expect(found.squares.subarray(0, count), what).toEqual(expected.squares.subarray(0, count));
      }
      near += count;
    }
    expect(near).toBeGreaterThan(1000);
  });
});
