/** On which level each child of a block tree is, and which triangles lie below it. */
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { requireUncut } from './block-tree.js';
import type { BlockTree } from './block-tree.js';

/** Two arrays over all slots, a slot being four times a block plus a lane. */
export interface BlockLevels {
  /** The level of each slot, the root's being 0; where a slot has no child it means nothing. */
  readonly levels: Uint32Array;
  /** Two numbers per slot: where its triangles begin in the order of the leaves, and how many there are. */
  readonly ranges: Uint32Array;
}

/** Lays out levels and triangles. Children come behind their parents, so it takes one loop down and one up. */
export function layOutLevels(tree: BlockTree): BlockLevels {
  requireUncut('inspect', tree);
  const { words } = tree;
  const levels = new Uint32Array(words.length);
  for (let slot = 0; slot < words.length; slot++) {
    if (words[slot] >= LEAF_BIT) continue;
    levels.fill(levels[slot] + 1, words[slot] * LANES, words[slot] * LANES + LANES);
  }
  return { levels, ranges: layOutRanges(tree) };
}

/** Lays out triangles alone: {@link BlockLevels.ranges}. */
export function layOutRanges({ words }: BlockTree): Uint32Array {
  const ranges = new Uint32Array(words.length * 2);
  for (let slot = words.length - 1; slot >= 0; slot--) {
    const word = words[slot];
    if (word === NO_CHILD) continue;
    if (word >= LEAF_BIT) {
      ranges[slot * 2] = leafFirst(word);
      ranges[slot * 2 + 1] = leafCount(word);
      continue;
    }
    ranges[slot * 2] = ranges[word * LANES * 2];
    for (let lane = 0; lane < LANES; lane++) ranges[slot * 2 + 1] += ranges[(word * LANES + lane) * 2 + 1];
  }
  return ranges;
}
