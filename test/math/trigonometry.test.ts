import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.js';
import { PI, acos, cos, sin } from '../../src/math/trigonometry.js';

const SEED = 314;

// The oracle: fixed point with big integers, from series alone. Arguments are exact at ARGUMENT_BITS after the point,
// values are known to a few units of 2^-VALUE_BITS.
const ARGUMENT_BITS = 1400n;
const VALUE_BITS = 300n;
const ONE = 1n << VALUE_BITS;
const bits = new DataView(new ArrayBuffer(8));

/** A double as an integer times 2^-scale, cut there. */
function toFixed(x: number, scale: bigint): bigint {
  bits.setFloat64(0, Math.abs(x));
  const word = bits.getBigUint64(0);
  const exponent = word >> 52n === 0n ? 1n : word >> 52n;
  const mantissa = (word & ((1n << 52n) - 1n)) + (word >> 52n === 0n ? 0n : 1n << 52n);
  const shift = exponent - 1075n + scale;
  const magnitude = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return x < 0 ? -magnitude : magnitude;
}

function multiply(a: bigint, b: bigint): bigint {
  return (a * b) >> VALUE_BITS;
}

function arcTangent(numerator: bigint, denominator: bigint): bigint {
  let term = ((1n << ARGUMENT_BITS) * numerator) / denominator;
  let sum = term;
  for (let k = 3n; term !== 0n; k += 2n) {
    term = (-term * numerator * numerator) / (denominator * denominator);
    sum += term / k;
  }
  return sum;
}

/** Euler's formula, not the one that the library uses. */
const FIXED_PI = 20n * arcTangent(1n, 7n) + 8n * arcTangent(3n, 79n);

/** The sum of x^k / k! with alternating signs, over the odd or the even k. */
function series(x: bigint, first: bigint): bigint {
  const square = multiply(x, x);
  let term = first === 0n ? ONE : x;
  let sum = term;
  for (let k = first + 1n; term !== 0n; k += 2n) {
    term = -multiply(term, square) / (k * (k + 1n));
    sum += term;
    if (term === -1n) break;
  }
  return sum;
}

function exactSineAndCosine(x: number): readonly [sine: bigint, cosine: bigint] {
  const argument = toFixed(x, ARGUMENT_BITS);
  const n = argument / (FIXED_PI / 2n);
  const rest = (argument * 2n - n * FIXED_PI) >> (ARGUMENT_BITS - VALUE_BITS + 1n);
  const sine = series(rest, 1n);
  const cosine = series(rest, 0n);
  switch (((n % 4n) + 4n) % 4n) {
    case 0n:
      return [sine, cosine];
    case 1n:
      return [cosine, -sine];
    case 2n:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

/** Newton's iteration on the cosine series. It starts at the engine's own value, and doubles the digits each time. */
function exactArcCosine(x: number): bigint {
  const target = toFixed(x, VALUE_BITS);
  let angle = toFixed(Math.acos(x), VALUE_BITS);
  for (let k = 0; k < 5; k++) angle += ((series(angle, 0n) - target) << VALUE_BITS) / series(angle, 1n);
  return angle;
}

/** |value - exact| in units in the last place of the value. */
function errorInUnits(value: number, exact: bigint): number {
  bits.setFloat64(0, Math.abs(value));
  const exponent = (bits.getBigUint64(0) >> 52n) - 1075n;
  const difference = toFixed(value, VALUE_BITS) - exact;
  return Math.abs(Number((difference * 1_000_000n) >> (VALUE_BITS + exponent))) / 1e6;
}

function expectNear(name: string, x: number, value: number, exact: bigint, limit: number): void {
  const error = errorInUnits(value, exact);
  if (!(error < limit)) expect.fail(`seed ${SEED}: ${name}(${x}) = ${value} is ${error} units in the last place off`);
}

function expectSineAndCosineRight(x: number): void {
  const [sine, cosine] = exactSineAndCosine(x);
  expectNear('sin', x, sin(x), sine, 0.8);
  expectNear('cos', x, cos(x), cosine, 0.8);
}

describe('sine and cosine', () => {
  const random = createRandom(SEED);
  const kinds: readonly (readonly [string, () => number])[] = [
    ['arguments around zero', () => random.range(-1, 1)],
    ['arguments within a few turns', () => random.range(-20, 20)],
    ['arguments of moderate size', () => random.range(-2e6, 2e6)],
    ['arguments next to multiples of a right angle', () => (random.integer(2_000_000) * PI) / 2],
    ['arguments of any size up to the largest double', () => random.range(-1, 1) * 2 ** random.integer(1024)],
    ['small arguments', () => random.range(-1, 1) * 2 ** -random.integer(100)],
  ];

  it.each(kinds)('are right within 0.8 units in the last place for %s', (_kind, argument) => {
    for (let i = 0; i < 2500; i++) expectSineAndCosineRight(argument());
  });

  it('are right where a double comes closest to a multiple of a right angle', () => {
    // 2^-60.9 away from an odd multiple of pi/2, closer than any other double (Muller, "Elementary Functions").
    const closest = 6381956970095103 * 2 ** 797;
    expectSineAndCosineRight(closest);
    expect(Math.abs(cos(closest))).toBeLessThan(2 ** -60);
    expectSineAndCosineRight(Number.MAX_VALUE);
  });

  it('change from one reduction to the next without a gap', () => {
    for (const limit of [PI / 4, 1647000, 2 ** 53]) {
      for (let k = -50; k <= 50; k++) expectSineAndCosineRight(limit * (1 + k * 2 ** -52));
    }
  });

  it('are odd and even', () => {
    for (let i = 0; i < 1000; i++) {
      const x = random.range(0, 1) * 2 ** (random.integer(200) - 100);
      expect(sin(-x)).toBe(-sin(x));
      expect(cos(-x)).toBe(cos(x));
    }
  });

  it('give the argument itself for zeros and the smallest numbers', () => {
    for (const x of [0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** -1022, 1e-300]) {
      expect(sin(x)).toBe(x);
      expect(cos(x)).toBe(1);
    }
  });

  it.each([NaN, Infinity, -Infinity])('are NaN for %s, and right again afterwards', (x) => {
    expect([sin(x), cos(x)]).toEqual([NaN, NaN]);
    expectSineAndCosineRight(3);
  });
});

describe('arc cosine', () => {
  it('is right within 0.95 units in the last place', () => {
    const random = createRandom(SEED);
    for (let i = 0; i < 2000; i++) {
      const toEnd = random.range(0.5, 1) * 2 ** -random.integer(51);
      for (const x of [random.range(-1, 1), 1 - toEnd, toEnd - 1, random.range(-1, 1) * 2 ** -random.integer(60)]) {
        expectNear('acos', x, acos(x), exactArcCosine(x), 0.95);
      }
    }
  });

  it('is right at its ends and where its formulas change', () => {
    expect([acos(1), acos(-1), acos(0), acos(-0)]).toEqual([0, PI, PI / 2, PI / 2]);
    for (let k = -50; k <= 50; k++) {
      const x = 0.5 + k * 2 ** -53;
      expectNear('acos', x, acos(x), exactArcCosine(x), 0.95);
      expectNear('acos', -x, acos(-x), exactArcCosine(-x), 0.95);
    }
  });

  it.each([1 + 2 ** -52, -1 - 2 ** -52, 2, Infinity, -Infinity, NaN])('is NaN for %s', (x) => {
    expect(acos(x)).toBeNaN();
  });
});

describe('trigonometry', () => {
  it('knows pi to the last bit', () => {
    expect(errorInUnits(PI, FIXED_PI >> (ARGUMENT_BITS - VALUE_BITS))).toBeLessThan(0.5);
  });

  it('gives the same bits in every engine', () => {
    const random = createRandom(SEED);
    let hash = 0x811c9dc5;
    const add = (value: number): void => {
      bits.setFloat64(0, value);
      // FNV-1a over the two words.
      hash = Math.imul(hash ^ bits.getUint32(0), 0x01000193);
      hash = Math.imul(hash ^ bits.getUint32(4), 0x01000193);
    };
    for (let i = 0; i < 100_000; i++) {
      const x = random.range(-1, 1);
      // Mostly angles of everyday size, now and then one of any size.
      const angle = i % 50 === 0 ? x * 2 ** random.integer(1024) : x * 100;
      add(sin(angle));
      add(cos(angle));
      add(acos(x));
    }
    expect(hash >>> 0).toBe(4121336734);
  });
});
