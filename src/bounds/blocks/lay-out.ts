/** How the nodes of a tree become blocks of four lanes, and what lies below each. */
import { fieldIndex } from '../../deform/linear.js';
import type { LinearModel } from '../../deform/linear.js';
import { LANES, NO_CHILD, leafWord } from '../../kernels/layout/child-words.js';
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';

/** Blocks: the inner nodes, and before them one that has the root alone. */
export interface BlockLayout {
  readonly blockCount: number;
  /** Four per block: a block, a leaf, or nothing. */
  readonly words: Uint32Array;
  /** Where each node is: four times a block plus a lane. */
  readonly slots: Uint32Array;
}

/** Numbers the blocks of a tree: in the order of its inner nodes, which is depth-first, or in another, parents first. */
export function layOutBlocks(tree: Tree, nodes: Uint32Array = innerNodes(tree)): BlockLayout {
  const { arity, children, nodeCount, ranges } = tree;
  const blocks = new Uint32Array(nodeCount);
  nodes.forEach((node, i) => (blocks[node] = i + 1));
  const blockCount = nodes.length + 1;
  const words = new Uint32Array(blockCount * LANES).fill(NO_CHILD);
  const slots = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const isInner = children[node * arity] !== NO_NODE;
    words[slots[node]] = isInner ? blocks[node] : leafWord(ranges[node * 2], ranges[node * 2 + 1]);
    for (let lane = 0; lane < arity && children[node * arity + lane] !== NO_NODE; lane++) {
      slots[children[node * arity + lane]] = blocks[node] * LANES + lane;
    }
  }
  return { blockCount, words, slots };
}

function innerNodes({ arity, children, nodeCount }: Tree): Uint32Array {
  const nodes = new Uint32Array(nodeCount);
  let count = 0;
  for (let node = 0; node < nodeCount; node++) if (children[node * arity] !== NO_NODE) nodes[count++] = node;
  return nodes.slice(0, count);
}

/** Three vertices per triangle, in the order of the leaves. */
export function orderTriangles(mesh: Mesh, tree: Tree): Uint32Array {
  const ordered = new Uint32Array(mesh.triangleCount * 3);
  tree.triangleOrder.forEach((triangle, i) => {
    for (let corner = 0; corner < 3; corner++) ordered[i * 3 + corner] = mesh.triangles[triangle * 3 + corner];
  });
  return ordered;
}

/** Rest position and all displacements of a vertex side by side: three numbers for each of M + 1 slots. */
export function valuesByVertex(model: LinearModel): Float32Array {
  const { fieldCount, fields, rest, vertexCount } = model;
  const stride = (fieldCount + 1) * 3;
  const values = new Float32Array(vertexCount * stride);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = vertex * 3 + axis;
      values[vertex * stride + axis] = rest[coordinate];
      for (let j = 0; j < fieldCount; j++) {
        values[vertex * stride + (j + 1) * 3 + axis] = fields[fieldIndex(fieldCount, j, coordinate)];
      }
    }
  }
  return values;
}

/** Lists the vertices below a node, each once; returns how many. `seenBy` has a number per vertex, at first -1. */
export function gatherVertices(
  tree: Tree,
  triangles: Uint32Array,
  node: number,
  seenBy: Int32Array,
  out: Uint32Array,
): number {
  const end = (tree.ranges[node * 2] + tree.ranges[node * 2 + 1]) * 3;
  let count = 0;
  for (let corner = tree.ranges[node * 2] * 3; corner < end; corner++) {
    const vertex = triangles[corner];
    if (seenBy[vertex] === node) continue;
    seenBy[vertex] = node;
    out[count++] = vertex;
  }
  return count;
}
