import { type BuildOptions, buildTree, findTreeProblem, measureTree, widenTree } from 'pliant';
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
