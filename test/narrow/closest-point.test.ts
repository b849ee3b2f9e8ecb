import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { closestPointOnTriangle } from './with-numbers.js';
import { exactIntegers } from '../oracle/exact-integers.js';
import { toNumber } from '../oracle/fractions.js';
import { leastDistanceSquared } from '../oracle/least-distance.js';
import { bigVector } from '../oracle/vectors.js';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf } from './samples.js';

const SEED = 8;
const ORDERS: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
];

interface Sample {
  readonly point: number[];
  readonly triangle: number[];
}

const MAKERS: Record<string, (random: Random) => Sample> = {
  general: (random) => ({
    point: pointIn(random, pick(random, [1, 10])),
    triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
  }),
  lattice: (random) => ({
    point: gridPointIn(random, 3),
    triangle: degraded(random, [gridPointIn(random, 3), gridPointIn(random, 3), gridPointIn(random, 3)].flat()),
  }),
  /** Next to a point of the triangle, small, large or far from the origin. */
  close: (random) => {
    const size = pick(random, [1e-38, 1e-20, 1, 1, 1e30]);
    const offset = pick(random, [0, 0, 1000 * size]);
    const corner = (): number[] => pointIn(random, size).map((value) => Math.fround(value + offset));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const away = size * pick(random, [0, 1e-12, 1e-6, 1]);
    return { point: pointOf(random, triangle).map((value) => value + away * random.range(-1, 1)), triangle };
  },
  /** Needles, down to one last bit of width. */
  sliver: (random) => {
    const [a, b] = [pointIn(random, 1), pointIn(random, 1)];
    const s = pick(random, [0, 0.5, 1, 1 + random.next(), random.next()]);
    const width = pick(random, [0, 1e-7, 1e-5, 1e-3]);
    const c = a.map((value, i) => Math.fround(value + s * (b[i] - value) + width * random.range(-1, 1)));
    const triangle = [...a, ...b, ...c];
    const away = pick(random, [0, 1e-8, 1e-3, 1, 100]);
    return { point: pointOf(random, triangle).map((value) => value + away * random.range(-1, 1)), triangle };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    return { point: pick(random, [pointOf(random, triangle), [0, 0, 0].map(() => anyFloat(random))]), triangle };
  },
};

/** The squares of the distances of some points to the triangle. */
function exactly(triangle: readonly number[], ...points: readonly (readonly number[])[]): number[] {
  const [one, ...integers] = exactIntegers([1, ...triangle, ...points.flat()]);
  const corners = [0, 3, 6].map((start) => bigVector(integers, start));
  return points.map((_, k) => {
    const { numerator, denominator } = leastDistanceSquared(corners, [bigVector(integers, 9 + 3 * k)]);
    return toNumber({ numerator, denominator: denominator * one * one });
  });
}

/** The least sine, squared, of an angle of the triangle. */
function sharpest(triangle: readonly number[]): number {
  const edges = [0, 3, 6].map((start) => [0, 1, 2].map((i) => triangle[(start + 3 + i) % 9] - triangle[start + i]));
  const [[ux, uy, uz], [vx, vy, vz]] = edges;
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const square = (vector: readonly number[]): number => vector.reduce((sum, value) => sum + value * value, 0);
  const [s, t, u] = edges.map(square);
  return square(normal) / Math.max(s * t, t * u, u * s);
}

describe('closest point of a triangle', () => {
  const triangle = Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);

  it('is found on the face, on an edge and at a corner', () => {
    const out = new Float64Array(3);
    expect(closestPointOnTriangle(1, 1, 5, triangle, 0, 1, 2, out)).toBe(25);
    expect([...out]).toEqual([1, 1, 0]);
    expect(closestPointOnTriangle(3, 3, 1, triangle, 0, 1, 2, out)).toBe(3);
    expect([...out]).toEqual([2, 2, 0]);
    expect(closestPointOnTriangle(7, -4, 0, triangle, 0, 1, 2, out)).toBe(25);
    expect([...out]).toEqual([4, 0, 0]);
    expect(closestPointOnTriangle(1, 2, 0, triangle, 0, 1, 2, out)).toBe(0);
    expect([...out]).toEqual([1, 2, 0]);
  });

  it('is found on segments and points', () => {
    const out = [0, 0, 0];
    expect(closestPointOnTriangle(5, 3, 4, Float32Array.of(0, 0, 0, 8, 0, 0, 2, 0, 0), 0, 1, 2, out)).toBe(25);
    expect(out).toEqual([5, 0, 0]);
    expect(closestPointOnTriangle(1, 4, 5, Float32Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1), 0, 1, 2, out)).toBe(25);
    expect(out).toEqual([1, 1, 1]);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 4,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const out = new Float64Array(3);
    let shapely = 0;
    for (let i = 0; i < 4000; i++) {
      const { point, triangle } = MAKERS[kind](random);
      const positions = Float32Array.from(triangle);
      const [x, y, z] = point;
      const [expected] = exactly(triangle, point);
      const reach = Math.max(...triangle.map((value, k) => Math.abs(value - point[k % 3])));
      const size = Math.max(...triangle.map(Math.abs));
      for (const order of ORDERS) {
        const found = closestPointOnTriangle(x, y, z, positions, ...order, out);
        const name = `seed ${SEED}, ${kind} ${point.join()}; ${triangle.join()}, order ${order.join()}`;
        if (!(Math.abs(found - expected) <= 2 ** -45 * reach * reach)) {
          expect.fail(`${name}: ${found}, exactly ${expected}`);
        }
        if (sharpest(triangle) > 2 ** -18) {
          shapely++;
          const error = Math.abs(Math.sqrt(found) - Math.sqrt(expected));
          if (!(error <= 2 ** -42 * reach)) expect.fail(`${name}: the distance is off by ${error}`);
        }
        const [off] = exactly(triangle, [...out]);
        if (!(Math.sqrt(off) <= 2 ** -49 * (size + reach)))
          expect.fail(`${name}: ${out.join()} is not on the triangle`);
        const apart = Math.sqrt(out.reduce((sum, value, k) => sum + (value - point[k]) * (value - point[k]), 0));
        const allowed = 2 ** -49 * (size + reach);
        if (!(Math.abs(apart - Math.sqrt(found)) <= allowed)) expect.fail(`${name}: ${found} is not at ${out.join()}`);
      }
    }
    if (kind !== 'sliver') expect(shapely).toBeGreaterThan(1000);
  });

  it('is never NaN, whatever finite doubles are given', () => {
    const random = createRandom(SEED);
    const out = new Float64Array(3);
    let unfit = 0;
    for (let i = 0; i < 10_000; i++) {
      // A quarter, as a collinear corner may lie three times as far out.
      const quarter = (): number => Math.fround(anyFloat(random) / 4);
      const positions = Float32Array.from(degraded(random, Array.from({ length: 9 }, quarter)));
      const [x, y, z] = [0, 0, 0].map(() => pick(random, [anyDouble(random), Number.MAX_VALUE, 0, Number.MIN_VALUE]));
      const squared = closestPointOnTriangle(x, y, z, positions, 0, 1, 2, out);
      if (!(squared >= 0) || !out.every(Number.isFinite)) unfit++;
    }
    expect(unfit, `seed ${SEED}`).toBe(0);
  });
});
