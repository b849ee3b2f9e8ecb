/**
 * When is it cheaper to deform and refit everything than to go on lazily? A body counts what a pose has cost; once that
 * exceeds a share of what a refit would cost, it is refitted and the walk goes on with exact boxes. The share is small when
 * one of the last poses turned out deep, since this one probably is too, and larger when none did: so a walk in deep
 * contact wastes little, a walk in light contact never refits, and one that alternates between both wastes little either.
 *
 * Costs are nanoseconds measured on one machine; only their ratios matter, and results do not depend on them.
 */

/**
 * Where a rule says what things cost in the present pose: evaluating a block; posing a vertex, or baking a patch; refitting
 * everything; a nanosecond of walking, while the body is lazy and once it is refitted; and what share of a refit may be
 * spent after shallow poses.
 */
export const BLOCK_COST = 0;
export const UNIT_COST = 1;
export const WHOLE_COST = 2;
export const WALK_COST = 3;
export const REFITTED_WALK_COST = 4;
export const PATIENCE = 5;
/** Numbers of a rule's prices. */
export const PRICE_COUNT = 6;

/** What share of a refit may be spent after a deep pose, and for how many poses. */
const PATIENCE_AFTER_DEEP = 0.06;
const MEMORY = 3;

/** What has been spent on walks in the present pose, and in all; what share of a refit that is. */
const WALKED = 0;
const SPENT = 1;
const SHARE = 2;

/** What the rule remembers of a body from one pose to the next. */
export interface SwitchMemory {
  /** For how many poses yet a deep one is remembered. */
  deepFor: number;
  /** Nanoseconds, in an array, since doubles that are passed between functions may go to the heap. */
  readonly costs: Float64Array;
}

/** A body that has not been asked anything yet. */
export function createSwitchMemory(): SwitchMemory {
  return { deepFor: 0, costs: new Float64Array(3) };
}

/** Takes stock: what blocks and vertices or patches so far have cost one by one, and which share of a refit that is. */
export function takeStock(memory: SwitchMemory, prices: Float64Array, blocks: number, units: number): void {
  const { costs } = memory;
  costs[SPENT] = costs[WALKED] + blocks * prices[BLOCK_COST] + units * prices[UNIT_COST];
  costs[SHARE] = costs[SPENT] / prices[WHOLE_COST];
}

/** Turns to a new pose: what was spent in the one before, as the last stock says, tells whether it was deep. */
export function turnToPose(memory: SwitchMemory, prices: Float64Array): void {
  const { costs } = memory;
  if (costs[SHARE] > prices[PATIENCE]) memory.deepFor = MEMORY;
  else if (memory.deepFor > 0) memory.deepFor--;
  costs[WALKED] = 0;
}

/** Adds what a walk has spent; after a refit, what it would have spent without. `nanoseconds` is a whole number. */
export function addWalk(memory: SwitchMemory, prices: Float64Array, nanoseconds: number, isRefitted: boolean): void {
  memory.costs[WALKED] += nanoseconds * prices[isRefitted ? REFITTED_WALK_COST : WALK_COST];
}

/** Whether a body on which so much has been spent, as the last stock says, had better be refitted now. */
export function isRefitWorthwhile(memory: SwitchMemory, prices: Float64Array): boolean {
  return memory.costs[SHARE] > (memory.deepFor > 0 ? PATIENCE_AFTER_DEEP : prices[PATIENCE]);
}
