import { createRandom } from 'pliant/exact';
import { type Tree, buildTree, findTreeProblem } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { soup } from '../support/sample-meshes.js';

const TREES: Record<string, Tree> = {
  'a binary tree': buildTree(soup(createRandom(91), 12, 0.2), { leafSize: 1, arity: 2 }),
  'a wide tree': buildTree(sheet(4, 4), { leafSize: 3, arity: 4 }),
  'a single leaf': buildTree(soup(createRandom(92), 3, 0.2)),
};

const ARRAYS = ['children', 'ranges', 'triangleOrder'] as const;
const COUNTS = ['arity', 'nodeCount', 'triangleCount', 'depth'] as const;

function clone(tree: Tree): Tree {
  return structuredClone(tree);
}

describe.each(Object.keys(TREES))('%s', (name) => {
  const tree = TREES[name];

  it('has no problem', () => {
    expect(findTreeProblem(tree)).toBeUndefined();
  });

  it.each(ARRAYS)('with any word of its %s changed has one', (array) => {
    const original = tree[array];
    for (let i = 0; i < original.length; i++) {
      const others = new Set([0, 1, 2, original[i] + 1, original[i] - 1, tree.nodeCount, 0x7fffffff, 0xffffffff]);
      for (const other of others) {
        const damaged = clone(tree);
        damaged[array][i] = other;
        if (damaged[array][i] === original[i]) continue;
        // A leaf's second and later slots are spare: nothing reads behind the first empty one. Yet it is refused.
        expect(findTreeProblem(damaged), `${array}[${i}] = ${other}`).toMatch(/\w/);
      }
    }
  });

  it.each(ARRAYS)('with two words of its %s exchanged has one, or is the same', (array) => {
    const original = tree[array];
    for (let i = 0; i < original.length; i++) {
      for (let j = i + 1; j < original.length; j++) {
        if (original[i] === original[j]) continue;
        const damaged = clone(tree);
        [damaged[array][i], damaged[array][j]] = [original[j], original[i]];
        const problem = findTreeProblem(damaged);
        // Any order of the triangles is a good one.
        if (array === 'triangleOrder') expect(problem).toBeUndefined();
        else expect(problem, `${array}: ${i} and ${j} exchanged`).toMatch(/\w/);
      }
    }
  });

  it.each(ARRAYS)('with its %s cut short or too long has one', (array) => {
    const words = tree[array];
    expect(findTreeProblem({ ...tree, [array]: words.slice(1) })).toMatch(/\w/);
    expect(findTreeProblem({ ...tree, [array]: words.slice(0, 0) })).toMatch(/\w/);
    expect(findTreeProblem({ ...tree, [array]: Uint32Array.of(...words, 0) })).toMatch(/\w/);
  });

  it.each(COUNTS)('with another %s has one', (count) => {
    for (const other of [0, -1, NaN, 0.5, 3, Infinity, tree[count] + 1, tree[count] - 1, 2 ** 32]) {
      if (other === tree[count]) continue;
      expect(findTreeProblem({ ...tree, [count]: other }), `${count} = ${other}`).toMatch(/\w/);
    }
  });
});

describe('a tree', () => {
  it('that is not numbered depth-first has a problem', () => {
    const none = 0xffffffff;
    const tree: Tree = {
      arity: 2,
      nodeCount: 5,
      triangleCount: 3,
      depth: 3,
      // Node 3 is the root's, but stands between the two children of node 1.
      children: Uint32Array.of(1, 3, 2, 4, none, none, none, none, none, none),
      ranges: Uint32Array.of(0, 3, 0, 2, 0, 1, 2, 1, 1, 1),
      triangleOrder: Uint32Array.of(0, 1, 2),
    };
    expect(findTreeProblem(tree)).toMatch(/\w/);
  });
});
