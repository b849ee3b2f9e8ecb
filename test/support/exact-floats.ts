/**
 * Float arithmetic by the letter of IEEE 754, in big integers alone: numbers are whole multiples of 2^-298, the product of
 * the two smallest float32, and are rounded to nearest, ties to even, where a test says so. Shares nothing with the library.
 */

/** Multiples of 2^-298 that make 2^-149, the smallest float32. */
const SMALLEST_FLOAT32 = 1n << 149n;
const TWO_TO_THE_149 = 2 ** 149;

/** A float32 as a whole multiple of 2^-149; the unit of {@link exactProduct} is the square of this one. */
export function exactFloat32(value: number): bigint {
  return BigInt(value * TWO_TO_THE_149);
}

/** The product of two float32, exactly, in units of 2^-298. */
export function exactProduct(a: number, b: number): bigint {
  return exactFloat32(a) * exactFloat32(b);
}

/** A float32 in units of 2^-298. */
export function inProductUnits(value: number): bigint {
  return exactFloat32(value) * SMALLEST_FLOAT32;
}

/** The nearest number with 53 significant bits: how float64 rounds a sum of multiples of 2^-298, which cannot underflow. */
export function roundToFloat64(value: bigint): bigint {
  return roundToMultiple(value, unitOfBits(value, 53));
}

/** The nearest float32 of a number in units of 2^-298, which must be within the float32 range. */
export function roundToFloat32(value: bigint): number {
  const unit = unitOfBits(value, 24);
  const rounded = roundToMultiple(value, unit > SMALLEST_FLOAT32 ? unit : SMALLEST_FLOAT32);
  return Number(rounded / SMALLEST_FLOAT32) / TWO_TO_THE_149;
}

/** The weight of the last of `bits` significant bits. */
function unitOfBits(value: bigint, bits: number): bigint {
  const length = (value < 0n ? -value : value).toString(2).length;
  return length > bits ? 1n << BigInt(length - bits) : 1n;
}

function roundToMultiple(value: bigint, unit: bigint): bigint {
  const magnitude = value < 0n ? -value : value;
  let quotient = magnitude / unit;
  const twice = (magnitude - quotient * unit) * 2n;
  if (twice > unit || (twice === unit && quotient % 2n === 1n)) quotient++;
  return value < 0n ? -quotient * unit : quotient * unit;
}
