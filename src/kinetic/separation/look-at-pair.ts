/** Looking at a pair, and what follows for the list: nodes that overlap are opened into pairs of children, those that no longer do are closed, leaves begin and end to overlap. */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import type { KineticTree } from '../tree-record.js';
import { findState } from './gaps.js';
import { ITSELF, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';
import { beginOverlap, dropBelow, endOverlap, setState, takePair } from './pairs.js';

/** Looks at a pair anew. */
export function lookAtPair(list: SeparationList, pair: number): void {
  const { counts, pairs } = list;
  const at = pair * PAIR.stride;
  const before = pairs[at + PAIR.state];
  const state = before === ITSELF ? ITSELF : findState(list, pair);
  setState(list, pair, state);
  if (state < OVERLAPPING) {
    if (pairs[at + PAIR.place] !== NO_INDEX) endOverlap(list, pair);
    else if (before === OVERLAPPING) {
      counts.closings++;
      dropBelow(list, pair);
    }
  } else if (isOfLeaves(list, pair)) {
    if (pairs[at + PAIR.place] === NO_INDEX) beginOverlap(list, pair);
  } else if (pairs[at + PAIR.child] === NO_INDEX) {
    counts.openings++;
    openPair(list, pair);
  }
}

/** Puts two nodes into the list, below a pair or as its root. */
export function addNodes(list: SeparationList, a: number, b: number, parent: number): void {
  lookAtPair(list, takePair(list, a, b, parent));
}

/** Puts a node with itself into the list. In a leaf of one item nothing can meet. */
export function addItself(list: SeparationList, node: number, parent: number): void {
  const { tree } = list.a;
  if (tree.leafSize === 1 && tree.itemCounts[node] > 0) return;
  const pair = takePair(list, node, node, parent);
  setState(list, pair, ITSELF);
  lookAtPair(list, pair);
}

function openPair(list: SeparationList, pair: number): void {
  const a = list.pairs[pair * PAIR.stride + PAIR.a];
  const b = list.pairs[pair * PAIR.stride + PAIR.b];
  const treeA = list.a.tree;
  const treeB = list.b.tree;
  const isItself = list.pairs[pair * PAIR.stride + PAIR.state] === ITSELF;
  // A leaf stands for its own child.
  const countA = Math.max(1, countChildren(treeA, a));
  const countB = Math.max(1, countChildren(treeB, b));
  for (let i = 0; i < countA; i++) {
    const childA = treeA.itemCounts[a] > 0 ? a : treeA.children[a * treeA.arity + i];
    if (isItself) addItself(list, childA, pair);
    for (let j = isItself ? i + 1 : 0; j < countB; j++) {
      addNodes(list, childA, treeB.itemCounts[b] > 0 ? b : treeB.children[b * treeB.arity + j], pair);
    }
  }
}

function countChildren({ arity, children }: KineticTree, node: number): number {
  let count = 0;
  while (count < arity && children[node * arity + count] !== NO_NODE) count++;
  return count;
}

function isOfLeaves({ a, b, pairs }: SeparationList, pair: number): boolean {
  const at = pair * PAIR.stride;
  return a.tree.itemCounts[pairs[at + PAIR.a]] > 0 && b.tree.itemCounts[pairs[at + PAIR.b]] > 0;
}
