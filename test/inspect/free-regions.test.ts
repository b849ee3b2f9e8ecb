import { type Body, createBody, createPairHits, findSelfHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createFreeRegions, findFreeRegions } from 'pliant/inspect';
import { bruteSelfHits } from 'pliant/oracle';
import { buildTree, createBdTree, createLinearModel, type Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { layOutLevels } from '../../src/bounds/blocks/levels.js';
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

/** Looks at what is said of a body; returns how many regions are free. */
function expectFreeRegions(body: Body, what: string): number {
  const free = createFreeRegions(body);
  expect(findFreeRegions(body, free), what).toBe(free.count);
  const regions = trianglesOfRegions(body, free.sizes, what);
  expect(regions.length, what).toBe(free.count);
  const edges = Array.from({ length: free.borderCount }, (_, i) =>
    nameEdge(free.borders[i * 2], free.borders[i * 2 + 1]),
  );
  expect(edges.sort(), `${what}: borders`).toEqual(bordersOf(body.mesh, regions).sort());
  for (const region of regions) {
    const triangles = Uint32Array.from(region.flatMap((t) => [...body.mesh.triangles.subarray(t * 3, t * 3 + 3)]));
    expect(bruteSelfHits(body.positions, triangles, createPairHits(ROOM)), `${what}: ${region.join(' ')}`).toBe(0);
  }
  return free.count;
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
        const count = expectFreeRegions(body, `seed ${seed}, piece ${k}: ${what}`);
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
      const regions = (): string => {
        const free = createFreeRegions(body);
        findFreeRegions(body, free);
        return `${free.sizes.join(' ')}; ${free.borders.subarray(0, free.borderCount * 2).join(' ')}`;
      };
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
