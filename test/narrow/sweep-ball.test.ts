import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { sweepBall } from './with-numbers.js';
import { oracleBall } from '../oracle/ball-triangle.js';
import { oracleCapsule } from '../oracle/capsule-triangle.js';
import { exactIntegers } from '../oracle/exact-integers.js';
import { toNumber } from '../oracle/fractions.js';
import { leastDistanceSquared } from '../oracle/least-distance.js';
import type { BigVector } from '../oracle/vectors.js';
import { bigVector, minus, times } from '../oracle/vectors.js';
import { CAPSULE_MAKERS } from './capsules.js';
import type { CapsuleSample } from './capsules.js';
import { grazingRay, randomApproach, sliver } from './grazing.js';

const SEED = 11;

const MAKERS: typeof CAPSULE_MAKERS = {
  ...CAPSULE_MAKERS,
  /** Nearly in the plane of a sliver, and across it or not as far. */
  grazing: (random) => {
    const triangle = sliver(random);
    const approach = { ...randomApproach(random), length: 1 };
    const { origin, direction } = grazingRay(approach, triangle);
    const way = approach.away * [0.9, 0.99, 1, 1.01][random.integer(4)];
    const radius = random.integer(3) === 0 ? 0 : 10 ** random.range(-9, -3);
    return { capsule: [...origin, ...origin.map((value, i) => value + way * direction[i]), radius], triangle };
  },
};

function sweep({ capsule, triangle }: CapsuleSample, order: readonly [number, number, number] = [0, 1, 2]): number {
  const [ax, ay, az, bx, by, bz, radius] = capsule;
  return sweepBall(ax, ay, az, bx, by, bz, radius, Float32Array.from(triangle), ...order);
}

/** The distance from the triangle at a time, and the least one until then, both but for the last bits. */
function distancesAt({ capsule, triangle }: CapsuleSample, time: number): { atTime: number; until: number } {
  const [one, ...integers] = exactIntegers([1, ...capsule.slice(0, 6), ...triangle]);
  const [whole, part] = exactIntegers([1, time]);
  const start = times(bigVector(integers, 0), whole);
  const along = times(minus(bigVector(integers, 3), bigVector(integers, 0)), part);
  const centre: BigVector = [start[0] + along[0], start[1] + along[1], start[2] + along[2]];
  const corners = [6, 9, 12].map((place) => times(bigVector(integers, place), whole));
  const unit = one * whole;
  const distance = (path: readonly BigVector[]): number => {
    const { numerator, denominator } = leastDistanceSquared(path, corners);
    return Math.sqrt(toNumber({ numerator, denominator: denominator * unit * unit }));
  };
  return { atTime: distance([centre]), until: distance([start, centre]) };
}

/**
 * Whether the ball can be at the box of the triangle by then, but for 2^-48 of the coordinates that take part, exactly: walks
 * that leave out boxes which the ball reaches later rely on it.
 */
function isAtBox({ capsule, triangle }: CapsuleSample, time: number): boolean {
  const integers = exactIntegers([...capsule, ...triangle]);
  const [whole, part] = exactIntegers([1, time]);
  const radius = integers[6];
  return [0, 1, 2].every((axis) => {
    const start = integers[axis];
    const way = integers[axis + 3] - start;
    const corners = [7, 10, 13].map((place) =>
      way < 0n ? start - integers[place + axis] : integers[place + axis] - start,
    );
    const near = corners.reduce((least, corner) => (corner < least ? corner : least));
    const slack = (near < 0n ? -near : near) + radius;
    return ((part * (way < 0n ? -way : way) - (near - radius) * whole) << 48n) + slack * whole >= 0n;
  });
}

describe('a moving ball against a triangle', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it('gives the time of the first touch: on the face, at an edge, at a corner', () => {
    expect(sweep({ capsule: [1, 1, 9, 1, 1, -7, 1], triangle })).toBeCloseTo(0.5, 14);
    expect(sweep({ capsule: [2, -9, 0, 2, 7, 0, 1], triangle })).toBeCloseTo(0.5, 14);
    expect(sweep({ capsule: [-13, 0, 0, 3, 0, 0, 5], triangle })).toBeCloseTo(0.5, 14);
    expect(sweep({ capsule: [-8, -4, 3, 8, -4, 3, 5], triangle })).toBeCloseTo(0.5, 7);
  });

  it('gives 0 when it touches at the start, 1 or just before at the end, -1 when it does not arrive', () => {
    expect(sweep({ capsule: [1, 1, 1, 1, 1, 9, 1], triangle })).toBe(0);
    expect(sweep({ capsule: [1, 1, 0, 1, 1, 9, 0], triangle })).toBe(0);
    expect(sweep({ capsule: [1, 1, 9, 1, 1, 1, 1], triangle })).toBeCloseTo(1, 14);
    expect(sweep({ capsule: [1, 1, 9, 1, 1, 1.0000000000000002, 1], triangle })).toBe(-1);
    expect(sweep({ capsule: [1, 1, 2, 1, 1, 2, 1], triangle })).toBe(-1);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 2,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { missed: 0, atStart: 0, underway: 0 };
    for (let i = 0; i < 2000; i++) {
      const sample = MAKERS[kind](random);
      const { capsule, triangle } = sample;
      const radius = capsule[6];
      const meets = oracleCapsule(capsule, triangle) !== 'apart';
      const meetsAtStart = oracleBall([...capsule.slice(0, 3), radius], triangle) !== 'apart';
      seen[meetsAtStart ? 'atStart' : meets ? 'underway' : 'missed']++;
      const reach = Math.max(
        radius,
        ...triangle.map((value, k) => Math.abs(value - capsule[k % 3])),
        ...[0, 1, 2].map((k) => Math.abs(capsule[3 + k] - capsule[k])),
      );
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
      ] as const) {
        const time = sweep(sample, order);
        const name = `seed ${SEED}, ${kind} ${JSON.stringify(sample)}, order ${order.join()}: ${time}`;
        if (!(time === -1 || (time >= 0 && time <= 1))) expect.fail(`${name} is no time`);
        if (time >= 0 !== meets) expect.fail(`${name}, but the capsule ${meets ? 'meets' : 'misses'} the triangle`);
        if (meetsAtStart && time !== 0) expect.fail(`${name}, but it touches at the start`);
        if (meetsAtStart || !meets || reach > 2 ** 200 || reach < 2 ** -200) continue;
        const { atTime, until } = distancesAt(sample, time);
        if (until < radius * (1 - 2 ** -51)) expect.fail(`${name} is late: the distance was ${until} by then`);
        if (!isAtBox(sample, time)) expect.fail(`${name} is before it reaches the box`);
        const allowed = reach * (kind === 'general' ? 2 ** -45 : 2 ** -22);
        if (!(atTime - radius <= allowed)) expect.fail(`${name} is early: the distance is ${atTime}`);
      }
    }
    expect(seen.missed).toBeGreaterThan(100);
    expect(seen.atStart + seen.underway).toBeGreaterThan(200);
    if (kind !== 'anyBits') expect(seen.underway).toBeGreaterThan(200);
  });
});
