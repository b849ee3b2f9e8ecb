/**
 * The parts of a surface whose borders are known: nodes of its tree down to *tiles* of a few dozen triangles. Below them a border costs more to look at
 * than the triangles themselves.
 */
import { LANES, LEAF_BIT, NO_CHILD } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { layOutRanges } from '../blocks/levels.js';

/** Triangles of a tile, at most, unless a leaf has more. */
const TILE_TRIANGLES = 24;

/** Nodes down to tiles. Tiles come first, in the order of their triangles; then the nodes above them, parents first. */
export interface Tiles {
  readonly nodeCount: number;
  readonly tileCount: number;
  /** The slot of each node. */
  readonly slots: Uint32Array;
  /** Four for each node above the tiles: the nodes below it, by lane, or {@link NO_NODE}. */
  readonly children: Uint32Array;
  /** Where the triangles of each tile begin, in the order of the leaves, and behind them where the last one's end. */
  readonly starts: Uint32Array;
}

/** Finds the tiles of a tree. */
export function findTiles(tree: BlockTree): Tiles {
  const ranges = layOutRanges(tree);
  const tileSlots: number[] = [];
  const upperSlots: number[] = [];
  // Lowest lanes last: they come off first.
  const waiting = [0];
  while (waiting.length > 0) {
    const slot = waiting.pop()!;
    const word = tree.words[slot];
    if (word >= LEAF_BIT || ranges[slot * 2 + 1] <= TILE_TRIANGLES) {
      tileSlots.push(slot);
      continue;
    }
    upperSlots.push(slot);
    for (let lane = LANES - 1; lane >= 0; lane--) {
      if (tree.words[word * LANES + lane] !== NO_CHILD) waiting.push(word * LANES + lane);
    }
  }
  const slots = new Uint32Array([...tileSlots, ...upperSlots]);
  const nodes = new Uint32Array(tree.words.length).fill(NO_NODE);
  slots.forEach((slot, node) => (nodes[slot] = node));
  const children = new Uint32Array(upperSlots.length * LANES);
  upperSlots.forEach((slot, upper) => {
    for (let lane = 0; lane < LANES; lane++) {
      children[upper * LANES + lane] = nodes[tree.words[slot] * LANES + lane];
    }
  });
  const starts = new Uint32Array(tileSlots.length + 1);
  tileSlots.forEach((slot, tile) => {
    starts[tile] = ranges[slot * 2];
    starts[tile + 1] = ranges[slot * 2] + ranges[slot * 2 + 1];
  });
  return { nodeCount: slots.length, tileCount: tileSlots.length, slots, children, starts };
}
