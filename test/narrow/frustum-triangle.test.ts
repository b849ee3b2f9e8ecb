import { boxMeetsTriangle, createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { frustumMeetsTriangle } from '../../src/narrow/frustum-triangle.js';
import { oracleFrustum } from '../oracle/frustum-triangle.js';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf, stepped } from './samples.js';

const SEED = 10;

interface Sample {
  /** n and d of every half-space. */
  readonly planes: number[];
  readonly triangle: number[];
}

const MAKERS: Record<string, (random: Random) => Sample> = {
  /** A camera anywhere that looks anywhere, with a near and a far plane, as matrices give them: lengths vary. */
  camera: (random) => {
    const eye = pointIn(random, 1);
    const [right, up] = [pointIn(random, 1), pointIn(random, 1)];
    const ahead = cross(right, up);
    const through = (normal: readonly number[], point: readonly number[]): number[] => [...normal, dot(normal, point)];
    const sides = [right, right.map((value) => -value), up, up.map((value) => -value)];
    const wide = random.range(0.1, 1);
    const near = eye.map((value, i) => value + 0.01 * ahead[i]);
    const far = eye.map((value, i) => value + 2 * ahead[i]);
    const planes = [
      ...sides.map((side) =>
        through(
          side.map((value, i) => value - wide * ahead[i]),
          eye,
        ),
      ),
      through(
        ahead.map((value) => -value),
        near,
      ),
      through(ahead, far),
    ];
    return {
      planes: planes.flat(),
      triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
    };
  },
  /** Few or many planes with small integers: parallel, opposite, empty, without normal. */
  lattice: (random) => ({
    planes: Array.from({ length: pick(random, [0, 1, 2, 3, 4, 5, 6, 8, 9, 20]) }, () => [
      ...gridPointIn(random, 2),
      random.integer(9) - 2,
    ]).flat(),
    triangle: degraded(random, [gridPointIn(random, 3), gridPointIn(random, 3), gridPointIn(random, 3)].flat()),
  }),
  /** All planes through one point of the triangle, exactly, so that little more than it may remain. */
  exact: (random) => {
    const corner = (): number[] => gridPointIn(random, 1000).map((value) => 4 * value);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const point = pointOf(random, triangle).map(Math.round);
    const planes = Array.from({ length: 2 + random.integer(5) }, () => {
      const normal = gridPointIn(random, 9);
      return [...normal, dot(normal, point)];
    });
    return { planes: planes.flat(), triangle };
  },
  /** The same in doubles: next to it, by the last bits. */
  close: (random) => {
    const size = pick(random, [1e-30, 1, 1, 1e20]);
    const offset = pick(random, [0, 0, 100 * size]);
    const corner = (): number[] => pointIn(random, size).map((value) => Math.fround(value + offset));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const point = pointOf(random, triangle);
    const planes = Array.from({ length: 2 + random.integer(3) }, () => {
      const normal = pointIn(random, pick(random, [1, 1e-10, 1e10]));
      const d = dot(normal, point);
      return [...normal, d === 0 ? 0 : stepped(d, random.integer(5) - 2)];
    });
    return { planes: planes.flat(), triangle };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    const planes = Array.from({ length: 1 + random.integer(3) }, () => {
      const normal = [0, 0, 0].map(() => pick(random, [0, anyFloat(random), anyDouble(random)]));
      const d = dot(normal, pointOf(random, triangle));
      return [...normal, Number.isFinite(d) && random.integer(2) === 0 ? d : anyDouble(random)];
    });
    return { planes: planes.flat(), triangle };
  },
};

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function meets({ planes, triangle }: Sample, order: readonly [number, number, number] = [0, 1, 2]): boolean {
  return frustumMeetsTriangle(Float64Array.from(planes), planes.length / 4, Float32Array.from(triangle), ...order);
}

describe('exact half-spaces against triangle', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it('counts touching, by a corner, an edge, the face, and where planes meet', () => {
    expect(meets({ planes: [1, 0, 0, 0], triangle })).toBe(true);
    expect(meets({ planes: [1, 0, 0, -Number.MIN_VALUE], triangle })).toBe(false);
    expect(meets({ planes: [-1, -1, 0, -4], triangle })).toBe(true);
    expect(meets({ planes: [-1, -1, 0, stepped(-4, 1)], triangle })).toBe(false);
    expect(meets({ planes: [0, 0, 1, 0, 0, 0, -1, 0], triangle })).toBe(true);
    expect(meets({ planes: [-1, 0, 0, -2, 0, -1, 0, -2], triangle })).toBe(true);
    expect(meets({ planes: [-1, 0, 0, -2, 0, -1, 0, stepped(-2, 1)], triangle })).toBe(false);
  });

  it('takes no half-space as the whole space, and one without normal as all or nothing', () => {
    expect(meets({ planes: [], triangle })).toBe(true);
    expect(meets({ planes: [0, 0, 0, 0], triangle })).toBe(true);
    expect(meets({ planes: [0, 0, 0, -1e-300], triangle })).toBe(false);
  });

  it('is false for half-spaces that have nothing in common, even if each meets the triangle', () => {
    expect(meets({ planes: [1, 0, 0, 1, -1, 0, 0, -2], triangle })).toBe(false);
    expect(meets({ planes: [1, 0, 0, 1, -1, 0, 0, -1], triangle })).toBe(true);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 6,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { apart: 0, touching: 0, overlapping: 0 };
    for (let i = 0; i < 6000; i++) {
      const sample = MAKERS[kind](random);
      const expected = oracleFrustum(sample.planes, sample.triangle);
      seen[expected]++;
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ] as const) {
        if (meets(sample, order) !== (expected !== 'apart')) {
          expect.fail(`seed ${SEED}, ${kind} ${JSON.stringify(sample)}, order ${order.join()}: exactly ${expected}`);
        }
      }
    }
    expect(seen.apart).toBeGreaterThan(200);
    expect(seen.overlapping + seen.touching).toBeGreaterThan(500);
    if (kind === 'lattice' || kind === 'exact') expect(seen.touching).toBeGreaterThan(200);
  });

  it('agrees with the test of boxes on the six faces of a box', () => {
    const random = createRandom(SEED);
    const seen = { met: 0, missed: 0 };
    for (let i = 0; i < 10_000; i++) {
      const point = (): number[] => (i % 2 === 0 ? pointIn(random, 1) : gridPointIn(random, 3));
      const [a, b] = [point(), point()];
      const low = a.map((value, k) => Math.min(value, b[k]));
      const high = a.map((value, k) => Math.max(value, b[k]));
      const corners = degraded(random, [point(), point(), point()].flat());
      const planes = [-1, 0, 0, -low[0], 0, -1, 0, -low[1], 0, 0, -1, -low[2]].concat(
        [1, 0, 0, high[0]],
        [0, 1, 0, high[1]],
        [0, 0, 1, high[2]],
      );
      const positions = Float32Array.from(corners);
      const expected = boxMeetsTriangle(Float64Array.of(...low, ...high), positions, 0, 1, 2);
      seen[expected ? 'met' : 'missed']++;
      if (meets({ planes, triangle: corners }) !== expected) {
        expect.fail(`seed ${SEED}, box ${low.join()} to ${high.join()}, triangle ${corners.join()}: ${expected}`);
      }
    }
    expect(seen.met).toBeGreaterThan(1000);
    expect(seen.missed).toBeGreaterThan(1000);
  });
});
