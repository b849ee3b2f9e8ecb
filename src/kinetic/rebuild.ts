/** Building a kinetic tree anew: at first, to go back in time, and when motion or insertions have made its boxes large. */
import { PliantError } from '../errors.js';
import { NO_INDEX } from '../mesh/mesh.js';
import { NO_NODE } from '../tree/tree.js';
import { requireWithin } from './advance.js';
import type { AnyKineticTree } from './box-tree/box-tree-record.js';
import { completeSubtree } from './box-tree/rebuild-part.js';
import { renewPlane } from './box-tree/planes.js';
import { makeAgenda } from './agenda/make-agenda.js';
import { renewCertificate, takeFarthest } from './certificates.js';
import { noteRebuilt } from './followers.js';
import { clearQueue } from './event-queue.js';
import { growSubtree } from './grow-subtree.js';
import type { Subtree } from './grow-subtree.js';
import { SIDES } from './leaves.js';
import { beginOf, measurePaths, setPresent } from './paths.js';

/**
 * Builds the tree anew as things are at a time, earlier or later than the present. Vertices and items keep their numbers, nodes do not; the counts go on, and boxes are
 * as tight as paths of vertices that are still there allow.
 *
 * @throws PliantError `bad-number` when the plan does not reach to that time, or a vertex has been given its flight later.
 */
export function rebuildAt(tree: AnyKineticTree, time: number): void {
  const { paths } = tree;
  requireWithin('rebuildAt', paths, time);
  for (let vertex = 0; vertex < paths.vertexCount; vertex++) {
    if (tree.isRemoved[vertex] === 1 || beginOf(paths, vertex) <= time) continue;
    throw new PliantError(
      'bad-number',
      `rebuildAt: the time is ${time}, but the flight of vertex ${vertex} began at ${beginOf(paths, vertex)}; where it was before is not kept`,
    );
  }
  noteRebuilt(tree);
  setPresent(paths, time);
  measurePaths(paths, tree.isRemoved);
  clearQueue(tree.queue);
  tree.firstSlots.fill(NO_INDEX);
  tree.structure++;
  tree.freeNode = NO_NODE;
  tree.nodeCount = 0;
  tree.root = NO_NODE;
  tree.depth = 0;
  const items = Uint32Array.from(livingItems(tree));
  if (items.length > 0) takeOver(tree, growSubtree(tree, items));
  if (tree.form === 'aabb-tree') makeAgenda(tree);
  tree.builtDepth = tree.depth;
}

function livingItems(tree: AnyKineticTree): number[] {
  const items: number[] = [];
  for (let item = 0; item < tree.itemCount; item++) if (tree.leafOfItem[item] !== NO_NODE) items.push(item);
  return items;
}

function takeOver(tree: AnyKineticTree, subtree: Subtree): void {
  const { depth, nodes } = subtree;
  tree.root = nodes[0];
  tree.depth = depth;
  if (tree.form === 'box-tree') {
    completeSubtree(tree, subtree);
    for (let side = 0; side < SIDES; side++) renewPlane(tree, side);
    return;
  }
  const hasKeys = tree.paths.plan.frames.length > 0;
  // Children come after their parents.
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (nodes[i] === NO_NODE) continue;
    if (hasKeys) tree.isListed[nodes[i]] = 1;
    for (let side = 0; side < SIDES; side++) {
      if (hasKeys) takeFarthest(tree, nodes[i], side);
      else renewCertificate(tree, nodes[i], side);
    }
  }
}
