/**
 * What is known of the triangles that meet a ball, a capsule, a box or a frustum while they are searched for: those that were found are certain; all others lie below nodes that wait.
 */
import { requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount } from '../../kernels/layout/child-words.js';
import { CHILD_STRIDE, isLeafId, openLeaf, openNode } from '../opened-node.js';
import { advanceProbe } from '../probe/find-probe-hits.js';
import { isKernelProbe } from '../probe/kernel-walk.js';
import type { WalkedProbe } from '../probe/state.js';
import type { Search } from '../search.js';

/** What is known of hits. */
export interface HitBounds {
  /** So many triangles meet the probe for certain: those in `hits`, and those that there was no room for. What was taken out of `hits` since is not counted. */
  atLeast: number;
  /** So many triangles may meet it at most, these included. */
  atMost: number;
  /** Whether the search is over. */
  isComplete: boolean;
  /** Lowest and highest corner, six numbers a box: all that has not been looked at lies in one of them. Where there are more than room is for, the last one is around all of those. */
  readonly boxes: Float64Array;
  /** How many boxes there are. */
  boxCount: number;
}

/** Room for so many boxes, 1 or more. */
export function createHitBounds(capacity = 64): HitBounds {
  requireInteger('createHitBounds', 'capacity', capacity, 1, 0x3ffffff);
  return {
    atLeast: 0,
    atMost: Infinity,
    isComplete: false,
    boxes: new Float64Array(capacity * CHILD_STRIDE),
    boxCount: 0,
  };
}

/**
 * Reads what a search for a ball, a capsule, a box or a frustum knows by now. Takes some nanoseconds for each node that has not been looked at, and evaluates those that wait, of which there are at most three for each level of the tree and a few.
 *
 * @throws PliantError `mismatch` when the search is after something else, or when the body was posed or placed anew since.
 */
export function readHitBounds(search: Search, bounds: HitBounds): HitBounds {
  const walked = search.probe;
  if (search.advance !== advanceProbe || !walked) {
    throw new PliantError(
      'mismatch',
      'readHitBounds: the search is not after a ball, capsule, box or frustum; call beginBall or one of its like first',
    );
  }
  const { body, hits, probe, stamp } = walked;
  requireSameStamp('readHitBounds', body, stamp);
  const inKernel = isKernelProbe(probe);
  const stack = inKernel ? walked.walk.stack : walked.stack;
  const size = inKernel ? walked.walk.stackSize : walked.stackSize;
  bounds.atLeast = hits.count + hits.dropped;
  bounds.atMost = bounds.atLeast;
  bounds.boxCount = 0;
  bounds.isComplete = size === 0;
  for (let i = 0; i < size; i++) {
    const id = stack[i] | 0;
    bounds.atMost += countTriangles(body, id);
    addBox(bounds, walked, id);
  }
  return bounds;
}

/** How many triangles there are below a node, at most: leaves of bodies that were cut have holes. */
function countTriangles(body: Body, id: number): number {
  if (isLeafId(id)) return leafCount(id);
  const { words } = body.bounds;
  let count = 0;
  for (let lane = id * LANES; lane < id * LANES + LANES; lane++) {
    const word = words[lane];
    if (word === NO_CHILD) continue;
    count += word >= LEAF_BIT ? leafCount(word | 0) : countTriangles(body, word);
  }
  return count;
}

/** Adds a box around all that lies below a node that waits. */
function addBox(bounds: HitBounds, { body, leaf, opened }: WalkedProbe, id: number): void {
  const { boxes } = bounds;
  const isRoom = (bounds.boxCount + 1) * CHILD_STRIDE <= boxes.length;
  const at = (isRoom ? bounds.boxCount++ : bounds.boxCount - 1) * CHILD_STRIDE;
  if (isRoom) {
    boxes.fill(Infinity, at, at + 3);
    boxes.fill(-Infinity, at + 3, at + CHILD_STRIDE);
  }
  if (isLeafId(id)) {
    openLeaf(body, id, leaf);
    const { corners, posed } = body;
    for (let corner = leaf.first * 3; corner < (leaf.first + leaf.count) * 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = posed[corners[corner] * 3 + axis];
        if (value < boxes[at + axis]) boxes[at + axis] = value;
        if (value > boxes[at + axis + 3]) boxes[at + axis + 3] = value;
      }
    }
    return;
  }
  openNode(body, id, opened);
  for (let child = 0; child < opened.count; child++) {
    for (let axis = 0; axis < 3; axis++) {
      const low = opened.boxes[child * CHILD_STRIDE + axis];
      const high = opened.boxes[child * CHILD_STRIDE + axis + 3];
      if (low < boxes[at + axis]) boxes[at + axis] = low;
      if (high > boxes[at + axis + 3]) boxes[at + axis + 3] = high;
    }
  }
}
