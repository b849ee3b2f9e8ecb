/** What a tree looks like in numbers: for benchmarks, the lab and `console.log`. */
import { isLeaf, nodeLevels, triangleCountOf } from './tree.js';
import type { Tree } from './tree.js';

/** Size and shape of a tree. */
export interface TreeMeasure {
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Nodes without children. */
  readonly leafCount: number;
  /** Nodes with children. */
  readonly innerCount: number;
  /** Levels, root and deepest leaf counted. */
  readonly depth: number;
  /** Nodes on each level, from the root down. */
  readonly nodesOfLevel: readonly number[];
  /** Mean number of triangles in a leaf. */
  readonly meanTrianglesPerLeaf: number;
  /** Triangles in the fullest leaf. */
  readonly mostTrianglesPerLeaf: number;
  /** Bytes of the topology, without any bounds. */
  readonly bytes: number;
  /** The same, per triangle of the mesh. */
  readonly bytesPerTriangle: number;
}

/** Measures the topology of a tree. How tight bounds are is `measureTightness`. */
export function measureTree(tree: Tree): TreeMeasure {
  const nodesOfLevel: number[] = Array.from({ length: tree.depth }, () => 0);
  for (const level of nodeLevels(tree)) nodesOfLevel[level]++;
  let leafCount = 0;
  let mostTrianglesPerLeaf = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node)) continue;
    leafCount++;
    mostTrianglesPerLeaf = Math.max(mostTrianglesPerLeaf, triangleCountOf(tree, node));
  }
  const bytes = tree.children.byteLength + tree.ranges.byteLength + tree.triangleOrder.byteLength;
  return {
    nodeCount: tree.nodeCount,
    leafCount,
    innerCount: tree.nodeCount - leafCount,
    depth: tree.depth,
    nodesOfLevel,
    meanTrianglesPerLeaf: tree.triangleCount / leafCount,
    mostTrianglesPerLeaf,
    bytes,
    bytesPerTriangle: bytes / tree.triangleCount,
  };
}
