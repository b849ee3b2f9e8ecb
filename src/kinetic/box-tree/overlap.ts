/**
 * When a node is spoiled: the planes of its two children have come to overlap so far that a box meets both where it met one. By how much they did when the node was built, and how much more is allowed, is known; when that is used
 * up is an event like others. It is about speed alone: boxes are right in a spoiled node too.
 */
import { schedule } from '../event-queue.js';
import { lowerToOvertaking } from '../overtaking.js';
import { coordinateOf } from '../paths.js';
import { OVERLAP, PLANE, planeOf } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';

/** Remembers how far the planes of a node overlap now, and how much more is allowed from now on. */
export function setOverlap(tree: KineticBoxTree, node: number, allowed: number): void {
  tree.overlaps[node * OVERLAP.stride + OVERLAP.built] = Math.max(0, overlapOf(tree, node));
  tree.overlaps[node * OVERLAP.stride + OVERLAP.allowed] = allowed;
  renewOverlap(tree, node);
}

/** Computes anew when a node will be spoiled, after one of its planes was given to another vertex or to another path. */
export function renewOverlap(tree: KineticBoxTree, node: number): void {
  const { axes, extremes, overlaps, paths, queue } = tree;
  const allowed = overlaps[node * OVERLAP.stride + OVERLAP.allowed];
  if (allowed === Infinity) return;
  const certificate = planeOf(node, PLANE.overlap);
  const highest = extremes[planeOf(node, PLANE.left)];
  const lowest = extremes[planeOf(node, PLANE.right)];
  queue.times[certificate] = Infinity;
  const beyond = overlaps[node * OVERLAP.stride + OVERLAP.built] + allowed;
  lowerToOvertaking(paths, axes[node], 1, lowest, highest, queue.times, certificate, beyond);
  tree.counts.timesComputed++;
  schedule(queue, certificate);
}

/** Whether the planes of a node have used up a share of what is allowed. */
export function isSpoiled(tree: KineticBoxTree, node: number, share: number): boolean {
  const at = node * OVERLAP.stride;
  return overlapOf(tree, node) > tree.overlaps[at + OVERLAP.built] + share * tree.overlaps[at + OVERLAP.allowed];
}

/** By how much the left child of a node reaches beyond where the right one begins; less than 0 where they are apart. */
function overlapOf({ axes, extremes, paths }: KineticBoxTree, node: number): number {
  const highest = coordinateOf(paths, extremes[planeOf(node, PLANE.left)], axes[node]);
  return highest - coordinateOf(paths, extremes[planeOf(node, PLANE.right)], axes[node]);
}
