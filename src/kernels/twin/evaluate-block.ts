/**
 * The bounds of a block in the present pose, evaluated once: the reference for ../assembly/evaluate-block.ts, same
 * words.
 */
import type { Arena } from '../arena.js';
import { BLEND, BODY, ORIENTED, RECORD, SPHERES, recordOf } from '../lazy-layout.js';
import { blendBlock, countBlock } from './blend-block.js';
import { carryBlock } from './carry-block.js';
import { orientBoxes, placeBoxes, placeSpheres } from './place-block.js';
import { sumBlock } from './sum-block.js';

/** Makes sure that the block's bounds are those of the present pose; returns where they are. */
export function evaluateBlock(arena: Arena, body: number, block: number): number {
  const { u32 } = arena;
  const header = body >>> 2;
  const cache = recordOf(u32, header, block);
  const now = u32[header + BODY.stamp];
  if (u32[cache + RECORD.stamp] !== now) {
    u32[cache + RECORD.stamp] = now;
    evaluate(arena, header, block, cache);
  }
  return cache << 2;
}

function evaluate(arena: Arena, header: number, block: number, cache: number): void {
  const { f32, u32 } = arena;
  const rule = u32[header + BODY.rule];
  // After a refit every block has its exact boxes; which are looked at is of interest to the rule that decides to refit.
  const isWhole = u32[header + BODY.wholeStamp] === u32[header + BODY.stamp];
  if (rule === BLEND) {
    if (isWhole) countBlock(arena, header, block);
    else blendBlock(arena, header, block, cache);
    return;
  }
  if (isWhole) return;
  const sizes = rule === SPHERES ? 1 : 3;
  if (u32[header + BODY.bases] !== 0) {
    u32[header + (carryBlock(arena, header, block, cache, sizes) ? BODY.blocksCarried : BODY.blocksEvaluated)]++;
  } else {
    sumBlock(arena, header, block, cache, sizes);
    u32[header + BODY.blocksEvaluated]++;
  }
  if (rule === ORIENTED) orientBoxes(arena, header, block, cache);
  else if (u32[header + BODY.placed] !== 0) {
    const placement = u32[header + BODY.placement] >>> 2;
    if (sizes === 1) placeSpheres(f32, placement, cache);
    else placeBoxes(f32, placement, cache);
  }
}
