/**
 * Doubles as exact big integers. Every finite double is an integer times a power of two, so a handful of them becomes a
 * handful of integers once they are counted in one common unit, 2^exponent. This is slow and allocates: it is where a
 * filtered test goes when rounding could decide the answer.
 */

/** The sign of a number: which side, which order, which orientation. Never -0. */
export type Sign = -1 | 0 | 1;

/**
 * The exponent `gridExponent` gives for zero, which is a multiple of every power of two: above that of any other
 * double.
 */
export const ZERO_GRID_EXPONENT = 972;

const bits = new DataView(new ArrayBuffer(8));

/**
 * The exponent e of the last bit that `value` could carry: `value` is an integer of at most 53 bits times 2^e, and its
 * magnitude is below 2^(e + 53). From -1074 (subnormal numbers) to 971; zero gives `ZERO_GRID_EXPONENT`.
 */
export function gridExponent(value: number): number {
  if (value === 0) return ZERO_GRID_EXPONENT;
  bits.setFloat64(0, value);
  const biased = (bits.getUint32(0) >>> 20) & 0x7ff;
  return (biased === 0 ? 1 : biased) - 1075;
}

/** The largest exponent e for which every one of `values` is an integer times 2^e by its format; see `gridExponent`. */
export function commonExponent(...values: readonly number[]): number {
  let exponent = ZERO_GRID_EXPONENT;
  for (const value of values) exponent = Math.min(exponent, gridExponent(value));
  return exponent;
}

/** `value` / 2^exponent, exactly. `exponent` must not exceed `gridExponent(value)`, or the quotient is no integer. */
export function toBig(value: number, exponent: number): bigint {
  if (value === 0) return 0n;
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const leading = (high & 0xfffff) + (biased === 0 ? 0 : 0x100000);
  const mantissa = leading * 0x1_0000_0000 + bits.getUint32(4);
  const shift = (biased === 0 ? 1 : biased) - 1075 - exponent;
  return BigInt(value < 0 ? -mantissa : mantissa) << BigInt(shift);
}

/** 2^exponent as a normal double; `exponent` is an integer from -1022 to 1023. */
export function powerOfTwo(exponent: number): number {
  bits.setUint32(0, (exponent + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** The sign of a big integer. */
export function signOfBig(value: bigint): Sign {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
