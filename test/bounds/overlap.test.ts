import { type BoundKind, type Random, BOX_BOUND, SPHERE_BOUND, createRandom, nextDown32, nextUp32 } from 'pliant';
import { describe, expect, it } from 'vitest';
import { boundMeetsBall, boundMeetsBox, boundsMeet } from '../../src/bounds/overlap.js';
import { exactIntegers } from '../oracle/exact-integers.js';

const CASES = 50_000;

/** A ball or a box; a ball as centre and radius, a box as lowest and highest corner. */
interface Shape {
  readonly kind: BoundKind;
  readonly numbers: number[];
}

/** Coordinates on a small grid, where touching is common, or anywhere, at any scale. */
function coordinate(random: Random, scale: number): number {
  return random.integer(2) === 0 ? (random.integer(9) - 4) * scale : random.range(-4, 4) * scale;
}

function randomShape(random: Random, scale: number): Shape {
  const corner = [0, 1, 2].map(() => Math.fround(coordinate(random, scale)));
  if (random.integer(2) === 0) {
    return { kind: SPHERE_BOUND, numbers: [...corner, Math.fround(Math.abs(coordinate(random, scale)))] };
  }
  return {
    kind: BOX_BOUND,
    numbers: [...corner, ...corner.map((low) => Math.max(low, Math.fround(coordinate(random, scale))))],
  };
}

/** Moves one number of a shape by one float32, keeping boxes upright and radii positive. */
function nudge(random: Random, { kind, numbers }: Shape): Shape {
  const place = random.integer(numbers.length);
  const nudged = numbers.map((value, i) =>
    i === place ? (random.integer(2) ? nextUp32(value) : nextDown32(value)) : value,
  );
  const upright = kind === SPHERE_BOUND ? nudged[3] >= 0 : [0, 1, 2].every((axis) => nudged[axis] <= nudged[axis + 3]);
  return upright && nudged.every(Number.isFinite) ? { kind, numbers: nudged } : { kind, numbers };
}

/** Whether two closed shapes have a point in common, in big integers. */
function oracleMeets(a: Shape, b: Shape): boolean {
  const integers = exactIntegers([...a.numbers, ...b.numbers]);
  const [numbersA, numbersB] = [integers.slice(0, a.numbers.length), integers.slice(a.numbers.length)];
  let squared = 0n;
  for (let axis = 0; axis < 3; axis++) {
    const lowA = numbersA[axis];
    const highA = a.kind === BOX_BOUND ? numbersA[axis + 3] : lowA;
    const lowB = numbersB[axis];
    const highB = b.kind === BOX_BOUND ? numbersB[axis + 3] : lowB;
    const gap = lowA > highB ? lowA - highB : lowB > highA ? lowB - highA : 0n;
    squared += gap * gap;
  }
  const reach = (a.kind === SPHERE_BOUND ? numbersA[3] : 0n) + (b.kind === SPHERE_BOUND ? numbersB[3] : 0n);
  return squared <= reach * reach;
}

function asBounds({ kind, numbers }: Shape): Float32Array {
  return kind === SPHERE_BOUND
    ? Float32Array.from(numbers)
    : Float32Array.of(...numbers.slice(0, 3), 0, ...numbers.slice(3), 0);
}

/** Answers of both tests of bounds and of the test against a shape given in doubles. */
function answers(bound: Shape, other: Shape): boolean[] {
  const bounds = asBounds(bound);
  return [
    boundsMeet(bound.kind, bounds, 0, other.kind, asBounds(other), 0),
    boundsMeet(other.kind, asBounds(other), 0, bound.kind, bounds, 0),
    other.kind === SPHERE_BOUND
      ? boundMeetsBall(bound.kind, bounds, 0, Float64Array.from(other.numbers))
      : boundMeetsBox(bound.kind, bounds, 0, Float64Array.from(other.numbers)),
  ];
}

describe('tests of bounds', () => {
  it.each([
    ['of ordinary size', 1],
    ['a millionth', 1e-6],
    ['denormal', 2 ** -149],
    ['nearly denormal', 1e-37],
    ['huge', 1e37],
  ])(`never part what meets, and part what is clearly apart: ${CASES / 5} cases, %s`, (_, scale) => {
    const seed = 141;
    const random = createRandom(seed);
    let met = 0;
    let nearMisses = 0;
    for (let i = 0; i < CASES / 5; i++) {
      const bound = randomShape(random, scale);
      const other = random.integer(2) === 0 ? randomShape(random, scale) : nudge(random, randomShape(random, scale));
      const expected = oracleMeets(bound, other);
      if (expected) met++;
      for (const answer of answers(bound, other)) {
        if (expected && !answer) expect.unreachable(`seed ${seed}, case ${i}: ${JSON.stringify([bound, other])}`);
        if (!expected && answer) nearMisses++;
      }
    }
    expect(met).toBeGreaterThan(CASES / 50);
    expect(met).toBeLessThan(CASES / 6);
    // Slack is 2^-48: only balls within that of each other may be taken to meet.
    expect(nearMisses).toBeLessThan(CASES / 2500);
  });

  it('never part shapes of very different sizes that meet', () => {
    const random = createRandom(142);
    let met = 0;
    for (let i = 0; i < CASES / 5; i++) {
      const bound = randomShape(random, 10 ** random.range(-40, 37));
      const other = randomShape(random, 10 ** random.range(-40, 37));
      if (!oracleMeets(bound, other)) continue;
      met++;
      if (answers(bound, other).includes(false)) expect.unreachable(`case ${i}: ${JSON.stringify([bound, other])}`);
    }
    expect(met).toBeGreaterThan(500);
  });

  it('are right for boxes without any slack: one float32 apart is apart', () => {
    const random = createRandom(143);
    for (let i = 0; i < 2000; i++) {
      const scale = 10 ** random.range(-40, 37);
      const a: Shape = {
        kind: BOX_BOUND,
        numbers: [0, 0, 0, 0, 0, 0].map((_, k) => Math.fround((k < 3 ? -1 : 1) * scale)),
      };
      const axis = random.integer(3);
      const beside = a.numbers.slice();
      beside[axis] = a.numbers[axis + 3];
      beside[axis + 3] = Math.fround(3 * scale);
      expect(answers(a, { kind: BOX_BOUND, numbers: beside }), 'touching').toEqual([true, true, true]);
      beside[axis] = nextUp32(beside[axis]);
      expect(answers(a, { kind: BOX_BOUND, numbers: beside }), 'one step apart').toEqual([false, false, false]);
    }
  });

  it('never part a ball or a box in doubles of any size from a bound that it meets', () => {
    const random = createRandom(144);
    let met = 0;
    for (let i = 0; i < 20_000; i++) {
      const bound = randomShape(random, 10 ** random.range(-40, 37));
      const scale = 10 ** random.range(-320, 306);
      const kind = random.integer(2) === 0 ? BOX_BOUND : SPHERE_BOUND;
      const corner = [0, 1, 2].map(() => coordinate(random, scale));
      const numbers =
        kind === SPHERE_BOUND
          ? [...corner, Math.abs(coordinate(random, scale))]
          : [...corner, ...corner.map((low) => Math.max(low, coordinate(random, scale)))];
      const other: Shape = { kind, numbers };
      if (!oracleMeets(bound, other)) continue;
      met++;
      const bounds = asBounds(bound);
      const answer =
        kind === SPHERE_BOUND
          ? boundMeetsBall(bound.kind, bounds, 0, Float64Array.from(numbers))
          : boundMeetsBox(bound.kind, bounds, 0, Float64Array.from(numbers));
      if (!answer) expect.unreachable(`case ${i}: ${JSON.stringify([bound, other])}`);
    }
    expect(met).toBeGreaterThan(1000);
  });

  it('never part a ball from a bound that it touches to the last bit', () => {
    const random = createRandom(145);
    let met = 0;
    for (let i = 0; i < 20_000; i++) {
      const bound = randomShape(random, 1);
      const center = [0, 1, 2].map(() => random.range(-4, 4));
      // The distance as doubles have it, one step more or less: about half of these touch.
      const gaps = center.map((value, axis) => {
        const [low, high] = [bound.numbers[axis], bound.numbers[bound.kind === BOX_BOUND ? axis + 3 : axis]];
        return Math.max(low - value, value - high, 0);
      });
      const distance = Math.hypot(...gaps) - (bound.kind === SPHERE_BOUND ? bound.numbers[3] : 0);
      if (distance <= 0) continue;
      const ball: Shape = {
        kind: SPHERE_BOUND,
        numbers: [...center, distance * (1 + (random.integer(3) - 1) * 2 ** -52)],
      };
      if (!oracleMeets(bound, ball)) continue;
      met++;
      if (!boundMeetsBall(bound.kind, asBounds(bound), 0, Float64Array.from(ball.numbers))) {
        expect.unreachable(`case ${i}: ${JSON.stringify([bound, ball])}`);
      }
    }
    expect(met).toBeGreaterThan(2000);
  });

  it('never part a ball so small that squares underflow from a bound that it touches', () => {
    const random = createRandom(146);
    let met = 0;
    for (const kind of [SPHERE_BOUND, BOX_BOUND] as const) {
      const bound: Shape = { kind, numbers: kind === SPHERE_BOUND ? [0, 0, 0, 0] : [0, 0, 0, 0, 0, 0] };
      for (let i = 0; i < 5000; i++) {
        const scale = 10 ** random.range(-164, -158);
        const center = [0, 1, 2].map(() => random.range(-1, 1) * scale);
        const largest = Math.max(...center.map(Math.abs));
        const radius = largest * Math.hypot(...center.map((value) => value / largest)) * (1 + 2 ** -50);
        const ball: Shape = { kind: SPHERE_BOUND, numbers: [...center, radius] };
        if (!oracleMeets(bound, ball)) continue;
        met++;
        if (!boundMeetsBall(kind, asBounds(bound), 0, Float64Array.from(ball.numbers))) {
          expect.unreachable(`case ${i}: ${JSON.stringify(ball)}`);
        }
      }
    }
    expect(met).toBeGreaterThan(5000);
  });

  it('take infinite spheres to meet everything', () => {
    const everything: Shape = { kind: SPHERE_BOUND, numbers: [0, 0, 0, Infinity] };
    for (const kind of [SPHERE_BOUND, BOX_BOUND] as const) {
      const far: Shape = {
        kind,
        numbers: kind === SPHERE_BOUND ? [3e38, 3e38, 3e38, 0] : [3e38, 3e38, 3e38, 3e38, 3e38, 3e38],
      };
      expect(answers(everything, far)).toEqual([true, true, true]);
    }
  });

  it('read the bound of the node they are asked for', () => {
    const spheres = Float32Array.of(0, 0, 0, 1, 10, 0, 0, 1);
    expect(boundMeetsBall(SPHERE_BOUND, spheres, 0, Float64Array.of(10, 0, 0, 1))).toBe(false);
    expect(boundMeetsBall(SPHERE_BOUND, spheres, 1, Float64Array.of(10, 0, 0, 1))).toBe(true);
    expect(boundsMeet(SPHERE_BOUND, spheres, 0, SPHERE_BOUND, spheres, 1)).toBe(false);
    expect(boundsMeet(SPHERE_BOUND, spheres, 1, SPHERE_BOUND, spheres, 1)).toBe(true);
    const boxes = Float32Array.of(0, 0, 0, 0, 1, 1, 1, 0, 5, 5, 5, 0, 6, 6, 6, 0);
    expect(boundMeetsBox(BOX_BOUND, boxes, 1, Float64Array.of(0, 0, 0, 1, 1, 1))).toBe(false);
    expect(boundsMeet(BOX_BOUND, boxes, 0, SPHERE_BOUND, spheres, 0)).toBe(true);
    expect(boundsMeet(SPHERE_BOUND, spheres, 1, BOX_BOUND, boxes, 1)).toBe(false);
  });
});
