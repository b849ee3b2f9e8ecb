/**
 * A root of a polynomial with integer coefficients in [0, 1], without rounding: it is known by a dyadic interval that has no
 * other one, and that can be made shorter.
 */
import { powerOfTwo, signOfBig } from '../../math/big.js';
import type { Sign } from '../../math/big.js';
import { onPart, partOfCell, signAtDyadic } from './cell.js';
import type { Cell } from './cell.js';
import type { Polynomial } from './polynomial.js';

/** By how many bits a guess in doubles shortens a cell at once. */
const LEAP = 40;
const LEAP_PARTS = 1n << BigInt(LEAP);
/** Bits of a cell that are guessed: more than a leap has. */
const GUESSED_BITS = 52;

/**
 * A root: either the beginning of its cell, or the one and only root of a polynomial strictly inside it, a simple one.
 * Questions shrink the cell.
 */
export interface Root {
  cell: Cell;
  /** Whether the root is the beginning of the cell. If so, nothing below counts. */
  isDyadic: boolean;
  readonly polynomial: Polynomial;
  /** The polynomial on the cell. */
  local: Polynomial;
  /** The sign of the polynomial in the cell before the root; behind it, it has the other one. */
  readonly before: Sign;
}

/** The root at the beginning of a cell. */
export function dyadicRoot(cell: Cell): Root {
  return { cell, isDyadic: true, polynomial: [], local: [], before: 0 };
}

/** The root that a polynomial has strictly inside a cell; see `Root`. */
export function innerRoot(polynomial: Polynomial, local: Polynomial, cell: Cell, before: Sign): Root {
  return { cell, isDyadic: false, polynomial, local, before };
}

/** Makes the cell of a root inside it shorter, by one bit at least. */
export function shrink(root: Root): void {
  if (!leap(root)) halve(root);
}

/** Shortens the cell by many bits, to where doubles see it; false, and nothing is done, if it is not there. */
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
  for (let step = 0; step < GUESSED_BITS; step++) {
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
export function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hexadecimal = (signOfBig(value) < 0 ? -value : value).toString(16);
  return 4 * hexadecimal.length - Math.clz32(Number.parseInt(hexadecimal[0], 16)) + 28;
}

/** Keeps the half of the cell that has the root. */
function halve(root: Root): void {
  // The second half begins with the value in the middle.
  const right = onPart(root.local, 1, 1n);
  const middle = signOfBig(right[0]);
  const side = middle === 0 || middle === root.before ? 1n : 0n;
  root.cell = partOfCell(root.cell, 1, side);
  root.isDyadic = middle === 0;
  root.local = side === 1n ? right : onPart(root.local, 1, 0n);
}
