/**
 * What has changed in a kinetic tree, written down for those who follow it from event to event, such as separation lists. Each of them has a log of its own, which it empties when it likes: a tree can be
 * taken on in time while a follower is behind, since every entry has its time. But nothing can be changed then, because paths of before are not kept.
 */
import { PliantError } from '../errors.js';
import type { FollowerLog } from './follower-log.js';
import { growNumbers, growWords } from './grow.js';
import type { KineticNodes } from './tree-record.js';

/** A vertex below the node has another path, or an item has been taken out. It holds of all nodes above it too. */
export const BELOW_CHANGED = 0;

/** The node has other children. A node that is given back had a parent, which has other children then. */
export const CHILDREN_CHANGED = 1;

/** Begins to write down what changes. */
export function followTree(tree: KineticNodes): FollowerLog {
  const log: FollowerLog = {
    time: tree.paths.time,
    count: 0,
    times: new Float64Array(0),
    extremes: new Uint32Array(0),
    nodeCount: 0,
    nodes: new Uint32Array(0),
    isRebuilt: false,
  };
  tree.followers.push(log);
  return log;
}

/** Ends it. */
export function unfollowTree(tree: KineticNodes, log: FollowerLog): void {
  const at = tree.followers.indexOf(log);
  if (at >= 0) tree.followers.splice(at, 1);
}

/** Notes that the extreme of a certificate is another vertex, or flies otherwise, from the present on. */
export function noteExtreme(tree: KineticNodes, certificate: number): void {
  for (let i = 0; i < tree.followers.length; i++) {
    const log = tree.followers[i];
    if (log.times.length === log.count) {
      log.times = growNumbers(log.times, log.count + 64);
      log.extremes = growWords(log.extremes, log.times.length * 2, 0);
    }
    log.times[log.count] = tree.paths.time;
    log.extremes[log.count * 2] = certificate;
    log.extremes[log.count * 2 + 1] = tree.extremes[certificate];
    log.count++;
  }
}

/** Notes that something about a node has changed. */
export function noteNode(tree: KineticNodes, node: number, change: number): void {
  for (let i = 0; i < tree.followers.length; i++) {
    const log = tree.followers[i];
    log.nodes = growWords(log.nodes, (log.nodeCount + 1) * 2, 0);
    log.nodes[log.nodeCount * 2] = node;
    log.nodes[log.nodeCount * 2 + 1] = change;
    log.nodeCount++;
  }
}

/** Notes that followers have to begin anew. */
export function noteRebuilt(tree: KineticNodes): void {
  for (const log of tree.followers) {
    clearLog(log);
    log.isRebuilt = true;
  }
}

/** Forgets what was written. */
export function clearLog(log: FollowerLog): void {
  log.count = 0;
  log.nodeCount = 0;
  log.isRebuilt = false;
}

/** Refuses to change a tree that has gone on without its followers. */
export function requireFollowed(caller: string, { paths, followers }: KineticNodes): void {
  for (let i = 0; i < followers.length; i++) {
    if (followers[i].isRebuilt || followers[i].time === paths.time) continue;
    throw new PliantError(
      'mismatch',
      `${caller}: the tree is at time ${paths.time}, but a separation list of it at ${followers[i].time}; call advanceList first`,
    );
  }
}
