/** Asks one walk within a budget. */
import { writeAnswer } from './answer.js';
import { isTime, requireWalkBudget } from './budget.js';
import type { TimeBudget, WalkBudget } from './budget.js';
import { advanceWalk, isOver, refreshWalk } from './walk.js';
import type { InterruptedWalk } from './walk-record.js';

/** Tests between two looks at the clock: a microsecond or so. */
const STRIDE = 8;
/** How much of what was measured is learnt, and how many times what was thought it may be. */
const SHARE_LEARNT = 0.1;
const MOST_RISE = 4;

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
  noteAnswerCost(walk, clock() - now);
}

/** How long it is likely to take to write the answer. */
export function answerTime({ answerCost, contactCount, waiting }: InterruptedWalk): number {
  return (contactCount + waiting) * answerCost[0];
}

/**
 * Learns what a pair of the answer costs. A clock that is coarse, or a pause that has nothing to do with the answer, must not make a walk set aside all the time it has: so much more than was
 * thought counts as that, and what was thought changes little by little.
 */
export function noteAnswerCost({ answer, answerCost }: InterruptedWalk, milliseconds: number): void {
  if (answer.contacts.count === 0) return;
  const measured = Math.min(milliseconds / answer.contacts.count, answerCost[0] * MOST_RISE);
  answerCost[0] += (measured - answerCost[0]) * SHARE_LEARNT;
}
