/** The inside of a worker, for questions about steps: tasks of motions between bodies. */
import { createFirstTouch, createMotion, createMotionHits } from '../continuous.js';
import type { Motion, MotionHits } from '../continuous.js';
import { createSearch, step } from '../index.js';
import type { Body } from '../index.js';
import {
  TASK_WORDS,
  addStatistics,
  beginMotionTasks,
  beginTouchTasks,
  createStatistics,
  splitMotions,
} from '../internals.js';
import type { FoundStepPairs, FoundTouch, SplitSearch } from './messages.js';

/** Room for the pairs of one task to begin with; it grows with what is found. */
const FIRST_ROOM = 256;

/** Does tasks of steps, one after the other. */
export class StepServer {
  #search = createSearch();
  #found = createMotionHits(FIRST_ROOM);

  /** Forgets the bodies of the last search, which would be kept, and all they are made of. */
  forget(): void {
    this.#search = createSearch();
  }

  /** Takes a search to pieces. */
  split(bodies: readonly Body[], least: number): SplitSearch {
    const [motionA, motionB] = motionsOf(bodies);
    const tasks = splitMotions(this.#search, motionA, motionB, least);
    return { tasks, isPruned: false, statistics: { ...this.#search.statistics } };
  }

  /** Finds all that meets of some tasks, in their order. */
  run(bodies: readonly Body[], tasks: Uint32Array, room: number): FoundStepPairs {
    const motions = motionsOf(bodies);
    const statistics = createStatistics();
    const parts: MotionHits[] = [];
    let count = 0;
    let dropped = 0;
    for (let at = 0; at < tasks.length; at += TASK_WORDS) {
      const found = this.#runTask(motions, tasks.subarray(at, at + TASK_WORDS), room - count);
      addStatistics(statistics, this.#search.statistics);
      count += found.count;
      dropped += found.dropped;
      if (found.count > 0) parts.push(copyPart(found));
    }
    return { ...joinParts(parts, count), dropped, statistics };
  }

  /** Finds what meets first of some tasks. */
  runTouch(bodies: readonly Body[], tasks: Uint32Array, last: number): FoundTouch {
    const [motionA, motionB] = motionsOf(bodies);
    const touch = createFirstTouch();
    beginTouchTasks(this.#search, motionA, motionB, tasks, touch, last);
    step(this.#search);
    return { touch, statistics: { ...this.#search.statistics } };
  }

  /** Does a task; once more with a larger buffer, if it found more than there was room for, and more than that is wanted. */
  #runTask([motionA, motionB]: readonly [Motion, Motion], task: Uint32Array, wanted: number): MotionHits {
    for (;;) {
      const hits = this.#found;
      beginMotionTasks(this.#search, motionA, motionB, task, hits);
      step(this.#search);
      const found = hits.count + hits.dropped;
      if (hits.dropped === 0 || hits.count >= wanted) {
        hits.count = Math.min(hits.count, wanted);
        hits.dropped = found - hits.count;
        return hits;
      }
      this.#found = createMotionHits(Math.min(found * 2, wanted));
    }
  }
}

/** One motion twice, where it is searched with itself. */
function motionsOf([fromA, toA, fromB, toB]: readonly Body[]): [Motion, Motion] {
  const motion = createMotion(fromA, toA);
  return [motion, fromB === undefined ? motion : createMotion(fromB, toB)];
}

function copyPart({ count, dropped, features, pairs, times, timesAbove }: MotionHits): MotionHits {
  return {
    pairs: pairs.slice(0, count * 2),
    times: times.slice(0, count),
    timesAbove: timesAbove.slice(0, count),
    features: features.slice(0, count * 2),
    count,
    dropped,
  };
}

function joinParts(parts: readonly MotionHits[], count: number): Omit<FoundStepPairs, 'dropped' | 'statistics'> {
  const joined = {
    pairs: new Uint32Array(count * 2),
    times: new Float64Array(count),
    timesAbove: new Float64Array(count),
    features: new Uint8Array(count * 2),
  };
  let at = 0;
  for (const part of parts) {
    joined.pairs.set(part.pairs, at * 2);
    joined.times.set(part.times, at);
    joined.timesAbove.set(part.timesAbove, at);
    joined.features.set(part.features, at * 2);
    at += part.count;
  }
  return joined;
}
