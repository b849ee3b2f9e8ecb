/** Walks that are cut short: whatever the budget, nothing is missed, and the answer says how far off it may be. */
import { createRandom } from 'pliant/exact';
import { createFollowedSpheres, createInterruptedWalk, createPlacedSpheres, walkWithin } from 'pliant/sim';
import type { InterruptedWalk, WalkedTree } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../../mesh/expect-refused.js';
import { expectCovered } from './check-answer.js';
import { chain, oneNode, overlappingLeaves, randomTree } from './random-trees.js';
import { walkAsWritten } from './walk-as-written.js';

const ROOMY = { capacity: 3000 };

function walkOver(treeA: WalkedTree, treeB: WalkedTree, options = ROOMY): InterruptedWalk {
  return createInterruptedWalk(createPlacedSpheres(treeA), createPlacedSpheres(treeB), options);
}

/** What a walk answers, without what other answers left in its buffers. */
function known({ answer: { contacts, errors, ...rest } }: InterruptedWalk): unknown {
  const { count, numbers, pairs } = contacts;
  return {
    ...rest,
    numbers: numbers.slice(0, count * 12),
    pairs: pairs.slice(0, count * 2),
    errors: errors.slice(0, count),
  };
}

function trueLeaves(
  { sourceA, sourceB }: InterruptedWalk,
  a: WalkedTree,
  b: WalkedTree,
): (readonly [number, number])[] {
  return overlappingLeaves(sourceA, sourceB, a.spheres, b.spheres);
}

function randomPair(seed: number): [WalkedTree, WalkedTree] {
  const random = createRandom(seed);
  const radius = seed % 5 === 0 ? 0 : 0.1 + random.next() * 0.4;
  const make = (shift: number): WalkedTree =>
    randomTree(random, { leaves: 1 + random.integer(24), branching: 2 + random.integer(6), radius, spread: 1, shift });
  return [make(0), make(random.range(-0.5, 0.5))];
}

describe('a walk that is cut short', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i))(
    'contains every overlapping pair of leaves, within its error, for every budget (seed %d)',
    (seed) => {
      const [a, b] = randomPair(seed);
      const leaves = trueLeaves(walkOver(a, b), a, b);
      let before = Infinity;
      for (let tests = 0, isComplete = false; !isComplete; tests++) {
        const walk = walkOver(a, b);
        isComplete = walkWithin(walk, { tests });
        expect(walk.tests).toBe(isComplete ? walk.tests : tests);
        expectCovered(walk, leaves, a.spheres, b.spheres);
        expect(walk.answer.errorBound, `seed ${seed}, ${tests} tests`).toBeLessThanOrEqual(before);
        before = walk.answer.errorBound;
        if (!isComplete) continue;
        expect(walk.answer.leafCount).toBe(leaves.length);
        expect(walk.answer.contacts.count).toBe(leaves.length);
        if (leaves.length === 0) expect(walk.answer.errorBound).toBe(0);
      }
    },
  );

  it.each([1, 2, 3, 4])('takes pairs in the order of the paper (seed %d)', (seed) => {
    const [a, b] = randomPair(seed);
    for (const tests of [0, 1, 2, 3, 5, 8, 13, 40, 100, 1000, Infinity]) {
      const walk = walkOver(a, b);
      walkWithin(walk, { tests });
      const written = walkAsWritten(a, b, tests);
      const { contacts, leafCount } = walk.answer;
      expect(leafCount).toBe(written.contacts.length);
      expect([...contacts.pairs.subarray(0, contacts.count * 2)]).toEqual(
        [...written.contacts, ...written.pairs].flat(),
      );
    }
  });

  it('goes on where it stopped, and comes to the same answer', () => {
    for (let seed = 100; seed < 110; seed++) {
      const [a, b] = randomPair(seed);
      const whole = walkOver(a, b);
      walkWithin(whole, { tests: Infinity });
      const random = createRandom(seed);
      for (const stride of [1, 2, 7, 'random'] as const) {
        const walk = walkOver(a, b);
        let calls = 0;
        while (!walkWithin(walk, { tests: stride === 'random' ? random.integer(9) : stride })) calls++;
        expect(walk.tests).toBe(whole.tests);
        expect(known(walk), `seed ${seed}`).toEqual(known(whole));
        if (stride === 1) expect(calls).toBe(whole.tests - 1);
        expect(walkWithin(walk, { tests: 0 }), 'over is over').toBe(true);
        expect(known(walk)).toEqual(known(whole));
      }
    }
  });

  it('takes the roots as colliding when it may not test anything, also where they are apart', () => {
    const walk = walkOver(oneNode(0, 0, 0, 1), oneNode(9, 0, 0, 1));
    expect(walkWithin(walk, { tests: 0 })).toBe(false);
    const { answer } = walk;
    expect([answer.contacts.count, answer.leafCount, answer.errorBound > 10.99]).toEqual([1, 0, true]);
    expect(answer.contacts.numbers[11]).toBe(0);
    expect(walkWithin(walk, { tests: 1 })).toBe(true);
    expect([answer.contacts.count, answer.errorBound]).toEqual([0, 0]);
  });

  it('stops for want of room, with an answer that is coarse and whole', () => {
    for (let seed = 200; seed < 215; seed++) {
      const [a, b] = randomPair(seed);
      const leaves = trueLeaves(walkOver(a, b), a, b);
      let stopped = 0;
      for (const capacity of [1, 2, 3, 8, 20, 60]) {
        const walk = walkOver(a, b, { capacity });
        const isComplete = walkWithin(walk, { tests: Infinity });
        expect(isComplete).toBe(!walk.isFull);
        if (walk.isFull) stopped++;
        expect(walk.answer.contacts.count).toBeLessThanOrEqual(capacity);
        expectCovered(walk, leaves, a.spheres, b.spheres);
        const { tests } = walk;
        walkWithin(walk, { tests: Infinity });
        expect(walk.tests).toBe(tests);
      }
      if (leaves.length > 0) expect(stopped).toBeGreaterThan(0);
    }
  });
});

describe('spheres in special position', () => {
  it.each<[string, WalkedTree, WalkedTree, number]>([
    ['touch exactly', oneNode(0, 0, 0, 1), oneNode(3, 0, 0, 2), 1],
    ['are apart by one step of a float64', oneNode(0, 0, 0, 1), oneNode(3 + 4.440892098500626e-16, 0, 0, 2), 0],
    ['have one centre', oneNode(1, 2, 3, 1), oneNode(1, 2, 3, 0.5), 1],
    ['are the same point', oneNode(1, 2, 3, 0), oneNode(1, 2, 3, 0), 1],
    ['are two points', oneNode(1, 2, 3, 0), oneNode(1, 2, 3.0000001, 0), 0],
    ['have trees of different depth', chain(7, [0, 0, 0, 1]), chain(2, [1.5, 0, 0, 1]), 1],
    ['have one tree that is a leaf', chain(9, [0, 0, 0, 1]), oneNode(1.5, 0, 0, 1), 1],
    ['have the other tree that is a leaf', oneNode(1.5, 0, 0, 1), chain(9, [0, 0, 0, 1]), 1],
    ['are tiny', oneNode(0, 0, 0, 1e-200), oneNode(1e-200, 0, 0, 0), 1],
    ['are huge', oneNode(0, 0, 0, 1e149), oneNode(1.9e149, 0, 0, 1e149), 1],
  ])('%s', (_, a, b, count) => {
    for (let tests = 0; tests < 30; tests++) {
      const walk = walkOver(a, b);
      const isComplete = walkWithin(walk, { tests });
      if (isComplete) expect(walk.answer.leafCount).toBe(count);
      else expect(walk.answer.contacts.count).toBeGreaterThanOrEqual(count);
      expectCovered(walk, trueLeaves(walk, a, b), a.spheres, b.spheres);
      for (const number of walk.answer.contacts.numbers.subarray(0, 12)) expect(number).not.toBeNaN();
    }
    const walk = walkOver(a, b);
    expect(walkWithin(walk, { tests: 40 })).toBe(true);
    expect(walk.answer.leafCount).toBe(count);
  });

  it('that are no numbers collide, and may be anywhere', () => {
    const tree = oneNode(5, 5, 5, 1);
    const mover = { stamp: 0, writeSphere: (_: number, out: Float64Array, at: number) => out.fill(NaN, at, at + 4) };
    const walk = createInterruptedWalk(createFollowedSpheres(tree, mover), createPlacedSpheres(oneNode(0, 0, 0, 1)));
    expect(walkWithin(walk, { tests: 10 })).toBe(true);
    expect([walk.answer.leafCount, walk.answer.errorBound]).toEqual([1, Infinity]);
  });
});

describe('what is refused', () => {
  const [a, b] = [createPlacedSpheres(oneNode(0, 0, 0, 1)), createPlacedSpheres(oneNode(0, 0, 0, 1))];

  it('walks without room, options that there are none of, and sources that are missing or the same', () => {
    expectRefused(() => createInterruptedWalk(a, b, { capacity: 0 }), 'bad-count', 'capacity is 0');
    expectRefused(() => createInterruptedWalk(a, b, { room: 1 } as object), 'unsupported', 'no option room');
    expectRefused(() => createInterruptedWalk(a, a), 'mismatch', 'the same one');
    expectRefused(() => createInterruptedWalk(a, undefined as never), 'bad-type', 'createPlacedSpheres');
  });

  it.each([
    { tests: -1 },
    { tests: NaN },
    { milliseconds: 1 } as never,
    { milliseconds: -1, clock: () => 0 },
    undefined as never,
  ])('a budget of %o', (budget) => {
    expectRefused(() => walkWithin(createInterruptedWalk(a, b), budget), 'bad-number', 'the budget');
  });

  it('trees that are none', () => {
    const tree = oneNode(0, 0, 0, 1);
    const refuse = (change: Partial<WalkedTree>, code: 'bad-number' | 'bad-count' | 'bad-index', part: string): void =>
      expectRefused(() => createPlacedSpheres({ ...tree, ...change }), code, part);
    refuse({ nodeCount: 0 }, 'bad-count', '0 nodes');
    refuse({ nodeCount: 2 }, 'bad-count', '2 nodes');
    refuse({ spheres: Float64Array.of(0, 0, NaN, 1) }, 'bad-number', 'spheres[2] is NaN');
    refuse({ spheres: Float64Array.of(0, 0, 0, -1) }, 'bad-number', 'radius -1');
    refuse({ spheres: Float64Array.of(0, 0, 1e200, 1) }, 'bad-number', 'overflow');
    refuse({ childCount: Uint32Array.of(1) }, 'bad-index', 'begin at 0');
    expectRefused(() => createFollowedSpheres(tree, {} as never), 'bad-type', 'writeSphere');
  });
});
