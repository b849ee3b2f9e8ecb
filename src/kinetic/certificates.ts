/**
 * Certificates: that the extreme vertex of a node on a side is ahead of its *candidates*, which are the vertices of a leaf or the extremes of the children.
 *
 * **The rule.** A certificate is renewed when its event comes, when a child has another extreme, when a path is changed and when the tree is. Then the extreme stays if no
 * candidate is ahead of it by more than the margin m, computed at that time. Else the candidate that is farthest ahead takes its place. The next event is the earliest time at
 * which a candidate will have overtaken it, by `overtaking.ts`.
 *
 * Where vertices follow the keys, all this is done ahead of time, piece by piece: `agenda/make-agenda.ts`.
 *
 * **Boxes are right.** At any time t, after all events up to t, no candidate is ahead of the extreme by more than 2.25 m(t) on exact paths: when the certificate was renewed, none was by
 * more than m, computed, and `overtaking.ts` shows the rest. So no vertex below a node of height k (leaves have 1) is ahead of its extreme by more than 2.25 k m(t). Coordinates as they are computed
 * add m(t) / 4 once. A box that is widened by 3 m(t) times the depth of the tree contains them all; and each of its sides is no farther out than that beyond a vertex.
 *
 * **The queue ends.** An event of a certificate puts the next one of the same certificate at a later time, and so does a renewal from below. So at one time, each certificate has one event
 * at most, and each event renews no more than the certificates above it. It is left to show that a certificate changes its extreme finitely often between two times at which a path
 * has another piece. (Times are float64, so it could not be more often than those in between; the following is a bound that one can live with.) Changed means: a takes the place of b when
 * a is ahead of b by more than m and of all other candidates by 0, computed; on exact paths by more than 3/4 m and by more than -m/4.
 *
 * Let the candidates be the same n, paths polynomials, and time 0 not in between. When a comes at t0, c takes its place at t1, and a comes back at t2, then how far c is ahead of a, less
 * m/2, is negative at t0, positive at t1 and negative at t2. Where paths are straight, both are linear in t, and that cannot be: nobody comes back, and there are at most n changes, the
 * extreme of before counted. Where some are curved, both have degree 2: it can be once for each two, so there are at most n² changes. For an inner node there are as many each time that a child changes, which by induction over
 * heights is finite. With real numbers it would be about n log n for all nodes of a tree (the paper's theorem 2).
 *
 * An event that changes nothing is a renewal. It occurs only if m has grown by more than 1.6 since it was computed, which it can do some four hundred times before time ends, or
 * whenever a flight is set that is faster than all before.
 */
import { NO_INDEX } from '../mesh/mesh.js';
import { NO_NODE } from '../tree/tree.js';
import { noteChange } from './change-log.js';
import { noteExtreme } from './followers.js';
import { schedule } from './event-queue.js';
import type { KineticTree } from './tree-record.js';
import { MOST_LEAF_ITEMS, SIDES } from './leaves.js';
import { MOMENT, writeMargin } from './margin.js';
import { lowerToOvertaking } from './overtaking.js';
import { MOTION, readMotion } from './paths.js';

/** Most candidates of a node: three vertices of each triangle of a leaf. */
const MOST_CANDIDATES = 3 * MOST_LEAF_ITEMS;

const candidates = new Uint32Array(MOST_CANDIDATES);
const motion = new Float64Array(MOTION.stride);
const moment = new Float64Array(MOMENT.stride);

/** Renews one certificate at present; returns whether the node has another extreme now. Creates no objects. */
export function renewCertificate(tree: KineticTree, node: number, side: number): boolean {
  const { extremes, paths, queue } = tree;
  const axis = side % 3;
  const sign = side < 3 ? -1 : 1;
  const certificate = node * SIDES + side;
  const count = gatherCandidates(tree, node, side);
  const before = extremes[certificate];
  moment[MOMENT.time] = paths.time;
  writeMargin(paths, moment);
  motion[MOTION.time] = paths.time;
  let extreme = candidates[0];
  let farthest = -Infinity;
  let farOfBefore = -Infinity;
  for (let i = 0; i < count; i++) {
    readMotion(paths, candidates[i], axis, paths.key, motion);
    const far = sign * motion[MOTION.coordinate];
    if (candidates[i] === before) farOfBefore = far;
    if (far <= farthest) continue;
    farthest = far;
    extreme = candidates[i];
  }
  if (farOfBefore + moment[MOMENT.margin] >= farthest) extreme = before;
  extremes[certificate] = extreme;
  if (extreme !== before) noteChange(tree.replaced, certificate);
  queue.times[certificate] = Infinity;
  for (let i = 0; i < count; i++) {
    if (candidates[i] === extreme) continue;
    lowerToOvertaking(paths, axis, sign, extreme, candidates[i], queue.times, certificate);
  }
  schedule(queue, certificate);
  tree.counts.certificatesComputed++;
  return extreme !== before;
}

/** Takes the farthest candidate at present as the extreme of a node, without a look at what comes. */
export function takeFarthest(tree: KineticTree, node: number, side: number): void {
  const { paths } = tree;
  const sign = side < 3 ? -1 : 1;
  const count = gatherCandidates(tree, node, side);
  let farthest = -Infinity;
  let extreme = candidates[0];
  motion[MOTION.time] = paths.time;
  for (let i = 0; i < count; i++) {
    readMotion(paths, candidates[i], side % 3, paths.key, motion);
    if (sign * motion[MOTION.coordinate] <= farthest) continue;
    farthest = sign * motion[MOTION.coordinate];
    extreme = candidates[i];
  }
  tree.extremes[node * SIDES + side] = extreme;
}

/** Renews a certificate and those above it, as long as the extreme is another one. Returns whether the first of them has another extreme. */
export function renewUpward(tree: KineticTree, node: number, side: number): boolean {
  const isReplaced = renewAndCount(tree, node, side, NO_INDEX);
  let goesOn = isReplaced;
  for (let above = tree.parents[node]; goesOn && above !== NO_NODE; above = tree.parents[above]) {
    goesOn = renewAndCount(tree, above, side, NO_INDEX);
  }
  return isReplaced;
}

/** The same on all sides of a leaf when a vertex of it has another path. Nodes that leave the agenda are renewed anyway. */
export function renewForPath(tree: KineticTree, leaf: number, vertex: number): void {
  const { isListed, parents } = tree;
  let left = 0;
  for (let above = leaf; above !== NO_NODE && isListed[above] === 1; above = parents[above]) {
    isListed[above] = 0;
    left++;
  }
  for (let side = 0; side < SIDES; side++) {
    let goesOn = renewTouched(tree, leaf, side, vertex);
    let level = 1;
    // From the parent on, so that all numbers come from one array: beside others, what is above the root is put on the heap.
    for (let above = parents[leaf]; above !== NO_NODE && (goesOn || level < left); above = parents[above]) {
      goesOn = renewTouched(tree, above, side, vertex);
      level++;
    }
  }
}

/** Renews a certificate; returns whether its extreme is another one, or the vertex. */
function renewTouched(tree: KineticTree, node: number, side: number, vertex: number): boolean {
  return renewAndCount(tree, node, side, vertex) || tree.extremes[node * SIDES + side] === vertex;
}

/** Renews all certificates of a node and of all above it: what to do when the tree itself has changed there. They leave the agenda. */
export function renewAllUpward(tree: KineticTree, node: number): void {
  for (let above = node; above !== NO_NODE; above = tree.parents[above]) {
    tree.isListed[above] = 0;
    for (let side = 0; side < SIDES; side++) renewAndCount(tree, above, side, NO_INDEX);
  }
}

/** Renews a certificate, and says so if the extreme is another one or `changed`, a vertex whose path is a new one. Returns whether it is another one. */
export function renewAndCount(tree: KineticTree, node: number, side: number, changed: number): boolean {
  const isReplaced = renewCertificate(tree, node, side);
  if (isReplaced) tree.counts.numbersWritten++;
  if (isReplaced || tree.extremes[node * SIDES + side] === changed) noteExtreme(tree, node * SIDES + side);
  return isReplaced;
}

function gatherCandidates(tree: KineticTree, node: number, side: number): number {
  const { arity, children, extremes, leafVertices, vertexCounts } = tree;
  if (tree.itemCounts[node] > 0) {
    const first = node * tree.corners * tree.leafSize;
    for (let i = 0; i < vertexCounts[node]; i++) candidates[i] = leafVertices[first + i];
    return vertexCounts[node];
  }
  let count = 0;
  for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
    candidates[count++] = extremes[children[slot] * SIDES + side];
  }
  return count;
}
