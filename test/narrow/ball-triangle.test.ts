import { ballMeetsTriangle, createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { oracleBall } from '../oracle/ball-triangle.js';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf, stepped } from './samples.js';

const SEED = 5;
/** Three directions at right angles, each of length 7: balls on them touch faces exactly. */
const AXES = [
  [2, 3, 6],
  [3, -6, 2],
  [6, 2, -3],
];

interface Sample {
  readonly ball: number[];
  readonly triangle: number[];
}

const MAKERS: Record<string, (random: Random) => Sample> = {
  general: (random) => ({
    ball: [...pointIn(random, 1), random.next()],
    triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
  }),
  /** Small integers throughout, half of the triangles flat along z: whole distances are common. */
  lattice: (random) => {
    const flat = random.integer(2);
    const corner = (): number[] => gridPointIn(random, 3).map((value, i) => (i === 2 ? flat * value : value));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    return { ball: [...gridPointIn(random, 3), random.integer(4)], triangle };
  },
  /** The ball stands upright on a point of a tilted plane, with a radius that just reaches it, or nearly. */
  upright: (random) => {
    const origin = gridPointIn(random, 1000);
    const corner = (): number[] => {
      const [s, t] = [random.integer(200) - 100, random.integer(200) - 100];
      return origin.map((value, i) => 4 * (value + s * AXES[0][i] + t * AXES[1][i]));
    };
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const height = random.integer(50) + 1;
    const foot = pointOf(random, triangle);
    const radius = stepped(7 * height, pick(random, [-1, 0, 0, 1]));
    return { ball: [...foot.map((value, i) => value + height * AXES[2][i]), radius], triangle };
  },
  /** The radius is the distance from a point of the triangle, as doubles have it, give or take a step. */
  close: (random) => {
    const size = pick(random, [1e-30, 1, 1, 1e20]);
    const corner = (): number[] => pointIn(random, size);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const foot = pointOf(random, triangle);
    const centre = foot.map((value) => value + size * random.range(-1, 1) * pick(random, [1, 1e-3, 1e-8]));
    const distance = Math.sqrt(foot.reduce((sum, value, i) => sum + (value - centre[i]) * (value - centre[i]), 0));
    return { ball: [...centre, distance === 0 ? 0 : stepped(distance, random.integer(3) - 1)], triangle };
  },
  /** The centre on the triangle, as far as doubles reach, and no radius or next to none. */
  point: (random) => {
    const triangle = degraded(random, [gridPointIn(random, 9), gridPointIn(random, 9), gridPointIn(random, 9)].flat());
    return { ball: [...pointOf(random, triangle), pick(random, [0, 0, 1e-300, 1e-17])], triangle };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    const centre = random.integer(2) === 0 ? pointOf(random, triangle) : [0, 0, 0].map(() => anyDouble(random));
    return { ball: [...centre, Math.abs(anyDouble(random))], triangle };
  },
};

function meets({ ball, triangle }: Sample, order: readonly [number, number, number] = [0, 1, 2]): boolean {
  return ballMeetsTriangle(Float64Array.from(ball), Float32Array.from(triangle), ...order);
}

describe('exact ball against triangle', () => {
  it('counts touching at a corner, at an edge and on the face, and misses by one step', () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    for (const centre of [
      [-1, 0, 0],
      [2, -1, 0],
      [1, 1, 1],
    ]) {
      expect(meets({ ball: [...centre, 1], triangle })).toBe(true);
      expect(meets({ ball: [...centre, stepped(1, -1)], triangle })).toBe(false);
    }
  });

  it('takes a radius of zero as a point', () => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(meets({ ball: [1, 1, 0, 0], triangle })).toBe(true);
    expect(meets({ ball: [1, 1, Number.MIN_VALUE, 0], triangle })).toBe(false);
    expect(meets({ ball: [2, stepped(2, 1), 0, 0], triangle })).toBe(false);
  });

  it('takes a collinear triangle as the segment or point that it covers', () => {
    const segment = [0, 0, 0, 8, 0, 0, 2, 0, 0];
    expect(meets({ ball: [5, 3, 4, 5], triangle: segment })).toBe(true);
    expect(meets({ ball: [5, 3, 4, stepped(5, -1)], triangle: segment })).toBe(false);
    const point = [1, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(meets({ ball: [1, 4, 5, 5], triangle: point })).toBe(true);
    expect(meets({ ball: [1, 4, 5, stepped(5, -1)], triangle: point })).toBe(false);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 8,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { apart: 0, touching: 0, overlapping: 0 };
    for (let i = 0; i < 8000; i++) {
      const sample = MAKERS[kind](random);
      const expected = oracleBall(sample.ball, sample.triangle);
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
    expect(seen.apart).toBeGreaterThan(500);
    expect(seen.overlapping + seen.touching).toBeGreaterThan(500);
    if (kind === 'lattice' || kind === 'upright' || kind === 'point') expect(seen.touching).toBeGreaterThan(200);
  });
});
