/**
 * What a separation list is made of (Zachmann & Weller 2006, section 7). Two trees are walked at once, from the pair of their roots: a pair of nodes whose boxes overlap is *opened* into the pairs of their
 * children, until boxes are apart or both are leaves. The list is where that stops: pairs that are *apart*, and pairs of leaves that *overlap*. Opened pairs are kept above them, so that they can be closed again.
 *
 * Pairs are records of words in one table. Those that have a node in common are linked through it, and those that are apart, by the side of the node that parts them.
 */
import type { FollowerLog } from '../follower-log.js';
import type { EventQueue } from '../event-queue.js';
import type { KineticTree } from '../tree-record.js';
import type { OverlapStream } from './overlap-stream.js';

/** What a list has done since it was created. */
export interface SeparationCounts {
  /** Pairs of nodes that began to overlap, and were replaced by pairs of children. */
  openings: number;
  /** Pairs of nodes that no longer overlapped, and replaced what was below them. */
  closings: number;
  /** Pairs of leaves that began to overlap. */
  leafBegins: number;
  /** Pairs of leaves that no longer did, alone or with those above them. */
  leafEnds: number;
  /** Pairs that were looked at because a box had another extreme on the side that parts them. */
  boxChanges: number;
  /** Events that left a pair as it was: another side parts it, or a box has grown meanwhile, so that the overlap lasts longer. */
  renewals: number;
  /** Pairs that were looked at because a key was reached. */
  keyLooks: number;
}

/** Leaves that were posed when triangles were last asked for. */
export interface PosedLeaves {
  /** Counts how often that was. */
  stamp: number;
  /** The last time that each leaf was posed. */
  stamps: Uint32Array;
  /** Where vertices are, three numbers each. */
  positions: Float32Array;
  /** Boxes of triangles, six numbers each. */
  itemBoxes: Float32Array;
  /** Boxes of leaves, six numbers per node. */
  leafBoxes: Float32Array;
}

/** A tree as a list sees it. The tree may be ahead of the list, so that the list has extremes of its own. */
export interface WatchedTree {
  /** The tree itself. */
  readonly tree: KineticTree;
  /** What has happened to it that the list has not taken in yet. */
  readonly log: FollowerLog;
  /** Its leaves, when triangles are asked for. */
  readonly posed: PosedLeaves;
  /** Bounds of its motion; `HELD` names them. */
  readonly held: Float64Array;
  /** How much of the log has been read. */
  read: number;
  /** The key that the epoch lies behind. */
  key: number;
  /** Six vertices per node, as of the list's time. */
  extremes: Uint32Array;
  /** How they move; `NODE_MOTION` names the numbers. */
  motions: Float64Array;
  /** The epoch that the motions of each node are from. */
  epochs: Uint32Array;
  /** The first pair of each of the lists of each node, or `NO_INDEX`. */
  heads: Uint32Array;
  /** Which of the list's changes last touched each node. */
  touches: Uint32Array;
}

/** Which nodes of two trees are apart, and which leaves overlap. For reading: what changes it are the functions of this entry. */
export interface SeparationList {
  /** The first tree. */
  readonly a: WatchedTree;
  /** The second one; where a tree is watched with itself, the same record. */
  readonly b: WatchedTree;
  /** Both, or the only one. */
  readonly trees: readonly WatchedTree[];
  /** What it has done. */
  readonly counts: SeparationCounts;
  /** Told of leaves that begin and end to overlap. */
  readonly stream: OverlapStream | undefined;
  /** When which pair has to be looked at again: when one that is apart may overlap, or an overlap may end. Nothing that is later than the epoch. */
  readonly queue: EventQueue;
  /** What time it is; `CLOCK` names the numbers. */
  readonly clock: Float64Array;
  /** How far apart counts as apart; `GAP_MARGIN` names the numbers. */
  readonly margin: Float64Array;
  /** Counts epochs. */
  epoch: number;
  /** Counts how often changes by the caller were taken in. */
  changes: number;
  /** The pair of the roots, or `NO_INDEX` where a tree is empty. */
  root: number;
  /** Records of pairs; `PAIR` names the words. */
  pairs: Uint32Array;
  /** Records that have been used, free ones counted. */
  pairCount: number;
  /** The first free one, or `NO_INDEX`. */
  freePair: number;
  /** Pairs of leaves that overlap now. */
  overlaps: Uint32Array;
  /** How many there are. */
  overlapCount: number;
  /** Pairs that wait to be looked at while changes are taken in. */
  waiting: Uint32Array;
  /** How many there are. */
  waitingCount: number;
}
