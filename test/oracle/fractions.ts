/** Fractions of big integers. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** The sign of a - b. */
export function compareFractions(a: Fraction, b: Fraction): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A double within a relative 2^-52 of the fraction, as far as the range of doubles allows. */
export function toNumber({ numerator, denominator }: Fraction): number {
  if (numerator < 0n) return -toNumber({ numerator: -numerator, denominator });
  const shift = numerator.toString(2).length - denominator.toString(2).length - 60;
  const quotient = shift < 0 ? (numerator << BigInt(-shift)) / denominator : numerator / (denominator << BigInt(shift));
  // In two steps, as 2^shift alone may be out of range.
  return Number(quotient) * 2 ** (shift >> 1) * 2 ** (shift - (shift >> 1));
}
