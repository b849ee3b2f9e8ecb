import { type Random, createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { type BroadPhase, BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from '../../src/world/broad-phase.js';

/** All pairs of boxes that meet, the slow way, in rising order. */
function brutePairs(boxes: Float64Array, count: number): number[] {
  const pairs: number[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      let apart = false;
      for (let axis = 0; axis < 3; axis++) {
        if (boxes[a * 6 + axis] > boxes[b * 6 + 3 + axis]) apart = true;
        if (boxes[b * 6 + axis] > boxes[a * 6 + 3 + axis]) apart = true;
      }
      if (!apart) pairs.push(a, b);
    }
  }
  return pairs;
}

function expectAllPairs(phase: BroadPhase, boxes: Float64Array, what: string): number {
  const count = boxes.length / BROAD_BOX_STRIDE;
  const found = findBoxPairs(phase, boxes, count);
  expect([...phase.pairs.subarray(0, found * 2)], what).toEqual(brutePairs(boxes, count));
  return found;
}

/** Boxes at random places in a cube of side 2 · `spread`, with sides of up to `size()` each. */
function randomBoxes(random: Random, count: number, spread: number, size: () => number, shift = 0): Float64Array {
  const boxes = new Float64Array(count * BROAD_BOX_STRIDE);
  for (let box = 0; box < count; box++) {
    const side = size();
    for (let axis = 0; axis < 3; axis++) {
      const low = random.range(-spread, spread) + shift;
      boxes[box * 6 + axis] = low;
      boxes[box * 6 + 3 + axis] = low + random.range(0, 1) * side;
    }
  }
  return boxes;
}

describe('the broad phase finds the pairs of boxes that meet, each once, in rising order,', () => {
  const phase = createBroadPhase();

  it('among boxes of like size, few or many, close together or far apart', () => {
    const random = createRandom(501);
    let found = 0;
    for (let round = 0; round < 200; round++) {
      const count = random.integer(120);
      const boxes = randomBoxes(random, count, 10 ** random.range(-1, 2), () => random.range(0.5, 2));
      found += expectAllPairs(phase, boxes, `seed 501, round ${round}`);
    }
    expect(found).toBeGreaterThan(10_000);
  });

  it('among boxes of all sizes from 1e-12 to 1e12', () => {
    const random = createRandom(502);
    for (let round = 0; round < 100; round++) {
      const boxes = randomBoxes(random, 80, 10 ** random.range(-3, 6), () => 10 ** random.range(-12, 12));
      expectAllPairs(phase, boxes, `seed 502, round ${round}`);
    }
  });

  it('wherever the scene is, also where doubles cannot tell cells apart', () => {
    const random = createRandom(503);
    for (const shift of [1e3, -1e6, 1e9, 1e12, -1e15, 1e17, 1e30, 1e300]) {
      for (let round = 0; round < 10; round++) {
        const boxes = randomBoxes(random, 60, 5, () => 1, shift);
        expectAllPairs(phase, boxes, `seed 503, shift ${shift}, round ${round}`);
      }
    }
  });

  it('with many in the same place, points, and boxes that touch in a face, an edge or a corner', () => {
    const random = createRandom(504);
    const same = new Float64Array(50 * 6).map((_, i) => (i % 6 < 3 ? 1 : 2));
    expect(expectAllPairs(phase, same, 'the same')).toBe(1225);
    expectAllPairs(phase, new Float64Array(30 * 6), 'points at the origin');
    for (let round = 0; round < 50; round++) {
      const lattice = new Float64Array(60 * 6);
      for (let box = 0; box < 60; box++) {
        for (let axis = 0; axis < 3; axis++) {
          lattice[box * 6 + axis] = random.integer(5) - 2;
          lattice[box * 6 + 3 + axis] = lattice[box * 6 + axis] + random.integer(3);
        }
      }
      expectAllPairs(phase, lattice, `seed 504, round ${round}`);
    }
  });

  it('with boxes that are infinite, not a number, or the wrong way round', () => {
    const random = createRandom(505);
    for (let round = 0; round < 60; round++) {
      const boxes = randomBoxes(random, 40, 5, () => 2);
      for (let k = 0; k < 10; k++) {
        const strange = [Infinity, -Infinity, Number.NaN, 1e308, -1e308, 5e-324, 0, -0][random.integer(8)];
        boxes[random.integer(boxes.length)] = strange;
      }
      expectAllPairs(phase, boxes, `seed 505, round ${round}`);
    }
    expectAllPairs(phase, new Float64Array(60).fill(Number.NaN), 'nothing but NaN');
    expectAllPairs(
      phase,
      new Float64Array(60).map((_, i) => (i % 6 < 3 ? -Infinity : Infinity)),
      'nothing but infinite',
    );
    expectAllPairs(
      phase,
      new Float64Array(60).map((_, i) => (i % 6 < 3 ? 0 : 5e-324)),
      'the smallest there are',
    );
  });

  it('whatever was in the grid before', () => {
    const random = createRandom(506);
    const large = randomBoxes(random, 3000, 20, () => 1);
    const small = randomBoxes(random, 20, 2, () => 1);
    findBoxPairs(phase, large, 3000);
    findBoxPairs(phase, small, 20);
    const fresh = createBroadPhase();
    findBoxPairs(fresh, small, 20);
    expect([...phase.pairs.subarray(0, phase.pairCount * 2)]).toEqual([
      ...fresh.pairs.subarray(0, fresh.pairCount * 2),
    ]);
    expect([phase.boxTests, phase.entryCount, phase.cellSize]).toEqual([
      fresh.boxTests,
      fresh.entryCount,
      fresh.cellSize,
    ]);
  });
});

describe('the grid', () => {
  it('does not explode beside huge boxes: they are kept apart', () => {
    const random = createRandom(510);
    const boxes = randomBoxes(random, 200, 30, () => 1);
    for (let box = 0; box < 5; box++) boxes.set([-1e9, -1e9, -1e9, 1e9, 1e9, 1e9], box * 6);
    const phase = createBroadPhase();
    findBoxPairs(phase, boxes, 200);
    expect(phase.everywhereCount).toBe(5);
    expect(phase.entryCount).toBeLessThanOrEqual(195 * 8);
    expect(phase.cellSize).toBeGreaterThan(0.5);
    expect(phase.cellSize).toBeLessThanOrEqual(4);
  });

  it('compares few boxes that do not meet', () => {
    const random = createRandom(511);
    const boxes = randomBoxes(random, 4000, 40, () => 1);
    const phase = createBroadPhase();
    const found = findBoxPairs(phase, boxes, 4000);
    expect(phase.boxTests).toBeLessThan(found * 40 + 4000 * 8);
    expect(phase.boxTests).toBeLessThan((4000 * 3999) / 2 / 50);
  });
});
