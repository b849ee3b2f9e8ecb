/**
 * Polynomials with big integers as coefficients, of low degree: up to three for a moving determinant, a few more for a
 * product of several. Nothing is rounded.
 */

/** Coefficients of 1, t, t², …; the last is not zero, and no coefficients at all are the polynomial 0. */
export type Polynomial = readonly bigint[];

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
 * remainder has a lower degree than the one before, so it ends.
 */
export function greatestCommonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  let high = withoutContent(a);
  let low = withoutContent(b);
  while (low.length > 0) {
    const rest = withoutContent(pseudoRemainder(high, low));
    high = low;
    low = rest;
  }
  return high;
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

/** The remainder of a by b, times a number that is not zero and makes it whole. */
function pseudoRemainder(a: Polynomial, b: Polynomial): Polynomial {
  const leading = b[b.length - 1];
  let rest = a;
  while (rest.length >= b.length) {
    const factor = rest[rest.length - 1];
    const shift = rest.length - b.length;
    // The leading terms cancel: every turn takes off at least one coefficient.
    rest = polynomial(rest.map((value, i) => value * leading - (i < shift ? 0n : factor * b[i - shift])));
  }
  return rest;
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
