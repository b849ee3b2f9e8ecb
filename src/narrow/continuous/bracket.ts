/** A root in [0, 1] between two neighbouring doubles. */
import { powerOfTwo, signOfBig } from '../../math/big.js';
import { onPart, partOfCell, signAtDyadic } from './cell.js';
import type { Polynomial } from './polynomial.js';
import { halve } from './root.js';
import type { Root } from './root.js';

/** Bits of a double. */
const PRECISION = 53;
/** All doubles from 0 to 1 are whole multiples of 2^-1074. */
const MOST_BITS = 1074;
/** By how many bits a guess in doubles shrinks a cell at once. */
const LEAP = 40;
const LEAP_PARTS = 1n << BigInt(LEAP);

/**
 * Leaves two doubles in `out`: the largest one that is not above the root, and the smallest one that is not below. They
 * are equal if the root is a double, and neighbours if not.
 */
export function bracketRoot(root: Root, out: Float64Array): void {
  // Inside a cell whose numerator has 53 bits, or that is as short as the smallest double, there is no double. Both ends
  // of every cell on the way, and its middle, were asked for being the root. Each turn takes at least one bit.
  while (!root.isDyadic && root.cell.bits < MOST_BITS && root.cell.numerator >> BigInt(PRECISION - 1) === 0n) {
    if (!leap(root)) halve(root);
  }
  const { numerator, bits } = root.cell;
  const surplus = Math.max(0, bitLength(numerator) - PRECISION, bits - MOST_BITS);
  const head = numerator >> BigInt(surplus);
  const isDouble = root.isDyadic && head << BigInt(surplus) === numerator;
  out[0] = dividedByPower(head, bits - surplus);
  out[1] = isDouble ? out[0] : dividedByPower(head + 1n, bits - surplus);
}

/** Shrinks the cell of a root by many bits, to where doubles see it; false, and nothing is done, if it is not there. */
function leap(root: Root): boolean {
  const index = BigInt(Math.floor(guess(root) * powerOfTwo(LEAP)));
  // The polynomial may be zero at the ends of the cell itself, and these are not the root.
  const begin = index === 0n ? root.before : signAtDyadic(root.local, index, LEAP);
  const end = index + 1n === LEAP_PARTS ? -root.before : signAtDyadic(root.local, index + 1n, LEAP);
  if (begin === 0 || end === 0) {
    root.cell = partOfCell(root.cell, LEAP, begin === 0 ? index : index + 1n);
    root.isDyadic = true;
    return true;
  }
  if (begin !== root.before || end === root.before) return false;
  root.local = onPart(root.local, LEAP, index);
  root.cell = partOfCell(root.cell, LEAP, index);
  return true;
}

/** Where in its cell the root is, from 0 to less than 1, as doubles see it. Anything may be wrong with it. */
function guess({ local, before }: Root): number {
  const coefficients = scaledNumbers(local);
  let low = 0;
  let high = 1;
  for (let step = 0; step < PRECISION - 1; step++) {
    const middle = (low + high) / 2;
    let value = 0;
    for (let i = coefficients.length - 1; i >= 0; i--) value = value * middle + coefficients[i];
    if (value * before > 0) low = middle;
    else high = middle;
  }
  return low;
}

/** The coefficients times one power of two that makes the largest a usual number. */
function scaledNumbers(p: Polynomial): number[] {
  const surplus = BigInt(Math.max(0, Math.max(...p.map((value) => bitLength(value))) - 100));
  return p.map((value) => Number(value >> surplus));
}

/** The number of bits of an integer without its sign. */
function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hexadecimal = (signOfBig(value) < 0 ? -value : value).toString(16);
  return 4 * hexadecimal.length - Math.clz32(Number.parseInt(hexadecimal[0], 16)) + 28;
}

/** value / 2^exponent, exactly: the caller knows that it is a double. Two steps, as 2^-1074 is no normal number. */
function dividedByPower(value: bigint, exponent: number): number {
  const half = exponent >> 1;
  return Number(value) * powerOfTwo(-half) * powerOfTwo(half - exponent);
}
