import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { commonExponent, gridExponent, powerOfTwo, signOfBig, toBig, ZERO_GRID_EXPONENT } from '../../src/math/big.js';

const SEED = 20260101;

describe('doubles as big integers', () => {
  it('gives the last bit of the format: 2^-52 of one, 2^-1074 for subnormal numbers, 2^971 for the largest', () => {
    expect(gridExponent(1)).toBe(-52);
    expect(gridExponent(-1.5)).toBe(-52);
    expect(gridExponent(2)).toBe(-51);
    expect(gridExponent(Number.MIN_VALUE)).toBe(-1074);
    expect(gridExponent(2 ** -1022)).toBe(-1074);
    expect(gridExponent(-Number.MAX_VALUE)).toBe(971);
    expect(gridExponent(0)).toBe(ZERO_GRID_EXPONENT);
    expect(gridExponent(-0)).toBe(ZERO_GRID_EXPONENT);
  });

  it('turns a double into the integer that it is in the given unit', () => {
    expect(toBig(1, -52)).toBe(1n << 52n);
    expect(toBig(-0.75, -53)).toBe(-3n << 51n);
    expect(toBig(Number.MIN_VALUE, -1074)).toBe(1n);
    expect(toBig(-Number.MIN_VALUE, -1080)).toBe(-64n);
    expect(toBig(Number.MAX_VALUE, 971)).toBe((1n << 53n) - 1n);
    expect(toBig(Number.MAX_VALUE, -1074)).toBe(((1n << 53n) - 1n) << 2045n);
    expect(toBig(0, 3)).toBe(0n);
    expect(toBig(-0, 3)).toBe(0n);
  });

  it(`comes back to the same double, whatever its bits (seed ${SEED})`, () => {
    const random = createRandom(SEED);
    const words = new Uint32Array(2);
    const value = new Float64Array(words.buffer);
    for (let i = 0; i < 5000; i++) {
      words[0] = random.bits();
      words[1] = random.bits();
      if (!Number.isFinite(value[0])) continue;
      const exponent = gridExponent(value[0]);
      const integer = toBig(value[0], exponent);
      expect(integer > -(1n << 53n) && integer < 1n << 53n).toBe(true);
      // In two steps, as 2^-1074 times 2^53 needs them.
      const half = exponent >> 1;
      expect(Number(integer) * 2 ** half * 2 ** (exponent - half)).toBe(value[0]);
    }
  });

  it('shares the exponent of the finest number, and zero asks for none', () => {
    expect(commonExponent(1, 0, 2 ** 40)).toBe(-52);
    expect(commonExponent(2 ** 40, -(2 ** -300), 0)).toBe(-352);
    expect(commonExponent(0, -0)).toBe(ZERO_GRID_EXPONENT);
  });

  it('makes every normal power of two', () => {
    for (let exponent = -1022; exponent <= 1023; exponent++) expect(powerOfTwo(exponent)).toBe(2 ** exponent);
  });

  it('knows the sign of a big integer', () => {
    expect([signOfBig(-(1n << 70n)), signOfBig(0n), signOfBig(1n)]).toEqual([-1, 0, 1]);
  });
});
