/**
 * The exponential function with the same bits in every engine, as sine and cosine in `trigonometry.ts`: only + - * / and
 * `Math.floor` are used. Errors stay below 0.8 units in the last place; where the result is denormal, below 1.
 *
 * x is written as n ln 2 + r with |r| <= ln 2 / 2, where r is a sum of two doubles (Cody and Waite, "Software Manual for the Elementary Functions", 1980); the result is 2^n exp r.
 */

const TWO_TO_THE_32 = 0x100000000;
const TWO_TO_THE_53 = 0x20000000000000;

/** The double nearest to ln 2. */
const LN_2 = 0.6931471805599453;

// ln 2 from its hexadecimal digits 0.B17217F7 D1CF79ABC9E3B3…: 32 bits, whose products with an n below 2^11 are exact, and the 53 bits behind.
const LN_2_HIGH = 0xb17217f7 / TWO_TO_THE_32;
const LN_2_LOW = 0x1a39ef35793c76 / TWO_TO_THE_32 / TWO_TO_THE_53;

/** Beyond these, the result is infinite, or less than half of the smallest double. */
const HIGHEST = 709.782712893384;
const LOWEST = -745.1332191019412;

/** e to the power of `x`, within 0.8 units in the last place; NaN of NaN. */
export function exp(x: number): number {
  if (x > HIGHEST) return Infinity;
  if (x < LOWEST) return 0;
  const n = Math.floor(x / LN_2 + 0.5);
  // The product is exact, and so is the difference: its sides are within a factor of two, or n is 0 (Sterbenz).
  const high = x - n * LN_2_HIGH;
  const low = n * LN_2_LOW;
  return scale(exponentialOfReduced(high, low), n);
}

/**
 * exp(high - low): the Taylor series up to r^14, whose rest is below 2^-60. The 1 is added last, and what its sum with r loses is
 * kept (Dekker), so that the series rounds where it is small: at most 0.06 of the value.
 */
function exponentialOfReduced(high: number, low: number): number {
  const r = high - low;
  const lost = high - r - low;
  let series = 1 / 87178291200;
  series = series * r + 1 / 6227020800;
  series = series * r + 1 / 479001600;
  series = series * r + 1 / 39916800;
  series = series * r + 1 / 3628800;
  series = series * r + 1 / 362880;
  series = series * r + 1 / 40320;
  series = series * r + 1 / 5040;
  series = series * r + 1 / 720;
  series = series * r + 1 / 120;
  series = series * r + 1 / 24;
  series = series * r + 1 / 6;
  series = series * r + 0.5;
  const start = 1 + r;
  return start + (r - (start - 1) + (lost + r * r * series));
}

/** `value` times 2^n, rounded once: all factors but the last keep every bit. */
function scale(value: number, n: number): number {
  let result = value;
  let rest = n;
  for (; rest > 1000; rest -= 1000) result *= powerOfTwo(1000);
  // What becomes denormal does so in the last product alone: 2^-1000 times a number near 1 is not.
  for (; rest < -1000; rest += 1000) result *= powerOfTwo(-1000);
  return result * powerOfTwo(rest);
}

/** 2^n for |n| <= 1000, by squaring, exactly. */
function powerOfTwo(n: number): number {
  let power = 1;
  let square = n < 0 ? 0.5 : 2;
  for (let bits = Math.abs(n); bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) power *= square;
    square *= square;
  }
  return power;
}
