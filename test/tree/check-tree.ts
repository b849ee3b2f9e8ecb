/** What a tree is, said once more and differently than the library's own validator does: recursively, from the root down. */
import { type Tree, NO_NODE } from 'pliant/parts';
import { expect } from 'vitest';
import { expectSameWords } from '../support/same-words.js';

/** Leaves from left to right, each with its triangles in the order of the tree. */
export interface TreeShape {
  readonly leaves: readonly (readonly number[])[];
  readonly depth: number;
  readonly visited: number;
}

/** Walks the tree depth-first; nodes must be numbered in just that order and hold what their children hold. */
export function walkTree(tree: Tree): TreeShape {
  const leaves: number[][] = [];
  let next = 0;
  let depth = 0;
  const visit = (node: number, level: number): number[] => {
    expect(node, 'nodes are numbered depth-first').toBe(next);
    next++;
    depth = Math.max(depth, level);
    const children = [...tree.children.subarray(node * tree.arity, (node + 1) * tree.arity)].filter(
      (c) => c !== NO_NODE,
    );
    const first = tree.ranges[node * 2];
    const own = [...tree.triangleOrder.subarray(first, first + tree.ranges[node * 2 + 1])];
    if (children.length === 0) leaves.push(own);
    else
      expect(children.flatMap((child) => visit(child, level + 1)).join(), `what node ${node} holds`).toBe(own.join());
    return own;
  };
  const all = visit(0, 1);
  expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: tree.triangleCount }, (_, i) => i));
  return { leaves, depth, visited: next };
}

/** Two trees must be the same, word for word. */
export function expectSameTree(actual: Tree, expected: Tree): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const count of ['arity', 'nodeCount', 'triangleCount', 'depth'] as const) {
    expect(actual[count], count).toBe(expected[count]);
  }
  for (const array of ['children', 'ranges', 'triangleOrder'] as const) {
    expectSameWords(actual[array], expected[array], array);
  }
}
