import { createRandom, orient2d, orient3d } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import { orient2d as unguarded2d, orient3d as unguarded3d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { orient2dFloat32, orient3dFloat32 } from '../../src/math/predicates.js';
import { bigSign, exactIntegers } from '../oracle/exact-integers.js';

const SEED = 1997;

type Point2 = readonly [number, number];
type Point3 = readonly [number, number, number];
type Test2d = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => number;
type Test3d = (...coordinates: [...a: Point3, ...b: Point3, ...c: Point3, ...d: Point3]) => number;

/** The homogeneous 3 x 3 determinant, with no difference of points anywhere. */
function exact2d(a: Point2, b: Point2, c: Point2): number {
  const [ax, ay, bx, by, cx, cy] = exactIntegers([...a, ...b, ...c]);
  return bigSign(ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax);
}

/** The homogeneous 4 x 4 determinant, expanded along its column of ones. */
function exact3d(...points: [a: Point3, b: Point3, c: Point3, d: Point3]): number {
  const integers = exactIntegers(points.flat());
  const [a, b, c, d] = [0, 3, 6, 9].map((start) => integers.slice(start, start + 3));
  return bigSign(determinant(a, b, c) - determinant(a, b, d) + determinant(a, c, d) - determinant(b, c, d));
}

function determinant([ax, ay, az]: bigint[], [bx, by, bz]: bigint[], [cx, cy, cz]: bigint[]): bigint {
  return ax * by * cz + ay * bz * cx + az * bx * cy - az * by * cx - ay * bx * cz - ax * bz * cy;
}

function expectSame2d(test: Test2d, a: Point2, b: Point2, c: Point2): void {
  const sign = test(...a, ...b, ...c);
  if (!Object.is(sign, exact2d(a, b, c))) {
    expect.fail(`seed ${SEED}: ${JSON.stringify([a, b, c])} gives ${sign}, exactly ${exact2d(a, b, c)}`);
  }
}

function expectSame3d(test: Test3d, a: Point3, b: Point3, c: Point3, d: Point3): void {
  const sign = test(...a, ...b, ...c, ...d);
  if (!Object.is(sign, exact3d(a, b, c, d))) {
    expect.fail(`seed ${SEED}: ${JSON.stringify([a, b, c, d])} gives ${sign}, exactly ${exact3d(a, b, c, d)}`);
  }
}

/** A point whose coordinates have random mantissas of up to `digits` bits, at a size near 2^exponent. */
function somewhere(random: Random, exponent: number, digits: number): Point3 {
  const coordinate = (): number => {
    const mantissa = Math.floor(random.next() * 2 ** digits) / 2 ** (digits - 1);
    const size = Math.max(-1100, Math.min(1022, exponent + random.integer(3) - 1));
    const half = size >> 1;
    return (random.integer(2) === 0 ? mantissa : -mantissa) * 2 ** half * 2 ** (size - half);
  };
  return [coordinate(), coordinate(), coordinate()];
}

/** a + (b - a) · s + (c - a) · t for small integers: in the plane of a, b, c, exactly so while few digits are used. */
function combine(a: Point3, b: Point3, c: Point3, s: number, t: number): Point3 {
  return [0, 1, 2].map((i) => a[i] * (1 - s - t) + b[i] * s + c[i] * t) as unknown as Point3;
}

/** The double after or before `value`. */
function neighbour(value: number, step: number): number {
  const float = new Float64Array([value]);
  const word = new BigInt64Array(float.buffer);
  word[0] += BigInt(step);
  return Number.isFinite(float[0]) ? float[0] : value;
}

function flat([x, y]: Point3): Point2 {
  return [x, y];
}

/** Three points, and a fourth that is general, in their plane, or a step of one double out of it. */
function* samples(
  random: Random,
  exponents: readonly number[],
  count: number,
): Generator<[Point3, Point3, Point3, Point3]> {
  for (let i = 0; i < count; i++) {
    const exponent = exponents[i % exponents.length];
    const digits = [5, 12, 20, 53][random.integer(4)];
    const a = somewhere(random, exponent, digits);
    const b = somewhere(random, exponent, digits);
    const c = somewhere(random, exponent, digits);
    let d = combine(a, b, c, random.integer(9) - 4, random.integer(9) - 4);
    const kind = random.integer(4);
    if (kind === 0) d = somewhere(random, exponent, digits);
    if (kind === 1) d = [neighbour(d[0], random.integer(3) - 1), neighbour(d[1], random.integer(3) - 1), d[2]];
    if (d.every(Number.isFinite)) yield [a, b, c, d];
  }
}

/** Steps across the borders where the plain call, the scaled call and big integers take over from each other. */
const BORDERS = [
  -1090, -1074, -1050, -1000, -600, -462, -452, -410, -401, -400, -399, -360, -340, -310, -302, -260, -251,
];
const MORE_BORDERS = [
  -250, -249, -100, 0, 100, 298, 299, 300, 301, 340, 341, 342, 498, 499, 500, 501, 510, 511, 700, 1000, 1021,
];

describe('orient2d', () => {
  it('is 1 for a counter-clockwise turn, -1 for a clockwise one, 0 on a line', () => {
    expect(orient2d(0, 0, 1, 0, 0, 1)).toBe(1);
    expect(orient2d(0, 0, 0, 1, 1, 0)).toBe(-1);
    expect(orient2d(0, 0, 1, 1, 3, 3)).toBe(0);
    expect(orient2dFloat32(0, 0, 1, 0, 0, 1)).toBe(1);
    expect(orient2dFloat32(0, 0, 0, 1, 1, 0)).toBe(-1);
  });

  it(`is exact for doubles of any common size, on general, collinear and barely turning points (seed ${SEED})`, () => {
    for (const [a, b, , d] of samples(createRandom(SEED), [...BORDERS, ...MORE_BORDERS], 20_000)) {
      const onLine = combine(a, b, a, 3, 0);
      expectSame2d(orient2d, flat(a), flat(b), flat(d));
      if (onLine.every(Number.isFinite)) expectSame2d(orient2d, flat(a), flat(b), flat(onLine));
    }
  });

  it(`is exact where magnitudes differ by up to 2^2000 (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    for (let i = 0; i < 5000; i++) {
      const point = (): Point2 => flat(somewhere(random, random.integer(2100) - 1075, 53));
      expectSame2d(orient2d, point(), point(), point());
    }
  });

  it('decides what the unguarded predicate gets wrong outside its range', () => {
    expect(unguarded2d(0, 0, 1e-200, 0, 0, 1e-200)).toBe(0);
    expect(orient2d(0, 0, 1e-200, 0, 0, 1e-200)).toBe(1);
    expect(unguarded2d(-1e308, -1e308, 1e308, -1e308, 0, 1e308)).toBeNaN();
    expect(orient2d(-1e308, -1e308, 1e308, -1e308, 0, 1e308)).toBe(1);
  });
});

describe('orient3d', () => {
  it('is the sign of det[a - d; b - d; c - d]', () => {
    expect(orient3d(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)).toBe(1);
    expect(orient3d(0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0)).toBe(-1);
    expect(orient3d(1, 2, 0, 3, 5, 0, 7, 1, 0, 4, 4, 0)).toBe(0);
    expect(orient3dFloat32(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)).toBe(1);
    expect(orient3dFloat32(0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0)).toBe(-1);
  });

  it(`is exact for doubles of any common size, on general, coplanar and barely separate points (seed ${SEED})`, () => {
    for (const [a, b, c, d] of samples(createRandom(SEED), [...BORDERS, ...MORE_BORDERS], 20_000)) {
      expectSame3d(orient3d, a, b, c, d);
    }
  });

  it(`is exact where magnitudes differ by up to 2^2000 (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    for (let i = 0; i < 5000; i++) {
      const point = (): Point3 => somewhere(random, random.integer(2100) - 1075, 53);
      expectSame3d(orient3d, point(), point(), point(), point());
    }
  });

  it('decides what the unguarded predicate gets wrong outside its range', () => {
    expect(unguarded3d(1e-110, 0, 0, 0, 1e-110, 0, 0, 0, 1e-110, 0, 0, 0)).toBe(0);
    expect(orient3d(1e-110, 0, 0, 0, 1e-110, 0, 0, 0, 1e-110, 0, 0, 0)).toBe(1);
    expect(Number.isFinite(unguarded3d(1e103, 0, 0, 0, 1e103, 0, 0, 0, 1e103, 0, 0, 0))).toBe(false);
    expect(orient3d(1e103, 0, 0, 0, 1e103, 0, 0, 0, 1e103, 0, 0, 0)).toBe(1);
  });
});

describe('the float32 variants', () => {
  it(`are exact for all float32 numbers, subnormal and huge, alike and mixed (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    const words = new Uint32Array(12);
    const values = new Float32Array(words.buffer);
    let coplanar = 0;
    for (let i = 0; i < 40_000; i++) {
      for (let k = 0; k < 12; k++) {
        words[k] = random.bits();
        // Often one exponent for all, at an end of the range or anywhere, so that no coordinate outweighs the rest.
        const exponent = [0, 1, 120, 254, i % 255][i % 5];
        if (random.integer(8) !== 0) words[k] = (words[k] & 0x807fffff) | (exponent << 23);
        if ((words[k] & 0x7f800000) === 0x7f800000) words[k] &= 0xbfffffff;
        if (random.integer(6) === 0) words[k] = words[k % 3];
      }
      const [a, b, c] = [0, 3, 6].map((k) => [values[k], values[k + 1], values[k + 2]] as const);
      const exact = [0, 1, 2].map((k) => Math.fround(a[k] + 2 * (b[k] - a[k]) - (c[k] - a[k])));
      const inPlane = i % 2 === 0 && exact.every(Number.isFinite);
      const d: Point3 = inPlane ? (exact as unknown as Point3) : [values[9], values[10], values[11]];
      expectSame3d(orient3dFloat32, a, b, c, d);
      expectSame2d(orient2dFloat32, flat(a), flat(b), flat(d));
      if (exact3d(a, b, c, d) === 0) coplanar++;
    }
    expect(coplanar).toBeGreaterThan(1000);
  });
});
