// slow: compares trees of hundreds of levels with brute force
/** Trees of any depth are walked whole: a tree is public data, and need not be one that `buildTree` makes. */
import {
  type Body,
  type Kernels,
  type Shape,
  beginPair,
  beginRay,
  beginSelf,
  createBody,
  createHits,
  createPairHits,
  createSearch,
  findBallHits,
  findPairHits,
  findRayHits,
  findSelfHits,
  step,
} from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteBallHits, brutePairHits, bruteRayHits, bruteSelfHits } from 'pliant/oracle';
import { type Mesh, type Tree, buildTree, createBdTree, createLinearModel, findTreeProblem } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { meshOf } from '../mesh/make-meshes.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { sortedPairs, sortedTriangles } from './check-hits.js';

const NO_CHILD = 0xffffffff;
const CAPACITY = 200_000;

/** A chain of so many nodes, each with the next one and three nodes of two leaves: every opening leaves as much waiting as can be. */
function deepTree(levels: number): Tree {
  const children: number[] = [];
  const ranges: number[] = [];
  let triangles = 0;
  const add = (): number => {
    children.push(NO_CHILD, NO_CHILD, NO_CHILD, NO_CHILD);
    ranges.push(0, 0);
    return children.length / 4 - 1;
  };
  const addLeaf = (): number => {
    const leaf = add();
    ranges[leaf * 2] = triangles++;
    ranges[leaf * 2 + 1] = 1;
    return leaf;
  };
  // In depth-first order, the next of the chain comes first: what is beside it is added when the chain is done.
  const chain = Array.from({ length: levels }, (_, level) => {
    const node = add();
    if (level > 0) children[(node - 1) * 4] = node;
    return node;
  });
  children[chain[levels - 1] * 4] = addLeaf();
  for (const node of chain.toReversed()) {
    for (let slot = 1; slot < 4; slot++) {
      const first = triangles;
      const pair = add();
      children[node * 4 + slot] = pair;
      children[pair * 4] = addLeaf();
      children[pair * 4 + 1] = addLeaf();
      ranges[pair * 2] = first;
      ranges[pair * 2 + 1] = 2;
    }
    ranges[node * 2 + 1] = triangles;
  }
  return {
    arity: 4,
    nodeCount: children.length / 4,
    triangleCount: triangles,
    depth: levels + 2,
    children: Uint32Array.from(children),
    ranges: Uint32Array.from(ranges),
    triangleOrder: Uint32Array.from({ length: triangles }, (_, i) => i),
  };
}

/** Triangles far to the left and far to the right in turns: nodes of two reach across all others, of which they meet few. */
function spreadMesh(triangleCount: number): Mesh {
  const random = createRandom(811);
  const spread = triangleCount / 3000;
  const positions: number[] = [];
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const center = [triangle % 2 === 0 ? -4 : 4, random.range(-spread, spread), random.range(-spread, spread)];
    for (let corner = 0; corner < 3; corner++) {
      for (const value of center) positions.push(value + random.range(-0.05, 0.05));
    }
  }
  return meshOf(
    positions,
    Array.from({ length: triangleCount * 3 }, (_, i) => i),
  );
}

/** Triangles one behind the other, again to the left and to the right in turns. */
function stackedMesh(triangleCount: number): Mesh {
  const positions: number[] = [];
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const x = (triangle % 2 === 0 ? -4 : 4) + triangle / triangleCount;
    positions.push(x, -1, -1, x, 1, -1, x, 0, 1);
  }
  return meshOf(
    positions,
    Array.from({ length: triangleCount * 3 }, (_, i) => i),
  );
}

function makeDeep(kernels: Kernels, levels: number, makeMesh: (triangleCount: number) => Mesh): Body & Shape {
  const tree = deepTree(levels);
  expect(findTreeProblem(tree)).toBeUndefined();
  const mesh = makeMesh(tree.triangleCount);
  const model = createLinearModel(mesh, []);
  return createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, tree) }, { strategy: 'lazy' });
}

/** Another that lives beside it: its memory must not be touched. */
function makeShallow(kernels: Kernels, mesh: Mesh): Body {
  const model = createLinearModel(mesh, []);
  return createBody(kernels, { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh)) }, { strategy: 'lazy' });
}

function pairsOf(bodyA: Body, bodyB: Body): string[] {
  const hits = createPairHits(CAPACITY);
  if (bodyA === bodyB) findSelfHits(bodyA, hits);
  else findPairHits(bodyA, bodyB, hits);
  return sortedPairs(hits);
}

describe.each([
  { name: 'wasm', kernels: BACKENDS.wasm, depths: [60, 303, 403, 1000], rayDepths: [60, 1500, 2800] },
  { name: 'typescript', kernels: BACKENDS.typescript, depths: [60, 303, 403], rayDepths: [60, 1500] },
])('a deep tree, walked on $name', ({ kernels, depths, rayDepths }) => {
  it.each(depths)('loses no pair with itself or another: %i levels', (levels) => {
    const body = makeDeep(kernels, levels, spreadMesh);
    const { mesh } = body;
    const { positions, triangles } = mesh;
    const other = makeShallow(kernels, mesh);
    const self = createPairHits(CAPACITY);
    bruteSelfHits(positions, triangles, self);
    expect(self.count).toBeGreaterThan(0);
    expect(pairsOf(body, body)).toEqual(sortedPairs(self));
    const pairs = createPairHits(CAPACITY);
    brutePairHits(positions, triangles, positions, triangles, pairs);
    const expected = sortedPairs(pairs);
    expect(pairsOf(body, other)).toEqual(expected);
    const twin = createBody(kernels, { mesh, model: body.model, bounds: body.bounds }, { strategy: 'lazy' });
    expect(pairsOf(body, twin)).toEqual(expected);
    for (const one of [body, twin, other]) one.dispose();
  });

  it.each(rayDepths)('loses nothing along a ray or in a ball: %i levels', (levels) => {
    const body = makeDeep(kernels, levels, stackedMesh);
    const { positions, triangles } = body.mesh;
    const origin = [-9, 0.1, 0.05];
    const direction = [1, 0.002, 0.001];
    const wanted = createHits(CAPACITY);
    bruteRayHits(positions, triangles, origin, direction, wanted);
    const found = createHits(CAPACITY);
    findRayHits(body, origin, direction, found);
    const sorted = (hits: typeof found): number[] => [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b);
    expect(sorted(found)).toEqual(sorted(wanted));
    expect(found.count).toBe(body.mesh.triangleCount);
    for (const [center, radius] of [
      [[0, 0, 0], 10],
      [[4.5, 0.5, 0], 0.2],
    ] as const) {
      const inside = createHits(CAPACITY);
      bruteBallHits(positions, triangles, center, radius, inside);
      const met = createHits(CAPACITY);
      findBallHits(body, center, radius, met);
      expect(sortedTriangles(met)).toEqual(sortedTriangles(inside));
      expect(met.count).toBeGreaterThan(0);
    }
    body.dispose();
  });

  it('loses nothing when searches take turns, each with more waiting than a stack has room for at first', () => {
    const body = makeDeep(kernels, 403, spreadMesh);
    const { bounds, mesh, model } = body;
    const other = makeShallow(kernels, mesh);
    const twin = createBody(kernels, { mesh, model, bounds }, { strategy: 'lazy' });
    const pairsOfBodies = [
      [body, body],
      [body, twin],
      [other, body],
    ] as const;
    const searches = pairsOfBodies.map(() => createSearch());
    const hits = searches.map(() => createPairHits(CAPACITY));
    pairsOfBodies.forEach(([a, b], i) => {
      if (a === b) beginSelf(searches[i], a, hits[i]);
      else beginPair(searches[i], a, b, hits[i]);
    });
    const ray = createSearch();
    const rayHits = createHits(CAPACITY);
    for (let open = true; open;) {
      beginRay(ray, body, [-9, 0, 0], [1, 0, 0], rayHits);
      step(ray, 400);
      open = searches.filter((search) => !step(search, 100_000)).length > 0;
    }
    pairsOfBodies.forEach(([a, b], i) => expect(sortedPairs(hits[i])).toEqual(pairsOf(a, b)));
    const pairs = createPairHits(CAPACITY);
    brutePairHits(mesh.positions, mesh.triangles, mesh.positions, mesh.triangles, pairs);
    expect(sortedPairs(hits[1])).toEqual(sortedPairs(pairs));
    for (const one of [body, twin, other]) one.dispose();
  });
});
