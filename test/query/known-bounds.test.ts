/** What is known of an answer before a search is over: it holds for every budget, on bodies of several kinds, and never gets looser. */
import {
  type Body,
  beginBall,
  beginBox,
  beginCapsule,
  beginClosestPoint,
  beginDistance,
  beginFrustum,
  beginPair,
  createClosestPoint,
  createDistance,
  createHits,
  createPairHits,
  createSearch,
  step,
} from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  bruteFrustumHits,
} from 'pliant/oracle';
import { createDistanceBounds, createHitBounds, readDistanceBounds, readHitBounds } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { moveBlendRig, randomBlendRig } from '../support/blend-rigs.js';
import { type Rig, bodiesOf, disposeRig, moveRig, pick, randomRig } from './lazy-rigs.js';

const ORDINARY = { name: 'ordinary', factor: 1, shift: 0 };
const BUDGETS = [1, 1, 2, 5, 17, 100];

/** A rig of any kind, moved; half of them are skins, cages and embeddings. */
function makeRig(random: Random, round: number): Rig {
  if (round % 2 === 0) {
    const rig = randomRig(random, 60, round % 8 === 0 ? undefined : ORDINARY);
    moveRig(random, rig);
    return rig;
  }
  const rig = randomBlendRig(random, 60, ORDINARY);
  moveBlendRig(random, rig);
  return rig;
}

/** About where a rig is, and how large. */
function extentOf({ world }: Rig): { readonly middle: number[]; readonly size: number } {
  const low = [0, 1, 2].map((axis) =>
    world.reduce((least, value, k) => (k % 3 === axis ? Math.min(least, value) : least), Infinity),
  );
  const high = [0, 1, 2].map((axis) =>
    world.reduce((most, value, k) => (k % 3 === axis ? Math.max(most, value) : most), -Infinity),
  );
  return {
    middle: low.map((value, axis) => (value + high[axis]) / 2),
    size: Math.max(...high.map((value, axis) => value - low[axis])),
  };
}

/** Steps to the end, and looks before the first step and after each. */
function stepThrough(search: ReturnType<typeof createSearch>, budget: number, look: (isOver: boolean) => void): number {
  let steps = 0;
  look(false);
  for (let isOver = false; !isOver; steps++) {
    isOver = step(search, budget);
    look(isOver);
  }
  return steps;
}

describe('what is known of a distance', () => {
  const search = createSearch();
  const bounds = createDistanceBounds();

  function expectTightening(budget: number, truth: number, limit: number, what: string): number {
    let [low, high] = [0, Infinity];
    let between = 0;
    stepThrough(search, budget, (isOver) => {
      readDistanceBounds(search, bounds);
      expect(bounds.atLeast, what).toBeLessThanOrEqual(truth === Infinity ? limit : truth);
      expect(bounds.atMost, what).toBeGreaterThanOrEqual(truth);
      expect(bounds.atLeast).toBeGreaterThanOrEqual(low);
      expect(bounds.atMost).toBeLessThanOrEqual(high);
      [low, high] = [bounds.atLeast, bounds.atMost];
      if (isOver) {
        expect(bounds.isComplete).toBe(true);
        expect(bounds.atMost, what).toBe(truth);
        expect(bounds.atLeast, what).toBe(truth === Infinity ? limit : truth);
      } else if (bounds.atLeast > 0 && bounds.atMost < Infinity) between++;
    });
    return between;
  }

  it('brackets that to a point, whatever the budget', () => {
    const random = createRandom(81);
    const [result, expected] = [createClosestPoint(), createClosestPoint()];
    let between = 0;
    for (let round = 0; round < 60; round++) {
      const rig = makeRig(random, round);
      const { middle, size } = extentOf(rig);
      const from = middle.map((value) => value + random.range(-1, 1) * (size * 1.5 || 1));
      const limit = round % 3 === 0 ? random.next() * (size || 1) : Infinity;
      bruteClosestPoint(rig.world, rig.mesh.triangles, from, expected, limit);
      for (const body of bodiesOf(rig)) {
        beginClosestPoint(search, body, from, result, limit);
        between += expectTightening(pick(random, BUDGETS), expected.distance, limit, `round ${round}: ${rig.what}`);
      }
      disposeRig(rig);
    }
    expect(between, 'bounds were tight on both sides before the end').toBeGreaterThan(50);
  });

  it('brackets that of two bodies, whatever the budget', () => {
    const random = createRandom(82);
    const [result, expected] = [createDistance(), createDistance()];
    let between = 0;
    for (let round = 0; round < 30; round++) {
      const [a, b] = [makeRig(random, round | 1), makeRig(random, round | 1)];
      const limit = round % 3 === 0 ? random.next() : Infinity;
      bruteDistance(a.world, a.mesh.triangles, b.world, b.mesh.triangles, expected, limit);
      for (const [bodyA, bodyB] of [
        [a.lazy[0], b.lazy[0]],
        [a.lazy[1], b.lazy[0]],
      ] as [Body, Body][]) {
        beginDistance(search, bodyA, bodyB, result, limit);
        between += expectTightening(
          pick(random, BUDGETS),
          expected.distance,
          limit,
          `round ${round}: ${a.what}, ${b.what}`,
        );
      }
      disposeRig(a);
      disposeRig(b);
    }
    expect(between).toBeGreaterThan(10);
  });

  it('is not asked of other searches, nor when the pose has changed', () => {
    const random = createRandom(83);
    const rig = randomRig(random, 20, ORDINARY);
    const [body] = rig.lazy;
    expectRefused(() => readDistanceBounds(createSearch(), bounds), 'mismatch', 'beginClosestPoint');
    beginPair(search, body, rig.lazy[1], createPairHits(10));
    expectRefused(() => readDistanceBounds(search, bounds), 'mismatch', 'beginDistance');
    expectRefused(() => readHitBounds(search, createHitBounds()), 'mismatch', 'beginBall');
    beginClosestPoint(search, body, [0, 0, 0], createClosestPoint());
    rig.lazy[0].setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
    expectRefused(() => readDistanceBounds(search, bounds), 'mismatch', 'begin it again');
    expectRefused(() => createHitBounds(0), 'bad-count', 'capacity');
  });
});

describe('what is known of hits', () => {
  const search = createSearch();

  it.each([1, 3, 64])(
    'holds for balls, capsules, boxes and frusta, whatever the budget, with room for %d boxes',
    (capacity) => {
      const random = createRandom(84 + capacity);
      const bounds = createHitBounds(capacity);
      const [hits, expected] = [createHits(2000), createHits(2000)];
      let boxes = 0;
      for (let round = 0; round < 40; round++) {
        const rig = makeRig(random, round);
        const { middle, size } = extentOf(rig);
        const near = (): number[] => middle.map((value) => value + random.range(-0.5, 0.5) * size);
        const [center, end] = [near(), near()];
        const radius = random.next() * size * 0.4;
        const [low, high] = [0, 1].map((side) =>
          center.map((value, k) => (side === 0 ? Math.min : Math.max)(value, end[k])),
        );
        const planes = [0, 1, 2, 3].flatMap(() => {
          const normal = [0, 1, 2].map(() => random.range(-1, 1));
          return [...normal, normal.reduce((sum, value, k) => sum + value * middle[k], 0) + radius];
        });
        const { triangles } = rig.mesh;
        for (const body of bodiesOf(rig)) {
          const kinds: [() => void, () => void][] = [
            [
              () => beginBall(search, body, center, radius, hits),
              () => bruteBallHits(rig.world, triangles, center, radius, expected),
            ],
            [
              () => beginCapsule(search, body, center, end, radius, hits),
              () => bruteCapsuleHits(rig.world, triangles, center, end, radius, expected),
            ],
            [
              () => beginBox(search, body, low, high, hits),
              () => bruteBoxHits(rig.world, triangles, low, high, expected),
            ],
            [
              () => beginFrustum(search, body, planes, hits),
              () => bruteFrustumHits(rig.world, triangles, planes, expected),
            ],
          ];
          const [begin, brute] = kinds[round % 4];
          begin();
          brute();
          let [least, most] = [0, Infinity];
          stepThrough(search, pick(random, BUDGETS), (isOver) => {
            readHitBounds(search, bounds);
            const what = `round ${round}: ${rig.what}`;
            expect(bounds.isComplete || !isOver).toBe(true);
            expect(bounds.atLeast, what).toBeLessThanOrEqual(expected.count);
            expect(bounds.atMost, what).toBeGreaterThanOrEqual(expected.count);
            expect(bounds.atLeast).toBeGreaterThanOrEqual(least);
            expect(bounds.atMost).toBeLessThanOrEqual(most);
            [least, most] = [bounds.atLeast, bounds.atMost];
            if (isOver) expect([least, bounds.boxCount]).toEqual([most, 0]);
            else boxes = Math.max(boxes, bounds.boxCount);
            expectOthersInBoxes(rig, what);
          });
        }
        disposeRig(rig);
      }
      expect(boxes).toBeGreaterThan(Math.min(capacity - 1, 3));
      expect(boxes).toBeLessThanOrEqual(capacity);

      /** Every hit that is still to come lies in one of the boxes as a whole. */
      function expectOthersInBoxes({ mesh, world }: Rig, what: string): void {
        const found = new Set(hits.triangles.subarray(0, hits.count));
        for (const triangle of expected.triangles.subarray(0, expected.count)) {
          if (found.has(triangle)) continue;
          const corners = [0, 1, 2].map((k) => mesh.triangles[triangle * 3 + k] * 3);
          const isIn = Array.from({ length: bounds.boxCount }, (_, i) => bounds.boxes.subarray(i * 6, i * 6 + 6)).some(
            (box) =>
              corners.every((at) =>
                [0, 1, 2].every((axis) => world[at + axis] >= box[axis] && world[at + axis] <= box[axis + 3]),
              ),
          );
          expect(isIn, `${what}: triangle ${triangle}`).toBe(true);
        }
      }
    },
  );
});
