/**
 * What the refit kernels need to know of a tree: its nodes as words, and each leaf's vertices, every one listed once.
 * Computed once per tree and mesh, and shared by all bodies made of them.
 */
import { LEAF_BIT } from '../kernels/node-words.js';
import type { Mesh } from '../mesh/mesh.js';
import { orderTriangles } from './bd-blocks.js';
import { firstTriangle, isLeaf, triangleCountOf } from '../tree/tree.js';
import type { Tree } from '../tree/tree.js';

/** A tree as the refit kernels read it; `node-words` describes the layout. */
export interface RefitPlan {
  /** `arity` words per node. */
  readonly nodes: Uint32Array;
  /** Byte offsets of the leaves' vertices in a flat list of float32 positions. */
  readonly leafVertices: Uint32Array;
  /** Three vertices per triangle, in the order of the tree. */
  readonly corners: Uint32Array;
}

const VERTEX_BYTES = 12;

/** One plan per tree, for the mesh it was made for last. */
const plans = new WeakMap<Tree, { triangles: Uint32Array; plan: RefitPlan }>();

/** The plan of a tree over a mesh; the same object as long as both stay the same. */
export function refitPlanOf(tree: Tree, mesh: Mesh): RefitPlan {
  const known = plans.get(tree);
  if (known?.triangles === mesh.triangles) return known.plan;
  const plan = createRefitPlan(tree, mesh);
  plans.set(tree, { triangles: mesh.triangles, plan });
  return plan;
}

function createRefitPlan(tree: Tree, mesh: Mesh): RefitPlan {
  const nodes = tree.children.slice();
  const leafVertices = new Uint32Array(mesh.triangleCount * 3);
  const lastLeaf = new Int32Array(mesh.vertexCount).fill(-1);
  let length = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node)) continue;
    const start = length;
    const first = firstTriangle(tree, node);
    for (let i = first; i < first + triangleCountOf(tree, node); i++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = mesh.triangles[tree.triangleOrder[i] * 3 + corner];
        if (lastLeaf[vertex] === node) continue;
        lastLeaf[vertex] = node;
        leafVertices[length++] = vertex * VERTEX_BYTES;
      }
    }
    nodes[node * tree.arity] = LEAF_BIT + start;
    nodes[node * tree.arity + 1] = length - start;
  }
  return { nodes, leafVertices: leafVertices.slice(0, length), corners: orderTriangles(mesh, tree) };
}
