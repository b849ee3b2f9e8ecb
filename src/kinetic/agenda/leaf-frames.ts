/** How positions lie in a frame of the kernel: each leaf has its vertices side by side, whoever else has them too. */
import { CHUNK_BYTES, LEAF_GROUP } from '../../kernels/layout/agenda.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { KineticTree } from '../tree-record.js';

/** Bytes of a box: two rows. */
const BOX_BYTES = 32;
/** Bytes of a position. */
const POSITION_BYTES = 12;

/** The order of positions. */
export interface LeafFrames {
  /** Positions of a frame. */
  readonly count: number;
  /** The vertex of each of them; the last one of a leaf fills up its last group. */
  readonly vertices: Uint32Array;
  /** The leaves, in the order in which they come. */
  readonly leaves: Uint32Array;
  /** Of each leaf where its positions begin, how long they are, and where its boxes begin, in bytes. */
  readonly leafFirsts: Uint32Array;
  readonly leafBytes: Uint32Array;
  readonly leafBoxes: Uint32Array;
  /** How long all boxes are. */
  readonly boxBytes: number;
  /** One place of each vertex, in bytes. */
  readonly places: Uint32Array;
}

/** The order for a tree as it is now: leaves as they are come to, vertices as the leaf has them. */
export function orderFrames(tree: KineticTree): LeafFrames {
  const { agenda, corners, itemCounts, leafSize, leafVertices, nodeCount, paths, vertexCounts } = tree;
  const { vertexCount } = paths.plan;
  const count = agenda.bottomUp.reduce((sum, node) => sum + groupsOf(tree, node) * LEAF_GROUP, 0);
  const vertices = new Uint32Array(count);
  const leafFirsts = new Uint32Array(nodeCount);
  const leafBytes = new Uint32Array(nodeCount);
  const leafBoxes = new Uint32Array(nodeCount);
  const leaves = agenda.bottomUp.filter((node) => itemCounts[node] > 0);
  let boxBytes = 0;
  const places = new Uint32Array(vertexCount).fill(NO_INDEX);
  let end = 0;
  for (const node of leaves) {
    leafFirsts[node] = end * POSITION_BYTES;
    leafBytes[node] = groupsOf(tree, node) * LEAF_GROUP * POSITION_BYTES;
    leafBoxes[node] = boxBytes;
    boxBytes += Math.ceil(leafBytes[node] / CHUNK_BYTES) * BOX_BYTES;
    const room = groupsOf(tree, node) * LEAF_GROUP;
    for (let i = 0; i < room; i++) {
      const vertex = leafVertices[node * corners * leafSize + Math.min(i, vertexCounts[node] - 1)];
      // Vertices that came later are in leaves that nobody looks at.
      if (vertex >= vertexCount) continue;
      vertices[end + i] = vertex;
      if (places[vertex] === NO_INDEX) places[vertex] = (end + i) * POSITION_BYTES;
    }
    end += room;
  }
  return { boxBytes, count, leafBoxes, leafBytes, leafFirsts, leaves, places, vertices };
}

function groupsOf({ itemCounts, vertexCounts }: KineticTree, node: number): number {
  return itemCounts[node] > 0 ? Math.ceil(vertexCounts[node] / LEAF_GROUP) : 0;
}
