/** A kinetic tree as a body has it: blocks above patches, in which each child knows its node, and vertices in the order of the leaves. What else bodies want of a tree is in poser.ts and bounder.ts. */
import { requireFits } from '../../bounds/blocks/block-tree.js';
import { layOutBlocks, orderTriangles } from '../../bounds/blocks/lay-out.js';
import { layOutPatches, listPatchVertices, orderNodes } from '../../bounds/blocks/patches.js';
import { orderVertices, renumberCorners } from '../../bounds/blocks/vertex-order.js';
import type { PathTree } from '../../bounds/paths/path-tree.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { PATHS } from '../../kernels/layout/header.js';
import { PATCH } from '../../kernels/layout/patches.js';
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { writePositions } from '../boxes.js';
import type { KineticTree } from '../tree-record.js';
import { plainTreeOf } from './plain-tree.js';

/** Stands for the slot of a node that has none. */
export const NO_SLOT = 0xffffffff;

/** A tree as it was when it was mapped. */
export interface TreeMap {
  /** The `structure` that it had. */
  readonly structure: number;
  /** Items as triangles, by their numbers, with the positions of that time. Items that have been removed have one vertex three times. */
  readonly mesh: Mesh;
  readonly bounds: PathTree;
  /** Of each node of the kinetic tree the slot that is bounded by its extremes, or {@link NO_SLOT}. */
  readonly slots: Uint32Array;
  /** Of each vertex its place in `bounds.vertexOrder`. */
  readonly numbers: Uint32Array;
}

/** Maps a tree: one to two microseconds for each triangle. */
export function mapTree(caller: string, kinetic: KineticTree): TreeMap {
  const { patchSize, sources, tree } = plainTreeOf(caller, kinetic);
  requireFits(caller, tree);
  const mesh = meshOf(kinetic);
  const { lazyCount, nodes } = orderNodes(tree, patchSize);
  const layout = layOutBlocks(tree, nodes);
  const patches = layOutPatches(tree, layout, patchSize);
  // The block that has the root alone is lazy too, unless all is one patch.
  const lazyBlockCount = lazyCount === 0 ? 0 : lazyCount + 1;
  const corners = orderTriangles({ ...mesh, triangleCount: tree.triangleCount }, tree);
  const vertexOrder = orderVertices(mesh.vertexCount, corners);
  const triangles = renumberCorners(corners, vertexOrder);
  const slots = new Uint32Array(kinetic.nodeCount).fill(NO_SLOT);
  sources.forEach((source, node) => {
    if (source !== NO_NODE && layout.slots[node] < lazyBlockCount * LANES) slots[source] = layout.slots[node];
  });
  const numbers = new Uint32Array(mesh.vertexCount);
  vertexOrder.forEach((vertex, number) => (numbers[vertex] = number));
  const bounds: PathTree = {
    shape: PATHS,
    vertexCount: mesh.vertexCount,
    blockCount: layout.blockCount,
    depth: tree.depth,
    words: layout.words,
    vertexOrder,
    triangles,
    triangleOrder: tree.triangleOrder,
    patchCount: patches.length / PATCH.wordCount,
    lazyBlockCount,
    patches,
    patchVertices: listPatchVertices(mesh.vertexCount, triangles, patches),
  };
  return { structure: kinetic.structure, mesh, bounds, slots, numbers };
}

function meshOf(kinetic: KineticTree): Mesh {
  const { itemCount, itemVertices, leafOfItem, paths } = kinetic;
  const positions = new Float32Array(paths.vertexCount * 3);
  writePositions(kinetic, positions);
  const triangles = itemVertices.slice(0, itemCount * 3);
  for (let item = 0; item < itemCount; item++) {
    if (leafOfItem[item] === NO_NODE) triangles.fill(triangles[item * 3], item * 3, item * 3 + 3);
  }
  return { positions, triangles, vertexCount: paths.vertexCount, triangleCount: itemCount };
}
