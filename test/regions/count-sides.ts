/** On which side of an edge of a border a point is that is next to its line, in float32 and in whole numbers. */
import { createRandom } from 'pliant/exact';
import type * as CrossBorders from '../../src/kernels/twin/cross-borders.js';
import { alongX, alongY } from '../../src/kernels/twin/see-border.js';
import { VIEWS, see, turn, wholeNumbers } from './exact-rule.js';

/** What is tried, of the library or of one that was changed. */
export type Sides = Pick<typeof CrossBorders, 'sideOf' | 'slopOf'>;

const ROUNDS = 4000;
const LINES = 7;
const fround = Math.fround;

/** How large things are: powers of two; or so large that one of two nearly equal products is beyond float32, and the other one not. */
const SIZES = {
  'all that is proven': [-60, -40, -20, 0, 20, 36],
  overflow: null,
} as const;

/** How often a side was told, and how often a wrong one. */
export interface SideCounts {
  told: number;
  wrong: number;
}

/** Tries edges of any direction, seen along any line, and points on the line of each or off it by a few roundings. */
export function countSides({ sideOf, slopOf }: Sides, seed: number, sizes: keyof typeof SIZES): SideCounts {
  const random = createRandom(seed);
  const powers = SIZES[sizes];
  const counts = { told: 0, wrong: 0 };
  for (let k = 0; k < ROUNDS; k++) {
    const line = random.integer(LINES);
    const to = [0, 1, 2].map(() => random.range(-1, 1));
    const share = random.range(0.1, 3);
    const off = random.integer(2) === 0 ? 0 : 2 ** -(12 + random.integer(12));
    const point = to.map((value) => share * value + off * random.range(-1, 1));
    const product = Math.abs(alongX(to[0], to[1], to[2], line) * alongY(point[0], point[1], point[2], line));
    const scale = powers ? 2 ** powers[random.integer(powers.length)] : 2 ** 64 / Math.sqrt(product);
    const places = new Float32Array([0, 0, 0, ...to, ...point].map((value) => scale * value));
    const [a, b, c] = [0, 1, 2].map((i) => places.subarray(i * 3, i * 3 + 3));
    const size = Math.max(...[b, c].map(([x, y, z]) => fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z))));
    const slop = slopOf(size);
    if (!(slop > 0)) continue;
    const seen = [a, b, c].flatMap(([x, y, z]) => [alongX(x, y, z, line), alongY(x, y, z, line)]);
    const side = sideOf(seen[0], seen[1], seen[2], seen[3], seen[4], seen[5], slop);
    if (side === 0) continue;
    counts.told++;
    const whole = wholeNumbers(places);
    const [p, q, r] = [0, 1, 2].map((vertex) => see(whole, vertex, VIEWS[line]));
    const exact = turn(p, q, r);
    if (side !== (exact > 0n ? 1 : exact < 0n ? -1 : 0)) counts.wrong++;
  }
  return counts;
}
