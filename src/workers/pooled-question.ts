/** What a pool is asked: what its workers are told of it, and what becomes of what they find. Parts come in any order, and are put together once all are there. */
import type { SearchStatistics } from '../index.js';
import type { SharedSelfSearch } from '../internals.js';
import type { SearchedBodies, SplitSearch } from './messages.js';
import type { WorkerPort } from './worker-port.js';

/** One question, until it is answered. */
export interface PooledQuestion {
  /** Empties what the caller gave for the answer. */
  readonly clear: () => void;
  /** Has a worker take the search to pieces, at least so many. */
  readonly split: (port: WorkerPort, searched: SearchedBodies, least: number) => Promise<SplitSearch>;
  /** Has a worker do some tasks, the first of which has this number, and keeps what they find; returns what that took. */
  readonly run: (
    port: WorkerPort,
    searched: SearchedBodies,
    tasks: Uint32Array,
    first: number,
  ) => Promise<SearchStatistics>;
  /** Puts the parts together in the order of the tasks, where the caller wants them; returns what the question is answered with. */
  readonly finish: () => number;
  /** What is worth to be remembered, where that is known once it is answered; see `rememberSharedSelf`. */
  readonly show?: (work: Pick<SharedSelfSearch, 'isPruned' | 'statistics' | 'workers'>) => SharedSelfSearch;
}

/** What a batch of tasks found, and the number of its first task. */
export interface FoundPart<Found> {
  readonly first: number;
  readonly found: Found;
}

/** Puts parts into the order of their tasks. */
export function inOrder<Found>(parts: FoundPart<Found>[]): readonly Found[] {
  return parts.sort((a, b) => a.first - b.first).map(({ found }) => found);
}
