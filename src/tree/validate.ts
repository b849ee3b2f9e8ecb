/** Whether a tree is one: for tests after every operation, and for trees that come from outside. */
import { PliantError } from '../errors.js';
import { NO_NODE, nodeLevels } from './tree.js';
import type { Tree } from './tree.js';

/** The first thing that is wrong with a tree, as a sentence, or `undefined` when all is well. Linear in its size. */
export function findTreeProblem(tree: Tree): string | undefined {
  return (
    findSizeProblem(tree) ??
    findOrderProblem(tree) ??
    findNodeProblem(tree) ??
    findLayoutProblem(tree) ??
    findDepthProblem(tree)
  );
}

/** Refuses a tree that is none, since walks over it would leave out what it misses. */
export function requireTree(caller: string, tree: Tree): void {
  const problem = findTreeProblem(tree);
  if (problem === undefined) return;
  throw new PliantError('mismatch', `${caller}: the tree is none: ${problem}; make it by buildTree or deserializeTree`);
}

function findSizeProblem(tree: Tree): string | undefined {
  const { arity, nodeCount, triangleCount, children, ranges, triangleOrder } = tree;
  if (arity !== 2 && arity !== 4) return `the arity is ${String(arity)}, not 2 or 4`;
  if (nodeCount < 1 || triangleCount < 1) return `there are ${nodeCount} nodes over ${triangleCount} triangles`;
  if (children.length !== nodeCount * arity) return `${children.length} children do not fit ${nodeCount} nodes`;
  if (ranges.length !== nodeCount * 2) return `${ranges.length} range entries do not fit ${nodeCount} nodes`;
  if (triangleOrder.length !== triangleCount)
    return `the order names ${triangleOrder.length} of ${triangleCount} triangles`;
  return undefined;
}

function findOrderProblem(tree: Tree): string | undefined {
  const seen = new Uint8Array(tree.triangleCount);
  for (const triangle of tree.triangleOrder) {
    if (triangle >= tree.triangleCount) return `the order names triangle ${triangle} of ${tree.triangleCount}`;
    if (seen[triangle] === 1) return `triangle ${triangle} stands twice in the order`;
    seen[triangle] = 1;
  }
  return undefined;
}

function findNodeProblem(tree: Tree): string | undefined {
  const { arity, nodeCount, children, ranges } = tree;
  if (ranges[0] !== 0 || ranges[1] !== tree.triangleCount) return 'the root does not hold all triangles';
  const hasParent = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (node > 0 && hasParent[node] === 0) return `node ${node} is nobody's child`;
    if (ranges[node * 2 + 1] === 0) return `node ${node} holds no triangle`;
    let next = ranges[node * 2];
    let ended = false;
    for (let slot = 0; slot < arity; slot++) {
      const child = children[node * arity + slot];
      if (child === NO_NODE) {
        ended = true;
        continue;
      }
      if (ended) return `node ${node} has a child behind an empty slot`;
      if (child >= nodeCount || child <= node) return `node ${node} has child ${child}, which is not behind it`;
      if (hasParent[child] === 1) return `node ${child} has two parents`;
      hasParent[child] = 1;
      if (ranges[child * 2] !== next) return `the triangles of node ${child} do not follow its sibling's`;
      next += ranges[child * 2 + 1];
    }
    const isInner = children[node * arity] !== NO_NODE;
    if (isInner && children[node * arity + 1] === NO_NODE) return `node ${node} has a single child`;
    if (isInner && next !== ranges[node * 2] + ranges[node * 2 + 1]) {
      return `the children of node ${node} do not hold exactly its triangles`;
    }
  }
  return undefined;
}

/** Depth-first order: the first child is the next node, and a sibling follows when the subtree before it has ended. */
function findLayoutProblem(tree: Tree): string | undefined {
  const { arity, nodeCount, children } = tree;
  const subtreeEnds = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    let next = node + 1;
    for (let slot = 0; slot < arity && children[node * arity + slot] !== NO_NODE; slot++) {
      const child = children[node * arity + slot];
      if (child !== next) return `child ${slot} of node ${node} is ${child}, but ${next} in depth-first order`;
      next = subtreeEnds[child];
    }
    subtreeEnds[node] = next;
  }
  return undefined;
}

function findDepthProblem(tree: Tree): string | undefined {
  const deepest = nodeLevels(tree).reduce((a, b) => Math.max(a, b), 0) + 1;
  return deepest === tree.depth ? undefined : `the depth is given as ${tree.depth}, but there are ${deepest} levels`;
}
