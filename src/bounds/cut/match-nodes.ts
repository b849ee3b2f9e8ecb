/** Which nodes of regions are the same before and after a cut. */
import { NO_SLOT } from '../../kernels/layout/blend.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import type { BlockTree } from '../blocks/block-tree.js';
import type { Tiles } from '../regions/tiles.js';

/** Which node after a cut was which before it. */
export interface NodeMatch {
  /** Of each node after the cut the same one before it, or {@link NO_NODE}; and the other way round. */
  readonly oldNodes: Uint32Array;
  readonly newNodes: Uint32Array;
  /** Of each node after the cut 1 if it is clean, else 0. */
  readonly isClean: Uint8Array;
}

/** Matches nodes by their slots: those below which nothing changed. */
export function matchNodes(
  old: Tiles,
  before: BlockTree,
  tiles: Tiles,
  sources: Uint32Array,
): Pick<NodeMatch, 'oldNodes' | 'newNodes'> {
  const nodeOfSlot = new Uint32Array(before.words.length).fill(NO_NODE);
  old.slots.forEach((slot, node) => (nodeOfSlot[slot] = node));
  const oldNodes = new Uint32Array(tiles.nodeCount).fill(NO_NODE);
  const newNodes = new Uint32Array(old.nodeCount).fill(NO_NODE);
  tiles.slots.forEach((slot, node) => {
    if (sources[slot] === NO_SLOT) return;
    const oldNode = nodeOfSlot[sources[slot]];
    // It may have been part of a tile, and not known by itself.
    if (oldNode === NO_NODE) return;
    oldNodes[node] = oldNode;
    newNodes[oldNode] = node;
  });
  return { oldNodes, newNodes };
}
