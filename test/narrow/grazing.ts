/**
 * Seeded rays that graze. A sliver lies nearly level on one axis, so that its box is thin, and the ray runs nearly in its
 * plane and across it: where it meets the plane is told by the last bits of doubles alone, while where it passes through the
 * box is not.
 */
import type { Random } from 'pliant/exact';
import { pick } from './samples.js';

type Vector = readonly number[];

/** How a ray comes to a triangle, whatever the triangle is then. */
export interface Approach {
  /** Shares of B and C at the point that it is aimed at. */
  readonly shares: Vector;
  /** How much along the long edge, and how much across it. */
  readonly along: number;
  readonly across: number;
  /** How far away it begins. */
  readonly away: number;
  /** The length of its direction. */
  readonly length: number;
  /** How far it is from running in the plane, in terms of what filters in doubles can tell. */
  readonly tilt: number;
}

/** A ray, and the point it is aimed at. */
export interface GrazingRay {
  readonly origin: number[];
  readonly direction: number[];
  readonly target: number[];
}

/** x, y, z of three corners: a sliver, level or not, near the origin or off it. */
export function sliver(random: Random): number[] {
  const offset = pick(random, [0, 0, 0, 1, 30]);
  const corner = (): number[] => [0, 1, 2].map(() => Math.fround(offset + random.range(-1, 1)));
  const [a, b, c] = [corner(), corner(), corner()];
  const level = random.integer(3);
  if (random.integer(4) > 0) b[level] = a[level];
  const height = 10 ** random.range(-5, -3);
  const middle = a.map((value, i) => value + 0.7 * (b[i] - value));
  return [...a, ...b, ...c.map((value, i) => Math.fround(middle[i] + height * (value - middle[i])))];
}

/** Any approach. Lengths of directions are of all sizes, those that kernels do not take included. */
export function randomApproach(random: Random): Approach {
  const share = random.next();
  return {
    shares: [share, random.next() * (1 - share)],
    along: random.range(-1, 1),
    across: random.range(-1, 1),
    away: pick(random, [1, 2, 4, 8]) * random.range(0.3, 1),
    length: pick(random, [1, 1, 3.7, 1e-5, 1e120, 1e160, 1e-160, 1e300, 1e-300]),
    tilt: pick(random, [-1, 1]) * 10 ** random.range(0.4, 0.8),
  };
}

/** The ray that comes to a triangle so: the corners are where it lies now. */
export function grazingRay(approach: Approach, corners: ArrayLike<number>): GrazingRay {
  const [a, b, c] = [0, 3, 6].map((start) => [0, 1, 2].map((i) => corners[start + i]));
  const e = minus(b, a);
  const f = minus(c, a);
  const normal = unit([e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]]);
  const area = lengthOf([e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]]);
  const level = unit(e);
  const upward = unit([
    level[1] * normal[2] - level[2] * normal[1],
    level[2] * normal[0] - level[0] * normal[2],
    level[0] * normal[1] - level[1] * normal[0],
  ]);
  const flat = unit(level.map((value, i) => approach.along * value + approach.across * upward[i]));
  const target = a.map((value, i) => value + approach.shares[0] * e[i] + approach.shares[1] * f[i]);
  const start = target.map((value, i) => value - approach.away * flat[i]);
  const reach = Math.max(...[a, b, c].flatMap((corner) => minus(corner, start).map(Math.abs)));
  const tilt = (approach.tilt * 2 ** -47 * reach * reach) / area;
  const straight = flat.map((value, i) => value + tilt * normal[i]);
  return {
    origin: target.map((value, i) => value - approach.away * straight[i]),
    direction: straight.map((value) => value * approach.length),
    target,
  };
}

/** A small triangle across the ray, at a distance before the point that the ray is aimed at. */
export function obstacle({ direction, target }: GrazingRay, before: number, size: number): number[] {
  const along = unit(direction.map((value) => value / Math.max(...direction.map(Math.abs))));
  const axis = along.findIndex((value) => Math.abs(value) < 0.6);
  const u = unit([0, 1, 2].map((i) => (i === axis ? 1 : 0) - along[axis] * along[i]));
  const v = [along[1] * u[2] - along[2] * u[1], along[2] * u[0] - along[0] * u[2], along[0] * u[1] - along[1] * u[0]];
  const middle = target.map((value, i) => value - before * along[i]);
  return [
    [1, 0],
    [-0.5, 0.8],
    [-0.5, -0.8],
  ].flatMap(([s, t]) => middle.map((value, i) => value + size * (s * u[i] + t * v[i])));
}

function minus(a: Vector, b: Vector): number[] {
  return a.map((value, i) => value - b[i]);
}

function lengthOf(vector: Vector): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

function unit(vector: Vector): number[] {
  const length = lengthOf(vector);
  return vector.map((value) => value / length);
}
