/**
 * Certificates: that the extreme vertex of a node on a side is ahead of its *candidates*, which are the vertices of a leaf or the extremes of the children.
 *
 * **The rule.** A certificate is renewed when its event comes, when a child has another extreme, when a path is changed and when the tree is. Then the extreme stays if no
 * candidate is ahead of it by more than the margin m, computed at that time. Else the candidate that is farthest ahead takes its place. The next event is the earliest time at
 * which a candidate will have overtaken it, by `overtaking.ts`.
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
import { schedule } from './event-queue.js';
import type { KineticTree } from './tree-record.js';
import { SIDES } from './leaves.js';
import { MOMENT, writeMargin } from './margin.js';
import { lowerToOvertaking } from './overtaking.js';
import { MOTION, readMotion } from './paths.js';

/** Most candidates of a node: three vertices of each of 255 triangles. */
const MOST_CANDIDATES = 765;

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
  queue.times[certificate] = Infinity;
  for (let i = 0; i < count; i++) {
    if (candidates[i] === extreme) continue;
    lowerToOvertaking(paths, axis, sign, extreme, candidates[i], queue.times, certificate);
  }
  schedule(queue, certificate);
  tree.counts.certificatesComputed++;
  return extreme !== before;
}

/**
 * Renews a certificate and those above it, as far as they are touched: as long as the extreme is another one, or is `changed`, a vertex whose path is a new one.
 * Returns whether the first of them has another extreme.
 */
export function renewUpward(tree: KineticTree, node: number, side: number, changed = NO_INDEX): boolean {
  const isReplaced = renewAndCount(tree, node, side);
  let goesOn = isReplaced || tree.extremes[node * SIDES + side] === changed;
  for (let above = tree.parents[node]; goesOn && above !== NO_NODE; above = tree.parents[above]) {
    goesOn = renewAndCount(tree, above, side) || tree.extremes[above * SIDES + side] === changed;
  }
  return isReplaced;
}

/** Renews all certificates of a node and of all above it: what to do when the tree itself has changed there. */
export function renewAllUpward(tree: KineticTree, node: number): void {
  for (let above = node; above !== NO_NODE; above = tree.parents[above]) {
    for (let side = 0; side < SIDES; side++) renewAndCount(tree, above, side);
  }
}

function renewAndCount(tree: KineticTree, node: number, side: number): boolean {
  const isReplaced = renewCertificate(tree, node, side);
  if (isReplaced) tree.counts.numbersWritten++;
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
