/** Vectors of big integers, and fractions of big integers as doubles, for exact tests where doubles did not decide. */
import { powerOfTwo } from '../math/big.js';

/** x, y, z, counted in a unit that the caller keeps in mind. */
export type BigVector = readonly [x: bigint, y: bigint, z: bigint];

/** Bits of a quotient before it is rounded: more than the 53 of a double. */
const QUOTIENT_BITS = 64;

/** a - b. */
export function bigMinus(a: BigVector, b: BigVector): BigVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The scalar product of a and b. */
export function bigDot(a: BigVector, b: BigVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a x b. */
export function bigCross(a: BigVector, b: BigVector): BigVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/**
 * The double nearest to numerator / denominator · 2^exponent; Infinity or zero where that is out of range. The
 * denominator is not zero. Subnormal results may be rounded twice.
 */
export function bigRatio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  if (denominator < 0n) return bigRatio(-numerator, -denominator, exponent);
  if (numerator < 0n) return -bigRatio(-numerator, denominator, exponent);
  const shift = Math.max(0, QUOTIENT_BITS + bitLength(denominator) - bitLength(numerator));
  const dividend = numerator << BigInt(shift);
  const quotient = dividend / denominator;
  // A last bit that stands for all that is cut off keeps ties and near ties apart.
  const rounded = quotient * denominator === dividend ? quotient << 1n : (quotient << 1n) | 1n;
  const surplus = Math.max(0, bitLength(rounded) - 2 * QUOTIENT_BITS);
  const head = rounded >> BigInt(surplus);
  const sticky = head << BigInt(surplus) === rounded ? head : head | 1n;
  return scaled(Number(sticky), exponent - shift - 1 + surplus);
}

/** At least the number of bits of a positive integer, at most three more. */
function bitLength(value: bigint): number {
  return 4 * value.toString(16).length;
}

/** value · 2^exponent, in steps that stay in range as long as the result does. */
function scaled(value: number, exponent: number): number {
  let rest = Math.max(-4000, Math.min(4000, exponent));
  let result = value;
  for (; rest > 900; rest -= 900) result *= powerOfTwo(900);
  for (; rest < -900; rest += 900) result *= powerOfTwo(-900);
  return result * powerOfTwo(rest);
}
