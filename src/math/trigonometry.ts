/**
 * Sine, cosine and arc cosine with the same bits in every engine: `Math.sin` and its like differ in the last bit between
 * engines, and the results of Pliant must not. Only + - * /, `Math.sqrt`, `Math.abs`, `Math.floor`, `Math.fround` and
 * BigInt are used, all of which the language defines to the last bit. Errors stay below one unit in the last place.
 *
 * An argument x is written as n pi/2 + r with |r| <= pi/4, where r is a sum high + low of two doubles (Cody and Waite,
 * "Software Manual for the Elementary Functions", 1980); n mod 4 then selects the sine or the cosine of r, and its sign.
 */

/** The double nearest to pi. */
export const PI = 3.141592653589793;

/** The sine of `x` radians, within 0.8 units in the last place; NaN when `x` is not finite. */
export function sin(x: number): number {
  // Below 2^-27 the cubic term is less than a quarter of a unit in the last place. Keeps the sign of zero.
  if (Math.abs(x) < 7e-9) return x;
  const quadrant = reduce(Math.abs(x));
  const value = (quadrant & 1) === 0 ? sineOfReduced() : cosineOfReduced();
  return quadrant < 2 === x > 0 ? value : -value;
}

/** The cosine of `x` radians, within 0.8 units in the last place; NaN when `x` is not finite. */
export function cos(x: number): number {
  const quadrant = reduce(Math.abs(x));
  const value = (quadrant & 1) === 0 ? cosineOfReduced() : sineOfReduced();
  return quadrant === 1 || quadrant === 2 ? -value : value;
}

/** The angle from 0 to pi whose cosine is `x`, within 0.95 units in the last place; NaN when `x` lies outside [-1, 1]. */
export function acos(x: number): number {
  if (x === 1) return 0;
  if (Math.abs(x) <= 0.5) {
    return HALF_PI_HIGH - (x - (HALF_PI_LOW - x * arcSineExcess(x * x)));
  }
  // acos x = 2 asin sqrt((1 - x) / 2), and for negative x pi minus that of |x|: the argument of asin is at most 1/2.
  const square = (1 - Math.abs(x)) / 2;
  const root = Math.sqrt(square);
  if (x < 0) {
    return 2 * (HALF_PI_HIGH - (root + (root * arcSineExcess(square) - HALF_PI_LOW)));
  }
  // The root as high + low, for here it makes up the result: `high` has 24 bits, so that its square is exact.
  const high = Math.fround(root);
  const low = (square - high * high) / (root + high);
  return 2 * (high + (root * arcSineExcess(square) + low));
}

const TWO_TO_THE_32 = 0x100000000;
const TWO_TO_THE_53 = 0x20000000000000;
const TWO_TO_THE_200 = TWO_TO_THE_53 * TWO_TO_THE_53 * TWO_TO_THE_53 * 0x20000000000;

// pi/2 in four pieces, from its hexadecimal digits 1.921FB544 42D18469 898CC517 01B839A252049C1…: three of at most 33
// bits, whose products with an n below 2^20 are exact, and one of 53 bits, cut at 2^-156.
const PIECE_1 = 0x1921fb544 / TWO_TO_THE_32;
const PIECE_2 = 0x42d18469 / TWO_TO_THE_32 / TWO_TO_THE_32;
const PIECE_3 = 0x898cc517 / TWO_TO_THE_32 / TWO_TO_THE_32 / TWO_TO_THE_32;
const PIECE_4 = 0x1b839a252049c1 / TWO_TO_THE_53 / TWO_TO_THE_53 / 0x4000000000000;

/** pi/2 as a sum of two doubles, for the arc cosine. */
const HALF_PI_HIGH = PI / 2;
const HALF_PI_LOW = 6.123233995736766e-17;

/** Up to here n stays below 2^20. */
const LARGEST_MODERATE = 1647000;

/** The argument r that `reduce` leaves for the two series: high, low. */
const reduced = new Float64Array(2);

/** Writes x - n pi/2 to `reduced`, and returns n mod 4. x is not negative; NaN and infinity become NaN. */
function reduce(x: number): number {
  if (x <= PI / 4) {
    reduced[0] = x;
    reduced[1] = 0;
    return 0;
  }
  return x < LARGEST_MODERATE ? reduceModerate(x) : reduceLarge(x);
}

/**
 * Subtracts n times the four pieces one after another. The first difference is exact, for its sides are within a factor
 * of two (Sterbenz); the next two are kept with their rounding errors (Knuth's two-sum). No double comes closer than
 * 2^-62 to a multiple of pi/2 (Muller, "Elementary Functions"), and the sum is right to 2^-130 or 2^-105 of
 * itself, so r is known to more than 2^-65 of itself.
 */
function reduceModerate(x: number): number {
  const n = Math.floor(x / (PI / 2) + 0.5);
  const first = x - n * PIECE_1;

  const product2 = n * PIECE_2;
  const second = first - product2;
  const part2 = first - second;
  const error2 = first - (second + part2) + (part2 - product2);

  const product3 = n * PIECE_3;
  const third = second - product3;
  const part3 = second - third;
  const error3 = second - (third + part3) + (part3 - product3);

  const rest = error2 + error3 - n * PIECE_4;
  reduced[0] = third + rest;
  reduced[1] = third - reduced[0] + rest;
  return n & 3;
}

/** Bits of pi/2 after the point for large arguments: 1024 for the largest exponent, and 200 for what remains. */
const LARGE_BITS = 1224n;
let halfPiLarge = 0n;

/** The same by division of big integers: it takes microseconds, and is right up to the largest double. */
function reduceLarge(x: number): number {
  if (x - x !== 0) {
    reduced[0] = NaN;
    return 0;
  }
  halfPiLarge ||= computeHalfPi(LARGE_BITS);
  // Here x is above 2^20, hence a multiple of 2^-32.
  const scaled = x < TWO_TO_THE_53 ? BigInt(x * TWO_TO_THE_32) << (LARGE_BITS - 32n) : BigInt(x) << LARGE_BITS;
  const n = (scaled + halfPiLarge / 2n) / halfPiLarge;
  const rest = (scaled - n * halfPiLarge) >> (LARGE_BITS - 200n);
  const high = Number(rest);
  reduced[0] = high / TWO_TO_THE_200;
  reduced[1] = Number(rest - BigInt(high)) / TWO_TO_THE_200;
  return Number(n & 3n);
}

/** pi/2 in fixed point, by Machin's formula: pi/4 = 4 arctan 1/5 - arctan 1/239. */
function computeHalfPi(bits: bigint): bigint {
  const guard = 32n;
  const one = 1n << (bits + guard);
  return (8n * arcTangentOfInverse(5n, one) - 2n * arcTangentOfInverse(239n, one)) >> guard;
}

function arcTangentOfInverse(divisor: bigint, one: bigint): bigint {
  let power = one / divisor;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= -divisor * divisor;
    sum += power / k;
  }
  return sum;
}

/**
 * The Taylor series of sine up to r^17: on [0, pi/4] the rest is below 2^-62 of the value. Each coefficient is one exact
 * factorial and one division, hence the nearest double. The leading r is added last, which rounds once.
 */
function sineOfReduced(): number {
  const high = reduced[0];
  const low = reduced[1];
  const z = high * high;
  let series = 1 / 355687428096000;
  series = series * z - 1 / 1307674368000;
  series = series * z + 1 / 6227020800;
  series = series * z - 1 / 39916800;
  series = series * z + 1 / 362880;
  series = series * z - 1 / 5040;
  series = series * z + 1 / 120;
  series = series * z - 1 / 6;
  // sin(high + low) = sin high + low cos high, where cos high is 1 - z / 2 as far as it matters.
  return high + (low - low * z * 0.5 + high * z * series);
}

/** The Taylor series of cosine up to r^18, as above: the rest is below 2^-67. */
function cosineOfReduced(): number {
  const high = reduced[0];
  const low = reduced[1];
  const z = high * high;
  let series = -1 / 6402373705728000;
  series = series * z + 1 / 20922789888000;
  series = series * z - 1 / 87178291200;
  series = series * z + 1 / 479001600;
  series = series * z - 1 / 3628800;
  series = series * z + 1 / 40320;
  series = series * z - 1 / 720;
  series = series * z + 1 / 24;
  const half = z * 0.5;
  const start = 1 - half;
  // `1 - start - half` is the rounding error of `start`, exactly (Dekker); cos(high + low) = cos high - low sin high.
  return start + (1 - start - half + (z * z * series - high * low));
}

/**
 * (asin(s) - s) / s as a function of z = s^2 in [0, 1/4]: z times the polynomial through its 13 Chebyshev points,
 * computed in 400-bit fixed point and rounded to doubles; asin is then right to 2^-57.
 */
function arcSineExcess(z: number): number {
  let sum = 0.028757851367421566;
  sum = sum * z - 0.014851887071247207;
  sum = sum * z + 0.017400879442694025;
  sum = sum * z + 0.005457506718640357;
  sum = sum * z + 0.01032281435018578;
  sum = sum * z + 0.011479177415184906;
  sum = sum * z + 0.013971212973552933;
  sum = sum * z + 0.017352392720869973;
  sum = sum * z + 0.02237217294214989;
  sum = sum * z + 0.030381944138531247;
  sum = sum * z + 0.04464285714635543;
  sum = sum * z + 0.07499999999998433;
  sum = sum * z + 0.16666666666666669;
  return sum * z;
}
