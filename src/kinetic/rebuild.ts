/** Building a kinetic tree anew: at first, to go back in time, and when motion or insertions have made its boxes large. */
import { PliantError } from '../errors.js';
import { NO_INDEX } from '../mesh/mesh.js';
import { buildTree } from '../tree/build.js';
import { NO_NODE } from '../tree/tree.js';
import type { Tree } from '../tree/tree.js';
import { requireWithin } from './advance.js';
import { renewCertificate } from './certificates.js';
import { clearQueue } from './event-queue.js';
import type { KineticTree } from './tree-record.js';
import { SIDES, addToLeaf, growNodes } from './leaves.js';
import { beginOf, coordinateOf, measurePaths, setPresent } from './paths.js';

/**
 * Builds the tree anew as things are at a time, earlier or later than the present. Vertices and items keep their numbers, nodes do not; the counts go on, and boxes are
 * as tight as paths of vertices that are still there allow.
 *
 * @throws PliantError `bad-number` when the plan does not reach to that time, or a vertex has been given its flight later.
 */
export function rebuildAt(tree: KineticTree, time: number): void {
  const { paths } = tree;
  requireWithin('rebuildAt', paths, time);
  for (let vertex = 0; vertex < paths.vertexCount; vertex++) {
    if (tree.isRemoved[vertex] === 1 || beginOf(paths, vertex) <= time) continue;
    throw new PliantError(
      'bad-number',
      `rebuildAt: the time is ${time}, but the flight of vertex ${vertex} began at ${beginOf(paths, vertex)}; where it was before is not kept`,
    );
  }
  setPresent(paths, time);
  measurePaths(paths, tree.isRemoved);
  clearQueue(tree.queue);
  tree.firstSlots.fill(NO_INDEX);
  tree.freeNode = NO_NODE;
  tree.nodeCount = 0;
  tree.root = NO_NODE;
  tree.depth = 0;
  const items = Uint32Array.from(livingItems(tree));
  if (items.length > 0) takeOver(tree, buildTree(restMesh(tree, items), tree), items);
  tree.builtDepth = tree.depth;
}

function livingItems(tree: KineticTree): number[] {
  const items: number[] = [];
  for (let item = 0; item < tree.itemCount; item++) if (tree.leafOfItem[item] !== NO_NODE) items.push(item);
  return items;
}

/** The items as a mesh at present; points are triangles that name one vertex three times. */
function restMesh(tree: KineticTree, items: Uint32Array): Parameters<typeof buildTree>[0] {
  const { corners, itemVertices, paths } = tree;
  const positions = new Float32Array(paths.vertexCount * 3);
  for (let i = 0; i < positions.length; i++) positions[i] = coordinateOf(paths, Math.floor(i / 3), i % 3);
  const triangles = new Uint32Array(items.length * 3);
  for (let i = 0; i < triangles.length; i++) {
    triangles[i] = itemVertices[items[Math.floor(i / 3)] * corners + (i % corners)];
  }
  return { positions, triangles, vertexCount: paths.vertexCount, triangleCount: items.length };
}

function takeOver(tree: KineticTree, built: Tree, items: Uint32Array): void {
  const { arity } = tree;
  const { children, ranges, triangleOrder } = built;
  growNodes(tree, built.nodeCount);
  tree.nodeCount = built.nodeCount;
  tree.root = 0;
  tree.depth = built.depth;
  tree.parents.fill(NO_NODE);
  tree.extremes.fill(NO_INDEX);
  tree.itemCounts.fill(0);
  tree.vertexCounts.fill(0);
  tree.children.fill(NO_NODE);
  tree.children.set(children);
  for (let i = 0; i < children.length; i++) {
    if (children[i] !== NO_NODE) tree.parents[children[i]] = Math.floor(i / arity);
  }
  // Children come after their parents.
  for (let node = built.nodeCount - 1; node >= 0; node--) {
    if (children[node * arity] === NO_NODE) {
      const [first, count] = [ranges[node * 2], ranges[node * 2 + 1]];
      for (let i = first; i < first + count; i++) addToLeaf(tree, node, items[triangleOrder[i]]);
    }
    for (let side = 0; side < SIDES; side++) renewCertificate(tree, node, side);
  }
}
