/** A root in [0, 1] between two neighbouring doubles. */
import { powerOfTwo } from '../../math/big.js';
import { bitLength, shrink } from './root.js';
import type { Root } from './root.js';

/** Bits of a double. */
const PRECISION = 53;
/** All doubles from 0 to 1 are whole multiples of 2^-1074. */
const MOST_BITS = 1074;

/**
 * Leaves two doubles in `out`: the largest one that is not above the root, and the smallest one that is not below. They
 * are equal if the root is a double, and neighbours if not.
 */
export function bracketRoot(root: Root, out: Float64Array): void {
  // Inside a cell whose numerator has 53 bits, or that is as short as the smallest double, there is no double. Both ends
  // of every cell on the way, and its middle, were asked for being the root. Each turn takes at least one bit.
  while (!root.isDyadic && root.cell.bits < MOST_BITS && root.cell.numerator >> BigInt(PRECISION - 1) === 0n) {
    shrink(root);
  }
  const { numerator, bits } = root.cell;
  const surplus = Math.max(0, bitLength(numerator) - PRECISION, bits - MOST_BITS);
  const head = numerator >> BigInt(surplus);
  const isDouble = root.isDyadic && head << BigInt(surplus) === numerator;
  out[0] = dividedByPower(head, bits - surplus);
  out[1] = isDouble ? out[0] : dividedByPower(head + 1n, bits - surplus);
}

/** value / 2^exponent, exactly: the caller knows that it is a double. Two steps, as 2^-1074 is no normal number. */
function dividedByPower(value: bigint, exponent: number): number {
  const half = exponent >> 1;
  return Number(value) * powerOfTwo(-half) * powerOfTwo(half - exponent);
}
