/**
 * When is it cheaper to deform and refit everything than to go on lazily? A walk counts what it has spent; once that
 * exceeds a share of what a refit would cost, the body is refitted and the walk goes on with exact boxes. The share is
 * small when the last pose turned out deep, since this one probably is too, and larger when it was shallow: so a walk
 * in deep contact wastes little, a walk in light contact never refits, and one that alternates wastes at most the share.
 *
 * Costs are nanoseconds measured on one machine; only their ratios matter, and results do not depend on them.
 */

/** Where a rule says what things cost in the present pose: evaluating a block, posing a vertex, refitting everything. */
export const BLOCK_COST = 0;
export const VERTEX_COST = 1;
export const WHOLE_COST = 2;

/** Share of a refit's cost that a walk may spend before it refits: after a shallow pose, and after a deep one. */
const PATIENCE = 0.35;
const PATIENCE_AFTER_DEEP = 0.06;

/** What a step of a walk would have cost in all, blocks and vertices included, had the body not been refitted. */
const LAZY_OVER_REFITTED = 2.5;

/** What has been spent on walks in the present pose, and in all; what deforming and refitting everything would cost. */
const WALKED = 0;
const SPENT = 1;
const WHOLE = 2;

/** What the rule remembers of a body from one pose to the next. */
export interface SwitchMemory {
  /** Whether the last pose would have been worth a refit. */
  wasDeep: boolean;
  /** Nanoseconds, in an array, since doubles that are passed between functions may go to the heap. */
  readonly costs: Float64Array;
}

/** A body that has not been asked anything yet. */
export function createSwitchMemory(): SwitchMemory {
  return { wasDeep: false, costs: new Float64Array(3) };
}

/** Takes stock: what the blocks and vertices so far have cost one by one, and what everything would cost. */
export function takeStock(
  memory: SwitchMemory,
  prices: Float64Array,
  blocksEvaluated: number,
  verticesPosed: number,
): void {
  const { costs } = memory;
  costs[SPENT] = costs[WALKED] + blocksEvaluated * prices[BLOCK_COST] + verticesPosed * prices[VERTEX_COST];
  costs[WHOLE] = prices[WHOLE_COST];
}

/** Turns to a new pose: what was spent in the one before, as the last stock says, tells whether it was deep. */
export function turnToPose(memory: SwitchMemory): void {
  const { costs } = memory;
  memory.wasDeep = costs[SPENT] > PATIENCE * costs[WHOLE];
  costs[WALKED] = 0;
}

/** Adds what a walk has spent; after a refit, what it would have spent without. `nanoseconds` is a whole number. */
export function addWalk(memory: SwitchMemory, nanoseconds: number, isRefitted: boolean): void {
  memory.costs[WALKED] += isRefitted ? nanoseconds * LAZY_OVER_REFITTED : nanoseconds;
}

/** Whether a body on which so much has been spent, as the last stock says, had better be refitted now. */
export function isRefitWorthwhile(memory: SwitchMemory): boolean {
  const { costs } = memory;
  return costs[SPENT] > (memory.wasDeep ? PATIENCE_AFTER_DEEP : PATIENCE) * costs[WHOLE];
}
