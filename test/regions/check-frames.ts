/** Frames of surfaces that move, each searched for collisions with itself in several ways: all find what brute force finds, in one order. */
import { type Body, type PairHits, type SearchStatistics, createPairHits, createSearch, step } from 'pliant';
import { createRandom } from 'pliant/exact';
import { expect } from 'vitest';
import { TASK_WORDS, beginPairTask, splitPairs } from '../../src/query/pair/tasks.js';
import { runSelf } from '../query/run-searches.js';
import { bruteCollisions, expectSamePairs } from '../support/surface-collisions.js';
import { ACTORS } from './make-frames.js';

const FRAMES_EACH = 10;
const ROOM = 400_000;
const found = createPairHits(ROOM);
const again = createPairHits(ROOM);
const part = createPairHits(ROOM);
const search = createSearch();

/** How a frame was searched once more: every hit in the order of the first search. */
const WAYS: readonly ((body: Body, twin: Body, hits: PairHits) => void)[] = [
  (_, twin, hits) => void runSelf(search, twin, hits),
  (body, twin, hits) => runInTasks(body, twin, 3, hits),
  (body, _, hits) => runInTasks(body, body, 20, hits),
  (body, _, hits) => {
    body.refit();
    runSelf(search, body, hits);
  },
];

/** Takes a search of one body to pieces, and does them with another like it. */
function runInTasks(body: Body, other: Body, least: number, hits: PairHits): void {
  const tasks = splitPairs(search, body, body, part, least);
  hits.count = 0;
  for (let task = 0; task < tasks.length / TASK_WORDS; task++) {
    beginPairTask(search, other, other, tasks, task, part);
    while (!step(search, 100));
    hits.pairs.set(part.pairs.subarray(0, part.count * 2), hits.count * 2);
    hits.meetings.set(part.meetings.subarray(0, part.count), hits.count);
    hits.count += part.count;
  }
}

function expectSameOrder(actual: PairHits, expected: PairHits, what: string): void {
  expect(actual.count, what).toBe(expected.count);
  // Millions of pairs in all: a matcher for each list would take longer than the searches.
  let first = 0;
  while (first < actual.count && isSamePair(actual, expected, first)) first++;
  expect(first, `${what}: the first pair that is another`).toBe(actual.count);
}

function isSamePair(a: PairHits, b: PairHits, i: number): boolean {
  return (
    a.pairs[i * 2] === b.pairs[i * 2] && a.pairs[i * 2 + 1] === b.pairs[i * 2 + 1] && a.meetings[i] === b.meetings[i]
  );
}

/** What all frames together had, so that a test can see that there was something to see. */
export interface FrameCounts {
  colliding: number;
  regionsFree: number;
  /** Borders that were looked at, and prove nothing. */
  refused: number;
}

/** Moves surfaces of a kind through so many frames. */
export function expectFrames(kind: string, seed: number, frameCount: number): FrameCounts {
  const random = createRandom(seed);
  const counts = { colliding: 0, regionsFree: 0, refused: 0 };
  for (let frame = 0; frame < frameCount;) {
    const actor = ACTORS[kind](random);
    const { mesh, plain, twin, wasm } = actor;
    for (let k = 0; k < FRAMES_EACH && frame < frameCount; k++, frame++) {
      const { pose, positions } = actor.move(random);
      const what = `${kind}, seed ${seed}, frame ${frame}: ${actor.what}; ${pose}`;
      const expected = bruteCollisions([{ positions, triangles: mesh.triangles }]).get('0 0')!;
      runSelf(search, wasm, found);
      addCounts(counts, search.statistics, found.count);
      expectSamePairs(found, expected, what);
      runSelf(search, plain, again);
      expectSameOrder(again, found, `${what}, without regions`);
      WAYS[frame % WAYS.length](wasm, twin, again);
      expectSameOrder(again, found, `${what}, searched in another way`);
    }
    for (const body of [wasm, twin, plain]) body.dispose();
  }
  return counts;
}

function addCounts(counts: FrameCounts, { bordersSeen, regionsFree }: SearchStatistics, hitCount: number): void {
  counts.regionsFree += regionsFree;
  counts.refused += bordersSeen - regionsFree;
  if (hitCount > 0) counts.colliding++;
}
