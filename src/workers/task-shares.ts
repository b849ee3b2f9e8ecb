/**
 * Who does which tasks. Each worker has a stretch of its own, since neighbouring tasks are about the same parts of the bodies,
 * which a worker evaluates once; whoever is done takes half of the longest stretch that is left, from its far end. Tasks are
 * handed out in batches, large ones first, small ones towards the end, when a long one would keep the others waiting.
 */

/**
 * Part of its stretch that a worker is given at a time. It has two batches at once, so it begins with a little more than half
 * of what it has: more, and a stretch that turns out long could not be shared any more.
 */
const BATCH_SHARE = 1 / 3;
/** The smallest batch is this part of what a worker has at first. Each costs two messages: a tenth of a millisecond or two. */
const SMALLEST_SHARE = 1 / 16;

/** What is left to hand out: one stretch of tasks for each worker. */
export interface TaskShares {
  /** The first task of each stretch. */
  readonly firsts: Uint32Array;
  /** The task behind each stretch. */
  readonly ends: Uint32Array;
  /** Fewest tasks that a batch has, unless no more are left. */
  readonly smallestBatch: number;
}

/** Tasks that were handed out together. */
export interface TaskBatch {
  readonly first: number;
  readonly count: number;
}

/** Divides tasks among workers. */
export function shareTasks(taskCount: number, workerCount: number): TaskShares {
  const borders = Uint32Array.from({ length: workerCount + 1 }, (_, i) => Math.floor((taskCount * i) / workerCount));
  return {
    firsts: borders.slice(0, workerCount),
    ends: borders.slice(1),
    smallestBatch: Math.max(1, Math.floor((taskCount / workerCount) * SMALLEST_SHARE)),
  };
}

/** The next batch for a worker, or nothing when all tasks have been handed out. */
export function takeBatch(shares: TaskShares, worker: number): TaskBatch | undefined {
  const { ends, firsts, smallestBatch } = shares;
  if (firsts[worker] === ends[worker]) takeOver(shares, worker);
  const first = firsts[worker];
  const left = ends[worker] - first;
  if (left === 0) return undefined;
  const count = Math.min(left, Math.max(smallestBatch, Math.ceil(left * BATCH_SHARE)));
  firsts[worker] += count;
  return { first, count };
}

function takeOver({ ends, firsts }: TaskShares, worker: number): void {
  let longest = 0;
  for (let other = 1; other < ends.length; other++) {
    if (ends[other] - firsts[other] > ends[longest] - firsts[longest]) longest = other;
  }
  const left = ends[longest] - firsts[longest];
  ends[worker] = ends[longest];
  firsts[worker] = ends[longest] - Math.ceil(left / 2);
  ends[longest] = firsts[worker];
}
