/**
 * Blocks of bodies that have patches: the reference for ../assembly/bake-patch.ts, same words. A patch is *baked* when a walk first reaches it: its vertices are posed and its boxes made
 * exact.
 */
import type { Arena } from '../arena.js';
import { BLEND, HEADER } from '../layout/header.js';
import { FIRST_OF_PATCH, NO_SLOT, PATCHED, PATCH_COUNTS_SHIFT, PATCH_RECORD } from '../layout/patches.js';
import { RECORD, haveWords, recordOf } from '../layout/record.js';
import { arePosed } from '../layout/self.js';
import { follow, placeOf } from '../units.js';
import type { WordIndex } from '../units.js';
import { blendBlock } from './blend-block.js';
import { poseBlendPatch } from './pose-blend.js';
import { refitBlocks } from './refit-blocks.js';
import { storeInterval } from './store-box.js';

/** Evaluates a block that has not been evaluated in the present pose; where all have been refitted, counts it as if it had been. */
export function evaluatePatched(arena: Arena, header: WordIndex, block: number, cache: number): void {
  const { u32 } = arena;
  const isWhole = u32[header + HEADER.wholeStamp] === u32[header + HEADER.stamp];
  if (block < u32[header + PATCHED.lazyBlockCount]) {
    u32[header + HEADER.blocksEvaluated]++;
    if (isWhole) return;
    if (u32[header + HEADER.boundRule] === BLEND) blendBlock(arena, header, block, cache);
    else arena.paths!.boundPaths(arena, header, block, cache);
    return;
  }
  const isFirst = u32[cache + PATCH_RECORD.patch] >= FIRST_OF_PATCH;
  // Walks enter a patch by its first block.
  if (!isWhole || isFirst) u32[header + PATCHED.patchesBaked]++;
  if (!isWhole) bakePatch(arena, header, isFirst ? block : u32[cache + PATCH_RECORD.patch]);
}

function bakePatch(arena: Arena, header: WordIndex, firstBlock: number): void {
  const { f32, u32 } = arena;
  const first = haveWords(u32, header, firstBlock);
  const vertexCount = u32[first + PATCH_RECORD.counts] & ((1 << PATCH_COUNTS_SHIFT) - 1);
  const blockCount = u32[first + PATCH_RECORD.counts] >>> PATCH_COUNTS_SHIFT;
  if (!arePosed(u32, header)) posePatch(arena, header, u32[first + PATCH_RECORD.vertices], vertexCount);
  refitBlocks(arena, placeOf(header), firstBlock, blockCount);
  const now = u32[header + HEADER.stamp];
  for (let block = firstBlock; block < firstBlock + blockCount; block++) {
    u32[recordOf(u32, header, block) + RECORD.stamp] = now;
  }
  const slot = u32[first + PATCH_RECORD.patch] & NO_SLOT;
  if (slot === NO_SLOT) return;
  // The exact box takes the place of the one that the rule gave.
  const parent = recordOf(u32, header, slot >>> 2);
  if (u32[parent + RECORD.stamp] !== now) return;
  const box = follow(u32, header + HEADER.refitBoxes) + firstBlock * 8;
  const at = parent + (slot & 3);
  for (let axis = 0; axis < 3; axis++) {
    interval[0] = f32[box + axis];
    interval[1] = f32[box + 4 + axis];
    storeInterval(f32, at, axis, interval);
  }
}

const interval = new Float32Array(2);

/** Poses the vertices of a patch: rows of a blend, or else numbers of vertices. */
function posePatch(arena: Arena, header: WordIndex, first: number, count: number): void {
  const { u32 } = arena;
  if (u32[header + HEADER.boundRule] === BLEND) poseBlendPatch(arena, header, first, count);
  else arena.paths!.posePaths(arena, header, follow(u32, header + PATCHED.patchVertices) + first, count);
}
