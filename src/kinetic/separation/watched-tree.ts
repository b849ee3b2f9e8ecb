/** What a list keeps of a tree: extremes as of the list's time, and how they move in its epoch, side by side for each node, so that pairs are looked at without going to vertices and keyframes. */
import { NO_INDEX } from '../../mesh/mesh.js';
import { followTree } from '../followers.js';
import { growNumbers, growWords } from '../grow.js';
import { SIDES } from '../leaves.js';
import { MOTION, readMotion } from '../paths.js';
import type { KineticTree } from '../tree-record.js';
import { CLOCK, HELD, NODE_LISTS, NODE_MOTION } from './layout.js';
import type { WatchedTree } from './list-record.js';

const motion = new Float64Array(MOTION.stride);

/** Begins to watch a tree. */
export function createWatchedTree(tree: KineticTree): WatchedTree {
  return {
    tree,
    log: followTree(tree),
    posed: {
      stamp: 0,
      stamps: new Uint32Array(0),
      positions: new Float32Array(0),
      itemBoxes: new Float32Array(0),
      leafBoxes: new Float32Array(0),
    },
    held: new Float64Array(HELD.stride),
    read: 0,
    key: 0,
    extremes: new Uint32Array(0),
    motions: new Float64Array(0),
    epochs: new Uint32Array(0),
    heads: new Uint32Array(0),
    touches: new Uint32Array(0),
  };
}

/** Makes room for all nodes of the tree. */
export function growWatched(watched: WatchedTree): void {
  const { nodeCount } = watched.tree;
  watched.extremes = growWords(watched.extremes, nodeCount * SIDES, NO_INDEX);
  watched.motions = growNumbers(watched.motions, nodeCount * NODE_MOTION.stride);
  watched.epochs = growWords(watched.epochs, nodeCount, 0);
  watched.heads = growWords(watched.heads, nodeCount * NODE_LISTS, NO_INDEX);
  watched.touches = growWords(watched.touches, nodeCount, 0);
}

/** Takes over the tree as it is, without any pair. */
export function takeTree(watched: WatchedTree): void {
  growWatched(watched);
  watched.extremes.set(watched.tree.extremes.subarray(0, watched.tree.nodeCount * SIDES));
  watched.epochs.fill(0);
  watched.heads.fill(NO_INDEX);
  watched.key = 0;
}

/** Finds out how the extremes of a node move, if what is known is from another epoch. */
export function freshenNode(watched: WatchedTree, node: number, epoch: number, clock: Float64Array): void {
  if (watched.epochs[node] === epoch) return;
  watched.epochs[node] = epoch;
  for (let side = 0; side < SIDES; side++) freshenSide(watched, node, side, clock);
}

/** Finds out how one of them moves. */
export function freshenSide(watched: WatchedTree, node: number, side: number, clock: Float64Array): void {
  const { motions } = watched;
  const at = node * NODE_MOTION.stride + side;
  motion[MOTION.time] = clock[CLOCK.epochBegin];
  readMotion(watched.tree.paths, watched.extremes[node * SIDES + side], side % 3, watched.key, motion);
  motions[at + NODE_MOTION.coordinate] = motion[MOTION.coordinate];
  motions[at + NODE_MOTION.velocity] = motion[MOTION.velocity];
  motions[at + NODE_MOTION.curvature] = motion[MOTION.curvature];
}
