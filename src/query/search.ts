/**
 * A search: the state of one question, so that it can be asked in slices. `begin…` puts a question, `step` goes on with it. One search serves any
 * number of questions of any kind, one after the other; each kind takes what room it needs when it is first asked. The `find…`
 * functions begin and step at once, in a search that all bodies of the same kernels share.
 */
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import type { WalkedClosest } from './closest/state.js';
import type { WalkedContacts } from './contacts/progress.js';
import type { WalkedDistance } from './pair/distance-state.js';
import type { WalkedPair } from './pair/progress.js';
import type { WalkedProbe } from './probe/state.js';
import type { WalkedRay } from './ray/progress.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a question. Create it once and use it for any number of questions. */
export interface Search {
  /** What the present question has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * Goes on with what was begun last; `undefined` when nothing was, or when that failed.
   * @internal
   */
  advance: Advance | undefined;
  /**
   * How many questions have been put to it: what was known of an earlier one says nothing about this one.
   * @internal
   */
  question: number;
  /** @internal */
  probe: WalkedProbe | undefined;
  /** @internal */
  ray: WalkedRay | undefined;
  /** @internal */
  closest: WalkedClosest | undefined;
  /** @internal */
  pair: WalkedPair | undefined;
  /** @internal */
  distance: WalkedDistance | undefined;
  /** @internal */
  contacts: WalkedContacts | undefined;
  /**
   * What questions about motions keep here, which few programs ask.
   * @internal
   */
  motion?: object;
}

/** Goes on until the question is answered (`true`) or the budget is spent (`false`). */
type Advance = (search: Search, budget: number) => boolean;

/** A search that has not been asked anything. */
export function createSearch(): Search {
  return {
    statistics: createStatistics(),
    advance: undefined,
    question: 0,
    probe: undefined,
    ray: undefined,
    closest: undefined,
    pair: undefined,
    distance: undefined,
    contacts: undefined,
  };
}

/**
 * Goes on with the question that was begun last until it is answered (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`); a leaf is finished once begun.
 *
 * @throws PliantError `mismatch` when nothing was begun, or when a body was posed or placed anew since; `unsupported`
 * when memory runs out, which ends the question.
 */
export function step(search: Search, budget = Infinity): boolean {
  requireBudget('step', budget);
  if (!search?.advance) {
    throw new PliantError('mismatch', 'step: no question was begun, or memory ran out; call a begin… function first');
  }
  try {
    return search.advance(search, budget);
  } catch (error) {
    // What stops in the middle, for want of memory, has found things that it would find again: it cannot be gone on with.
    if (error instanceof PliantError && error.code === 'unsupported') search.advance = undefined;
    throw error;
  }
}

/** Makes room for a new question: a begin that fails leaves nothing that could be gone on with. */
export function clearSearch(search: Search): void {
  search.advance = undefined;
  search.question++;
  resetStatistics(search.statistics);
}

/** The search in which `find…` functions ask bodies of these kernels. */
export function searchOf(kernels: Kernels): Search {
  return (kernels.search ??= createSearch()) as Search;
}
