/**
 * A tree as the refit kernel reads it: `arity` words per node. An inner node lists its children, then {@link NO_CHILD}. A leaf
 * has {@link LEAF_BIT} set in the first word, whose other bits say where its vertices begin in the leaf list, and the number of
 * them in the second. The leaf list holds each vertex of a leaf once, so a leaf of four triangles loads about six positions
 * instead of twelve.
 */
import { NO_NODE, isLeaf } from 'pliant/parts';
import type { Mesh, Tree } from 'pliant/parts';

/** Set in the first word of a leaf. The kernel repeats this number and the next. */
export const LEAF_BIT = 0x80000000;
/** Fills the unused slots of an inner node: what trees fill them with. */
export const NO_CHILD = NO_NODE;

/** What the kernel and the walk need to know of a tree. */
export interface RefitPlan {
  /** `arity` words per node. */
  readonly nodes: Uint32Array;
  /** Byte offsets of the leaves' vertices in a flat list of float32 positions. */
  readonly leafVertices: Uint32Array;
  /** Three vertices per triangle, in the order of the tree. */
  readonly corners: Uint32Array;
}

const VERTEX_BYTES = 12;

/** The plan of a tree over a mesh. */
export function createRefitPlan(tree: Tree, mesh: Mesh): RefitPlan {
  const nodes = tree.children.slice();
  const leafVertices = new Uint32Array(mesh.triangleCount * 3);
  const lastLeaf = new Int32Array(mesh.vertexCount).fill(-1);
  const corners = cornersInOrder(tree, mesh);
  let length = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node)) continue;
    const start = length;
    const first = tree.ranges[node * 2];
    const end = first + tree.ranges[node * 2 + 1];
    for (let corner = first * 3; corner < end * 3; corner++) {
      const vertex = corners[corner];
      if (lastLeaf[vertex] === node) continue;
      lastLeaf[vertex] = node;
      leafVertices[length++] = vertex * VERTEX_BYTES;
    }
    nodes[node * tree.arity] = LEAF_BIT + start;
    nodes[node * tree.arity + 1] = length - start;
  }
  return { nodes, leafVertices: leafVertices.slice(0, length), corners };
}

function cornersInOrder({ triangleOrder }: Tree, { triangles }: Mesh): Uint32Array {
  return Uint32Array.from(
    { length: triangleOrder.length * 3 },
    (_, corner) => triangles[triangleOrder[Math.floor(corner / 3)] * 3 + (corner % 3)],
  );
}
