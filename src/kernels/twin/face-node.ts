/**
 * Which directions does a single node face, in a body that has not been posed as a whole: the reference for ../assembly/face-node.ts, same words. Nodes above the patches of a blend
 * are not looked at: posing what lies below them is what is to be avoided.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { PATCHED } from '../layout/patches.js';
import { recordOf, slotWordAt } from '../layout/record.js';
import { FACING, NODE, NO_NODE, REGIONS } from '../layout/regions.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { boundAbove, boundTile } from './bound-regions.js';
import { evaluateBlock } from './evaluate-block.js';
import { poseLeaf } from './pose-leaf.js';
import { facingAt, nodeAt } from './see-border.js';

/** Sees to it that what is known of a node is that of the present pose; returns whether it is. */
export function faceNode(arena: Arena, body: ByteOffset, kept: WordIndex, node: number): boolean {
  const { u32 } = arena;
  const header = wordAt(body);
  const word = u32[slotWordAt(u32, header, u32[nodeAt(u32, kept, node) + NODE.slot])];
  if (word < u32[header + PATCHED.lazyBlockCount]) return false;
  const facing = facingAt(u32, kept, node);
  const now = u32[header + HEADER.stamp];
  if (u32[facing + FACING.stamp] === now) return true;
  u32[facing + FACING.stamp] = now;
  const tileCount = u32[kept + REGIONS.tileCount];
  if (node < tileCount) {
    if (word >= LEAF_BIT) poseLeaf(arena, body, word);
    else evaluateBlock(arena, body, word);
    const starts = follow(u32, kept + REGIONS.tileStarts) + node;
    boundTile(arena, header, facing, u32[starts], u32[starts + 1]);
    return true;
  }
  const list = follow(u32, kept + REGIONS.children) + (node - tileCount) * LANES;
  for (let lane = 0; lane < LANES; lane++) {
    if (u32[list + lane] !== NO_NODE) faceNode(arena, body, kept, u32[list + lane]);
  }
  evaluateBlock(arena, body, word);
  boundAbove(arena, kept, node, recordOf(u32, header, word));
  return true;
}

/** Whether what is known of a node is that of the present pose. */
export function isFaced({ u32 }: Arena, body: ByteOffset, kept: WordIndex, node: number): boolean {
  return u32[facingAt(u32, kept, node) + FACING.stamp] === u32[wordAt(body) + HEADER.stamp];
}
