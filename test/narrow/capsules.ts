/** Seeded capsules and triangles, most of them awkward, for the tests of capsules and of moving balls. */
import type { Random } from 'pliant/exact';
import { anyDouble, anyFloat, degraded, gridPointIn, pick, pointIn, pointOf, stepped } from './samples.js';

/** Three directions at right angles, each of length 7: distances along them are whole. */
const AXES = [
  [2, 3, 6],
  [3, -6, 2],
  [6, 2, -3],
];

/** x, y, z of both ends and the radius; x, y, z of the three corners. */
export interface CapsuleSample {
  readonly capsule: number[];
  readonly triangle: number[];
}

export const CAPSULE_MAKERS: Record<string, (random: Random) => CapsuleSample> = {
  general: (random) => ({
    capsule: [...pointIn(random, 1), ...pointIn(random, 1), 0.5 * random.next()],
    triangle: [pointIn(random, 1), pointIn(random, 1), pointIn(random, 1)].flat(),
  }),
  /** Small integers throughout: segments in the plane, along edges, through corners, without length; no radius. */
  lattice: (random) => {
    const flat = random.integer(2);
    const corner = (): number[] => gridPointIn(random, 3).map((value, i) => (i === 2 ? flat * value : value));
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    return { capsule: [...gridPointIn(random, 3), ...gridPointIn(random, 3), random.integer(3)], triangle };
  },
  /** The axis runs upright, level or tilted above a tilted plane, and the radius just reaches it, or nearly. */
  upright: (random) => {
    const origin = gridPointIn(random, 1000);
    const corner = (): number[] => {
      const [s, t] = [random.integer(200) - 100, random.integer(200) - 100];
      return origin.map((value, i) => 4 * (value + s * AXES[0][i] + t * AXES[1][i]));
    };
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const height = random.integer(50) + 1;
    const start = pointOf(random, triangle).map((value, i) => value + height * AXES[2][i]);
    const [across, up] = [random.integer(101) - 50, random.integer(3)];
    const end = start.map((value, i) => value + across * AXES[random.integer(2)][i] + up * AXES[2][i]);
    const ends = random.integer(2) === 0 ? [...start, ...end] : [...end, ...start];
    return { capsule: [...ends, stepped(7 * height, pick(random, [-1, 0, 0, 1]))], triangle };
  },
  /** The radius is the distance between a point of the axis and one of the triangle, give or take a step. */
  close: (random) => {
    const size = pick(random, [1e-30, 1, 1, 1e20]);
    const corner = (): number[] => pointIn(random, size);
    const triangle = degraded(random, [corner(), corner(), corner()].flat());
    const foot = pointOf(random, triangle);
    const near = foot.map((value) => value + size * random.range(-1, 1) * pick(random, [0, 1, 1e-3, 1e-8]));
    const along = corner();
    const [back, ahead] = [pick(random, [0, 0.5, 1]), pick(random, [0, 0.5, 1])];
    const start = near.map((value, i) => value - back * along[i]);
    const end = near.map((value, i) => value + ahead * along[i]);
    const distance = Math.sqrt(foot.reduce((sum, value, i) => sum + (value - near[i]) * (value - near[i]), 0));
    const radius = distance === 0 ? 0 : stepped(distance * pick(random, [1, 1, 0.5]), random.integer(3) - 1);
    return { capsule: [...start, ...end, radius], triangle };
  },
  /** A segment without radius through, at or beside a point of the triangle. */
  segment: (random) => {
    const triangle = degraded(random, [gridPointIn(random, 9), gridPointIn(random, 9), gridPointIn(random, 9)].flat());
    const through = pointOf(random, triangle);
    const along = gridPointIn(random, 8);
    const [back, ahead] = [random.integer(3), random.integer(5) - 1];
    const start = through.map((value, i) => value - back * along[i]);
    const end = through.map((value, i) => value + ahead * along[i]);
    return { capsule: [...start, ...end, pick(random, [0, 0, 0, 1e-300, 1e-17])], triangle };
  },
  /** Any sizes side by side. */
  anyBits: (random) => {
    const triangle = Array.from({ length: 9 }, () => anyFloat(random));
    const end = (): number[] => pick(random, [pointOf(random, triangle), [0, 0, 0].map(() => anyDouble(random))]);
    return { capsule: [...end(), ...end(), pick(random, [0, Math.abs(anyDouble(random))])], triangle };
  },
};
