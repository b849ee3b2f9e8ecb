/** Asks one walk within a budget. */
import { writeAnswer } from './answer.js';
import { isTime, requireWalkBudget } from './budget.js';
import type { TimeBudget, WalkBudget } from './budget.js';
import { advanceWalk, isOver, refreshWalk } from './walk.js';
import type { InterruptedWalk } from './walk-record.js';

/** Tests between two looks at the clock: a microsecond or so. */
const STRIDE = 8;
/** What was thought comes down by so much from call to call where less is measured, and goes up by no more than that factor at once. */
const KEPT = 0.998;
const MOST_RISE = 2;
/** Shorter answers say more about the clock than about pairs; and no pair takes longer than this, in milliseconds. */
const FEWEST_PAIRS = 256;
const MOST_COST = 2e-3;

/**
 * Goes on with the walk, or begins it if anything has moved since, for as long as the budget allows, then writes `walk.answer`. Returns whether nothing is left to be tested. Asked again in the same
 * pose, it goes on where it stopped: cut short as often as you like, it comes to the same answer.
 *
 * In a time budget, the time to write the answer is set aside. The clock is read every few tests, so that the call ends as soon after its time as these take.
 *
 * @throws PliantError `bad-number` for a budget that is none.
 */
export function walkWithin(walk: InterruptedWalk, budget: WalkBudget): boolean {
  requireWalkBudget('walkWithin', budget);
  if (isTime(budget)) walkUntil(walk, budget);
  else {
    refreshWalk(walk);
    if (!walk.isFull) advanceWalk(walk, budget.tests);
    writeAnswer(walk);
  }
  return walk.answer.isComplete;
}

function walkUntil(walk: InterruptedWalk, { clock, milliseconds }: TimeBudget): void {
  const end = clock() + milliseconds;
  refreshWalk(walk);
  let now = clock();
  while (!isOver(walk) && now + answerTime(walk) < end) {
    advanceWalk(walk, STRIDE);
    now = clock();
  }
  writeAnswer(walk);
  noteAnswerCost(walk, walk.answer.contacts.count, clock() - now);
}

/** How long it is likely to take to write the answer. */
export function answerTime({ answerCost, contactCount, waiting }: InterruptedWalk): number {
  return (contactCount + waiting) * answerCost[0];
}

/**
 * Learns what a pair of an answer costs, of so many that took so long together: at worst rather than in the mean: an answer that takes longer than was thought makes the call late, one that takes less does no harm. A clock that is coarse, or a pause
 * that has nothing to do with the answer, must not make a walk set aside all the time it has.
 */
export function noteAnswerCost({ answerCost }: InterruptedWalk, count: number, milliseconds: number): void {
  if (count < FEWEST_PAIRS) return;
  const measured = Math.min(milliseconds / count, answerCost[0] * MOST_RISE, MOST_COST);
  answerCost[0] = Math.max(measured, answerCost[0] * KEPT);
}
