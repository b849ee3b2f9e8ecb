/** Building nodes over items as they are at present: all of a kinetic tree, or a part of it. */
import { buildTree } from '../tree/build.js';
import { NO_NODE } from '../tree/tree.js';
import type { Tree } from '../tree/tree.js';
import { addToLeaf, growNodes, takeNode } from './leaves.js';
import { coordinateOf } from './paths.js';
import type { KineticNodes } from './tree-record.js';

/** New nodes of a tree, whose certificates are still to be computed. */
export interface Subtree {
  /** How it was built; children come after their parents. */
  readonly built: Tree;
  /** Which node of the kinetic tree each of `built` is; the first has no parent. `NO_NODE` for those inside of leaves. */
  readonly nodes: Uint32Array;
  /** Levels of nodes. */
  readonly depth: number;
}

/** Plain trees have leaves of at most so many items. Larger ones are nodes of which nothing is kept that is below, but the order: what lies side by side in a leaf is near. */
const MOST_BUILT = 255;
/** Leaves of the plain tree below such nodes: about as many vertices as share a box in the agenda's kernel. */
const BUILT_BELOW = 32;

/** Builds a tree over items, at least one, that are in no leaf, and puts them into its leaves. */
export function growSubtree(tree: KineticNodes, items: Uint32Array): Subtree {
  const { arity, leafSize, split } = tree;
  const built = buildTree(meshOf(tree, items), {
    arity,
    leafSize: leafSize > MOST_BUILT ? BUILT_BELOW : leafSize,
    split,
  });
  const { children, nodeCount, ranges, triangleOrder } = built;
  const nodes = new Uint32Array(nodeCount).fill(NO_NODE);
  const levels = new Uint32Array(nodeCount);
  const countOf = (i: number): number => ranges[i * 2 + 1];
  const isLeaf = (i: number): boolean => countOf(i) <= leafSize;
  let kept = 0;
  nodes[0] = 0;
  for (let i = 0; i < nodeCount; i++) {
    if (nodes[i] === NO_NODE) continue;
    kept++;
    for (let slot = i * arity; !isLeaf(i) && slot < (i + 1) * arity; slot++) {
      if (children[slot] === NO_NODE) continue;
      nodes[children[slot]] = 0;
      levels[children[slot]] = levels[i] + 1;
    }
  }
  growNodes(tree, tree.nodeCount + kept);
  for (let i = 0; i < nodeCount; i++) if (nodes[i] !== NO_NODE) nodes[i] = takeNode(tree);
  for (let i = 0; i < children.length; i++) {
    if (children[i] === NO_NODE || nodes[children[i]] === NO_NODE) continue;
    const parent = nodes[Math.floor(i / arity)];
    tree.children[parent * arity + (i % arity)] = nodes[children[i]];
    tree.parents[nodes[children[i]]] = parent;
  }
  for (let i = nodeCount - 1; i >= 0; i--) {
    if (nodes[i] === NO_NODE || !isLeaf(i)) continue;
    const first = ranges[i * 2];
    for (let at = first; at < first + countOf(i); at++) addToLeaf(tree, nodes[i], items[triangleOrder[at]]);
  }
  return { built, nodes, depth: 1 + levels.reduce((most, level) => Math.max(most, level), 0) };
}

/** The items as a mesh at present, each with vertices of its own; points are triangles without size. */
function meshOf(tree: KineticNodes, items: Uint32Array): Parameters<typeof buildTree>[0] {
  const { corners, itemVertices, paths } = tree;
  const triangles = Uint32Array.from({ length: items.length * 3 }, (_, i) => i);
  const positions = new Float32Array(triangles.length * 3);
  for (let i = 0; i < triangles.length; i++) {
    const vertex = itemVertices[items[Math.floor(i / 3)] * corners + (i % corners)];
    for (let axis = 0; axis < 3; axis++) positions[i * 3 + axis] = coordinateOf(paths, vertex, axis);
  }
  return { positions, triangles, vertexCount: triangles.length, triangleCount: items.length };
}
