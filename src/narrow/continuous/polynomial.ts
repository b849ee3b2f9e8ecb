/**
 * Polynomials with big integers as coefficients, of low degree: up to three for a moving determinant, a few more for a
 * product of several. Nothing is rounded.
 */

/** Coefficients of 1, t, t², …; the last is not zero, and no coefficients at all are the polynomial 0. */
export type Polynomial = readonly bigint[];

/** The polynomial 1. */
export const ONE: Polynomial = [1n];

/** The polynomial with these coefficients, which may end with zeros. */
export function polynomial(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return length === coefficients.length ? coefficients : coefficients.slice(0, length);
}

/** a + b. */
export function plus(a: Polynomial, b: Polynomial): Polynomial {
  const long = a.length < b.length ? b : a;
  const short = a.length < b.length ? a : b;
  return polynomial(long.map((value, i) => (i < short.length ? value + short[i] : value)));
}

/** a - b. */
export function minus(a: Polynomial, b: Polynomial): Polynomial {
  return plus(
    a,
    b.map((value) => -value),
  );
}

/** a · b. */
export function times(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length === 0 || b.length === 0) return [];
  const product = Array.from({ length: a.length + b.length - 1 }, () => 0n);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) product[i + j] += a[i] * b[j];
  }
  return product;
}

/**
 * A common divisor of the highest degree, without a factor that all its coefficients share; 0 only for two zeros. Each
 * remainder has a lower degree than the one before, so it ends. Remainders are divided by what is known to divide them
 * (the subresultants of Collins 1967 and Brown 1971), so that they grow by as many bits per step as a determinant does.
 */
export function greatestCommonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  let high = a.length < b.length ? b : a;
  let low = a.length < b.length ? a : b;
  let leading = 1n;
  let scale = 1n;
  while (low.length > 1) {
    const drop = high.length - low.length;
    const rest = pseudoRemainder(high, low);
    const known = leading * power(scale, drop);
    high = low;
    low = known === 1n ? rest : rest.map((value) => value / known);
    leading = high[high.length - 1];
    if (drop > 0) scale = power(leading, drop) / power(scale, drop - 1);
  }
  return low.length === 1 ? ONE : withoutContent(high);
}

/** A polynomial with the same roots, each of them simple. Not for 0. */
export function squarefreePart(a: Polynomial): Polynomial {
  const derivative = a.slice(1).map((value, i) => value * BigInt(i + 1));
  const repeated = greatestCommonDivisor(a, derivative);
  return repeated.length <= 1 ? a : quotient(withoutContent(a), repeated);
}

/**
 * a / b, where b divides a and neither has content: by Gauss's lemma the quotient has integer coefficients, so that every
 * division here leaves no rest.
 */
function quotient(a: Polynomial, b: Polynomial): Polynomial {
  const rest = [...a];
  const result: bigint[] = [];
  for (let shift = a.length - b.length; shift >= 0; shift--) {
    const factor = rest[shift + b.length - 1] / b[b.length - 1];
    result[shift] = factor;
    for (let i = 0; i < b.length; i++) rest[shift + i] -= factor * b[i];
  }
  return result;
}

/** The remainder of a by b, times the power of b's leading coefficient that makes it whole whatever the degrees. */
function pseudoRemainder(a: Polynomial, b: Polynomial): Polynomial {
  const leading = b[b.length - 1];
  let rest: readonly bigint[] = a;
  for (let length = a.length; length >= b.length; length--) {
    const factor = rest[length - 1];
    const shift = length - b.length;
    // The terms of the highest degree cancel.
    rest = rest.slice(0, length - 1).map((value, i) => value * leading - (i < shift ? 0n : factor * b[i - shift]));
  }
  return polynomial(rest);
}

/** Divided by the greatest integer that divides all coefficients. */
function withoutContent(a: Polynomial): Polynomial {
  let content = 0n;
  for (const value of a) {
    content = commonInteger(content, value < 0n ? -value : value);
    if (content === 1n) return a;
  }
  return content === 0n ? a : a.map((value) => value / content);
}

/** Euclid's algorithm, for integers that are not negative. */
function commonInteger(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** value to a small exponent. */
function power(value: bigint, exponent: number): bigint {
  let result = 1n;
  for (let i = 0; i < exponent; i++) result *= value;
  return result;
}
