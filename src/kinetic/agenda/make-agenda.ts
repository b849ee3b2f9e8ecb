/**
 * The agenda: all that happens before the next key, found out at once when a key is reached. On the way to it all vertices go straight. So an extreme that is ahead of a vertex now and at the next key is ahead all the
 * way: to know where something happens, each leaf looks at its vertices at the next key, and each inner node at the extremes of its children there. No event is looked for elsewhere. That costs about as much as
 * refitting once per key, however many frames there are.
 *
 * **Who is in it.** Nodes below which all vertices follow the keys are *listed*, and have nothing in the queue. All others have certificates in the queue; what is above a node that is not listed is not listed
 * either. When a path or the tree is changed, the nodes above that place leave the agenda until the next key, or, if a vertex below them has a flight of its own, as long as it has.
 *
 * **The rule** is that of `certificates.ts`, within one piece. `follow-leaf.ts` and `follow-children.ts` carry it out ahead of time; events are at the same times.
 *
 * **Boxes are right.** Claim: at each time t, after all entries up to t, no vertex below a node of height k is ahead of its extreme by more than 2.25 k m(t), on exact paths. Where certificates are renewed in order,
 * `certificates.ts` proves it; it is left to show for what is not looked at. Let the claim hold when the piece is entered at time r, let x be the extreme then, and b the time of the next key, where float32 coordinates are exact.
 *
 * - A leaf leaves out a vertex v that is not beyond x at b: v is ahead by 2.25 m(r) at most at r, and by 0 at b. How far it is ahead is linear in t and m never falls, so it is by no more than 2.25 m(t) between. Whoever takes the place of x at a time s is
 *   ahead of it then by 3/4 m, on exact paths, and by more than 0 at b, so v is ahead of it by less than 2.25 m(s) then and by less than 0 at b; and so on for those who follow.
 * - Of those beyond x at b, a leaf looks only at some. Let f be the one that is farthest at b, and c the computed time when it is ahead of x by 2 m(r), or r if it is by more. Noise of all this is less than m(r) / 4: from key to key no coordinate exceeds P of
 *   `margin.ts` and no way 2 P, so that differences are off by 25 u P, where they fall to a value by 60 u R(r). If c is not before b, f is ahead of x by 2.25 m(r) at b at most, so is v, and nothing happens. Else v is left out if at c it is behind f by m(c) / 4, as computed:
 *   if c is later than r, it is ahead of x by less than 2.25 m(r) at r and at c, and so between; and it is behind f at c and not beyond it at b, so behind f between. As f is a candidate, nobody who holds the side after c lets f be ahead by more than 2.25 m(t).
 * - An inner node is left out if a child that has x as extreme keeps it until b, and no child's last extreme is beyond x at b. A vertex v below a child is ahead of that child's last extreme by 2.25 (k - 1) m at most at b, so of x,
 *   too; and at r by 2.25 k m. Between it is by no more, as before. Where a node is not left out, the same holds of each of its children that has not x and whose last extreme is not beyond x at b: that child is left out.
 *
 * The kernel tells who is left out in single floats first, from boxes of a few vertices at both keys and then for each vertex: with a bound that is lower by more than such a place can be off (`SINGLE_SHARE`). Who is left over is looked at in doubles.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { renewAndCount } from '../certificates.js';
import { unschedule } from '../event-queue.js';
import { growWords } from '../grow.js';
import { SIDES } from '../leaves.js';
import type { KineticTree } from '../tree-record.js';
import { followChildren } from './follow-children.js';
import { followLeaf } from './follow-leaf.js';
import { loadKernel, readKernel, runKernel } from './kernel.js';
import type { AgendaKernel } from './kernel-record.js';
import { sortAgenda } from './sort-agenda.js';

/** The nodes that are listed, children before parents. */
let listed = new Uint32Array(256);

/** Finds out what will happen from the present to the next key. Nodes that are listed and should not be leave the agenda, with certificates that are computed at present. */
export function makeAgenda(tree: KineticTree): void {
  const { agenda, isListed, paths, queue } = tree;
  const { frames, times } = paths.plan;
  agenda.count = 0;
  agenda.done = 0;
  if (frames.length === 0) return;
  prepare(tree);
  const { bottomUp } = agenda;
  let count = 0;
  for (let i = 0; i < bottomUp.length; i++) {
    const node = bottomUp[i];
    if (paths.ownCount > 0 && flies(tree, node)) {
      if (isListed[node] === 1) leave(tree, node);
      continue;
    }
    if (isListed[node] === 0) for (let side = 0; side < SIDES; side++) unschedule(queue, node * SIDES + side);
    isListed[node] = 1;
    listed[count++] = node;
  }
  // At the last key everything comes to rest.
  if (paths.key + 1 === frames.length) return;
  if (agenda.kernel && !runKernel(tree, agenda.kernel, listed, count)) growKernel(tree, agenda.kernel, count);
  if (agenda.kernel) return;
  agenda.count = 0;
  for (let i = 0; i < count; i++) if (tree.itemCounts[listed[i]] > 0) followLeaf(tree, listed[i]);
  for (let i = 0; i < count; i++) {
    if (tree.itemCounts[listed[i]] > 0) continue;
    for (let side = 0; side < SIDES; side++) followChildren(tree, listed[i], side);
  }
  sortAgenda(agenda, paths.time, times[paths.key + 1]);
}

/** Makes it once more, with room for twice as many entries as long as there are more. */
function growKernel(tree: KineticTree, small: AgendaKernel, count: number): void {
  const { agenda } = tree;
  let { capacity } = small;
  do {
    capacity *= 2;
    agenda.kernel = loadKernel(tree, capacity);
    if (agenda.kernel) readKernel(agenda, agenda.kernel, tree.nodeCount * SIDES);
  } while (agenda.kernel && !runKernel(tree, agenda.kernel, listed, count));
}

function leave(tree: KineticTree, node: number): void {
  tree.isListed[node] = 0;
  for (let side = 0; side < SIDES; side++) renewAndCount(tree, node, side, NO_INDEX);
}

/** Whether a vertex below a node has a flight of its own; children come first. */
function flies(tree: KineticTree, node: number): boolean {
  const { arity, children, isListed, leafVertices, paths } = tree;
  if (tree.itemCounts[node] > 0) {
    const first = node * tree.corners * tree.leafSize;
    for (let i = first; i < first + tree.vertexCounts[node]; i++) {
      if (paths.ownOf[leafVertices[i]] !== NO_INDEX) return true;
    }
    return false;
  }
  for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
    if (isListed[children[slot]] === 0) return true;
  }
  return false;
}

/** Makes room, and lists all nodes if they are other ones than before. */
function prepare(tree: KineticTree): void {
  const { agenda, arity, children, nodeCount, root } = tree;
  const certificates = nodeCount * SIDES;
  if (agenda.structure === tree.structure) return;
  agenda.structure = tree.structure;
  if (listed.length < nodeCount) listed = new Uint32Array(2 * nodeCount);
  const topDown: number[] = [];
  const waiting = root === NO_NODE ? [] : [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    topDown.push(node);
    for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
      waiting.push(children[slot]);
    }
  }
  agenda.bottomUp = Uint32Array.from(topDown.reverse());
  agenda.kernel = agenda.backend === 'auto' ? loadKernel(tree) : undefined;
  if (agenda.kernel) readKernel(agenda, agenda.kernel, certificates);
  else if (agenda.places.length < certificates) {
    agenda.firsts = growWords(agenda.firsts, certificates, 0);
    agenda.ends = growWords(agenda.ends, agenda.firsts.length, 0);
    agenda.places = new Float32Array(agenda.firsts.length);
  }
}
