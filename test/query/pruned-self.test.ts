/** The seam for rules that prove parts of a surface free of collisions with themselves. */
import {
  type Body,
  type PairHits,
  type Shape,
  beginSelf,
  createBody,
  createPairHits,
  createSearch,
  findSelfHits,
  step,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { type Mesh, buildTree, createBdTree, createBlendTree, createLinearModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { LANES, NO_CHILD, leafCount, leafFirst } from '../../src/kernels/layout/child-words.js';
import { isLeafId } from '../../src/query/opened-node.js';
import { beginPrunedSelf } from '../../src/query/pair/find-pair-hits.js';
import type { Prune } from '../../src/query/pair/walk.js';
import { sheet } from '../mesh/make-meshes.js';
import { randomBlend } from '../support/blend-models.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { pairsInOrder } from './check-hits.js';

const ROOM = 100_000;

/** Clears nothing, and counts how often it was asked. */
class NoPrune implements Prune {
  nodes = 0;
  pairs = 0;

  clearsNode(): boolean {
    this.nodes++;
    return false;
  }

  clearsPair(): boolean {
    this.pairs++;
    return false;
  }
}

/** Clears exactly what has none of the given collisions in it. */
class KnowingPrune implements Prune {
  readonly #partners = new Map<number, number[]>();
  cleared = 0;

  constructor({ count, pairs }: PairHits) {
    for (let i = 0; i < count; i++) {
      for (const [a, b] of [
        [pairs[i * 2], pairs[i * 2 + 1]],
        [pairs[i * 2 + 1], pairs[i * 2]],
      ]) {
        this.#partners.set(a, [...(this.#partners.get(a) ?? []), b]);
      }
    }
  }

  clearsNode(body: Body, id: number): boolean {
    return this.clearsPair(body, id, id);
  }

  clearsPair(body: Body, idA: number, idB: number): boolean {
    const below = new Set(trianglesBelow(body, idB));
    const isFree = !trianglesBelow(body, idA).some((a) => this.#partners.get(a)?.some((b) => below.has(b)));
    if (isFree) this.cleared++;
    return isFree;
  }
}

/** The triangles of the mesh below a node, from the words of the blocks alone. */
function trianglesBelow(body: Body, id: number): number[] {
  const { triangleOrder, words } = body.bounds;
  if (isLeafId(id)) return [...triangleOrder.subarray(leafFirst(id), leafFirst(id) + leafCount(id))];
  return [...words.subarray(id * LANES, (id + 1) * LANES)]
    .filter((word) => word !== NO_CHILD)
    .flatMap((word) => trianglesBelow(body, word | 0));
}

function makeShape(random: Random, mesh: Mesh, kind: string): Shape {
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(4) });
  if (kind === 'blend') {
    const model = randomBlend(random, mesh, 'skin', { governorCount: 4, influences: 2, fieldCount: 0 });
    return { mesh, model, bounds: createBlendTree(mesh, model, tree, { patchSize: 16 }) };
  }
  const model = createLinearModel(mesh, randomFields(random, mesh, 2, 0.3));
  return { mesh, model, bounds: createBdTree(mesh, model, tree) };
}

function pose(random: Random, body: Body): void {
  const { model } = body;
  if ('governorCount' in model) applyPose(body, randomPose(random, model, 'turned', 1));
  else body.setWeights([random.range(-1, 1), random.range(-1, 1)]);
}

const MESHES: Readonly<Record<string, (random: Random) => Mesh>> = {
  'a soup': (random) => soup(random, 60, 0.4),
  'a sheet': () => sheet(6, 5),
  'one triangle': (random) => soup(random, 1, 0.4),
};

describe.each(['linear', 'blend'])('a search of a %s body with itself', (kind) => {
  it.each(Object.keys(MESHES))('finds the same, in the same order, with a prune that clears nothing: %s', (name) => {
    const random = createRandom(5801);
    const [expected, hits] = [createPairHits(ROOM), createPairHits(ROOM)];
    const search = createSearch();
    for (let round = 0; round < 12; round++) {
      const shape = makeShape(random, MESHES[name](random), kind);
      for (const kernels of Object.values(BACKENDS)) {
        const body = createBody(kernels, shape, { strategy: round % 2 === 0 ? 'lazy' : 'adaptive' });
        pose(random, body);
        findSelfHits(body, expected);
        const prune = new NoPrune();
        beginPrunedSelf(search, body, hits, prune);
        if (round % 3 === 0) while (!step(search, 5));
        else step(search);
        const what = `seed 5801, round ${round}, ${kernels.backend}`;
        expect(pairsInOrder(hits), what).toEqual(pairsInOrder(expected));
        expect(prune.nodes, what).toBeGreaterThan(0);
        if (name !== 'one triangle') expect(prune.pairs, what).toBeGreaterThan(0);
        body.dispose();
      }
    }
  });

  it.each(Object.keys(MESHES))('visits less, and loses nothing, with a prune that knows what is free: %s', (name) => {
    const random = createRandom(5802);
    const [hits, pruned, brute] = [createPairHits(ROOM), createPairHits(ROOM), createPairHits(ROOM)];
    const search = createSearch();
    let found = 0;
    for (let round = 0; round < 12; round++) {
      const body = createBody(BACKENDS.wasm, makeShape(random, MESHES[name](random), kind), { strategy: 'lazy' });
      pose(random, body);
      beginPrunedSelf(search, body, hits, new NoPrune());
      step(search);
      const { nodesVisited } = search.statistics;
      const what = `seed 5802, round ${round}`;
      body.refit();
      bruteSelfHits(body.positions, body.mesh.triangles, brute);
      const prune = new KnowingPrune(brute);
      beginPrunedSelf(search, body, pruned, prune);
      step(search);
      expect(pairsInOrder(pruned), what).toEqual(pairsInOrder(hits));
      expect([...pairsInOrder(pruned)].sort(), what).toEqual(pairsInOrder(brute).sort());
      expect(prune.cleared, what).toBeGreaterThan(0);
      expect(search.statistics.nodesVisited, what).toBeLessThan(nodesVisited);
      found += pruned.count;
      body.dispose();
    }
    if (name === 'a soup') expect(found).toBeGreaterThan(100);
  });

  it('has no prune left of the search before', () => {
    const random = createRandom(5803);
    const body = createBody(BACKENDS.wasm, makeShape(random, soup(random, 60, 0.4), kind));
    const [hits, expected] = [createPairHits(ROOM), createPairHits(ROOM)];
    const search = createSearch();
    findSelfHits(body, expected);
    beginPrunedSelf(search, body, hits, { clearsNode: () => true, clearsPair: () => true });
    step(search);
    expect(hits.count).toBe(0);
    beginSelf(search, body, hits);
    step(search);
    expect(pairsInOrder(hits)).toEqual(pairsInOrder(expected));
    body.dispose();
  });
});
