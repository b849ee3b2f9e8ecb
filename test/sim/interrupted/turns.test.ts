/** Many walks under one budget, and budgets of time: none starves, and what is cut short is covered. */
import { createRandom } from 'pliant/exact';
import { createInterruptedWalk, createPlacedSpheres, createTurns, walkInTurns, walkWithin } from 'pliant/sim';
import type { InterruptedWalk, WalkedTree } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../../mesh/expect-refused.js';
import { expectCovered } from './check-answer.js';
import { overlappingLeaves, randomTree } from './random-trees.js';

interface Pair {
  readonly a: WalkedTree;
  readonly b: WalkedTree;
  readonly walk: InterruptedWalk;
}

function makePairs(seed: number, count: number, leaves = 30): Pair[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    // Pairs differ a hundredfold in what they take.
    const options = { leaves: 2 + Math.ceil((leaves * i) / count), branching: 4, radius: 0.4, spread: 1 };
    const [a, b] = [randomTree(random, options), randomTree(random, options)];
    return { a, b, walk: createInterruptedWalk(createPlacedSpheres(a), createPlacedSpheres(b)) };
  });
}

function expectAllCovered(pairs: readonly Pair[]): void {
  for (const { a, b, walk } of pairs) {
    expectCovered(walk, overlappingLeaves(walk.sourceA, walk.sourceB, a.spheres, b.spheres), a.spheres, b.spheres);
  }
}

/** A clock that goes on by so much whenever it is read. */
function tickingClock(milliseconds: number): { readonly clock: () => number; reads: number } {
  const ticking = { reads: 0, clock: () => ticking.reads++ * milliseconds };
  return ticking;
}

describe('walks in turns', () => {
  it('keep to one budget together, and cover everything, whatever it is', () => {
    const pairs = makePairs(1, 12);
    for (const tests of [0, 1, 7, 8, 9, 50, 100, 333, 1000]) {
      const turns = createTurns(pairs.map(({ walk }) => walk));
      for (const { walk } of pairs) placeAgain(walk);
      const isComplete = walkInTurns(turns, { tests });
      const spent = pairs.reduce((sum, { walk }) => sum + walk.tests, 0);
      if (isComplete) expect(spent).toBeLessThanOrEqual(tests);
      else expect(spent).toBe(tests);
      for (const { walk } of pairs) if (walk.tests === 0) expect(walk.answer.contacts.count).toBe(1);
    }
    const fresh = makePairs(1, 12);
    const turns = createTurns(fresh.map(({ walk }) => walk));
    while (!walkInTurns(turns, { tests: 37 })) expectAllCovered(fresh);
    expectAllCovered(fresh);
  });

  it('answer what each of them answers alone, once they are complete', () => {
    const [together, alone] = [makePairs(2, 9), makePairs(2, 9)];
    const turns = createTurns(together.map(({ walk }) => walk));
    while (!walkInTurns(turns, { tests: 11 }));
    alone.forEach(({ walk }, i) => {
      expect(walkWithin(walk, { tests: Infinity })).toBe(true);
      const { answer, tests } = together[i].walk;
      expect(tests).toBe(walk.tests);
      expect(answer.leafCount).toBe(walk.answer.leafCount);
      expect(answer.contacts.pairs.subarray(0, answer.leafCount * 2)).toEqual(
        walk.answer.contacts.pairs.subarray(0, answer.leafCount * 2),
      );
    });
  });

  it('are fair: of two that are not over, neither gets more than one turn more', () => {
    for (const tests of [100, 1000, 4000, 4001, 4013]) {
      const pairs = makePairs(3, 10, 400);
      const turns = createTurns(pairs.map(({ walk }) => walk));
      walkInTurns(turns, { tests });
      const counts = pairs.filter(({ walk }) => !walk.answer.isComplete).map(({ walk }) => walk.tests);
      expect(counts.length).toBeGreaterThan(2);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(8);
      for (const { walk } of pairs)
        if (walk.answer.isComplete) expect(walk.tests).toBeLessThanOrEqual(Math.max(...counts));
    }
  });

  it('let none starve: with room for one turn a step, each has its turn once in as many steps', () => {
    const pairs = makePairs(4, 25, 200).filter(({ walk }) => {
      walkWithin(walk, { tests: Infinity });
      return walk.tests > 8;
    });
    const turns = createTurns(pairs.map(({ walk }) => walk));
    for (const budget of [8, 16, 20, 3]) {
      const turnsOf = pairs.map(() => 0);
      const steps = Math.ceil((pairs.length * 8) / budget) * 3;
      for (let step = 0; step < steps; step++) {
        for (const { walk } of pairs) placeAgain(walk);
        walkInTurns(turns, { tests: budget });
        pairs.forEach(({ walk }, i) => (turnsOf[i] += walk.tests > 0 ? 1 : 0));
      }
      expect(Math.min(...turnsOf), `budget ${budget}`).toBeGreaterThanOrEqual(2);
      expect(Math.max(...turnsOf) - Math.min(...turnsOf)).toBeLessThanOrEqual(steps / pairs.length + 1);
    }
  });

  it('may be none, but not one of them twice', () => {
    expect(walkInTurns(createTurns([]), { tests: 10 })).toBe(true);
    expect(walkInTurns(createTurns([]), { milliseconds: 1, clock: () => 0 })).toBe(true);
    const [{ walk }] = makePairs(5, 1);
    expectRefused(() => createTurns([walk, walk]), 'mismatch', 'there twice');
    expectRefused(() => createTurns(undefined as never), 'bad-type', 'walks');
    expectRefused(() => walkInTurns(createTurns([walk]), { tests: -1 }), 'bad-number', 'walkInTurns');
  });
});

describe('a budget of time', () => {
  it('ends when the clock says so, with an answer that covers everything', () => {
    const [pair] = makePairs(6, 1, 200);
    let before = -1;
    for (const milliseconds of [0, 1, 2, 5, 10, 50, 1e6]) {
      placeAgain(pair.walk);
      const ticking = tickingClock(0.5);
      const isComplete = walkWithin(pair.walk, { milliseconds, clock: ticking.clock });
      expectAllCovered([pair]);
      expect(pair.walk.tests).toBeGreaterThanOrEqual(before);
      before = pair.walk.tests;
      if (milliseconds === 0) expect(pair.walk.tests).toBe(0);
      if (milliseconds === 1e6) expect(isComplete).toBe(true);
      // One reading at the beginning, one when it ends, and one behind the answer; in between one for every stride.
      else expect(ticking.reads * 0.5).toBeLessThanOrEqual(milliseconds + 2);
    }
  });

  it('is shared by walks in turns', () => {
    const pairs = makePairs(7, 8, 100);
    const turns = createTurns(pairs.map(({ walk }) => walk));
    const ticking = tickingClock(0.1);
    walkInTurns(turns, { milliseconds: 5, clock: ticking.clock });
    expectAllCovered(pairs);
    expect(pairs.some(({ walk }) => walk.tests > 0)).toBe(true);
    expect(pairs.some(({ walk }) => !walk.answer.isComplete)).toBe(true);
  });

  it('is not given up for ever after a clock that jumped', () => {
    const [{ walk }] = makePairs(8, 1, 100);
    let reads = 0;
    const jumping = (): number => (++reads % 4 === 0 ? (reads / 4) * 1000 : Math.floor(reads / 4) * 1000);
    for (let call = 0; call < 50; call++) {
      placeAgain(walk);
      walkWithin(walk, { milliseconds: 1, clock: jumping });
    }
    expect(walk.answerCost[0]).toBeLessThan(1e6);
    for (let call = 0; call < 400; call++) {
      placeAgain(walk);
      walkWithin(walk, { milliseconds: 1, clock: tickingClock(1e-5).clock });
    }
    expect(walk.answer.isComplete).toBe(true);
  });
});

/** Makes it a new pose, with the same spheres. */
function placeAgain({ sourceA }: InterruptedWalk): void {
  if (sourceA.kind !== 0) return;
  sourceA.mark++;
  sourceA.evaluated = 0;
}
