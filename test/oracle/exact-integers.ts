/**
 * Doubles as big integers in one common unit: the first step of every oracle here, which then knows no rounding at all.
 * Shares nothing with the library.
 */
const float = new Float64Array(1);
const word = new BigUint64Array(float.buffer);
const FRACTION = (1n << 52n) - 1n;

/** Integers in the proportions of `values`: each is value · 2^k with one k for all. The values must be finite. */
export function exactIntegers(values: readonly number[]): bigint[] {
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let lowest = Infinity;
  for (const value of values) {
    float[0] = value;
    const biased = Number((word[0] >> 52n) & 0x7ffn);
    if (biased === 0x7ff) throw new Error(`exactIntegers: ${value} is not finite`);
    let mantissa = word[0] & FRACTION;
    let exponent = -1074;
    if (biased > 0) {
      mantissa += 1n << 52n;
      exponent = biased - 1075;
    }
    if (mantissa !== 0n) {
      const zeros = trailingZeros(mantissa);
      mantissa >>= BigInt(zeros);
      exponent += zeros;
      lowest = Math.min(lowest, exponent);
    }
    mantissas.push(value < 0 ? -mantissa : mantissa);
    exponents.push(exponent);
  }
  return mantissas.map((mantissa, i) => (mantissa === 0n ? 0n : mantissa << BigInt(exponents[i] - lowest)));
}

/** The sign of a big integer as a number. */
export function bigSign(value: bigint): -1 | 0 | 1 {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

function trailingZeros(value: bigint): number {
  const low = Number(value & 0xffff_ffffn);
  if (low !== 0) return 31 - Math.clz32(low & -low);
  const high = Number(value >> 32n);
  return 63 - Math.clz32(high & -high);
}
