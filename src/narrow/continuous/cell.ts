/**
 * Polynomials on dyadic intervals. A polynomial p on the cell from m / 2^k to (m + 1) / 2^k is kept as the
 * coefficients of 2^(k·degree) · p((m + s) / 2^k), where s runs from 0 to 1: integers again, whose halves need
 * shifts and sums alone.
 */
import { signOfBig } from '../../math/big.js';
import type { Sign } from '../../math/big.js';
import type { Polynomial } from './polynomial.js';

/** The interval from `numerator` / 2^`bits` to (`numerator` + 1) / 2^`bits`. */
export interface Cell {
  readonly numerator: bigint;
  readonly bits: number;
}

/** All of [0, 1]. */
export const WHOLE: Cell = { numerator: 0n, bits: 0 };

/** One of the 2^`bits` equal parts of a cell. */
export function partOfCell(cell: Cell, bits: number, index: bigint): Cell {
  return { numerator: (cell.numerator << BigInt(bits)) + index, bits: cell.bits + bits };
}

/** A polynomial on a cell, given on all of [0, 1]: its coefficients there, or those on a part of a cell, given on the cell. */
export function onPart(p: Polynomial, bits: number, index: bigint): Polynomial {
  const local = p.map((value, i) => value << BigInt(bits * (p.length - 1 - i)));
  if (index !== 0n) {
    // Horner's scheme, once for every coefficient: p(s) becomes p(s + index).
    for (let lowest = 0; lowest < local.length - 1; lowest++) {
      for (let i = local.length - 2; i >= lowest; i--) local[i] += index * local[i + 1];
    }
  }
  return local;
}

/** The sign of a polynomial at `numerator` / 2^`bits`. */
export function signAtDyadic(p: Polynomial, numerator: bigint, bits: number): Sign {
  let value = 0n;
  for (let i = p.length - 1; i >= 0; i--) value = value * numerator + (p[i] << BigInt(bits * (p.length - 1 - i)));
  return signOfBig(value);
}

/** What the Bernstein coefficients of a polynomial on its cell say about it there. */
export interface CellSigns {
  /** The sign of the first one that is not zero: that of the polynomial just right of the cell's beginning. */
  readonly first: Sign;
  /**
   * How often their sign changes, zeros left out. By Descartes' rule the polynomial has that many roots strictly inside the
   * cell, counted as often as they are roots, or fewer by an even number: none for 0, exactly one for 1. Its sign does not
   * change inside for 0, and is `first`.
   */
  readonly changes: number;
}

/**
 * With x = s / (1 - s), which runs from 0 to infinity, p(s) · (1 + x)^degree = Σ p_i x^i (1 + x)^(degree - i), and
 * the coefficients of that are the Bernstein coefficients times binomials, which are positive.
 */
export function signsOnCell(local: Polynomial): CellSigns {
  const coefficients = [...local].reverse();
  for (let lowest = 0; lowest < coefficients.length - 1; lowest++) {
    for (let i = coefficients.length - 2; i >= lowest; i--) coefficients[i] += coefficients[i + 1];
  }
  // They stand in reverse: the last one belongs to the beginning of the cell.
  let first: Sign = 0;
  let sign: Sign = 0;
  let changes = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) {
    const next = signOfBig(coefficients[i]);
    if (next === 0 || next === sign) continue;
    if (sign === 0) first = next;
    else changes++;
    sign = next;
  }
  return { first, changes };
}
