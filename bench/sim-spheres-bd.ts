/**
 * Spheres of the tree of a BD-Tree, as Quinlan builds it, one triangle a leaf: the smallest ball around the vertices below each node. The node whose sphere stands out most is divided
 * next, until there are as many spheres as wanted.
 */
import { smallestBall } from 'pliant/inspect';
import { QUINLAN_TREE, buildTree, isLeaf } from 'pliant/parts';
import type { Mesh, Tree } from 'pliant/parts';
import { splitWorst } from './sim-spheres-split.js';
import type { ErrorOf, SphereNode } from './sim-spheres-split.js';

interface BdNode extends SphereNode {
  readonly node: number;
}

/** Spheres of a BD-Tree, for each of the counts asked for, which ascend. */
export function bdSpheres(mesh: Mesh, counts: readonly number[], errorOf: ErrorOf): Float64Array[] {
  const tree = buildTree(mesh, QUINLAN_TREE);
  const nodeOf = (node: number): BdNode => ({ node, ...sphereOf(mesh, tree, node, errorOf) });
  return splitWorst(nodeOf(0), counts, ({ node }) =>
    isLeaf(tree, node) ? [] : [nodeOf(tree.children[2 * node]), nodeOf(tree.children[2 * node + 1])],
  );
}

function sphereOf(mesh: Mesh, tree: Tree, node: number, errorOf: ErrorOf): SphereNode {
  const [first, count] = tree.ranges.subarray(2 * node, 2 * node + 2);
  const points = new Float64Array(9 * count);
  for (let i = 0; i < 3 * count; i++) {
    const vertex = mesh.triangles[3 * tree.triangleOrder[first + Math.floor(i / 3)] + (i % 3)];
    points.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  }
  const ball = new Float64Array(4);
  smallestBall(points, 3 * count, ball);
  ball[3] = Math.sqrt(ball[3]);
  return { sphere: ball, error: errorOf(ball) };
}
