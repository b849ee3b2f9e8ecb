import { measureTree } from 'pliant/inspect';
import { type BuildOptions, buildTree, nodeLevels } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESHES } from '../support/sample-meshes.js';
import { walkTree } from './check-tree.js';

describe.each(Object.keys(SAMPLE_MESHES))('the measure of a tree over %s', (name) => {
  const mesh = SAMPLE_MESHES[name]();

  it.each([
    { split: 'mean', leafSize: 1, arity: 2 },
    { split: 'surface-area', leafSize: 4, arity: 4 },
  ] as BuildOptions[])('counts what a walk counts ($split)', (options) => {
    const tree = buildTree(mesh, options);
    const { leaves, depth } = walkTree(tree);
    const measure = measureTree(tree);
    expect(measure.nodeCount).toBe(tree.nodeCount);
    expect(measure.leafCount).toBe(leaves.length);
    expect(measure.innerCount).toBe(tree.nodeCount - leaves.length);
    expect(measure.depth).toBe(depth);
    expect(measure.meanTrianglesPerLeaf).toBe(mesh.triangleCount / leaves.length);
    expect(measure.mostTrianglesPerLeaf).toBe(Math.max(...leaves.map((leaf) => leaf.length)));
    const words = tree.nodeCount * (tree.arity + 2) + mesh.triangleCount;
    expect(measure.bytes).toBe(words * 4);
    expect(measure.bytesPerTriangle).toBe((words * 4) / mesh.triangleCount);

    const levels = nodeLevels(tree);
    const nodesOfLevel = Array.from({ length: depth }, () => 0);
    const visit = (node: number, level: number): void => {
      nodesOfLevel[level]++;
      expect(levels[node]).toBe(level);
      const children = tree.children.subarray(node * tree.arity, (node + 1) * tree.arity);
      for (const child of children) if (child !== 0xffffffff) visit(child, level + 1);
    };
    visit(0, 0);
    expect(measure.nodesOfLevel).toEqual(nodesOfLevel);
  });
});
