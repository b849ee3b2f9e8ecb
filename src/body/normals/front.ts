/**
 * The front: down to which nodes cones are computed, kept from pose to pose (Schvartzman et al. 2009, section 4.3). In a new pose, cones are computed at the front, and put together from there up to the root; what a walk
 * asks for below it is computed then. A node is *open* if the front runs below it: where a walk has asked for one of its children.
 *
 * The front rises *with care*: an open node is closed again where nothing below it was asked for in the pose before, and its own bound, computed on trial, still has at least three directions. A sudden descent
 * over several levels would cost more than a front that is too low.
 */
import { FROM_TRIANGLES } from '../../bounds/normals/layout.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import { computeCone, createNormalCones, isKnown, joinCones, turnToPose } from './cones.js';
import type { NormalCones } from './cones.js';

/** Directions that a node must keep for the front to rise to it. */
const ENOUGH = 3;

/** The front of a body, and its cones. */
export interface ConeFront {
  readonly cones: NormalCones;
  /** 1 for each node that the front runs below. */
  readonly isOpen: Uint8Array;
  /** The pose in which each node was last asked for. */
  readonly asked: Uint32Array;
}

/** A front that is at the root. */
export function createConeFront(...parts: Parameters<typeof createNormalCones>): ConeFront {
  const cones = createNormalCones(...parts);
  const { nodeCount } = cones.tiles;
  return {
    cones,
    isOpen: new Uint8Array(nodeCount),
    asked: new Uint32Array(nodeCount),
  };
}

/** Brings cones up to the present pose of the body, which is fresh, from the front upwards. */
export function updateFront(front: ConeFront): void {
  const { cones } = front;
  if (turnToPose(cones)) settle(front, rootOf(cones));
}

/** The directions that a node faces in the pose in hand. The front is to be below its parent from now on. */
export function askForCone(front: ConeFront, node: number): number {
  const { asked, cones, isOpen } = front;
  asked[node] = cones.pose;
  if (!isKnown(cones, node)) {
    cones.statistics.descents++;
    computeCone(cones, node);
    const { parents } = cones;
    for (let above = parents[node]; above !== NO_NODE && isOpen[above] === 0; above = parents[above]) isOpen[above] = 1;
  }
  return cones.directions[node];
}

function rootOf({ tiles: { nodeCount, tileCount } }: NormalCones): number {
  return nodeCount === tileCount ? 0 : tileCount;
}

/** Computes the cones of a node and of all open ones below it; closes it where it may be. */
function settle(front: ConeFront, node: number): void {
  const { cones, isOpen } = front;
  const { statistics } = cones;
  if (isOpen[node] === 0) {
    statistics.frontSize++;
    computeCone(cones, node);
    return;
  }
  if (isQuietBelow(front, node)) {
    computeCone(cones, node);
    if (countBits(cones.directions[node]) >= ENOUGH || cones.normals.rows[node] === FROM_TRIANGLES) {
      statistics.ascents++;
      statistics.frontSize++;
      isOpen[node] = 0;
      return;
    }
    statistics.refusedAscents++;
  }
  const { children, tileCount } = cones.tiles;
  for (let lane = 0; lane < LANES; lane++) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child !== NO_NODE) settle(front, child);
  }
  joinCones(cones, node);
}

/** Whether, in the pose before, no child of a node was asked for, and nothing below its children was computed. */
function isQuietBelow({ asked, cones: { pose, tiles }, isOpen }: ConeFront, node: number): boolean {
  const { children, tileCount } = tiles;
  for (let lane = 0; lane < LANES; lane++) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child !== NO_NODE && (isOpen[child] === 1 || asked[child] === pose - 1)) return false;
  }
  return true;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
