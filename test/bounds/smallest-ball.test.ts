import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { smallestBall } from '../../src/bounds/bd/smallest-ball.js';

/** Centre and squared radius, and how many points hold the ball. */
function ballAround(points: readonly (readonly number[])[]): { center: number[]; squared: number; support: number } {
  const out = new Float64Array(4);
  const support = smallestBall(Float64Array.from(points.flat()), points.length, out);
  return { center: [...out.subarray(0, 3)], squared: out[3], support };
}

function distanceSquared(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, axis) => sum + (value - b[axis]) * (value - b[axis]), 0);
}

/** The farthest point's distance, and by how much some other centre nearby would do better: an oracle by trial. */
function expectSmallest(points: readonly (readonly number[])[], what: string): void {
  const { center, squared } = ballAround(points);
  const farthest = (from: readonly number[]): number =>
    Math.sqrt(Math.max(...points.map((point) => distanceSquared(point, from))));
  const radius = farthest(center);
  expect(radius, what).toBeLessThanOrEqual(Math.sqrt(squared) * (1 + 1e-6) + 1e-300);
  const random = createRandom(511);
  // The largest distance is a convex function of the centre: if no small step makes it smaller, none does.
  for (let trial = 0; trial < 40; trial++) {
    const step = radius * 10 ** random.range(-4, -1);
    const other = center.map((value) => value + random.range(-step, step));
    expect(farthest(other), `${what}, trial ${trial}`).toBeGreaterThanOrEqual(radius * (1 - 1e-9));
  }
}

describe('the smallest ball', () => {
  it('of one point is that point', () => {
    expect(ballAround([[1, 2, 3]])).toEqual({ center: [1, 2, 3], squared: 0, support: 1 });
  });

  it('of two points has them at its ends', () => {
    expect(
      ballAround([
        [1, 0, 0],
        [3, 0, 0],
      ]),
    ).toEqual({ center: [2, 0, 0], squared: 1, support: 2 });
  });

  it('of an obtuse triangle ignores the blunt corner, of a right one is held by two, of an acute one by three', () => {
    expect(
      ballAround([
        [-2, 0, 0],
        [2, 0, 0],
        [0, 1, 0],
      ]),
    ).toEqual({ center: [0, 0, 0], squared: 4, support: 2 });
    expect(
      ballAround([
        [0, 0, 0],
        [2, 0, 0],
        [0, 2, 0],
      ]).squared,
    ).toBeCloseTo(2, 12);
    const side = Math.sqrt(3) / 2;
    const acute = ballAround([
      [1, 0, 0],
      [-0.5, side, 0],
      [-0.5, -side, 0],
    ]);
    expect(acute.support).toBe(3);
    expect(acute.squared).toBeCloseTo(1, 12);
  });

  it('of the corners of a cube is around its middle', () => {
    const corners = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, k >> 2]);
    const { center, squared } = ballAround(corners);
    expect(squared).toBeCloseTo(0.75, 12);
    for (const coordinate of center) expect(coordinate).toBeCloseTo(0.5, 12);
  });

  it('is smallest for random points of all sizes and dimensions', () => {
    const random = createRandom(512);
    for (let round = 0; round < 300; round++) {
      const scale = 10 ** random.range(-30, 30);
      const flat = random.integer(3);
      const shift = random.integer(2) === 0 ? 0 : scale * random.range(-10, 10);
      const points = Array.from({ length: 1 + random.integer(40) }, () =>
        [0, 1, 2].map((axis) => (axis < flat ? shift : random.range(-scale, scale) + shift)),
      );
      expectSmallest(points, `seed 512, round ${round}`);
    }
  });

  it('is smallest for points on a sphere, on a circle and on a lattice, where many hold it at once', () => {
    const random = createRandom(513);
    for (let round = 0; round < 100; round++) {
      const lattice = Array.from({ length: 30 }, () => [0, 1, 2].map(() => random.integer(3)));
      expectSmallest(lattice, `lattice, seed 513, round ${round}`);
      const sphere = lattice.map(() => {
        const point = [0, 1, round % 2].map((on) => (on === 0 ? 0 : random.range(-1, 1)));
        point[0] = random.range(-1, 1);
        const length = Math.sqrt(distanceSquared(point, [0, 0, 0])) || 1;
        return point.map((value) => value / length);
      });
      expectSmallest(sphere, `sphere, seed 513, round ${round}`);
    }
  });

  it('comes to an end where all points coincide, are denormal, or as large as a float32', () => {
    expect(ballAround(Array.from({ length: 1000 }, () => [0.1, 0.2, 0.3])).squared).toBe(0);
    const random = createRandom(514);
    for (const scale of [2 ** -149, 1e-44, 1e-38, 3e38]) {
      const points = Array.from({ length: 60 }, () => [0, 1, 2].map(() => Math.fround(random.range(-1, 1) * scale)));
      const { center } = ballAround(points);
      for (const coordinate of center) expect(Math.abs(coordinate)).toBeLessThanOrEqual(scale * 1.0001);
    }
  });
});
