/**
 * Certificates of a BoxTree: that the vertex which holds a plane is the farthest of a *region*, all vertices below one node, on one side. Regions are the left children of nodes, highest on the axis of the node; right children, lowest;
 * and the root on all six sides.
 *
 * **Candidates.** Which vertices can overtake the holder is found from the node of the region downwards (Zachmann & Weller 2006, section 6). A leaf has all of its vertices. A node across another axis says nothing: both of its children
 * are looked at. A node across the same axis holds the highest of its left child: that vertex stands for all below there, and only the right child is looked at (for lowest ones the other way round). So for each side the
 * certificates are a tree of their own: what lies between a certificate and the next ones below are its candidates, and every certificate but the root's is a candidate of exactly one other, {@link certificateAround}.
 *
 * **Boxes are right.** The rule is that of `certificates.ts`: when a certificate is renewed, no candidate is ahead of the holder by more than m, computed, and the next event is when one will have overtaken it. So at any time no candidate is
 * ahead by more than 2.25 m(t), on exact paths. A vertex of the region is a candidate, or in the region of a candidate's certificate. That one is further down; its node is an inner one. By induction from below, a
 * vertex is ahead of the holder by no more than 2.25 m(t) times the nodes that hold planes for it, and once more for the root: no more than the tree has levels. Coordinates as they are computed add m(t) / 4 once. So a
 * side that is 3 m(t) times the depth farther out than its holder has all vertices of the region within, and each node lies in the regions whose planes bound it.
 *
 * **Less than all is computed.** When a candidate gives way to another in the certificate below, and was not the holder here, the others need not be looked at: the event becomes that of the new candidate if that is
 * earlier, which is all that the bound above asks for. The event may then come too early, if it was that of the candidate which went. Then nothing is overtaken, the certificate is renewed as a whole, and
 * counted as a renewal.
 *
 * **The queue ends**, as `certificates.ts` shows. It has to be added that a renewal that comes too early is owed to a candidate that went, which leaves one such event at most; and those went because of an event below, of
 * which there are finitely many by induction. A part that is built anew ends too: see `rebuild-part.ts`.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { schedule } from '../event-queue.js';
import { SIDES } from '../leaves.js';
import { MOMENT, writeMargin } from '../margin.js';
import { lowerToOvertaking } from '../overtaking.js';
import { MOTION, readMotion } from '../paths.js';
import { PLANE, ROOT_CERTIFICATES, planeOf } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';
import { candidates, gatherCandidates, wasGathered } from './candidates.js';
import { renewOverlap } from './overlap.js';

const motion = new Float64Array(MOTION.stride);
const moment = new Float64Array(MOMENT.stride);

/** The certificate whose plane bounds a node on a side: that of the lowest node above with a plane there, or of the root. */
function certificateAround({ axes, children, parents }: KineticBoxTree, node: number, side: number): number {
  const plane = side < 3 ? PLANE.right : PLANE.left;
  for (let below = node, above = parents[node]; above !== NO_NODE; below = above, above = parents[above]) {
    if (axes[above] === side % 3 && children[above * 2 + plane] === below) return planeOf(above, plane);
  }
  return side;
}

/** Renews a certificate as a whole; returns whether another vertex holds the plane now. */
export function renewPlane(tree: KineticBoxTree, certificate: number): boolean {
  const { extremes, paths, queue } = tree;
  const side = sideOf(tree, certificate);
  const axis = side % 3;
  const sign = side < 3 ? -1 : 1;
  const count = gatherCandidates(tree, regionOf(tree, certificate), side);
  const before = extremes[certificate];
  moment[MOMENT.time] = paths.time;
  writeMargin(paths, moment);
  motion[MOTION.time] = paths.time;
  let holder = NO_INDEX;
  let farthest = -Infinity;
  let farOfBefore = -Infinity;
  for (let i = 0; i < count; i++) {
    const vertex = candidates.vertices[i];
    readMotion(paths, vertex, axis, paths.key, motion);
    const far = sign * motion[MOTION.coordinate];
    if (vertex === before) farOfBefore = far;
    if (far <= farthest) continue;
    farthest = far;
    holder = vertex;
  }
  if (farOfBefore + moment[MOMENT.margin] >= farthest) holder = before;
  extremes[certificate] = holder;
  queue.times[certificate] = Infinity;
  for (let i = 0; i < count; i++) {
    const vertex = candidates.vertices[i];
    if (vertex !== holder) lowerToOvertaking(paths, axis, sign, holder, vertex, queue.times, certificate);
  }
  schedule(queue, certificate);
  tree.counts.certificatesComputed++;
  tree.counts.timesComputed += count - 1;
  return holder !== before;
}

/**
 * Renews a certificate as a whole, and tells those around it, as far as they are touched. `changed` is a vertex whose path is a new one. Returns whether another vertex holds the first plane now.
 */
export function renewUpward(tree: KineticBoxTree, first: number, changed = NO_INDEX): boolean {
  const { extremes } = tree;
  let certificate = first;
  let before = extremes[certificate];
  const isReplaced = renewAndCount(tree, certificate, changed);
  while (certificate >= ROOT_CERTIFICATES) {
    const after = extremes[certificate];
    if (after === before && after !== changed) break;
    certificate = certificateAround(tree, nodeOf(certificate), sideOf(tree, certificate));
    const holder = extremes[certificate];
    const isHeld = holder === before || holder === changed;
    if (!isHeld && addCandidate(tree, certificate, after)) break;
    before = holder;
    renewAndCount(tree, certificate, changed);
  }
  return isReplaced;
}

/** Renews, after a vertex was given another path, all certificates that it takes part in. */
export function renewForVertex(tree: KineticBoxTree, vertex: number): void {
  const slotsPerNode = tree.corners * tree.leafSize;
  for (let slot = tree.firstSlots[vertex]; slot !== NO_INDEX; slot = tree.nextSlots[slot]) {
    const leaf = Math.floor(slot / slotsPerNode);
    for (let side = 0; side < SIDES; side++) {
      const certificate = certificateAround(tree, leaf, side);
      if (tree.extremes[certificate] !== vertex && addCandidate(tree, certificate, vertex)) continue;
      renewUpward(tree, certificate, vertex);
    }
  }
}

/** Renews all certificates around a node, as wholes: what to do when there are other vertices below it. Where there is no node, there is nothing left in the tree. */
export function renewAround(tree: KineticBoxTree, node: number): void {
  if (node === NO_NODE) {
    dropRootCertificates(tree);
    return;
  }
  for (let side = 0; side < SIDES; side++) renewUpward(tree, certificateAround(tree, node, side));
}

/**
 * Renews all certificates around a part that was built anew over the same vertices. Their holders are as far out as they were, so it is enough to let the candidates that the part has now compete. But a holder must be a candidate, so that
 * the certificate hears of its path when that is changed: where it is hidden behind another vertex of the part now, the certificate is renewed as a whole.
 */
export function renewAroundPart(tree: KineticBoxTree, part: number): void {
  for (let side = 0; side < SIDES; side++) {
    const certificate = certificateAround(tree, part, side);
    const holder = tree.extremes[certificate];
    const count = gatherCandidates(tree, part, side);
    let isWhole = wasGathered(holder) || !isBelow(tree, holder, part);
    for (let i = 0; isWhole && i < count; i++) {
      const vertex = candidates.vertices[i];
      if (vertex !== holder) isWhole = addCandidate(tree, certificate, vertex);
    }
    if (!isWhole) renewUpward(tree, certificate);
  }
}

/** Whether a vertex is in a leaf below a node. */
function isBelow(tree: KineticBoxTree, vertex: number, node: number): boolean {
  const slotsPerNode = tree.corners * tree.leafSize;
  for (let slot = tree.firstSlots[vertex]; slot !== NO_INDEX; slot = tree.nextSlots[slot]) {
    let above = Math.floor(slot / slotsPerNode);
    while (above !== node && above !== NO_NODE) above = tree.parents[above];
    if (above === node) return true;
  }
  return false;
}

/** Takes the certificates of the root out of the queue. */
function dropRootCertificates({ extremes, queue }: KineticBoxTree): void {
  for (let side = 0; side < SIDES; side++) {
    extremes[side] = NO_INDEX;
    queue.times[side] = Infinity;
    schedule(queue, side);
  }
}

/** Lets a vertex compete with the holder of a plane. Returns false, and does nothing, when it is ahead already. */
function addCandidate(tree: KineticBoxTree, certificate: number, vertex: number): boolean {
  const { extremes, paths, queue } = tree;
  const side = sideOf(tree, certificate);
  const axis = side % 3;
  const sign = side < 3 ? -1 : 1;
  moment[MOMENT.time] = paths.time;
  writeMargin(paths, moment);
  motion[MOTION.time] = paths.time;
  readMotion(paths, vertex, axis, paths.key, motion);
  const far = sign * motion[MOTION.coordinate];
  readMotion(paths, extremes[certificate], axis, paths.key, motion);
  if (far > sign * motion[MOTION.coordinate] + moment[MOMENT.margin]) return false;
  if (queue.places[certificate] === NO_INDEX) queue.times[certificate] = Infinity;
  lowerToOvertaking(paths, axis, sign, extremes[certificate], vertex, queue.times, certificate);
  schedule(queue, certificate);
  tree.counts.timesComputed++;
  return true;
}

function renewAndCount(tree: KineticBoxTree, certificate: number, changed: number): boolean {
  const isReplaced = renewPlane(tree, certificate);
  if (isReplaced) tree.counts.numbersWritten++;
  const isTouched = isReplaced || tree.extremes[certificate] === changed;
  if (isTouched && certificate >= ROOT_CERTIFICATES) renewOverlap(tree, nodeOf(certificate));
  return isReplaced;
}

function nodeOf(certificate: number): number {
  return Math.floor((certificate - ROOT_CERTIFICATES) / PLANE.stride);
}

/** The node whose vertices the holder is ahead of: planes are numbered as children are. */
function regionOf({ children, root }: KineticBoxTree, certificate: number): number {
  if (certificate < ROOT_CERTIFICATES) return root;
  return children[nodeOf(certificate) * 2 + ((certificate - ROOT_CERTIFICATES) % PLANE.stride)];
}

/** On which side: lowest on x, y, z, highest on x, y, z. */
function sideOf({ axes }: KineticBoxTree, certificate: number): number {
  if (certificate < ROOT_CERTIFICATES) return certificate;
  const isLeft = (certificate - ROOT_CERTIFICATES) % PLANE.stride === PLANE.left;
  return axes[nodeOf(certificate)] + (isLeft ? 3 : 0);
}
