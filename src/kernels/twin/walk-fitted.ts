/**
 * Regions of a body that has been fitted, walked before anything is posed: the reference for walkFitted of ../assembly/walk-regions.ts, same words. Regions are proved free by governors alone. Where that
 * fails, blocks are evaluated as walks come to them; of nodes in patches of a blend it is found out what they face, and borders decide.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../layout/child-words.js';
import { BLEND, HEADER } from '../layout/header.js';
import { slotWordAt } from '../layout/record.js';
import { REGION, REGIONS } from '../layout/regions.js';
import { affineOf } from '../layout/self.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';
import { clearFitted } from './clear-fitted.js';
import { clearRegion } from './clear-region.js';
import { evaluateBlock } from './evaluate-block.js';
import { faceNode, isFaced } from './face-node.js';
import { poseLeaf } from './pose-leaf.js';
import { walkByRule } from './walk-regions.js';
import type { RegionRule } from './walk-regions.js';

const GOVERNORS: RegionRule = {
  isClear: (arena, body, kept, number, state) => {
    const { u32 } = arena;
    const region = follow(u32, kept + REGIONS.regions) + number * REGION.wordCount;
    const a = u32[region + REGION.nodeA];
    const b = u32[region + REGION.nodeB];
    const affine = affineOf(u32, wordAt(body));
    if (clearFitted(arena, body, kept, affine, number, a, b, state)) return true;
    if (u32[wordAt(body) + HEADER.boundRule] !== BLEND) return false;
    if (!faceNode(arena, body, kept, a) || !faceNode(arena, body, kept, b)) return false;
    return clearRegion(arena, body, kept, region, state);
  },
  haveBlock,
  isFaced,
};

/** Evaluates a block. Where there are no patches, leaves below it may be put out before anybody else poses them. */
function haveBlock(arena: Arena, body: ByteOffset, block: number): void {
  const { u32 } = arena;
  evaluateBlock(arena, body, block);
  if (u32[wordAt(body) + HEADER.boundRule] === BLEND) return;
  for (let lane = 0; lane < LANES; lane++) {
    const word = u32[slotWordAt(u32, wordAt(body), block * LANES + lane)];
    if (word >= LEAF_BIT && word !== NO_CHILD) poseLeaf(arena, body, word);
  }
}

/** Goes on while there are regions on top of the stack; returns 1 when the walk is complete, 0 when it stopped before. */
export function walkFitted(arena: Arena, body: ByteOffset, state: ByteOffset): number {
  return walkByRule(arena, body, state, GOVERNORS);
}
