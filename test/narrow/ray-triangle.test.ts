// slow: compares many thousands of rays with big integers
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { describe, expect, it } from 'vitest';
import { rayHitBarycentric, rayMeetsTriangle } from './with-numbers.js';
import { toNumber } from '../oracle/fractions.js';
import { oracleRay } from '../oracle/ray-triangle.js';
import { grazingRay, randomApproach, sliver } from './grazing.js';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf, stepped } from './samples.js';

const SEED = 7;
const ORDERS: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
];

interface Sample {
  readonly ray: number[];
  readonly triangle: number[];
}

const MAKERS: Record<string, (random: Random) => Sample> = {
  general: (random) => ({
    ray: [...pointIn(random, 1), ...pointIn(random, 1)],
    triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
  }),
  /** Small integers throughout: through corners and edges, in the plane, from a point of the triangle, no direction. */
  lattice: (random) => ({
    ray: [...gridPointIn(random, 3), ...gridPointIn(random, 2)],
    triangle: degraded(random, [gridPointIn(random, 3), gridPointIn(random, 3), gridPointIn(random, 3)].flat()),
  }),
  /** Towards a point of the triangle, exactly: on integers, from before it, from it or from beyond. */
  aimed: (random) => {
    const corner = (): number[] => gridPointIn(random, 1000).map((value) => 4 * value);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const direction = gridPointIn(random, 100);
    const steps = pick(random, [-3, 0, 1, 5]);
    const origin = pointOf(random, triangle).map((value, i) => Math.round(value) - steps * direction[i]);
    return { ray: [...origin, ...direction], triangle };
  },
  /** The same in doubles, where a border is hit or missed by the last bits; short, long and far away too. */
  close: (random) => {
    const size = pick(random, [1e-30, 1, 1, 1e20]);
    const offset = pick(random, [0, 0, 100 * size]);
    const corner = (): number[] => pointIn(random, size).map((value) => Math.fround(value + offset));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const origin = corner();
    const end = pointOf(random, triangle).map((value) => (value === 0 ? 0 : stepped(value, random.integer(3) - 1)));
    return { ray: [...origin, ...end.map((value, i) => value - origin[i])], triangle };
  },
  /** In the plane of the triangle, along an edge, or through a corner only. */
  inPlane: (random) => {
    const [origin, u, v] = [gridPointIn(random, 9), gridPointIn(random, 9), gridPointIn(random, 9)];
    const at = (s: number, t: number): number[] => origin.map((value, i) => value + s * u[i] + t * v[i]);
    const corner = (): number[] => at(random.integer(7) - 3, random.integer(7) - 3);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const [start, end] = [corner(), corner()];
    return { ray: [...start, ...end.map((value, i) => value - start[i])], triangle };
  },
  /** Nearly in the plane of a sliver, and across it, or away from it. */
  grazing: (random) => {
    const triangle = sliver(random);
    const { origin, direction } = grazingRay(randomApproach(random), triangle);
    const sign = pick(random, [1, 1, 1, -1]);
    return { ray: [...origin, ...direction.map((value) => sign * value)], triangle };
  },
  /** From a point next to the triangle, in any direction. */
  besideFace: (random) => {
    const triangle = degraded(random, [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat());
    const near = 10 ** random.range(-18, -1);
    const origin = pointOf(random, triangle).map((value) => value + random.range(-near, near));
    return { ray: [...origin, ...pointIn(random, 1)], triangle };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    const origin = pick(random, [pointOf(random, triangle), [0, 0, 0].map(() => anyDouble(random))]);
    const direction = pick(random, [
      [0, 0, 0].map(() => anyDouble(random)),
      pointOf(random, triangle),
      pointOf(random, triangle).map((value, i) => value - origin[i]),
    ]);
    return { ray: [...origin, ...direction], triangle };
  },
};

function hit({ ray, triangle }: Sample, order: readonly [number, number, number] = [0, 1, 2], far = Infinity): number {
  const [ox, oy, oz, dx, dy, dz] = ray;
  return rayMeetsTriangle(ox, oy, oz, dx, dy, dz, far, Float32Array.from(triangle), ...order);
}

/** How much the parameter may deviate, from the error bound of the determinants. */
function tolerance({ ray, triangle }: Sample): number {
  const direction = ray.slice(3);
  const corners = triangle.map((value, i) => value - ray[i % 3]);
  const long = Math.max(...direction.map(Math.abs));
  const reach = Math.max(...corners.map(Math.abs));
  const [u, v] = [3, 6].map((start) => [0, 1, 2].map((i) => triangle[start + i] - triangle[i]));
  const extent = Math.max(...u.map(Math.abs), ...v.map(Math.abs));
  const across =
    direction[0] * (u[1] * v[2] - u[2] * v[1]) +
    direction[1] * (u[2] * v[0] - u[0] * v[2]) +
    direction[2] * (u[0] * v[1] - u[1] * v[0]);
  const shift = (4 * 2 ** -47 * long * reach * reach) / Math.abs(across);
  return (Math.min(shift, 1) * 2 * extent + 2 ** -49 * reach) / long;
}

describe('exact ray against triangle', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it('gives the parameter of the hit, from both sides, whatever the length of the direction', () => {
    expect(hit({ ray: [1, 1, 6, 0, 0, -2], triangle })).toBe(3);
    expect(hit({ ray: [1, 1, -6, 0, 0, 0.5], triangle })).toBe(12);
    expect(hit({ ray: [1, 1, 6, 0, 0, 2], triangle })).toBe(-1);
    expect(hit({ ray: [3, 3, 6, 0, 0, -2], triangle })).toBe(-1);
    expect(hit({ ray: [1, 1, 0, 0, 0, 1], triangle })).toBe(0);
  });

  it('ends where it is told to, the end included', () => {
    expect(hit({ ray: [1, 1, 6, 0, 0, -2], triangle }, [0, 1, 2], 3)).toBe(3);
    expect(hit({ ray: [1, 1, 6, 0, 0, -2], triangle }, [0, 1, 2], stepped(3, -1))).toBe(-1);
    expect(hit({ ray: [1, 1, 6, 0, 0, -2], triangle }, [0, 1, 2], -1)).toBe(-1);
  });

  it('meets the first point of a triangle in its own plane', () => {
    expect(hit({ ray: [-2, 1, 0, 1, 0, 0], triangle })).toBe(2);
    expect(hit({ ray: [1, 1, 0, 1, 0, 0], triangle })).toBe(0);
    expect(hit({ ray: [-2, 0, 0, 1, 0, 0], triangle })).toBe(2);
    expect(hit({ ray: [-2, 6, 0, 1, -1, 0], triangle })).toBe(2);
    expect(hit({ ray: [-2, 7, 0, 1, -1, 0], triangle })).toBe(-1);
    expect(hit({ ray: [5, 0, 0, 1, 0, 0], triangle })).toBe(-1);
  });

  it('takes a collinear triangle as a segment or point, and no direction as the origin alone', () => {
    const segment = [0, 0, 0, 8, 8, 0, 2, 2, 0];
    expect(hit({ ray: [5, 5, 2, 0, 0, -1], triangle: segment })).toBe(2);
    expect(hit({ ray: [5, 5.5, 2, 0, 0, -1], triangle: segment })).toBe(-1);
    expect(hit({ ray: [9, 9, 0, -1, -1, 0], triangle: segment })).toBe(1);
    expect(hit({ ray: [3, 0, 1, -1, 0, 0], triangle: [1, 0, 1, 1, 0, 1, 1, 0, 1] })).toBe(2);
    expect(hit({ ray: [1, 1, 0, 0, 0, 0], triangle })).toBe(0);
    expect(hit({ ray: [1, 1, 1, 0, 0, 0], triangle })).toBe(-1);
  });

  it('gives the weights of the corners', () => {
    const out = new Float64Array(3);
    const weigh = (ray: number[], corners: number[]): number[] => {
      const [ox, oy, oz, dx, dy, dz] = ray;
      rayHitBarycentric(ox, oy, oz, dx, dy, dz, Float32Array.from(corners), 0, 1, 2, out);
      return [...out];
    };
    expect(weigh([1, 2, 6, 0, 0, -2], triangle)).toEqual([0.25, 0.25, 0.5]);
    expect(weigh([2, 2, 6, 0, 0, -2], triangle)).toEqual([0, 0.5, 0.5]);
    expect(weigh([-1, 1, 0, 1, 0, 0], triangle)).toEqual([0.75, 0, 0.25]);
    expect(weigh([2, 2, 6, 0, 0, -2], [0, 0, 0, 8, 8, 0, 2, 2, 0])).toEqual([0.75, 0.25, 0]);
    expect(weigh([2, 2, 6, 0, 0, -2], [2, 2, 0, 2, 2, 0, 2, 2, 0])).toEqual([1, 0, 0]);
  });

  it.each(Object.keys(MAKERS))('agrees with rational arithmetic on 8,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { hits: 0, misses: 0 };
    const out = new Float64Array(3);
    for (let i = 0; i < 8000; i++) {
      const sample = MAKERS[kind](random);
      const exact = oracleRay(sample.ray, sample.triangle);
      const expected = exact === undefined ? -1 : toNumber(exact);
      const allowed = tolerance(sample);
      seen[exact === undefined ? 'misses' : 'hits']++;
      for (const order of ORDERS) {
        const found = hit(sample, order);
        const right =
          exact === undefined
            ? found === -1
            : found >= 0 && (found === 0) === (exact.numerator === 0n) && !(Math.abs(found - expected) > allowed);
        const name = `seed ${SEED}, ${kind} ${JSON.stringify(sample)}, order ${order.join()}`;
        if (!right) expect.fail(`${name}: ${found}, exactly ${expected}, within ${allowed}`);
        // What walks that leave out boxes rely on, however the ray and the triangle lie.
        if (expected < Infinity && Math.abs(found - expected) > Math.abs(expected) * 2 ** -32 + Number.MIN_VALUE) {
          expect.fail(`${name}: ${found} is off by more than 2^-32 of ${expected}`);
        }
        if (found > 0 && found < Infinity) {
          if (hit(sample, order, found) !== found) expect.fail(`${name}: the end at ${found} does not belong to it`);
          if (hit(sample, order, stepped(found, -1)) !== -1) expect.fail(`${name}: it goes on beyond its end`);
        }
        const [ox, oy, oz, dx, dy, dz] = sample.ray;
        const positions = Float32Array.from(sample.triangle);
        if (rayHitBarycentric(ox, oy, oz, dx, dy, dz, positions, ...order, out) !== found) {
          expect.fail(`${name}: other with weights`);
        }
        if (found >= 0 && !(out.every((weight) => weight >= 0) && Math.abs(out[0] + out[1] + out[2] - 1) < 1e-14)) {
          expect.fail(`${name}: weights ${out.join()}`);
        }
      }
    }
    expect(seen.hits).toBeGreaterThan(200);
    expect(seen.misses).toBeGreaterThan(500);
  });

  it('never slips out of a closed surface, whatever edge or corner it is aimed at', () => {
    const random = createRandom(SEED);
    const escapes: string[] = [];
    for (let round = 0; round < 400; round++) {
      const size = pick(random, [1, 1e-20, 1e10]);
      const length = (): number => Math.fround(size * random.range(0.01, 1));
      // An octahedron around the origin, its corners moved along the axes and a little across.
      const across = (): number => Math.fround(size * random.range(-0.001, 0.001));
      const corners = [0, 1, 2].flatMap((axis) =>
        [length(), -length()].flatMap((along) => [0, 1, 2].map((i) => (i === axis ? along : across()))),
      );
      const positions = Float32Array.from(corners);
      const origin = [0, 0, 0].map(() => size * random.range(-0.001, 0.001));
      const faces = [0, 1].flatMap((x) => [2, 3].flatMap((y) => [4, 5].map((z) => [x, y, z] as const)));
      for (let aim = 0; aim < 20; aim++) {
        const target = pointOf(
          random,
          [...faces[random.integer(8)]].flatMap((i) => corners.slice(3 * i, 3 * i + 3)),
        );
        const [dx, dy, dz] = target.map((value, i) => value - origin[i]);
        const hits = faces.filter(
          (face) => rayMeetsTriangle(origin[0], origin[1], origin[2], dx, dy, dz, Infinity, positions, ...face) >= 0,
        );
        if (hits.length === 0) escapes.push(`corners ${corners.join()}, target ${target.join()}`);
      }
    }
    expect(escapes, `seed ${SEED}`).toEqual([]);
  });
});
