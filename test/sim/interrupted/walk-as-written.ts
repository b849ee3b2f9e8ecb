/** The walk as Mendoza and O'Sullivan 2005 write it (figure 7): lists of pairs, and nothing else. The oracle for the order of pairs. */
import type { WalkedTree } from 'pliant/sim';
import { distance } from './random-trees.js';

interface Place {
  readonly tree: WalkedTree;
  readonly node: number;
}

/** Nodes of the first tree and of the second, of contacts and of pairs that are left after so many tests. */
export function walkAsWritten(
  a: WalkedTree,
  b: WalkedTree,
  tests: number,
): { readonly contacts: number[][]; readonly pairs: number[][] } {
  const pairs: [Place, Place][] = [
    [
      { tree: a, node: 0 },
      { tree: b, node: 0 },
    ],
  ];
  const contacts: [Place, Place][] = [];
  for (let done = 0; pairs.length > 0 && done < tests; done++) {
    const [first, second] = pairs.shift()!;
    if (!overlap(first, second)) continue;
    if (isLeaf(second)) {
      if (isLeaf(first)) contacts.push([first, second]);
      else pairs.push([second, first]);
    } else {
      for (const child of childrenOf(second)) pairs.push([child, first]);
    }
  }
  const inOrder = ([first, second]: [Place, Place]): number[] =>
    first.tree === a ? [first.node, second.node] : [second.node, first.node];
  return { contacts: contacts.map(inOrder), pairs: pairs.map(inOrder) };
}

function isLeaf({ node, tree }: Place): boolean {
  return tree.childCount[node] === 0;
}

function childrenOf({ node, tree }: Place): Place[] {
  return Array.from({ length: tree.childCount[node] }, (_, i) => ({ tree, node: tree.firstChild[node] + i }));
}

function overlap(first: Place, second: Place): boolean {
  const [a, b] = [first, second].map(({ node, tree }) => tree.spheres.subarray(node * 4, node * 4 + 4));
  return distance(a, b) <= a[3] + b[3];
}
