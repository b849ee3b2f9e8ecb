/** Whole numbers times powers of two: sums and products of floats, without rounding. Shares nothing with the library. */
import { exactIntegers } from './exact-integers.js';

/** digits · 2^power. */
export interface Dyadic {
  readonly digits: bigint;
  readonly power: number;
}

/** A float as it is. It must be finite. */
export function dyadic(value: number): Dyadic {
  // 2^-1074 is the unit of the second, so that of both.
  const [digits] = exactIntegers([value, Number.MIN_VALUE]);
  return trim(digits, -1074);
}

/** a + b. */
export function plus(a: Dyadic, b: Dyadic): Dyadic {
  if (a.power < b.power) return plus(b, a);
  return { digits: (a.digits << BigInt(a.power - b.power)) + b.digits, power: b.power };
}

/** a - b. */
export function minus(a: Dyadic, b: Dyadic): Dyadic {
  return plus(a, { digits: -b.digits, power: b.power });
}

/** a b. */
export function times(a: Dyadic, b: Dyadic): Dyadic {
  return { digits: a.digits * b.digits, power: a.power + b.power };
}

/** The sum of the products of two lists. */
export function dot(a: readonly Dyadic[], b: readonly Dyadic[]): Dyadic {
  return a.reduce((sum, value, i) => plus(sum, times(value, b[i])), ZERO);
}

/** Whether a ≤ b. */
export function isAtMost(a: Dyadic, b: Dyadic): boolean {
  return minus(b, a).digits >= 0n;
}

/** 0 */
export const ZERO: Dyadic = { digits: 0n, power: 0 };

function trim(digits: bigint, power: number): Dyadic {
  if (digits === 0n) return ZERO;
  let zeros = 0;
  while ((digits & ((1n << BigInt(zeros + 32)) - 1n)) === 0n) zeros += 32;
  return { digits: digits >> BigInt(zeros), power: power + zeros };
}
