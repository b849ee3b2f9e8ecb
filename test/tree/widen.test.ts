import { measureTree } from 'pliant/inspect';
import { type BuildOptions, type Tree, buildTree, findTreeProblem, widenTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESHES } from '../support/sample-meshes.js';
import { expectSameTree, walkTree } from './check-tree.js';

describe.each(Object.keys(SAMPLE_MESHES))('the wide form of a tree over %s', (name) => {
  const mesh = SAMPLE_MESHES[name]();

  it.each([
    { split: 'mean', leafSize: 1 },
    { split: 'surface-area', leafSize: 3 },
  ] as BuildOptions[])('by $split keeps leaves, triangles and their order', (options) => {
    const binary = buildTree(mesh, { ...options, arity: 2 });
    const before = structuredClone(binary);
    const wide = widenTree(binary);
    expectSameTree(binary, before);
    expect(findTreeProblem(wide)).toBeUndefined();
    expect(walkTree(wide).leaves).toEqual(walkTree(binary).leaves);
    expect(wide.arity).toBe(4);
    expect(wide.depth).toBeLessThanOrEqual(binary.depth);
    expectSameTree(wide, buildTree(mesh, { ...options, arity: 4 }));
  });

  it('leaves no slot empty beside a child that could be opened', () => {
    const wide = buildTree(mesh, { leafSize: 1, arity: 4 });
    for (let node = 0; node < wide.nodeCount; node++) {
      const children = [...wide.children.subarray(node * 4, node * 4 + 4)].filter((child) => child !== 0xffffffff);
      if (children.length === 0 || children.length === 4) continue;
      const counts = children.map((child) => wide.ranges[child * 2 + 1]);
      expect(counts, `node ${node}`).toEqual(counts.map(() => 1));
    }
    const { innerCount, leafCount } = measureTree(wide);
    expect(innerCount).toBeLessThanOrEqual(Math.max(1, leafCount - 1));
  });
});

/** Leaves of one triangle, or two parts: a binary tree as nested lists. */
type Shape = 1 | readonly [Shape, Shape];

function treeOf(shape: Shape): Tree {
  const children: number[] = [];
  const ranges: number[] = [];
  let depth = 0;
  let triangleCount = 0;
  const visit = (part: Shape, level: number): number => {
    const node = ranges.length / 2;
    const first = triangleCount;
    children.push(0xffffffff, 0xffffffff);
    ranges.push(first, 1);
    depth = Math.max(depth, level);
    if (part === 1) {
      triangleCount++;
      return node;
    }
    children[node * 2] = visit(part[0], level + 1);
    children[node * 2 + 1] = visit(part[1], level + 1);
    ranges[node * 2 + 1] = triangleCount - first;
    return node;
  };
  visit(shape, 1);
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

describe('widening', () => {
  it('opens the child with most triangles first', () => {
    const two: Shape = [1, 1];
    const three: Shape = [1, two];
    const binary = treeOf([two, [three, [1, three]]]);
    expect(findTreeProblem(binary)).toBeUndefined();
    const wide = widenTree(binary);
    const counts = [...wide.children.subarray(0, 4)].map((child) => wide.ranges[child * 2 + 1]);
    expect(counts).toEqual([2, 3, 1, 3]);
  });
});
