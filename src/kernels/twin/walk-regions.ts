/**
 * Which regions of a body with itself are not free of collisions, and what do they consist of: the reference for ../assembly/walk-regions.ts, same words.
 *
 * Entries of the stack are regions, and what regions consist of that is none: pairs of slots, which walk-pairs.ts goes on with. The two kernels take turns, each
 * while entries of its own are on top, so leaves come out in the order in which walk-pairs.ts alone would have them. Either the body has bounded its regions: then all its vertices have
 * been posed, and boxes down to tiles are exact. Or it has been fitted, and walk-fitted.ts says how regions are proved free.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../layout/child-words.js';
import { WALK_SLACK } from '../layout/margins.js';
import { recordOf, slotWordAt } from '../layout/record.js';
import { NODE, REGION, REGIONS, REGION_BIT, isRegion } from '../layout/regions.js';
import { regionsOf } from '../layout/self.js';
import { MOST_OPENED, PAIR_WALK, WALK } from '../layout/walk.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { clearRegion, tellBelow } from './clear-region.js';
import { nodeAt } from './see-border.js';

const fround = Math.fround;
const SLACK = WALK_SLACK;
/** Stands for a pair of children that is no region. */
const NO_REGION = -1;

/** How a walk finds out whether a region is free; what it does before it looks at the children of a block; and whether what is known of a node is that of the present pose. */
export interface RegionRule {
  readonly isClear: (arena: Arena, body: ByteOffset, kept: WordIndex, number: number, state: number) => boolean;
  readonly haveBlock: (arena: Arena, body: ByteOffset, block: number) => void;
  readonly isFaced: (arena: Arena, body: ByteOffset, kept: WordIndex, node: number) => boolean;
}

/** Where the body has bounded its regions, all blocks above the tiles have been evaluated. */
const BORDERS: RegionRule = {
  isClear: (arena, body, kept, number, state) =>
    clearRegion(arena, body, kept, follow(arena.u32, kept + REGIONS.regions) + number * REGION.wordCount, state),
  haveBlock: () => {},
  isFaced: () => true,
};

/** Goes on while there are regions on top of the stack; returns 1 when the walk is complete, 0 when it stopped before. */
export function walkRegions(arena: Arena, body: ByteOffset, state: ByteOffset): number {
  return walkByRule(arena, body, state, BORDERS);
}

/** The same by any rule. */
export function walkByRule(arena: Arena, body: ByteOffset, state: ByteOffset, rule: RegionRule): number {
  const { u32 } = arena;
  const at = wordAt(state);
  const stack = follow(u32, at + WALK.stack);
  while (
    u32[at + WALK.stackSize] > 0 &&
    u32[at + WALK.budget] > 0 &&
    u32[at + WALK.outCount] + LANES * LANES <= u32[at + WALK.outCapacity] &&
    u32[at + WALK.stackSize] + MOST_OPENED <= u32[at + WALK.stackCapacity] &&
    isRegion(u32[stack + u32[at + WALK.stackSize] * 2 - 2] | 0)
  ) {
    const entry = u32[stack + --u32[at + WALK.stackSize] * 2];
    u32[at + WALK.budget]--;
    u32[at + WALK.blocks]++;
    openRegion(arena, body, entry & ~REGION_BIT, at, rule);
  }
  return u32[at + WALK.stackSize] === 0 ? 1 : 0;
}

function openRegion(arena: Arena, body: ByteOffset, number: number, at: number, rule: RegionRule): void {
  const { u32 } = arena;
  const kept = regionsOf(u32, wordAt(body));
  if (rule.isClear(arena, body, kept, number, at)) return;
  const region = follow(u32, kept + REGIONS.regions) + number * REGION.wordCount;
  const nodeA = u32[region + REGION.nodeA];
  const nodeB = u32[region + REGION.nodeB];
  const slotA = u32[nodeAt(u32, kept, nodeA) + NODE.slot];
  const slotB = u32[nodeAt(u32, kept, nodeB) + NODE.slot];
  const wordA = u32[slotWordAt(u32, wordAt(body), slotA)];
  const wordB = u32[slotWordAt(u32, wordAt(body), slotB)];
  if (Math.min(nodeA, nodeB) < u32[kept + REGIONS.tileCount]) {
    // What lies below tiles is for the kernel that walks pairs.
    if (wordA >= LEAF_BIT && wordB >= LEAF_BIT) put(u32, at, WALK.out, WALK.outCount, wordA | 0, wordB | 0);
    else put(u32, at, WALK.stack, WALK.stackSize, slotA, slotB);
    return;
  }
  if (rule.isFaced(arena, body, kept, nodeA)) tellBelow(u32, kept, nodeA);
  if (nodeA !== nodeB && rule.isFaced(arena, body, kept, nodeB)) tellBelow(u32, kept, nodeB);
  rule.haveBlock(arena, body, wordA);
  rule.haveBlock(arena, body, wordB);
  for (let laneA = LANES - 1; laneA >= 0; laneA--) {
    const childA = u32[slotWordAt(u32, wordAt(body), wordA * LANES + laneA)];
    if (childA === NO_CHILD) continue;
    for (let laneB = LANES - 1; laneB >= (nodeA === nodeB ? laneA : 0); laneB--) {
      const childB = u32[slotWordAt(u32, wordAt(body), wordB * LANES + laneB)];
      if (childB === NO_CHILD || areLanesApart(arena, wordAt(body), wordA, laneA, wordB, laneB, at)) continue;
      const child = childRegion(u32, region, laneA, laneB);
      if (childA >= LEAF_BIT && childB >= LEAF_BIT) {
        // Pairs of leaves come before all others, so they are not left on the stack.
        if (child !== NO_REGION && rule.isClear(arena, body, kept, child, at)) continue;
        put(u32, at, WALK.out, WALK.outCount, childA | 0, childB | 0);
      } else {
        const entry = child === NO_REGION ? wordA * LANES + laneA : REGION_BIT | child;
        put(u32, at, WALK.stack, WALK.stackSize, entry, wordB * LANES + laneB);
      }
    }
  }
}

/** Adds two words to a list of the walk. Those of leaves are signed: without sign they would be put on the heap for the call. */
function put(u32: Uint32Array, at: number, list: number, count: number, first: number, second: number): void {
  const end = follow(u32, at + list) + u32[at + count]++ * 2;
  u32[end] = first;
  u32[end + 1] = second;
}

/** The region that a pair of children is, as a number, or {@link NO_REGION}. */
function childRegion(u32: Uint32Array, region: number, laneA: number, laneB: number): number {
  const bit = 1 << (laneA * LANES + laneB);
  const children = u32[region + REGION.children];
  if ((children & bit) === 0) return NO_REGION;
  let before = 0;
  for (let bits = children & (bit - 1); bits !== 0; bits &= bits - 1) before++;
  return u32[region + REGION.firstChild] + before;
}

/** Two lanes, both of them boxes: walk-pairs.ts has the proof. */
function areLanesApart(
  { f32, u32 }: Arena,
  header: WordIndex,
  blockA: number,
  laneA: number,
  blockB: number,
  laneB: number,
  at: number,
): boolean {
  const a = recordOf(u32, header, blockA) + laneA;
  const b = recordOf(u32, header, blockB) + laneB;
  const pad = f32[at + PAIR_WALK.pad];
  for (let axis = 0; axis < 3; axis++) {
    const center = axis * LANES;
    const size = (3 + axis) * LANES;
    const distance = Math.abs(fround(f32[b + center] - f32[a + center]));
    if (distance > fround(fround(f32[b + size] + fround(f32[a + size] + pad)) * SLACK)) return true;
  }
  return false;
}
