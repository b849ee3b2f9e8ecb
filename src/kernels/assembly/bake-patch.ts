/** Blocks of bodies that have patches. A patch is *baked* when a walk first reaches it: its vertices are posed and its boxes made exact. Twin: ../twin/bake-patch.ts. */
import {
  BLEND,
  EXACT_BOX_BYTES,
  EXACT_BOX_HIGH,
  EXACT_BOX_LOW,
  FIRST_OF_PATCH,
  HEADER_BLOCKS_EVALUATED,
  HEADER_BOUND_RULE,
  HEADER_REFIT_BOXES,
  HEADER_STAMP,
  NO_SLOT,
  PATCHED_LAZY_BLOCK_COUNT,
  PATCHED_PATCHES_BAKED,
  PATCHED_PATCH_VERTICES,
  PATCH_COUNTS_SHIFT,
  PATCH_RECORD_COUNTS,
  PATCH_RECORD_PATCH,
  PATCH_RECORD_VERTICES,
  PATH_ENTRY_BOUND,
  PATH_ENTRY_POSE,
  RECORD_STAMP,
} from './generated/layout';
import { blendBlock } from './blend-block';
import { arePosed, haveWords, isWhole, recordOf, storeBox } from './lazy-body';
import { poseBlendPatch } from './pose-blend';
import { refitBlocks } from './refit-blocks';

/** Evaluates a block that has not been evaluated in the present pose; where all have been refitted, counts it as if it had been. */
export function evaluatePatched(body: usize, block: u32, cache: usize): void {
  const isLazy = block < load<u32>(body, PATCHED_LAZY_BLOCK_COUNT);
  const patch = load<u32>(cache, PATCH_RECORD_PATCH);
  const whole = isWhole(body);
  if (isLazy) {
    store<u32>(body, load<u32>(body, HEADER_BLOCKS_EVALUATED) + 1, HEADER_BLOCKS_EVALUATED);
    if (whole) return;
    if (load<u32>(body, HEADER_BOUND_RULE) == BLEND) blendBlock(body, block, cache);
    else call_indirect<void>(PATH_ENTRY_BOUND, body, block, cache);
    return;
  }
  // Walks enter a patch by its first block.
  if (!whole || patch & FIRST_OF_PATCH) {
    store<u32>(body, load<u32>(body, PATCHED_PATCHES_BAKED) + 1, PATCHED_PATCHES_BAKED);
  }
  if (!whole) bakePatch(body, patch & FIRST_OF_PATCH ? block : patch);
}

function bakePatch(body: usize, firstBlock: u32): void {
  const first = haveWords(body, firstBlock);
  const counts = load<u32>(first, PATCH_RECORD_COUNTS);
  const blockCount = counts >>> PATCH_COUNTS_SHIFT;
  if (!arePosed(body)) posePatch(body, load<u32>(first, PATCH_RECORD_VERTICES), counts & ((1 << PATCH_COUNTS_SHIFT) - 1));
  refitBlocks(body, firstBlock, blockCount);
  const now = load<u32>(body, HEADER_STAMP);
  for (let block = firstBlock; block < firstBlock + blockCount; block++) {
    store<u32>(recordOf(body, block), now, RECORD_STAMP);
  }
  const slot = load<u32>(first, PATCH_RECORD_PATCH) & NO_SLOT;
  if (slot == NO_SLOT) return;
  // The exact box takes the place of the one that the rule gave.
  const parent = recordOf(body, slot >>> 2);
  if (load<u32>(parent, RECORD_STAMP) != now) return;
  const box: usize = load<usize>(body, HEADER_REFIT_BOXES) + <usize>firstBlock * EXACT_BOX_BYTES;
  storeBox(parent + ((<usize>(slot & 3)) << 2), v128.load(box, EXACT_BOX_LOW), v128.load(box, EXACT_BOX_HIGH));
}

/** Poses the vertices of a patch: rows of a blend, or else numbers of vertices. */
// @ts-ignore: decorator
@inline
function posePatch(body: usize, first: u32, count: u32): void {
  const vertices = load<usize>(body, PATCHED_PATCH_VERTICES);
  if (load<u32>(body, HEADER_BOUND_RULE) == BLEND) poseBlendPatch(body, vertices, first, count);
  else call_indirect<void>(PATH_ENTRY_POSE, body, vertices + ((<usize>first) << 2), count);
}
