/**
 * The separation list: which nodes of two kinetic trees are apart and which leaves overlap, kept from event to event (the kinetic incremental collision detection of Zachmann & Weller 2006). What could
 * collide at present is there without a walk: the pairs of leaves that overlap.
 *
 * Besides the four events of the paper there are *epochs*: at keys all pairs are looked at in a row, and only what happens before the next key goes into the queue. Looking through all keys to come, as
 * certificates of trees do, would go through the memory of all frames for each pair.
 */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { unfollowTree } from '../followers.js';
import { createEventQueue } from '../event-queue.js';
import type { AnyKineticTree } from '../box-tree/box-tree-record.js';
import type { KineticTree } from '../tree-record.js';
import { CLOCK, GAP_MARGIN } from './layout.js';
import type { SeparationList } from './list-record.js';
import type { OverlapStream } from './overlap-stream.js';
import { restartList } from './restart.js';
import { createWatchedTree } from './watched-tree.js';

/** What goes with a list. */
export interface SeparationOptions {
  /** Told of leaves that begin and end to overlap, those that overlap at first included. None unless given. */
  readonly stream?: OverlapStream;
}

/**
 * A list of two trees, at the later of their times; or of one tree with itself, where every two leaves are one pair, and each leaf of several items is one with itself.
 *
 * Trees may be in several lists, and may be changed as ever: lists take that in when they are next asked. A tree that goes on alone can only be changed after its lists have followed.
 *
 * @throws PliantError `unsupported` for a BoxTree.
 */
export function createSeparationList(
  a: KineticTree,
  b: KineticTree = a,
  { stream }: SeparationOptions = {},
): SeparationList {
  requireBoxes(a, 'a');
  requireBoxes(b, 'b');
  const watchedA = createWatchedTree(a);
  const watchedB = a === b ? watchedA : createWatchedTree(b);
  const list: SeparationList = {
    a: watchedA,
    b: watchedB,
    trees: a === b ? [watchedA] : [watchedA, watchedB],
    counts: { openings: 0, closings: 0, leafBegins: 0, leafEnds: 0, boxChanges: 0, renewals: 0, keyLooks: 0 },
    stream,
    queue: createEventQueue(),
    clock: new Float64Array(CLOCK.stride),
    margin: new Float64Array(GAP_MARGIN.stride),
    epoch: 0,
    changes: 0,
    root: NO_INDEX,
    pairs: new Uint32Array(0),
    pairCount: 0,
    freePair: NO_INDEX,
    overlaps: new Uint32Array(0),
    overlapCount: 0,
    waiting: new Uint32Array(0),
    waitingCount: 0,
  };
  restartList(list);
  return list;
}

/** A list looks at six sides of each node; nodes of a BoxTree would have none, and would overlap with nothing. */
function requireBoxes(tree: Partial<AnyKineticTree> | undefined, name: string): void {
  if (tree?.form === 'aabb-tree') return;
  if (tree?.form !== 'box-tree') {
    throw new PliantError(
      'bad-type',
      `createSeparationList: ${name} is ${describe(tree)}; pass a tree of createKineticTree`,
    );
  }
  throw new PliantError(
    'unsupported',
    `createSeparationList: ${name} is a BoxTree, whose nodes have no boxes of their own; pass a tree of createKineticTree`,
  );
}

/** Ends a list: trees no longer write down for it what changes. */
export function releaseList(list: SeparationList): void {
  for (const { log, tree } of list.trees) unfollowTree(tree, log);
}
