/** Which region two nodes are, and which node a word of the tree is: for walks that come to nodes by their words, and not from region to region. */
import { LEAF_BIT, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { NO_NODE, REGION } from '../../kernels/layout/regions.js';
import type { BlockTree } from '../blocks/block-tree.js';
import type { Regions } from './regions.js';

/** Stands for two nodes that have no vertex in common, or that the walk of regions does not come to. */
export const NO_REGION = -1;

/** A table over regions, and one over blocks. */
export interface RegionIndex {
  readonly regions: Regions;
  /** Three words per place: the two nodes of a region, the lower first, and its number. {@link NO_NODE} where there is none. */
  readonly table: Uint32Array;
  /** How many places there are, less one; a power of two, less one. */
  readonly mask: number;
  /** The node that each block is, or {@link NO_NODE} for those below tiles. */
  readonly nodes: Uint32Array;
}

/** Makes the tables of a surface. */
export function indexRegions(tree: BlockTree, regions: Regions): RegionIndex {
  const count = regions.regions.length / REGION.wordCount;
  let size = 4;
  while (size < 2 * count) size *= 2;
  const index = {
    regions,
    table: new Uint32Array(size * 3).fill(NO_NODE),
    mask: size - 1,
    nodes: new Uint32Array(tree.blockCount).fill(NO_NODE),
  };
  for (let region = 0; region < count; region++) {
    const a = regions.regions[region * REGION.wordCount + REGION.nodeA];
    const b = regions.regions[region * REGION.wordCount + REGION.nodeB];
    const at = placeOf(index, Math.min(a, b), Math.max(a, b));
    index.table[at] = Math.min(a, b);
    index.table[at + 1] = Math.max(a, b);
    index.table[at + 2] = region;
  }
  regions.tiles.slots.forEach((slot, node) => {
    if (tree.words[slot] < LEAF_BIT) index.nodes[tree.words[slot]] = node;
  });
  return index;
}

/** The number of the region that two nodes are, or one that is given twice, or {@link NO_REGION}. */
export function regionOf(index: RegionIndex, a: number, b: number): number {
  const at = placeOf(index, Math.min(a, b), Math.max(a, b));
  return index.table[at] === NO_NODE ? NO_REGION : index.table[at + 2];
}

/** The node that the word of a block or of a leaf stands for, or {@link NO_NODE} below tiles. Words are signed, as walks have them. */
export function nodeOf({ nodes, regions: { tiles } }: RegionIndex, word: number): number {
  if (word >= 0) return nodes[word];
  const { starts, tileCount } = tiles;
  const first = leafFirst(word);
  let low = 0;
  let high = tileCount;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= first) low = middle;
    else high = middle;
  }
  return starts[low] === first && starts[low + 1] === first + leafCount(word) ? low : NO_NODE;
}

/** Where two nodes are in the table, or would be. */
function placeOf({ mask, table }: RegionIndex, low: number, high: number): number {
  let place = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 7;
  for (;;) {
    const at = (place & mask) * 3;
    if (table[at] === NO_NODE || (table[at] === low && table[at + 1] === high)) return at;
    place++;
  }
}
