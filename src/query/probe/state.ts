/** How far a search for triangles that meet a probe is. */
import type { Body } from '../../body/body.js';
import { createNoHits } from '../hits.js';
import type { Hits } from '../hits.js';
import { createSavedWalk } from '../kernel-walk.js';
import type { SavedWalk } from '../kernel-walk.js';
import { createOpenedNode } from '../opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../opened-node.js';
import type { SearchStatistics } from '../statistics.js';
import { createProbe } from './probe.js';
import type { Probe } from './probe.js';

/** What the search is after, and how far it is. */
export interface WalkedProbe {
  body: Body;
  readonly statistics: SearchStatistics;
  readonly probe: Probe;
  hits: Hits;
  /** The pose that the search began with. */
  stamp: number;
  /** Nodes that met the probe and wait to be opened; of a walk over opened nodes, and of one inside a kernel. */
  stack: Uint32Array;
  stackSize: number;
  readonly walk: SavedWalk;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** State of a search that has not begun. */
export function createWalkedProbe(body: Body, statistics: SearchStatistics): WalkedProbe {
  return {
    body,
    statistics,
    probe: createProbe(),
    hits: createNoHits(),
    stamp: -1,
    stack: new Uint32Array(0),
    stackSize: 0,
    walk: createSavedWalk(1, 1),
    opened: createOpenedNode(),
    leaf: { first: 0, count: 0 },
  };
}
