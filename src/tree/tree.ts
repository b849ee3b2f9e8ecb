/**
 * A tree over the triangles of a mesh at rest: topology only, no geometry. Nodes are in depth-first order, a parent
 * before its children and the first child right behind it, so that walking down reads forward and refitting reads
 * backward. The triangles of a subtree are consecutive in `triangleOrder`.
 */

/** Stands in `children` for a child that is not there. */
export const NO_NODE = 0xffffffff;

/** Topology of a bounding volume hierarchy. Plain data: it can be cloned, moved to a worker and serialised. */
export interface Tree {
  /** Most children of a node: 2, or 4 in the wide form. */
  readonly arity: 2 | 4;
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Triangles of the mesh it was built over. */
  readonly triangleCount: number;
  /** Levels from the root to the deepest leaf, both counted. */
  readonly depth: number;
  /** `arity` entries per node, children first, then {@link NO_NODE}. A leaf has none. */
  readonly children: Uint32Array;
  /** Two entries per node: where its triangles begin in `triangleOrder`, and how many there are. */
  readonly ranges: Uint32Array;
  /** The triangles of the mesh, in the order of the leaves. */
  readonly triangleOrder: Uint32Array;
}

/** Whether a node has no children. */
export function isLeaf(tree: Tree, node: number): boolean {
  return tree.children[node * tree.arity] === NO_NODE;
}

/** How many triangles are below a node. */
export function triangleCountOf(tree: Tree, node: number): number {
  return tree.ranges[node * 2 + 1];
}

/** The level of each node, the root's being 0. */
export function nodeLevels(tree: Tree): Uint32Array {
  const { arity, children, nodeCount } = tree;
  const levels = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let slot = 0; slot < arity; slot++) {
      const child = children[node * arity + slot];
      if (child === NO_NODE) break;
      levels[child] = levels[node] + 1;
    }
  }
  return levels;
}
