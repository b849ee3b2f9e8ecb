/** Trees are plain data, and may come from anywhere: one that is broken is refused, since walks would leave out what it misses. */
import {
  type Tree,
  buildTree,
  createBdTree,
  createBdTreeAsync,
  createBlendTree,
  createBlendTreeAsync,
  createLinearModel,
  createProxyShape,
  createProxyShapeAsync,
  createSkinModel,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { sheet } from '../mesh/make-meshes.js';

const MESH = sheet(6, 6);
const LINEAR = createLinearModel(MESH, []);
const SKIN = createSkinModel(MESH, {
  joints: new Uint8Array(MESH.vertexCount),
  weights: new Float32Array(MESH.vertexCount).fill(1),
  influencesPerVertex: 1,
});

/** Copies of a tree, each broken in one way, and what is said of it. */
function brokenTrees(tree: Tree): readonly (readonly [Tree, string])[] {
  const change = (part: 'children' | 'ranges' | 'triangleOrder', at: number, value: number): Tree => {
    const copy = tree[part].slice();
    copy[at] = value;
    return { ...tree, [part]: copy };
  };
  return [
    [change('children', tree.arity, 0), 'child 0'],
    [change('ranges', 3, 1), 'triangles'],
    [change('triangleOrder', 1, tree.triangleOrder[0]), 'twice'],
    [{ ...tree, depth: tree.depth - 1 }, 'depth'],
  ];
}

describe('a broken tree', () => {
  it('is refused by whatever follows a tree, with what is wrong', async () => {
    for (const arity of [2, 4] as const) {
      const good = buildTree(MESH, { leafSize: 2, arity });
      for (const [tree, said] of brokenTrees(good)) {
        expectRefused(() => createBdTree(MESH, LINEAR, tree), 'mismatch', 'createBdTree', said);
        expectRefused(() => createBlendTree(MESH, SKIN, tree), 'mismatch', 'createBlendTree', said);
        expectRefused(() => createProxyShape(MESH, LINEAR, tree), 'mismatch', 'createProxyShape', said);
        await expect(createBdTreeAsync(MESH, LINEAR, tree)).rejects.toThrow(said);
        await expect(createBlendTreeAsync(MESH, SKIN, tree)).rejects.toThrow(said);
        await expect(createProxyShapeAsync(MESH, LINEAR, tree)).rejects.toThrow(said);
      }
    }
  });
});
