import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random.js';
import { nextDown32, nextUp32, roundDown32, roundUp32 } from '../../src/math/round.js';

const SEED = 32;
const LARGEST = (2 - 2 ** -23) * 2 ** 127;
const SMALLEST = 2 ** -149;

/** All float32 numbers in ascending order have consecutive ranks: -Infinity is the lowest, both zeros share rank 0. */
const LOWEST_RANK = -0x7f800000;
const HIGHEST_RANK = 0x7f800000;
const view = new DataView(new ArrayBuffer(4));

function floatOfRank(rank: number): number {
  view.setUint32(0, Math.abs(rank));
  return rank < 0 ? -view.getFloat32(0) : view.getFloat32(0);
}

/** The lowest rank whose float32 satisfies a condition that holds from some rank on upwards, by bisection. */
function lowestRank(holds: (value: number) => boolean): number {
  let low = LOWEST_RANK;
  let high = HIGHEST_RANK;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(floatOfRank(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

const expectedRoundUp = (x: number): number => floatOfRank(lowestRank((value) => value >= x));
const expectedNextUp = (x: number): number => floatOfRank(lowestRank((value) => value > x));

function expectAllRight(x: number): void {
  const seen = [roundUp32(x), roundDown32(x), nextUp32(x), nextDown32(x)];
  const right = [expectedRoundUp(x), -expectedRoundUp(-x), expectedNextUp(x), -expectedNextUp(-x)];
  // Adding zero leaves the sign of zeros out of the comparison.
  if (seen.some((value, i) => !Object.is(value + 0, right[i] + 0))) {
    expect.fail(`seed ${SEED}: ${x} gives ${seen.join(', ')}, not ${right.join(', ')}`);
  }
}

describe('rounding to float32', () => {
  it.each([
    0,
    -0,
    1,
    -1,
    0.1,
    -0.1,
    1 / 3,
    2 ** 24 + 1,
    -(2 ** 24) - 1,
    2 ** -126,
    2 ** -126 - SMALLEST,
    SMALLEST,
    -SMALLEST,
    SMALLEST / 2,
    -SMALLEST / 2,
    SMALLEST * 1.5,
    Number.MIN_VALUE,
    -Number.MIN_VALUE,
    LARGEST,
    -LARGEST,
    LARGEST + 2 ** 102,
    LARGEST + 2 ** 103,
    2 ** 128,
    -(2 ** 128),
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Infinity,
    -Infinity,
  ])('gives the neighbours of %s', (x) => {
    expectAllRight(x);
    expect(roundDown32(x)).toBeLessThanOrEqual(x);
    expect(roundUp32(x)).toBeGreaterThanOrEqual(x);
  });

  it('gives the neighbours of doubles with random bits', () => {
    const random = createRandom(SEED);
    const bits = new DataView(new ArrayBuffer(8));
    for (let i = 0; i < 20_000; i++) {
      bits.setUint32(0, random.bits());
      bits.setUint32(4, random.bits());
      view.setUint32(0, random.bits());
      const float = view.getFloat32(0);
      // Any double, any float32, and a double within a few bits of a float32.
      const numbers = [bits.getFloat64(0), float, float * (1 + (random.integer(9) - 4) * 2 ** -52)];
      for (const x of numbers.filter((number) => !Number.isNaN(number))) expectAllRight(x);
    }
  });

  it('leaves NaN as it is', () => {
    expect([roundUp32(NaN), roundDown32(NaN), nextUp32(NaN), nextDown32(NaN)]).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('has no neighbour beyond the infinities', () => {
    expect(nextUp32(Infinity)).toBe(Infinity);
    expect(nextDown32(-Infinity)).toBe(-Infinity);
    expect(nextUp32(-Infinity)).toBe(-LARGEST);
    expect(nextDown32(Infinity)).toBe(LARGEST);
  });
});
