/** The nodes of a kinetic tree as a plain tree of the same numbers, so that both sides of a race have the same leaves. */
import type { KineticTree } from 'pliant/kinetic';
import { NO_NODE } from 'pliant/parts';
import type { Tree } from 'pliant/parts';

/** Of a tree as it was built: the root is the first node, and parents come before their children. */
export function treeOfNodes({
  arity,
  children,
  depth,
  itemCount,
  itemCounts,
  leafItems,
  leafSize,
  nodeCount,
  root,
}: KineticTree): Tree {
  const ranges = new Uint32Array(nodeCount * 2);
  const triangleOrder = new Uint32Array(itemCount);
  let count = 0;
  const visit = (node: number): void => {
    ranges[node * 2] = count;
    for (let i = 0; i < itemCounts[node]; i++) triangleOrder[count++] = leafItems[node * leafSize + i];
    for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++)
      visit(children[slot]);
    ranges[node * 2 + 1] = count - ranges[node * 2];
  };
  visit(root);
  return {
    arity,
    nodeCount,
    triangleCount: itemCount,
    depth,
    children: children.slice(0, nodeCount * arity),
    ranges,
    triangleOrder,
  };
}
