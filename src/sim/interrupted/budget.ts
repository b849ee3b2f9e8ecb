/** How much a walk may cost: a number of tests, which gives the same answer everywhere, or a time. */
import { describe } from '../../checks.js';
import { PliantError } from '../../errors.js';

/** So many tests, 0 or more; `Infinity` for no limit. The same tests are made on every machine. */
export interface TestBudget {
  /** Tests of two spheres, or of bounds and triangles. */
  readonly tests: number;
}

/** So much time. What is found then depends on the machine. */
export interface TimeBudget {
  /** Time in milliseconds, 0 or more, from when the call begins. */
  readonly milliseconds: number;
  /** Tells the time in milliseconds: `() => performance.now()`. */
  readonly clock: () => number;
}

/** How much a call may cost. */
export type WalkBudget = TestBudget | TimeBudget;

/** Refuses what is neither a number of tests nor a time with a clock. */
export function requireWalkBudget(caller: string, budget: WalkBudget): void {
  if (typeof budget !== 'object' || budget === null) {
    throw new PliantError(
      'bad-number',
      `${caller}: the budget is ${describe(budget)}; pass { tests } or { milliseconds, clock }`,
    );
  }
  const { clock, milliseconds, tests } = budget as Partial<TestBudget & TimeBudget>;
  if (!('milliseconds' in budget)) {
    if (typeof tests === 'number' && tests >= 0) return;
    throw new PliantError(
      'bad-number',
      `${caller}: the budget has ${describe(tests)} tests; pass a number of 0 or more, or { milliseconds, clock }`,
    );
  }
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) {
    throw new PliantError(
      'bad-number',
      `${caller}: the budget has ${describe(milliseconds)} milliseconds; pass a number of 0 or more, or { tests }`,
    );
  }
  if (typeof clock === 'function') return;
  throw new PliantError(
    'bad-number',
    `${caller}: the budget has ${describe(clock)} as its clock; pass a function such as () => performance.now()`,
  );
}

/** Whether a budget is a time. */
export function isTime(budget: WalkBudget): budget is TimeBudget {
  return 'milliseconds' in budget;
}
