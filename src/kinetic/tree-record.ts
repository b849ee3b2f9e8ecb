/** What a kinetic tree is made of: tables that grow, named by node, by slot, by vertex and by item. */
import type { SplitRule } from '../tree/split.js';
import type { Agenda } from './agenda/agenda-record.js';
import type { ChangeLog } from './change-log.js';
import type { EventQueue } from './event-queue.js';
import type { FollowerLog } from './follower-log.js';
import type { Paths } from './paths.js';

/** What a tree has done since it was created, building not counted. */
export interface KineticCounts {
  /** Events in which a vertex overtook the extreme one of its leaf. */
  leafEvents: number;
  /** Events in which the extreme vertex of a child overtook that of its parent. */
  treeEvents: number;
  /** Vertices that were given another flight. */
  flightplanEvents: number;
  /** Events that came too early to be certain, because what rounding can do has grown since they were computed; rare. */
  renewals: number;
  /** Extremes that were replaced: what a refit would write six of per node and frame. */
  numbersWritten: number;
  /** Certificates that were computed anew, with the times of their events: not those of which a look at the next key tells that nothing happens. */
  certificatesComputed: number;
}

/** What every kinetic tree has: items that move, in the leaves of a tree, and certificates with a queue of events. For reading: what changes it are the functions of this entry. */
export interface KineticNodes {
  /** Most children of a node. */
  readonly arity: 2 | 4;
  /** Most items of a leaf. */
  readonly leafSize: number;
  /** How runs of items are cut in two when it is built. */
  readonly split: SplitRule;
  /** Vertices of an item: 3 where items are triangles, 1 where they are points. */
  readonly corners: 1 | 3;
  /** Where vertices are, and what time it is. */
  readonly paths: Paths;
  /** When which certificate fails, of nodes that are not in an agenda; `queue.count` is how many there are that do. */
  readonly queue: EventQueue;
  /** What it has done. */
  readonly counts: KineticCounts;
  /** Grows whenever items or nodes come, go or are numbered anew. */
  structure: number;
  /** Logs of those who follow the tree from event to event. */
  readonly followers: FollowerLog[];
  /** The root, or `NO_NODE` when there is nothing in the tree. */
  root: number;
  /** Levels, root and deepest leaf counted; there may be fewer after something was removed. */
  depth: number;
  /** The same when it was last built. */
  builtDepth: number;
  /** Nodes that have been used, free ones counted. */
  nodeCount: number;
  /** The first of those that are free again, or `NO_NODE`; each names the next as its parent. */
  freeNode: number;
  /** The parent of each node, or `NO_NODE`. */
  parents: Uint32Array;
  /** `arity` entries per node, children first, then `NO_NODE`. */
  children: Uint32Array;
  /** The vertex that each certificate says is farthest out. */
  extremes: Uint32Array;
  /** 1 for nodes whose events are in the agenda until the next key, 0 for those whose events are in the queue: always in a BoxTree. */
  isListed: Uint32Array;
  /** The first certificate of the first node. */
  readonly firstCertificate: number;
  /** Certificates of each node; those of one are behind one another. */
  readonly certificatesPerNode: number;
  /** Items of each node that is a leaf; 0 of others. */
  itemCounts: Uint32Array;
  /** Room for `leafSize` items per node. */
  leafItems: Uint32Array;
  /** Different vertices of each leaf. */
  vertexCounts: Uint32Array;
  /** Room for `corners * leafSize` vertices per node: *slots*. */
  leafVertices: Uint32Array;
  /** The next slot with the same vertex, or `NO_INDEX`. */
  nextSlots: Uint32Array;
  /** The first slot of each vertex, or `NO_INDEX`. */
  firstSlots: Uint32Array;
  /** 1 for vertices that have been removed. */
  isRemoved: Uint32Array;
  /** Items, removed ones counted. */
  itemCount: number;
  /** Vertices of each item. */
  itemVertices: Uint32Array;
  /** The leaf of each item, or `NO_NODE` for those that have been removed. */
  leafOfItem: Uint32Array;
}

/** A tree of boxes over moving triangles or points: `extremes` has six vertices per node, lowest on x, y and z, highest on x, y and z. */
export interface KineticTree extends KineticNodes {
  /** What will happen before the next key. */
  readonly agenda: Agenda;
  /** Which certificates had their extreme replaced lately. Whoever replaces one notes it here. */
  readonly replaced: ChangeLog;
  /** Tells trees apart. */
  readonly form: 'aabb-tree';
}
