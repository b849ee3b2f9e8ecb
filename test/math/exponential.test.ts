import { describe, expect, it } from 'vitest';
import { exp } from '../../src/math/exponential.js';
import { createRandom } from '../../src/math/random.js';

const SEED = 2718;

// The oracle: fixed point with big integers. e^x is the 4096th power of e^(x / 4096), which is a short series. Twelve squarings double the
// relative error twelve times, so 1800 bits after the point leave more than 600 right ones, even of the smallest double.
const BITS = 1800n;
const ONE = 1n << BITS;
const SQUARINGS = 12n;
const words = new DataView(new ArrayBuffer(8));

/** A double as an integer times 2^-BITS, exactly. */
function toFixed(x: number): bigint {
  words.setFloat64(0, Math.abs(x));
  const word = words.getBigUint64(0);
  const exponent = word >> 52n === 0n ? 1n : word >> 52n;
  const mantissa = (word & ((1n << 52n) - 1n)) + (word >> 52n === 0n ? 0n : 1n << 52n);
  const shift = exponent - 1075n + BITS;
  const magnitude = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return x < 0 ? -magnitude : magnitude;
}

function exactExponential(x: number): bigint {
  const argument = toFixed(x) >> SQUARINGS;
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = (term * argument) / (ONE * k);
    sum += term;
  }
  for (let k = 0n; k < SQUARINGS; k++) sum = (sum * sum) >> BITS;
  return sum;
}

function expectRight(x: number, limit = 0.8): void {
  const value = exp(x);
  words.setFloat64(0, value);
  const biased = words.getBigUint64(0) >> 52n;
  const exponent = (biased === 0n ? 1n : biased) - 1075n;
  const difference = toFixed(value) - exactExponential(x);
  const error = Math.abs(Number((difference * 1_000_000n) >> (BITS + exponent))) / 1e6;
  if (!(error < limit)) expect.fail(`seed ${SEED}: exp(${x}) = ${value} is ${error} units in the last place off`);
}

describe('the exponential function', () => {
  const random = createRandom(SEED);
  const kinds: readonly (readonly [string, () => number])[] = [
    ['around zero', () => random.range(-1, 1)],
    ['of moderate size', () => random.range(-40, 40)],
    ['up to the largest result', () => random.range(-708, 709.78)],
    ['of any small size', () => random.range(-1, 1) * 2 ** -random.integer(1000)],
    ['halfway between multiples of ln 2', () => (random.integer(1000) - 499.5) * Math.LN2],
  ];

  it.each(kinds)('is right within 0.8 units in the last place for arguments %s', (_kind, argument) => {
    for (let i = 0; i < 400; i++) expectRight(argument());
  });

  it('is right to a unit where results are denormal', () => {
    for (let i = 0; i < 300; i++) expectRight(random.range(-745, -708), 1);
  });

  it('ends in zero and infinity where the results do', () => {
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(-745.1332191019411)).toBe(Number.MIN_VALUE);
    expect(exp(-745.1332191019412)).toBe(0);
    expect([exp(Infinity), exp(-Infinity), exp(NaN), exp(0), exp(-0)]).toEqual([Infinity, 0, NaN, 1, 1]);
  });
});
