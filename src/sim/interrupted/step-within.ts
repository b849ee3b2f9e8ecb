/** Goes on with any question of `pliant` within a budget, of tests or of time. */
import { step } from '../../index.js';
import type { Search } from '../../index.js';
import { isTime, requireWalkBudget } from './budget.js';
import type { WalkBudget } from './budget.js';

/** Tests between two looks at the clock: some microseconds. */
const STRIDE = 32;

/**
 * Goes on with the question that was begun last until it is answered (`true`) or the budget is spent (`false`). What is known by then is read with `readDistanceBounds`, `readHitBounds` or `readPossibleContacts`. A leaf is finished once begun, as by `step`.
 *
 * @throws PliantError `bad-number` for a budget that is none, and what `step` throws.
 */
export function stepWithin(search: Search, budget: WalkBudget): boolean {
  requireWalkBudget('stepWithin', budget);
  if (!isTime(budget)) return budget.tests < 1 ? false : step(search, budget.tests);
  const { clock } = budget;
  const end = clock() + budget.milliseconds;
  while (clock() < end) if (step(search, STRIDE)) return true;
  return false;
}
