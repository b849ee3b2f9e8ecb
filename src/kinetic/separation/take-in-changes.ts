/**
 * Changes by the caller, taken in by a list: flights that were set, items that came and went. All of them were made at the list's time, or the tree would have refused them.
 *
 * Numbers of nodes may have been given back and used again meanwhile. So nothing is opened before all that has to go is gone: every pair with a node that has other children is closed first. A node that was given
 * back, or has another parent, was a child of such a node, and pairs of children lie below those of their parents. So no pair is left then that does not belong to the trees as they are.
 */
import { NO_INDEX } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import { CHILDREN_CHANGED } from '../followers.js';
import { unschedule } from '../event-queue.js';
import { growWords } from '../grow.js';
import { SIDES } from '../leaves.js';
import { growMargin } from './gap-margin.js';
import { staysApart } from './gaps.js';
import { CLOCK, CLOSE, LOOK, NODE_LISTS, NO_STATE, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList, WatchedTree } from './list-record.js';
import { lookAtPair } from './look-at-pair.js';
import { dropBelow } from './pairs.js';
import { freshenSide, growWatched } from './watched-tree.js';

/** Takes in all that was changed at the list's time. */
export function takeInChanges(list: SeparationList): void {
  const { clock, trees } = list;
  list.changes++;
  list.waitingCount = 0;
  for (let i = 0; i < trees.length; i++) {
    const { log } = trees[i];
    if (log.nodeCount > 0 || log.count > 0) growWatched(trees[i]);
    while (trees[i].read < log.count && log.times[trees[i].read] <= clock[CLOCK.time]) {
      writeExtreme(list, trees[i], trees[i].read++);
    }
    for (let entry = 0; entry < log.nodeCount; entry++) {
      const node = log.nodes[entry * 2];
      if (log.nodes[entry * 2 + 1] === CHILDREN_CHANGED) awaitOverlaps(list, trees[i], node, CLOSE);
      else awaitUpward(list, trees[i], node);
    }
    log.nodeCount = 0;
  }
  if (growMargin(list)) awaitAll(list);
  for (let i = 0; i < list.waitingCount; i++) {
    const pair = list.waiting[i];
    if (list.pairs[pair * PAIR.stride + PAIR.waitsFor] === CLOSE) dropBelow(list, pair);
  }
  for (let i = 0; i < list.waitingCount; i++) {
    const pair = list.waiting[i];
    if (list.pairs[pair * PAIR.stride + PAIR.waitsFor] === 0) continue;
    list.pairs[pair * PAIR.stride + PAIR.waitsFor] = 0;
    lookAtPair(list, pair);
  }
  for (let i = 0; i < trees.length; i++) {
    // An extreme may have been replaced more than once: what counts is the last.
    for (let entry = 0; entry < trees[i].read; entry++) lookBeyondSide(list, trees[i], entry);
  }
}

/** Takes in the next entry of a tree's log. */
export function readExtreme(list: SeparationList, watched: WatchedTree): void {
  writeExtreme(list, watched, watched.read);
  lookBeyondSide(list, watched, watched.read++);
}

/** Looks at pairs that are parted by a side whose extreme is another one. */
function lookBeyondSide(list: SeparationList, watched: WatchedTree, entry: number): void {
  const { counts } = list;
  const certificate = watched.log.extremes[entry * 2];
  const node = Math.floor(certificate / SIDES);
  let neighbour = watched.heads[node * NODE_LISTS + (certificate % SIDES)];
  while (neighbour !== NO_INDEX) {
    const pair = neighbour >>> 1;
    // Pairs that are opened now are linked before it.
    neighbour = list.pairs[pair * PAIR.stride + PAIR.next + (neighbour & 1)];
    counts.boxChanges++;
    if (staysApart(list, pair)) unschedule(list.queue, pair);
    else lookAtPair(list, pair);
  }
}

function writeExtreme({ clock, epoch }: SeparationList, watched: WatchedTree, entry: number): void {
  const certificate = watched.log.extremes[entry * 2];
  watched.extremes[certificate] = watched.log.extremes[entry * 2 + 1];
  const node = Math.floor(certificate / SIDES);
  if (watched.epochs[node] === epoch) freshenSide(watched, node, certificate % SIDES, clock);
}

/** Pairs that overlap count on the paths of vertices below their nodes. */
function awaitUpward(list: SeparationList, watched: WatchedTree, node: number): void {
  let above = node;
  while (watched.touches[above] !== list.changes) {
    watched.touches[above] = list.changes;
    awaitOverlaps(list, watched, above, LOOK);
    // Not kept in `above`: a number as large as that is put on the heap.
    if (watched.tree.parents[above] === NO_NODE) return;
    above = watched.tree.parents[above];
  }
}

function awaitOverlaps(list: SeparationList, watched: WatchedTree, node: number, what: number): void {
  let neighbour = watched.heads[node * NODE_LISTS + OVERLAPPING];
  while (neighbour !== NO_INDEX) {
    awaitPair(list, neighbour >>> 1, what);
    neighbour = list.pairs[(neighbour >>> 1) * PAIR.stride + PAIR.next + (neighbour & 1)];
  }
}

function awaitAll(list: SeparationList): void {
  for (let pair = 0; pair < list.pairCount; pair++) {
    if (list.pairs[pair * PAIR.stride + PAIR.state] !== NO_STATE) awaitPair(list, pair, LOOK);
  }
}

function awaitPair(list: SeparationList, pair: number, what: number): void {
  const at = pair * PAIR.stride + PAIR.waitsFor;
  if (list.pairs[at] === 0) {
    list.waiting = growWords(list.waiting, list.waitingCount + 1, 0);
    list.waiting[list.waitingCount++] = pair;
  }
  list.pairs[at] = Math.max(list.pairs[at], what);
}
