/**
 * The bounds of a block in the present pose, evaluated once: the reference for ../assembly/evaluate-block.ts, same
 * words.
 */
import type { Arena } from '../arena.js';
import { BLEND, HEADER, ORIENTED, SPHERES } from '../layout/header.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { RECORD, haveWords, recordOf } from '../layout/record.js';
import { evaluatePatched } from './bake-patch.js';
import { carryBlock } from './carry-block.js';
import { orientBoxes, placeCenters, placeExtents, placeRadii } from './place-block.js';
import { sumBlock } from './sum-block.js';
import { follow, placeOf, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

/** Makes sure that the block's bounds are those of the present pose; returns where they are. */
export function evaluateBlock(arena: Arena, body: ByteOffset, block: number): ByteOffset {
  const { u32 } = arena;
  const header = wordAt(body);
  const cache = recordOf(u32, header, block);
  const now = u32[header + HEADER.stamp];
  if (u32[cache + RECORD.stamp] !== now) {
    haveWords(u32, header, block);
    u32[cache + RECORD.stamp] = now;
    evaluate(arena, header, block, cache);
  }
  return placeOf(cache);
}

function evaluate(arena: Arena, header: WordIndex, block: number, cache: number): void {
  const { f32, u32 } = arena;
  const rule = u32[header + HEADER.boundRule];
  // After a refit every block has its exact boxes; which are looked at is of interest to the rule that decides to refit.
  if (rule >= BLEND) {
    evaluatePatched(arena, header, block, cache);
    return;
  }
  if (u32[header + HEADER.wholeStamp] === u32[header + HEADER.stamp]) return;
  const sizes = rule === SPHERES ? 1 : 3;
  if (u32[header + LINEAR_BOUND.bases] !== 0) {
    u32[
      header + (carryBlock(arena, header, block, cache, sizes) ? LINEAR_BOUND.blocksCarried : HEADER.blocksEvaluated)
    ]++;
  } else {
    sumBlock(arena, header, block, cache, sizes);
    u32[header + HEADER.blocksEvaluated]++;
  }
  const placement = follow(u32, header + HEADER.placement);
  const isPlaced = u32[header + HEADER.placed] !== 0;
  if (isPlaced) placeCenters(f32, placement, cache);
  if (rule === ORIENTED) orientBoxes(arena, header, block, cache);
  else if (isPlaced) {
    if (sizes === 1) placeRadii(f32, placement, cache);
    else placeExtents(f32, placement, cache);
  }
}
