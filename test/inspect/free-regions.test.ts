import { type Body, beginSelf, createBody, createPairHits, createSearch, findSelfHits, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type FreeRegions,
  PROVED_BY_BORDER,
  PROVED_BY_GOVERNORS,
  PROVED_BY_NOTHING,
  createFreeRegions,
  findFreeRegions,
} from 'pliant/inspect';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBdTree, createLinearModel, fitRegions, type Mesh, poseMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { layOutLevels } from '../../src/bounds/blocks/levels.js';
import { createFieldLimb, weigh } from '../affine/make-fields.js';
import { LIMB_KINDS, createLimb, poseLimb } from '../affine/make-limbs.js';
import { sheet } from '../mesh/make-meshes.js';
import { SMALL_MESHES, moveBody, randomBody } from '../query/make-frames.js';
import { randomPiece } from '../regions/make-pieces.js';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';

const ROOM = 100_000;

/** The triangles of each region, by the node of the tree that it is: of those with the triangle in them, the one of that size. */
function trianglesOfRegions(body: Body, sizes: Uint32Array, what: string): number[][] {
  const { ranges } = layOutLevels(body.bounds);
  const { triangleOrder } = body.bounds;
  const regions: number[][] = [];
  for (let at = 0; at < triangleOrder.length;) {
    const size = sizes[triangleOrder[at]];
    if (size === 0) {
      at++;
      continue;
    }
    const isNode = ranges.some((first, i) => i % 2 === 0 && first === at && ranges[i + 1] === size);
    expect(isNode, `${what}: ${size} triangles from ${at} on are a node`).toBe(true);
    const triangles = [...triangleOrder.subarray(at, at + size)];
    expect(new Set(triangles.map((triangle) => sizes[triangle])), what).toEqual(new Set([size]));
    regions.push(triangles);
    at += size;
  }
  return regions;
}

/** Edges with one triangle of a region, as texts. */
function bordersOf({ triangles }: Mesh, regions: readonly number[][]): string[] {
  return regions.flatMap((region) => {
    const sides = new Map<string, number>();
    for (const triangle of region) {
      for (let side = 0; side < 3; side++) {
        const edge = nameEdge(triangles[triangle * 3 + side], triangles[triangle * 3 + ((side + 1) % 3)]);
        sides.set(edge, (sides.get(edge) ?? 0) + 1);
      }
    }
    return [...sides].filter(([, count]) => count === 1).map(([edge]) => edge);
  });
}

function nameEdge(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

function findRegions(body: Body): FreeRegions {
  const free = createFreeRegions(body);
  findFreeRegions(body, free);
  return free;
}

/** All that is said, as a text. */
function describeRegions({ borderCount, borders, count, countByGovernors, rules, sizes }: FreeRegions): string {
  return [
    count,
    countByGovernors,
    sizes.join(' '),
    rules.join(' '),
    borders.subarray(0, borderCount * 2).join(' '),
  ].join();
}

/** Looks at what is said of a body; `positions` are those of its vertices, where it has not posed all of them. */
function expectFreeRegions(body: Body, what: string, positions?: Float32Array): FreeRegions {
  const free = createFreeRegions(body);
  expect(findFreeRegions(body, free), what).toBe(free.count);
  const regions = trianglesOfRegions(body, free.sizes, what);
  expect(regions.length, what).toBe(free.count);
  const rules = regions.map((region) => [...new Set(region.map((triangle) => free.rules[triangle]))]);
  expect(
    rules.every((each) => each.length === 1 && each[0] !== PROVED_BY_NOTHING),
    `${what}: one rule each`,
  ).toBe(true);
  expect(rules.filter(([rule]) => rule === PROVED_BY_GOVERNORS).length, what).toBe(free.countByGovernors);
  const isAnyOther = free.rules.some((rule, t) => rule !== PROVED_BY_NOTHING && free.sizes[t] === 0);
  expect(isAnyOther, `${what}: and no rule elsewhere`).toBe(false);
  const edges = Array.from({ length: free.borderCount }, (_, i) =>
    nameEdge(free.borders[i * 2], free.borders[i * 2 + 1]),
  );
  expect(edges.sort(), `${what}: borders`).toEqual(bordersOf(body.mesh, regions).sort());
  for (const region of regions) {
    const triangles = Uint32Array.from(region.flatMap((t) => [...body.mesh.triangles.subarray(t * 3, t * 3 + 3)]));
    expect(
      bruteSelfHits(positions ?? body.positions, triangles, createPairHits(ROOM)),
      `${what}: ${region.join(' ')}`,
    ).toBe(0);
  }
  return free;
}

describe('regions that are said to be free', () => {
  it('are nodes of the tree without a collision in them, on either backend, on random pieces', () => {
    const seed = 1670;
    const random = createRandom(seed);
    let some = 0;
    for (let k = 0; k < 40; k++) {
      const { mesh, what } = randomPiece(random);
      const model = createLinearModel(mesh, []);
      const bounds = createBdTree(mesh, model, buildTree(mesh, { leafSize: 1 + random.integer(4) }));
      const counts = Object.values(BACKENDS).map((kernels) => {
        const body = createBody(kernels, { mesh, model, bounds });
        const { count, countByGovernors } = expectFreeRegions(body, `seed ${seed}, piece ${k}: ${what}`);
        expect(countByGovernors, 'there are none').toBe(0);
        body.dispose();
        return count;
      });
      expect(counts[1], `seed ${seed}, piece ${k}`).toBe(counts[0]);
      if (counts[0] > 1) some++;
    }
    expect(some).toBeGreaterThan(6);
  });

  it('follow the pose, with all kinds of bounds', () => {
    const seed = 1671;
    const random = createRandom(seed);
    for (const [kind, make] of Object.entries(SMALL_MESHES)) {
      for (let k = 0; k < 12; k++) {
        const body = randomBody(random, make);
        for (let pose = 0; pose < 3; pose++) {
          expectFreeRegions(body, `seed ${seed}, ${kind} ${k}, pose ${pose}`);
          moveBody(random, body);
        }
        body.dispose();
      }
    }
  });

  it('are one where a sheet is flat, and several or none where it is folded', () => {
    const mesh = sheet(12, 12);
    // Turned over about the line x = 6.
    const fold = mesh.positions.map((_, i) => {
      const beyond = Math.max(0, mesh.positions[i - (i % 3)] - 6);
      return i % 3 === 0 ? -2 * beyond : i % 3 === 2 ? 0.2 * beyond : 0;
    });
    const body = makeBody(BACKENDS.wasm, mesh, [fold]);
    const free = createFreeRegions(body);
    expect(findFreeRegions(body, free)).toBe(1);
    expect(new Set(free.sizes)).toEqual(new Set([mesh.triangleCount]));
    expect(free.borderCount).toBe(48);
    body.setWeights([1]);
    expect(findFreeRegions(body, free)).toBeGreaterThan(1);
    expect(Math.max(...free.sizes)).toBeLessThan(mesh.triangleCount);
    body.setWeights([0]);
    expect(findFreeRegions(body, free)).toBe(1);
    body.dispose();
  });

  it('are the same whatever was searched before, which they do not change', () => {
    const seed = 1672;
    const random = createRandom(seed);
    const hits = createPairHits(ROOM);
    for (let k = 0; k < 40; k++) {
      const { mesh } = randomPiece(random);
      const model = createLinearModel(mesh, []);
      const bounds = createBdTree(mesh, model, buildTree(mesh));
      const body = createBody(BACKENDS.wasm, { mesh, model, bounds }, { pruning: 'always' });
      const regions = (): string => describeRegions(findRegions(body));
      const pairs = (): string => {
        findSelfHits(body, hits);
        return hits.pairs.subarray(0, hits.count * 2).join(' ');
      };
      const [before, found, after, foundAgain] = [regions(), pairs(), regions(), pairs()];
      expect(after, `seed ${seed}, piece ${k}`).toBe(before);
      expect(foundAgain, `seed ${seed}, piece ${k}`).toBe(found);
      body.dispose();
    }
  });

  it('say which rule proved them where the shape has been fitted, on either backend, whatever was searched before', () => {
    const seed = 1673;
    const random = createRandom(seed);
    const hits = createPairHits(ROOM);
    const seen = { [PROVED_BY_NOTHING]: 0, [PROVED_BY_BORDER]: 0, [PROVED_BY_GOVERNORS]: 0 };
    for (let k = 0; k < 14; k++) {
      const limb = createLimb(random, LIMB_KINDS[k % LIMB_KINDS.length]);
      const plain = createBody(BACKENDS.wasm, limb);
      const shape = fitRegions(limb);
      const positions = new Float32Array(limb.mesh.positions.length);
      const [body, twin] = Object.values(BACKENDS).map((kernels) => createBody(kernels, shape, { pruning: 'always' }));
      for (const angle of [0, 0.2, 0.6, 3]) {
        const what = `seed ${seed}, ${limb.what} ${k}, angle ${angle}`;
        const transforms = poseLimb(random, limb, angle);
        for (const each of [body, twin, plain]) each.setTransforms(transforms);
        poseMesh(limb.model, body.pose, positions);
        const free = expectFreeRegions(body, what, positions);
        for (const rule of free.rules) seen[rule as keyof typeof seen]++;
        expect(describeRegions(findRegions(twin)), what).toBe(describeRegions(free));
        findSelfHits(body, hits);
        expect(describeRegions(findRegions(body)), `${what}, searched`).toBe(describeRegions(free));
        // Borders are looked at in patches alone: what lies above them is left to governors.
        const sizes = free.sizes.filter((_, t) => free.rules[t] === PROVED_BY_BORDER);
        expect(Math.max(0, ...sizes), what).toBeLessThanOrEqual(64);
        body.strategy = 'refit';
        const byBorders = expectFreeRegions(body, `${what}, refitted`);
        body.strategy = 'adaptive';
        expect(describeRegions(byBorders), `${what}: as if it had not been fitted`).toBe(
          describeRegions(findRegions(plain)),
        );
        expect(byBorders.countByGovernors).toBe(0);
        findSelfHits(body, hits);
        const pairs = [...hits.pairs.subarray(0, hits.count * 2)];
        findSelfHits(plain, hits);
        expect(pairs, `${what}: and no search is led astray`).toEqual([...hits.pairs.subarray(0, hits.count * 2)]);
      }
      for (const each of [body, twin, plain]) each.dispose();
    }
    for (const [rule, triangles] of Object.entries(seen)) expect(triangles, `rule ${rule}`).toBeGreaterThan(1000);
  });

  it('say the same where fields move vertices, whose weights are asked first', () => {
    const seed = 1675;
    const random = createRandom(seed);
    const hits = createPairHits(ROOM);
    const seen = { [PROVED_BY_NOTHING]: 0, [PROVED_BY_BORDER]: 0, [PROVED_BY_GOVERNORS]: 0 };
    for (let k = 0; k < 14; k++) {
      const limb = createFieldLimb(random, LIMB_KINDS[k % LIMB_KINDS.length]);
      const plain = createBody(BACKENDS.wasm, limb.shape);
      const shape = fitRegions(limb.shape);
      const [body, twin] = Object.values(BACKENDS).map((kernels) => createBody(kernels, shape, { pruning: 'always' }));
      for (const size of [0, 0.1, 0.5, 2, 8]) {
        const what = `seed ${seed}, ${limb.what} ${k}, size ${size}`;
        const weights = weigh(random, limb, size);
        for (const each of [body, twin, plain]) each.setWeights(weights);
        const free = expectFreeRegions(body, what);
        for (const rule of free.rules) seen[rule as keyof typeof seen]++;
        expect(describeRegions(findRegions(twin)), what).toBe(describeRegions(free));
        findSelfHits(body, hits);
        const pairs = [...hits.pairs.subarray(0, hits.count * 2)];
        expect(describeRegions(findRegions(body)), `${what}, searched`).toBe(describeRegions(free));
        // Weights prove some of what borders do not, and what they do not prove is left to borders.
        const byBorders = findRegions(plain);
        const isLost = byBorders.sizes.some((triangles, t) => triangles > free.sizes[t]);
        expect(isLost, `${what}: no region is smaller than it would be without weights`).toBe(false);
        findSelfHits(plain, hits);
        expect(pairs, `${what}: and no search is led astray`).toEqual([...hits.pairs.subarray(0, hits.count * 2)]);
      }
      for (const each of [body, twin, plain]) each.dispose();
    }
    for (const [rule, triangles] of Object.entries(seen)) expect(triangles, `rule ${rule}`).toBeGreaterThan(1000);
  });

  it.each(['bones', 'fields'])('do not make governors rest longer or shorter in searches: %s', (what) => {
    const random = createRandom(1674);
    const limb = createLimb(random, 'tube');
    const fields = createFieldLimb(random, 'tube');
    const shape = fitRegions(what === 'bones' ? limb : fields.shape);
    const hits = createPairHits(ROOM);
    const search = createSearch();
    const poses = Array.from({ length: 12 }, (_, k) =>
      what === 'bones' ? poseLimb(random, limb, 3) : weigh(random, fields, k % 3),
    );
    const triedOf = (looksInside: boolean): number[] => {
      const body = createBody(BACKENDS.wasm, shape, { pruning: 'always' });
      const free = createFreeRegions(body);
      const tried = poses.map((pose) => {
        if (what === 'bones') body.setTransforms(pose);
        else body.setWeights(pose);
        if (looksInside) findFreeRegions(body, free);
        beginSelf(search, body, hits);
        step(search);
        return search.statistics.regionsTried;
      });
      body.dispose();
      return tried;
    };
    expect(triedOf(true)).toEqual(triedOf(false));
    expect(triedOf(true).some((tried) => tried > 0)).toBe(true);
  });

  it('leave no memory behind', () => {
    const body = makeBody(BACKENDS.wasm, sheet(8, 8));
    const free = createFreeRegions(body);
    findFreeRegions(body, free);
    const { usedBytes } = body.kernels.arena;
    findFreeRegions(body, free);
    expect(body.kernels.arena.usedBytes).toBe(usedBytes);
    body.dispose();
  });

  it('are refused room that was made for another mesh', () => {
    const [body, other] = [makeBody(BACKENDS.wasm, sheet(2, 2)), makeBody(BACKENDS.wasm, sheet(3, 2))];
    expect(() => findFreeRegions(body, createFreeRegions(other))).toThrow(
      /findFreeRegions: there is room for 12 triangles, but the body has 8; call createFreeRegions with this body/,
    );
    for (const each of [body, other]) each.dispose();
  });
});
