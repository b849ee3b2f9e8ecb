/**
 * The bounds of a block in the present pose: evaluated when a walk first reaches it, and remembered for as long as the
 * stamp stays. Twin: ../twin/evaluate-block.ts.
 */
import { blendBlock, countBlock } from './blend-block';
import { carryBoxes, carrySpheres } from './carry-block';
import {
  BASES,
  BLEND,
  BLOCKS_CARRIED,
  BLOCKS_EVALUATED,
  ORIENTED,
  PLACED,
  PLACEMENT,
  RECORD_STAMP,
  RULE,
  SPHERES,
  STAMP,
  WHOLE_STAMP,
  recordOf,
} from './lazy-body';
import { orientBoxes, placeBoxes, placeSpheres } from './place-block';
import { sumBoxes, sumSpheres } from './sum-block';

/** Makes sure that the block's bounds are those of the present pose; returns where they are. */
// @ts-ignore: decorator
@inline
export function evaluateBlock(body: usize, block: u32): usize {
  const cache = recordOf(body, block);
  const now = load<u32>(body, STAMP);
  if (load<u32>(cache, RECORD_STAMP) != now) {
    store<u32>(cache, now, RECORD_STAMP);
    evaluate(body, block, cache);
  }
  return cache;
}

function evaluate(body: usize, block: u32, cache: usize): void {
  const rule = load<u32>(body, RULE);
  // After a refit every block has its exact boxes; which are looked at is of interest to the rule that decides to refit.
  const isWhole: bool = load<u32>(body, WHOLE_STAMP) == load<u32>(body, STAMP);
  if (rule == BLEND) {
    if (isWhole) countBlock(body, block);
    else blendBlock(body, block, cache);
    return;
  }
  if (isWhole) return;
  if (load<usize>(body, BASES)) {
    const carried: bool = rule == SPHERES ? carrySpheres(body, block, cache) : carryBoxes(body, block, cache);
    const counter: usize = carried ? BLOCKS_CARRIED : BLOCKS_EVALUATED;
    store<u32>(body + counter, load<u32>(body + counter) + 1);
  } else {
    if (rule == SPHERES) sumSpheres(body, block, cache);
    else sumBoxes(body, block, cache);
    store<u32>(body, load<u32>(body, BLOCKS_EVALUATED) + 1, BLOCKS_EVALUATED);
  }
  if (rule == ORIENTED) orientBoxes(body, block, cache);
  else if (load<u32>(body, PLACED)) {
    if (rule == SPHERES) placeSpheres(load<usize>(body, PLACEMENT), cache);
    else placeBoxes(load<usize>(body, PLACEMENT), cache);
  }
}
