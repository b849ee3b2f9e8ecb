/**
 * Many walks under one budget. They take turns of a few tests each, in rounds, and the next call begins with the walk whose turn it was when the budget ran out.
 *
 * **None starves.** Within a call, two walks that are not over have had the same number of turns, or one of them one more. From call to call, every walk that is not over comes to its turn before any other has had two more.
 */
import { requireArray } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { writeAnswer } from './answer.js';
import { isTime, requireWalkBudget } from './budget.js';
import type { WalkBudget } from './budget.js';
import { advanceWalk, isOver, refreshWalk } from './walk.js';
import type { InterruptedWalk } from './walk-record.js';
import { answerTime, noteAnswerCost } from './walk-within.js';

/** Walks that share a budget. Made by {@link createTurns}. */
export interface WalkTurns {
  /** The walks, in the order of their turns. */
  readonly walks: readonly InterruptedWalk[];
  /** The walk whose turn it is. */
  next: number;
  /**
   * Walks that are not over, in the order of this round.
   * @internal
   */
  readonly waiting: Uint32Array;
}

/** Tests of a turn. */
const TURN = 8;

/** Prepares walks to be asked together. The array is kept, not copied; make new turns when walks come or go. */
export function createTurns(walks: readonly InterruptedWalk[]): WalkTurns {
  requireArray('createTurns', 'walks', walks, 0);
  if (new Set(walks).size < walks.length) {
    throw new PliantError('mismatch', 'createTurns: a walk is there twice; name each of them once');
  }
  return { walks, next: 0, waiting: new Uint32Array(walks.length) };
}

/**
 * Goes on with all walks, or begins them if anything has moved since, for as long as the budget allows, then writes the answers of all of them. Returns whether nothing is left to be tested. A walk that the budget never
 * came to answers with its roots.
 *
 * @throws PliantError `bad-number` for a budget that is none.
 */
export function walkInTurns(turns: WalkTurns, budget: WalkBudget): boolean {
  requireWalkBudget('walkInTurns', budget);
  const end = isTime(budget) ? budget.clock() + budget.milliseconds : Infinity;
  const { walks } = turns;
  for (let i = 0; i < walks.length; i++) refreshWalk(walks[i]);
  takeTurns(turns, budget, end);
  const start = isTime(budget) ? budget.clock() : 0;
  let isComplete = true;
  for (let i = 0; i < walks.length; i++) {
    writeAnswer(walks[i]);
    isComplete = isComplete && walks[i].answer.isComplete;
  }
  if (isTime(budget)) shareCost(walks, budget.clock() - start);
  return isComplete;
}

function takeTurns(turns: WalkTurns, budget: WalkBudget, end: number): void {
  const { walks, waiting } = turns;
  let tests = isTime(budget) ? Infinity : budget.tests;
  let count = 0;
  // What it takes to write all answers, in milliseconds.
  let reserve = 0;
  for (let i = 0; i < walks.length; i++) {
    const at = (turns.next + i) % walks.length;
    reserve += answerTime(walks[at]);
    if (!isOver(walks[at])) waiting[count++] = at;
  }
  while (count > 0) {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const walk = walks[waiting[i]];
      if (tests <= 0 || (isTime(budget) && budget.clock() + reserve >= end)) {
        turns.next = waiting[i];
        return;
      }
      const before = walk.tests;
      reserve -= answerTime(walk);
      advanceWalk(walk, Math.min(TURN, tests));
      reserve += answerTime(walk);
      tests -= walk.tests - before;
      if (!isOver(walk)) waiting[kept++] = waiting[i];
    }
    count = kept;
  }
}

/** Each walk learns what a pair took in the mean of all of them. */
function shareCost(walks: readonly InterruptedWalk[], milliseconds: number): void {
  let count = 0;
  for (let i = 0; i < walks.length; i++) count += walks[i].answer.contacts.count;
  for (let i = 0; i < walks.length; i++) noteAnswerCost(walks[i], count, milliseconds);
}
