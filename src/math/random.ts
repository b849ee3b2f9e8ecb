/**
 * Seeded random numbers for scenes, tests and benchmarks: the same seed gives the same numbers in every engine.
 *
 * The generator is sfc32 ("small fast counting") by Chris Doty-Humphrey, published in the public domain with PractRand, and
 * seeded as there: 64 bits of seed, a counter that starts at one, twelve outputs dropped. It passes PractRand and TestU01's
 * BigCrush, has 128 bits of state, and needs only 32-bit integer operations. Not for cryptography.
 */
import { PliantError } from '../errors.js';

/** A reproducible stream of random numbers; see {@link createRandom}. */
export interface Random {
  /** 32 random bits, as an integer from 0 to 2^32 - 1. */
  bits(): number;
  /** Uniform in [0, 1), with 53 random bits: every value is a multiple of 2^-53. */
  next(): number;
  /** Uniform in [low, high). The bounds are finite, and low is less than high. */
  range(low: number, high: number): number;
  /** A uniform integer from 0 to count - 1. The count is an integer from 1 to 2^32; the bias is below 2^-21. */
  integer(count: number): number;
}

const TWO_TO_THE_26 = 67108864;
const TWO_TO_THE_32 = 4294967296;
const TWO_TO_THE_MINUS_53 = 1 / 9007199254740992;

/** Starts a stream of random numbers. The seed is an integer from 0 to 2^53 - 1; streams of different seeds differ. */
export function createRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new PliantError(
      'bad-number',
      `createRandom: the seed is ${String(seed)}; pass an integer from 0 to ${Number.MAX_SAFE_INTEGER}`,
    );
  }
  let a = 0;
  let b = seed | 0;
  let c = Math.floor(seed / TWO_TO_THE_32) | 0;
  let counter = 1;

  const bits = (): number => {
    const output = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + output) | 0;
    return output >>> 0;
  };
  const next = (): number => {
    const high = bits() >>> 5;
    const low = bits() >>> 6;
    return (high * TWO_TO_THE_26 + low) * TWO_TO_THE_MINUS_53;
  };
  for (let dropped = 0; dropped < 12; dropped++) bits();

  return {
    bits,
    next,
    range(low, high) {
      const value = low + (high - low) * next();
      // The sum may round up to `high`, which does not belong to the range.
      return value < high ? value : low;
    },
    integer: (count) => Math.floor(next() * count),
  };
}
