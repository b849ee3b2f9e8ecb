/**
 * The bounds of a block in the present pose: evaluated when a walk first reaches it, and remembered for as long as the
 * stamp stays. Twin: ../twin/evaluate-block.ts.
 */
import {
  BLEND,
  HEADER_BLOCKS_EVALUATED,
  HEADER_PLACED,
  HEADER_PLACEMENT,
  HEADER_BOUND_RULE,
  HEADER_STAMP,
  LINEAR_BOUND_BASES,
  LINEAR_BOUND_BLOCKS_CARRIED,
  ORIENTED,
  RECORD_STAMP,
  SPHERES,
} from './generated/layout';
import { haveWords, isWhole, recordOf } from './lazy-body';
import { evaluatePatched } from './bake-patch';
import { carryBoxes, carrySpheres } from './carry-block';
import { orientBoxes, placeCenters, placeExtents, placeRadii } from './place-block';
import { sumBoxes, sumSpheres } from './sum-block';

/** Makes sure that the block's bounds are those of the present pose; returns where they are. */
// @ts-ignore: decorator
@inline
export function evaluateBlock(body: usize, block: u32): usize {
  const cache = recordOf(body, block);
  const now = load<u32>(body, HEADER_STAMP);
  if (load<u32>(cache, RECORD_STAMP) != now) evaluate(body, block);
  return cache;
}

function evaluate(body: usize, block: u32): void {
  const cache = haveWords(body, block);
  store<u32>(cache, load<u32>(body, HEADER_STAMP), RECORD_STAMP);
  const rule = load<u32>(body, HEADER_BOUND_RULE);
  // After a refit every block has its exact boxes; which are looked at is of interest to the rule that decides to refit.
  if (rule >= BLEND) {
    evaluatePatched(body, block, cache);
    return;
  }
  if (isWhole(body)) return;
  if (load<usize>(body, LINEAR_BOUND_BASES)) {
    const carried: bool = rule == SPHERES ? carrySpheres(body, block, cache) : carryBoxes(body, block, cache);
    const counter: usize = carried ? LINEAR_BOUND_BLOCKS_CARRIED : HEADER_BLOCKS_EVALUATED;
    store<u32>(body + counter, load<u32>(body + counter) + 1);
  } else {
    if (rule == SPHERES) sumSpheres(body, block, cache);
    else sumBoxes(body, block, cache);
    store<u32>(body, load<u32>(body, HEADER_BLOCKS_EVALUATED) + 1, HEADER_BLOCKS_EVALUATED);
  }
  const placement = load<usize>(body, HEADER_PLACEMENT);
  const placed = load<u32>(body, HEADER_PLACED) != 0;
  if (placed) placeCenters(placement, cache);
  if (rule == ORIENTED) orientBoxes(body, block, cache);
  else if (placed) {
    if (rule == SPHERES) placeRadii(placement, cache);
    else placeExtents(placement, cache);
  }
}
