import { boxMeetsTriangle, createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { oracleBox } from '../oracle/box-triangle.js';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf, stepped } from './samples.js';

const SEED = 6;

interface Sample {
  readonly box: number[];
  readonly triangle: number[];
}

const MAKERS: Record<string, (random: Random) => Sample> = {
  general: (random) => ({
    box: spanned(pointIn(random, 1), pointIn(random, 1)),
    triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
  }),
  /** Small integers throughout, flat boxes included: every way of touching. */
  lattice: (random) => ({
    box: spanned(gridPointIn(random, 2), gridPointIn(random, 2)),
    triangle: degraded(random, [gridPointIn(random, 4), gridPointIn(random, 4), gridPointIn(random, 4)].flat()),
  }),
  /** A corner, edge or face of the box at a point of the triangle, exactly or nearly, the box to any side of it. */
  close: (random) => {
    const size = pick(random, [1e-30, 1, 1, 1, 1e20]);
    const offset = pick(random, [0, 0, 100 * size]);
    const corner = (): number[] => pointIn(random, size).map((value) => Math.fround(value + offset));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const start = pointOf(random, triangle).map((value) => (value === 0 ? 0 : stepped(value, random.integer(3) - 1)));
    const far = start.map((value) => value + pick(random, [0, random.range(-size, size)]));
    return { box: spanned(start, far), triangle };
  },
  /** The same on integers, where the touching point is exact. */
  exact: (random) => {
    const corner = (): number[] => gridPointIn(random, 1000).map((value) => 4 * value);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const start = pointOf(random, triangle);
    return {
      box: spanned(
        start,
        start.map((value) => value + random.integer(401) - 200),
      ),
      triangle,
    };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    const near = (i: number): number =>
      pick(random, [anyDouble(random), triangle[i], triangle[3 + i], triangle[6 + i]]);
    return { box: spanned([near(0), near(1), near(2)], [near(0), near(1), near(2)]), triangle };
  },
};

function spanned(a: readonly number[], b: readonly number[]): number[] {
  return [...a.map((value, i) => Math.min(value, b[i])), ...a.map((value, i) => Math.max(value, b[i]))];
}

function meets({ box, triangle }: Sample, order: readonly [number, number, number] = [0, 1, 2]): boolean {
  return boxMeetsTriangle(Float64Array.from(box), Float32Array.from(triangle), ...order);
}

describe('exact box against triangle', () => {
  it('counts touching: a corner on a face, an edge on an edge, a face on a corner', () => {
    const box = [0, 0, 0, 1, 1, 1];
    expect(meets({ box, triangle: [3, 0, 0, 0, 3, 0, 0, 0, 3] })).toBe(true);
    expect(meets({ box, triangle: [4, 0, 0, 0, 4, 0, 0, 0, 4] })).toBe(false);
    expect(meets({ box, triangle: [2, 0, 0.5, 0, 2, 0.5, 3, 3, 9] })).toBe(true);
    expect(meets({ box, triangle: [2, 0.001, 0.5, 0, 2, 0.5, 3, 3, 9] })).toBe(false);
    expect(meets({ box, triangle: [0.5, 0.5, 1, 1, 0, 2, 0, 1, 2] })).toBe(true);
    expect(meets({ box, triangle: [0.5, 0.5, 1.0000001, 1, 0, 2, 0, 1, 2] })).toBe(false);
  });

  it('takes a collinear triangle as a segment or point, and a flat box as a face, edge or point', () => {
    expect(meets({ box: [0, 0, 0, 1, 1, 1], triangle: [2, 0, 0, 0, 2, 0, 1, 1, 0] })).toBe(true);
    expect(meets({ box: [0, 0, 0, 1, 1, 1], triangle: [2.5, 0, 0, 0, 2.5, 0, 1.25, 1.25, 0] })).toBe(false);
    expect(meets({ box: [0, 0, 0, 0, 0, 0], triangle: [-1, -1, 0, 1, 1, 0, 0, 0, 5] })).toBe(true);
    expect(meets({ box: [0, 0, -1, 0, 0, 1], triangle: [-1, 1, 0, 1, 0, 0, 0, 1, 0] })).toBe(false);
    expect(meets({ box: [7, 7, 7, 7, 7, 7], triangle: [7, 7, 7, 7, 7, 7, 7, 7, 7] })).toBe(true);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 8,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { apart: 0, touching: 0, overlapping: 0 };
    for (let i = 0; i < 8000; i++) {
      const sample = MAKERS[kind](random);
      const expected = oracleBox(sample.box, sample.triangle);
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
    if (kind === 'lattice' || kind === 'exact') expect(seen.touching).toBeGreaterThan(500);
  });
});
