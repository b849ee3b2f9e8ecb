/** What a kinetic BoxTree is made of, and how its certificates are numbered. */
import { SIDES } from '../leaves.js';
import type { KineticCounts, KineticNodes, KineticTree } from '../tree-record.js';

/** What a BoxTree has done since it was created, building not counted. `leafEvents` stay 0: leaves have no planes of their own. */
export interface BoxTreeCounts extends KineticCounts {
  /** Times at which one vertex will overtake another that were computed; a certificate takes one for each candidate. */
  timesComputed: number;
  /** Parts of the tree that were built anew because their planes had come to overlap too far. */
  rebuilds: number;
  /** Nodes of those parts, as they were built. */
  rebuiltNodes: number;
}

/**
 * A tree over moving triangles or points whose inner nodes have two planes across one axis, each held by a vertex: the highest of the left child, and the lowest of the right. What
 * else bounds a child are planes further up; the root has a box.
 *
 * `extremes` are lowest on x, y, z, highest on x, y, z of the root, then three per node: highest of its left child, lowest of its right child, and one without meaning.
 */
export interface KineticBoxTree extends KineticNodes {
  /** Tells trees apart. */
  readonly form: 'box-tree';
  readonly arity: 2;
  readonly counts: BoxTreeCounts;
  /** How far planes of a node may come to overlap, in shares of its length when it was built, before it is built anew; `Infinity` when never. */
  readonly spoiledBy: number;
  /** Across which axis the planes of each inner node are: 0, 1 or 2. */
  axes: Uint32Array;
  /** Two per node: by how much its planes overlapped when it was built, and how much more is allowed. */
  overlaps: Float64Array;
}

/** A kinetic tree of either form. */
export type AnyKineticTree = KineticTree | KineticBoxTree;

/** The certificates of a node: that no vertex is beyond the plane of its left child, of its right child, and that these do not overlap too far. */
export const PLANE = { left: 0, right: 1, overlap: 2, stride: 3 } as const;

/** Certificates of the root's box come first. */
export const ROOT_CERTIFICATES = SIDES;

/** Of `overlaps`. */
export const OVERLAP = { built: 0, allowed: 1, stride: 2 } as const;

/** The number of a node's certificate; also where `extremes` has its vertex. */
export function planeOf(node: number, plane: number): number {
  return ROOT_CERTIFICATES + node * PLANE.stride + plane;
}
