/**
 * When is it cheaper to deform and refit everything than to go on lazily? A body counts what a pose has cost; once that
 * is about what a refit would cost, it is refitted and the walk goes on with exact boxes: so by these costs no pose takes more than about twice what it would have, had its end been known.
 * A pose that cost so much is deep, lazily or by an estimate of that from a walk over exact boxes. After a deep pose a small share of a refit is enough, since the
 * next one probably is deep too: so a walk through bodies that are deep in each other wastes little, a walk through bodies that barely touch never refits, and one that alternates between both wastes little either.
 *
 * Most poses are asked little, and then nobody takes stock: until walks have spent more than a bounder's `idleNs`, a refit cannot be worthwhile.
 *
 * Costs are nanoseconds measured on one machine; only their ratios matter, and results do not depend on them. Two curtains, from apart to deep in each other, 1,980 poses: where the cost by these counts
 * was 0.8 to 0.9 of a refit, a refit would have saved 0.97 of what it took; with 0.35 to 0.4, 0.41; with 1.2 to 2, 1.76.
 */

/**
 * Where a rule says what things cost in the present pose: evaluating a block; posing a vertex, or baking a patch; refitting
 * everything; and a nanosecond of walking, while the body is lazy and once it is refitted.
 */
export const BLOCK_COST = 0;
export const UNIT_COST = 1;
export const WHOLE_COST = 2;
export const WALK_COST = 3;
export const REFITTED_WALK_COST = 4;
/** Numbers of a rule's prices. */
export const PRICE_COUNT = 5;

/** What share of a refit may be spent, what share after a deep pose, and for how many poses. */
const PATIENCE = 0.9;
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
  /** Nanoseconds of walks in the present pose: a whole number. */
  walked: number;
  /** How many of them are in `costs` already. */
  counted: number;
  /** Nanoseconds, in an array, since doubles that are passed between functions may go to the heap. */
  readonly costs: Float64Array;
}

/** A body that has not been asked anything yet. */
export function createSwitchMemory(): SwitchMemory {
  return { deepFor: 0, walked: 0, counted: 0, costs: new Float64Array(3) };
}

/** Takes stock: what blocks and vertices or patches so far have cost one by one, and which share of a refit that is. */
export function takeStock(memory: SwitchMemory, prices: Float64Array, blocks: number, units: number): void {
  const { costs } = memory;
  costs[SPENT] = costs[WALKED] + blocks * prices[BLOCK_COST] + units * prices[UNIT_COST];
  costs[SHARE] = costs[SPENT] / prices[WHOLE_COST];
}

/**
 * Turns to a new pose: what was spent in the one before, as the last stock says, tells whether it was deep. One in which walks spent no more than `idleNs` was not, and nobody has to take
 * stock of it.
 */
export function turnToPose(memory: SwitchMemory, isCounted: boolean): void {
  const { costs } = memory;
  if (isCounted && costs[SHARE] > PATIENCE) memory.deepFor = MEMORY;
  else if (memory.deepFor > 0) memory.deepFor--;
  if (memory.counted > 0) costs[WALKED] = 0;
  memory.walked = 0;
  memory.counted = 0;
}

/** Counts what walks have spent since it was last done; after a refit, what they would have spent without. */
export function countWalks(memory: SwitchMemory, prices: Float64Array, isRefitted: boolean): void {
  memory.costs[WALKED] += (memory.walked - memory.counted) * prices[isRefitted ? REFITTED_WALK_COST : WALK_COST];
  memory.counted = memory.walked;
}

/** Whether a body on which so much has been spent, as the last stock says, had better be refitted now. */
export function isRefitWorthwhile({ costs, deepFor }: SwitchMemory): boolean {
  return costs[SHARE] > (deepFor > 0 ? PATIENCE_AFTER_DEEP : PATIENCE);
}

/** Of the fastest walks, the cost of opening a block: nanoseconds. */
const OPENING_NS = 6;

/**
 * Nanoseconds of walks that cannot make a refit worthwhile: where each opening evaluates its block and poses `unitsPerBlock`, all that costs less than the smallest share of
 * the cheapest refit, `wholeCost`.
 */
export function idleNsOf(prices: Float64Array, wholeCost: number, unitsPerBlock: number): number {
  const perOpening = OPENING_NS * prices[WALK_COST] + prices[BLOCK_COST] + unitsPerBlock * prices[UNIT_COST];
  return Math.floor((OPENING_NS * PATIENCE_AFTER_DEEP * wholeCost) / perOpening);
}
