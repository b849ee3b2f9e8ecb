/** Where memory runs out in the middle of something, what was taken is given back, and the same succeeds once there is more. */
import {
  type AnyBody,
  type Body,
  type Kernels,
  type Search,
  beginSelf,
  createBody,
  createPairHits,
  createSearch,
  loadKernels,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { createFreeRegions, findFreeRegions } from 'pliant/inspect';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBdTree, createLinearModel, fitRegions } from 'pliant/parts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLimb, poseLimb } from '../affine/make-limbs.js';
import { KIND_NAMES, makeKind } from '../body/sequence-kinds.js';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { doWithin } from '../support/take-memory.js';
import { sortedPairs } from './check-hits.js';

const ROOM = 100_000;
const found = createPairHits(ROOM);
const expected = createPairHits(ROOM);
/** Of the stack of walks: so few that it has to grow. */
const FIRST_ENTRIES = 32;
const ENTRY_BYTES = 8;
/** No search takes more blocks than this. */
const MOST_BLOCKS = 30;

/** A search of a body with itself, from a body that has never been asked to its last hit. */
interface Scene {
  create(kernels: Kernels): Body;
  begin(search: Search, body: Body): void;
  /** How many blocks it takes, at least. */
  readonly least: number;
}

const crumpled = (strategy: 'adaptive' | 'refit', pruning: 'always' | 'never', least: number): Scene => {
  const mesh = sheet(9, 8);
  const model = createLinearModel(mesh, randomFields(createRandom(5701), mesh, 1, 1));
  const bounds = createBdTree(mesh, model, buildTree(mesh));
  return {
    create: (kernels) => {
      const body = createBody(kernels, { mesh, model, bounds }, { strategy, pruning });
      body.setWeights([4]);
      return body;
    },
    begin: (search, body) => beginSelf(search, body, found),
    least,
  };
};

const bent = (isFitted: boolean, least: number): Scene => {
  const random = createRandom(5702);
  const limb = createLimb(random, 'loop');
  const pose = poseLimb(random, limb, 1);
  const { bounds, mesh, model } = limb;
  const shape = isFitted ? fitRegions({ mesh, model, bounds }) : { mesh, model, bounds };
  return {
    create: (kernels) => {
      const body = createBody(kernels, shape, { pruning: 'always' });
      body.setTransforms(pose);
      return body;
    },
    begin: (search, body) => beginSelf(search, body, found),
    least,
  };
};

const SCENES: Readonly<Record<string, () => Scene>> = {
  'that looks at stars': () => crumpled('refit', 'never', 3),
  'that looks at stars once the body is refitted': () => crumpled('adaptive', 'never', 3),
  'that proves regions free': () => crumpled('refit', 'always', 8),
  'that proves regions free on posed vertices alone': () => crumpled('adaptive', 'always', 8),
  'of a skin that proves regions free': () => bent(false, 8),
  'of a fitted skin': () => bent(true, 12),
};

function shrinkStack({ arena, stack }: Kernels): void {
  arena.free(stack.at);
  stack.capacity = FIRST_ENTRIES;
  stack.at = arena.allocate(stack.capacity * ENTRY_BYTES);
}

describe.each(['wasm', 'typescript'] as const)('where memory runs out on %s', (backend) => {
  let kernels: Kernels;

  beforeEach(async () => {
    kernels = await loadKernels({ backend });
    shrinkStack(kernels);
  });

  it.each(KIND_NAMES)('a body that cannot be created takes nothing: %s', (name) => {
    const random = createRandom(5703);
    const { options, shape } = makeKind(random, name, soup(random, 40, 0.3));
    const create = (): AnyBody => ('slots' in shape ? createBody(kernels, shape) : createBody(kernels, shape, options));
    const empty = kernels.arena.usedBytes;
    let body: AnyBody | undefined;
    let blocks = 0;
    while (!doWithin(kernels, blocks, () => (body = create()))) {
      expect(kernels.arena.usedBytes, `after ${blocks} blocks`).toBe(empty);
      expect(blocks++).toBeLessThan(MOST_BLOCKS);
    }
    expect(blocks, 'a header and two shared arrays, at least').toBeGreaterThan(2);
    body!.dispose();
    expect(kernels.arena.usedBytes).toBe(empty);
  });

  it.each(Object.keys(SCENES))('a search %s gives everything back, and finds all the next time', (name) => {
    const scene = SCENES[name]();
    const empty = kernels.arena.usedBytes;
    const stackBytes = (): number => kernels.stack.capacity * ENTRY_BYTES;
    const stackAtFirst = stackBytes();
    const judged = scene.create(kernels);
    judged.refit();
    bruteSelfHits(judged.positions, judged.mesh.triangles, expected);
    judged.dispose();
    const pairs = sortedPairs(expected);
    expect(pairs.length).toBeGreaterThan(0);
    let blocks = 0;
    for (let isEnough = false; !isEnough; blocks++) {
      expect(blocks).toBeLessThan(MOST_BLOCKS);
      shrinkStack(kernels);
      const body = scene.create(kernels);
      const search = createSearch();
      const run = (): void => {
        scene.begin(search, body);
        while (!step(search, 100));
      };
      isEnough = doWithin(kernels, blocks, run);
      const what = `after ${blocks} blocks`;
      if (!isEnough) {
        expectRefused(() => step(search), 'mismatch', 'no question was begun');
        // What belongs to the body may stay with it; failing once more takes no more.
        const used = kernels.arena.usedBytes;
        expect(doWithin(kernels, 0, run), what).toBe(false);
        expect(kernels.arena.usedBytes, what).toBe(used);
        run();
      }
      expect(sortedPairs(found), what).toEqual(pairs);
      body.dispose();
      expect(kernels.arena.usedBytes - stackBytes(), what).toBe(empty - stackAtFirst);
    }
    expect(blocks - 1, 'blocks that it takes').toBeGreaterThanOrEqual(scene.least);
  });

  it('looking for free regions gives everything back', () => {
    const scene = crumpled('adaptive', 'always', 0);
    const empty = kernels.arena.usedBytes;
    let count = -1;
    for (let blocks = 0, isEnough = false; !isEnough; blocks++) {
      expect(blocks).toBeLessThan(MOST_BLOCKS);
      const body = scene.create(kernels);
      const free = createFreeRegions(body);
      isEnough = doWithin(kernels, blocks, () => findFreeRegions(body, free));
      if (!isEnough) findFreeRegions(body, free);
      if (count < 0) ({ count } = free);
      expect(free.count, `after ${blocks} blocks`).toBe(count);
      body.dispose();
      expect(kernels.arena.usedBytes, `after ${blocks} blocks`).toBe(empty);
    }
  });
});
