import { createRandom } from 'pliant/exact';
import {
  type BuildOptions,
  type Mesh,
  type Tree,
  BUILD_DEFAULTS,
  QUINLAN_TREE,
  buildTree,
  findTreeProblem,
  isLeaf,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';
import { SAMPLE_MESHES, soup } from '../support/sample-meshes.js';
import { expectSameTree, walkTree } from './check-tree.js';

const EVERY_BUILDER: BuildOptions[] = (['mean', 'surface-area'] as const).flatMap((split) =>
  [1, 3, 4, 8, 255].flatMap((leafSize) => ([2, 4] as const).map((arity) => ({ split, leafSize, arity }))),
);

/** Σ over nodes of the half surface area of their box at rest; leaves by the number of their triangles. */
function surfaceAreaCost(tree: Tree, mesh: Mesh): number {
  let cost = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const [first, count] = tree.ranges.subarray(node * 2, node * 2 + 2);
    for (const triangle of tree.triangleOrder.subarray(first, first + count)) {
      for (const vertex of mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)) {
        for (let axis = 0; axis < 3; axis++) {
          low[axis] = Math.min(low[axis], mesh.positions[vertex * 3 + axis]);
          high[axis] = Math.max(high[axis], mesh.positions[vertex * 3 + axis]);
        }
      }
    }
    const [x, y, z] = low.map((value, axis) => high[axis] - value);
    cost += (x * y + y * z + z * x) * (isLeaf(tree, node) ? count : 1);
  }
  return cost;
}

/** The tree that halves the triangles in the order of the mesh, however they lie. */
function halvingTree(triangleCount: number): Tree {
  const children: number[] = [];
  const ranges: number[] = [];
  let depth = 0;
  const visit = (first: number, count: number, level: number): number => {
    const node = ranges.length / 2;
    ranges.push(first, count);
    children.push(0xffffffff, 0xffffffff);
    depth = Math.max(depth, level);
    if (count > 1) {
      children[node * 2] = visit(first, count >> 1, level + 1);
      children[node * 2 + 1] = visit(first + (count >> 1), count - (count >> 1), level + 1);
    }
    return node;
  };
  visit(0, triangleCount, 1);
  return {
    arity: 2,
    nodeCount: ranges.length / 2,
    triangleCount,
    depth,
    children: Uint32Array.from(children),
    ranges: Uint32Array.from(ranges),
    triangleOrder: Uint32Array.from({ length: triangleCount }, (_, i) => i),
  };
}

describe.each(Object.keys(SAMPLE_MESHES))('a tree over %s', (name) => {
  const mesh = SAMPLE_MESHES[name]();

  it.each(EVERY_BUILDER)('by $split, leaves of $leafSize, $arity children, is sound', (options) => {
    const tree = buildTree(mesh, options);
    expect(findTreeProblem(tree)).toBeUndefined();
    const { leaves, depth, visited } = walkTree(tree);
    expect(visited).toBe(tree.nodeCount);
    expect(depth).toBe(tree.depth);
    expect(depth).toBeLessThanOrEqual(57 + Math.ceil(Math.log2(mesh.triangleCount)));
    expect(tree.arity).toBe(options.arity);
    for (const leaf of leaves) {
      expect(leaf.length).toBeGreaterThan(0);
      expect(leaf.length).toBeLessThanOrEqual(options.leafSize!);
    }
    expectSameTree(buildTree(mesh, options), tree);
  });

  it('after Quinlan has one triangle per leaf and 2n - 1 nodes', () => {
    const tree = buildTree(mesh, QUINLAN_TREE);
    expect(tree.nodeCount).toBe(2 * mesh.triangleCount - 1);
    expect(walkTree(tree).leaves.every((leaf) => leaf.length === 1)).toBe(true);
  });
});

describe('building a tree', () => {
  it('does not depend on what was built before', () => {
    const meshes = Object.values(SAMPLE_MESHES).map((make) => make());
    const first = meshes.map((mesh) => buildTree(mesh));
    const again = meshes.toReversed().map((mesh) => buildTree(mesh));
    first.forEach((tree, i) => expectSameTree(again[meshes.length - 1 - i], tree));
  });

  it('leaves the mesh alone', () => {
    const mesh = soup(createRandom(71), 50, 0.1);
    const before = { positions: mesh.positions.slice(), triangles: mesh.triangles.slice() };
    buildTree(mesh);
    expect({ positions: mesh.positions, triangles: mesh.triangles }).toEqual(before);
  });

  it('by default makes wide nodes and leaves of up to four', () => {
    const mesh = soup(createRandom(72), 50, 0.1);
    expectSameTree(buildTree(mesh), buildTree(mesh, BUILD_DEFAULTS));
    expect(BUILD_DEFAULTS).toEqual({ split: 'surface-area', leafSize: 4, arity: 4 });
  });

  it.each(['surface-area', 'mean'] as const)('by %s costs less surface than halving the list of triangles', (split) => {
    for (const mesh of [soup(createRandom(73), 400, 0.05), sheet(20, 20), soup(createRandom(74), 300, 0.5)]) {
      const cost = surfaceAreaCost(buildTree(mesh, { split, leafSize: 1, arity: 2 }), mesh);
      expect(cost).toBeLessThan(surfaceAreaCost(halvingTree(mesh.triangleCount), mesh));
    }
  });

  it('by surface area costs less than at the mean where sizes differ', () => {
    const random = createRandom(75);
    const mesh = soup(random, 500, 0.02);
    for (let t = 0; t < 500; t += 10) for (let k = 0; k < 9; k++) mesh.positions[t * 9 + k] *= 1 + random.next() * 3;
    const area = surfaceAreaCost(buildTree(mesh, { split: 'surface-area', leafSize: 1, arity: 2 }), mesh);
    expect(area).toBeLessThan(surfaceAreaCost(buildTree(mesh, QUINLAN_TREE), mesh));
  });

  it('has about as many levels as halving on an even sheet', () => {
    const mesh = sheet(32, 32);
    expect(buildTree(mesh, QUINLAN_TREE).depth).toBeLessThanOrEqual(2 * 11);
    expect(buildTree(mesh, { leafSize: 1, arity: 2 }).depth).toBeLessThanOrEqual(2 * 11);
  });

  it('refuses other rules, leaf sizes and arities', () => {
    const mesh = sheet(1, 1);
    for (const split of ['median', '', null, 3]) {
      expectRefused(() => buildTree(mesh, { split } as unknown as BuildOptions), 'bad-type', 'buildTree', 'split');
    }
    for (const leafSize of [0, -1, 256, 1.5, NaN, Infinity]) {
      expectRefused(() => buildTree(mesh, { leafSize }), 'bad-count', 'buildTree', 'leafSize', String(leafSize));
    }
    expectRefused(() => buildTree(mesh, { leafSize: '4' } as unknown as BuildOptions), 'bad-type', 'leafSize');
    for (const arity of [1, 3, 8, '2']) {
      expectRefused(() => buildTree(mesh, { arity } as unknown as BuildOptions), 'bad-type', 'buildTree', 'arity');
    }
  });
});
