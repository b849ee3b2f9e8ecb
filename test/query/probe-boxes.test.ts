/** Whether a ball or a box that asks can meet a box that bounds: compared with big integers. */
import { type Random, createRandom, nextDown32, nextUp32 } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { createProbe, probeCanMeetBox, setBall, setBox } from '../../src/query/probe/probe.js';
import { exactIntegers } from '../oracle/exact-integers.js';

const CASES = 50_000;

/** A ball as centre and radius, or a box as lowest and highest corner. */
interface Solid {
  readonly kind: 'ball' | 'box';
  readonly numbers: number[];
}

/** Coordinates on a small grid, where touching is common, or anywhere, at any scale. */
function coordinate(random: Random, scale: number): number {
  return random.integer(2) === 0 ? (random.integer(9) - 4) * scale : random.range(-4, 4) * scale;
}

function randomSolid(random: Random, scale: number, kind: Solid['kind'], round: (value: number) => number): Solid {
  const corner = [0, 1, 2].map(() => round(coordinate(random, scale)));
  if (kind === 'ball') return { kind, numbers: [...corner, round(Math.abs(coordinate(random, scale)))] };
  return { kind, numbers: [...corner, ...corner.map((low) => Math.max(low, round(coordinate(random, scale))))] };
}

function randomBound(random: Random, scale: number): Solid {
  return randomSolid(random, scale, 'box', Math.fround);
}

function randomProbe(random: Random, scale: number, round: (value: number) => number = Math.fround): Solid {
  return randomSolid(random, scale, random.integer(2) === 0 ? 'ball' : 'box', round);
}

/** Moves one number by one float32, keeping boxes upright and radii positive. */
function nudge(random: Random, { kind, numbers }: Solid): Solid {
  const place = random.integer(numbers.length);
  const nudged = numbers.map((value, i) =>
    i === place ? (random.integer(2) ? nextUp32(value) : nextDown32(value)) : value,
  );
  const upright = kind === 'ball' ? nudged[3] >= 0 : [0, 1, 2].every((axis) => nudged[axis] <= nudged[axis + 3]);
  return upright && nudged.every(Number.isFinite) ? { kind, numbers: nudged } : { kind, numbers };
}

/** Whether a closed box and a closed solid have a point in common, in big integers. */
function oracleMeets(bound: Solid, solid: Solid): boolean {
  const integers = exactIntegers([...bound.numbers, ...solid.numbers]);
  const [box, other] = [integers.slice(0, 6), integers.slice(6)];
  let squared = 0n;
  for (let axis = 0; axis < 3; axis++) {
    const low = other[axis];
    const high = solid.kind === 'box' ? other[axis + 3] : low;
    const gap = box[axis] > high ? box[axis] - high : low > box[axis + 3] ? low - box[axis + 3] : 0n;
    squared += gap * gap;
  }
  const radius = solid.kind === 'ball' ? other[3] : 0n;
  return squared <= radius * radius;
}

const probe = createProbe();

function canMeet(bound: Solid, { kind, numbers }: Solid): boolean {
  if (kind === 'ball') setBall('test', probe, numbers.slice(0, 3), numbers[3]);
  else setBox('test', probe, numbers.slice(0, 3), numbers.slice(3));
  return probeCanMeetBox(probe, Float64Array.from(bound.numbers), 0);
}

describe('a ball or a box that asks', () => {
  it.each([
    ['of ordinary size', 1],
    ['a millionth', 1e-6],
    ['denormal', 2 ** -149],
    ['nearly denormal', 1e-37],
    ['huge', 1e37],
  ])(
    `is never parted from a bound that it meets, and is from what is clearly apart: ${CASES / 5} cases, %s`,
    (_, scale) => {
      const seed = 141;
      const random = createRandom(seed);
      let met = 0;
      let nearMisses = 0;
      for (let i = 0; i < CASES / 5; i++) {
        const bound = randomBound(random, scale);
        const solid = random.integer(2) === 0 ? randomProbe(random, scale) : nudge(random, randomProbe(random, scale));
        const expected = oracleMeets(bound, solid);
        const answer = canMeet(bound, solid);
        if (expected) met++;
        if (expected && !answer) expect.unreachable(`seed ${seed}, case ${i}: ${JSON.stringify([bound, solid])}`);
        if (!expected && answer) nearMisses++;
      }
      expect(met).toBeGreaterThan(CASES / 50);
      expect(met).toBeLessThan(CASES / 6);
      // Slack is 1e-13: only balls within that of each other may be taken to meet.
      expect(nearMisses).toBeLessThan(CASES / 2500);
    },
  );

  it('is never parted from a bound of a very different size that it meets', () => {
    const random = createRandom(142);
    let met = 0;
    for (let i = 0; i < CASES / 4; i++) {
      const bound = randomBound(random, 10 ** random.range(-40, 37));
      const solid = randomProbe(random, 10 ** random.range(-40, 37));
      if (!oracleMeets(bound, solid)) continue;
      met++;
      if (!canMeet(bound, solid)) expect.unreachable(`case ${i}: ${JSON.stringify([bound, solid])}`);
    }
    expect(met).toBeGreaterThan(500);
  });

  it('as a box has no slack: one float32 apart is apart', () => {
    const random = createRandom(143);
    for (let i = 0; i < 2000; i++) {
      const scale = 10 ** random.range(-40, 37);
      const bound: Solid = {
        kind: 'box',
        numbers: [0, 0, 0, 0, 0, 0].map((_, k) => Math.fround((k < 3 ? -1 : 1) * scale)),
      };
      const axis = random.integer(3);
      const beside = bound.numbers.slice();
      beside[axis] = bound.numbers[axis + 3];
      beside[axis + 3] = Math.fround(3 * scale);
      expect(canMeet(bound, { kind: 'box', numbers: beside }), 'touching').toBe(true);
      beside[axis] = nextUp32(beside[axis]);
      expect(canMeet(bound, { kind: 'box', numbers: beside }), 'one step apart').toBe(false);
    }
  });

  it('is never parted from a bound that it meets, in doubles of any size', () => {
    const random = createRandom(144);
    let met = 0;
    for (let i = 0; i < 25_000; i++) {
      const bound = randomBound(random, 10 ** random.range(-40, 37));
      const solid = randomProbe(random, 10 ** random.range(-320, 306), (value) => value);
      if (!oracleMeets(bound, solid)) continue;
      met++;
      if (!canMeet(bound, solid)) expect.unreachable(`case ${i}: ${JSON.stringify([bound, solid])}`);
    }
    expect(met).toBeGreaterThan(1000);
  });

  it('as a ball is never parted from a bound that it touches to the last bit', () => {
    const random = createRandom(145);
    let met = 0;
    for (let i = 0; i < 20_000; i++) {
      const bound = randomBound(random, 1);
      const center = [0, 1, 2].map(() => random.range(-4, 4));
      // The distance as doubles have it, one step more or less: about half of these touch.
      const gaps = center.map((value, axis) =>
        Math.max(bound.numbers[axis] - value, value - bound.numbers[axis + 3], 0),
      );
      const distance = Math.hypot(...gaps);
      if (distance <= 0) continue;
      const ball: Solid = {
        kind: 'ball',
        numbers: [...center, distance * (1 + (random.integer(3) - 1) * 2 ** -52)],
      };
      if (!oracleMeets(bound, ball)) continue;
      met++;
      if (!canMeet(bound, ball)) expect.unreachable(`case ${i}: ${JSON.stringify([bound, ball])}`);
    }
    expect(met).toBeGreaterThan(2000);
  });

  it('as a ball so small that squares underflow is never parted from a bound that it touches', () => {
    const random = createRandom(146);
    let met = 0;
    const bound: Solid = { kind: 'box', numbers: [0, 0, 0, 0, 0, 0] };
    for (let i = 0; i < 10_000; i++) {
      const scale = 10 ** random.range(-164, -158);
      const center = [0, 1, 2].map(() => random.range(-1, 1) * scale);
      const largest = Math.max(...center.map(Math.abs));
      const radius = largest * Math.hypot(...center.map((value) => value / largest)) * (1 + 2 ** -50);
      const ball: Solid = { kind: 'ball', numbers: [...center, radius] };
      if (!oracleMeets(bound, ball)) continue;
      met++;
      if (!canMeet(bound, ball)) expect.unreachable(`case ${i}: ${JSON.stringify(ball)}`);
    }
    expect(met).toBeGreaterThan(5000);
  });

  it('can meet a bound that is infinite, wherever it is', () => {
    const everything: Solid = { kind: 'box', numbers: [-1, -1, -1, 1, 1, 1].map((value) => value * Infinity) };
    expect(canMeet(everything, { kind: 'ball', numbers: [3e38, 3e38, 3e38, 0] })).toBe(true);
    expect(canMeet(everything, { kind: 'box', numbers: [3e38, 3e38, 3e38, 3e38, 3e38, 3e38] })).toBe(true);
  });

  it('is compared with the box that is named', () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6);
    setBox('test', probe, [0, 0, 0], [1, 1, 1]);
    expect([0, 6].map((at) => probeCanMeetBox(probe, boxes, at))).toEqual([true, false]);
    setBall('test', probe, [7, 5, 5], 1);
    expect([0, 6].map((at) => probeCanMeetBox(probe, boxes, at))).toEqual([false, true]);
  });
});
