/**
 * Roots of polynomials with integer coefficients in [0, 1], without rounding: found one after the other, in order, and
 * asked for the sign of another polynomial at them.
 */
import { signOfBig } from '../../math/big.js';
import type { Sign } from '../../math/big.js';
import { onPart, partOfCell, signAtDyadic, signsOnCell, WHOLE } from './cell.js';
import type { Cell } from './cell.js';
import { greatestCommonDivisor, squarefreePart } from './polynomial.js';
import type { Polynomial } from './polynomial.js';

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

/**
 * The first root in the closed [0, 1] that is accepted, in order of time; undefined if none is. Not for the polynomial 0.
 *
 * It ends: where there are several changes of sign, the roots are made simple, and around simple roots, and where there are
 * none, short intervals have at most one change (Obreshkoff's two-circle theorem), so that cells are halved a finite number
 * of times only. The stack is an array, since roots that lie close together take as many halvings as the coefficients
 * have bits.
 */
export function findRoot(given: Polynomial, accept: (root: Root) => boolean): Root | undefined {
  if (signAtDyadic(given, 0n, 0) === 0) {
    const root = dyadicRoot(WHOLE);
    if (accept(root)) return root;
  }
  const root = findInnerRoot(given, WHOLE, accept);
  if (root !== undefined) return root;
  if (signAtDyadic(given, 1n, 0) === 0) {
    const root = dyadicRoot({ numerator: 1n, bits: 0 });
    if (accept(root)) return root;
  }
  return undefined;
}

/** As `findRoot`, strictly inside a cell. */
export function findInnerRoot(given: Polynomial, whole: Cell, accept: (root: Root) => boolean): Root | undefined {
  const onWhole = onPart(given, whole.bits, whole.numerator);
  const { changes, first } = signsOnCell(onWhole);
  if (changes === 0) return undefined;
  if (changes === 1) {
    const root = innerRoot(given, onWhole, whole, first);
    return accept(root) ? root : undefined;
  }
  const simple = squarefreePart(given);
  // What is still to be done, the earliest last. Where a cell begins with a root, that comes before the cell.
  const waiting = [{ cell: whole, local: onPart(simple, whole.bits, whole.numerator), hasRootAtBeginning: false }];
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    const { cell, local } = task;
    if (task.hasRootAtBeginning) {
      const root = dyadicRoot(cell);
      if (accept(root)) return root;
    }
    const { changes, first } = signsOnCell(local);
    if (changes === 0) continue;
    if (changes === 1) {
      const root = innerRoot(simple, local, cell, first);
      if (accept(root)) return root;
      continue;
    }
    const right = onPart(local, 1, 1n);
    waiting.push(
      { cell: partOfCell(cell, 1, 1n), local: right, hasRootAtBeginning: right[0] === 0n },
      { cell: partOfCell(cell, 1, 0n), local: onPart(local, 1, 0n), hasRootAtBeginning: false },
    );
  }
  return undefined;
}

/** The root at the beginning of a cell. */
export function dyadicRoot(cell: Cell): Root {
  return { cell, isDyadic: true, polynomial: [], local: [], before: 0 };
}

function innerRoot(polynomial: Polynomial, local: Polynomial, cell: Cell, before: Sign): Root {
  return { cell, isDyadic: false, polynomial, local, before };
}

/**
 * The sign of g at a root. It ends: if g is zero there, so is the greatest common divisor with the polynomial of the
 * root, and that is asked for once; else the Bernstein coefficients of g on shrinking cells come to have its sign there.
 */
export function signAtRoot(g: Polynomial, root: Root): Sign {
  if (g.length <= 1) return g.length === 0 ? 0 : signOfBig(g[0]);
  if (root.isDyadic) return signAtDyadic(g, root.cell.numerator, root.cell.bits);
  let local = onPart(g, root.cell.bits, root.cell.numerator);
  let signs = signsOnCell(local);
  if (signs.changes === 0) return signs.first;
  // Inside the cell the divisor has no root but this one, at most once: an odd number of changes is a root.
  const common = greatestCommonDivisor(root.polynomial, g);
  const { changes } = signsOnCell(onPart(common, root.cell.bits, root.cell.numerator));
  if (changes % 2 === 1) return 0;
  while (signs.changes > 0) {
    const side = halve(root);
    if (root.isDyadic) return signAtDyadic(g, root.cell.numerator, root.cell.bits);
    local = onPart(local, 1, side);
    signs = signsOnCell(local);
  }
  return signs.first;
}

/** Halves the cell of a root inside it; gives the half that has the root, or the second one if the root is its beginning. */
export function halve(root: Root): 0n | 1n {
  // The sum of the coefficients times falling powers of two is the value in the middle.
  const right = onPart(root.local, 1, 1n);
  const middle = signOfBig(right[0]);
  const side = middle === 0 || middle === root.before ? 1n : 0n;
  root.cell = partOfCell(root.cell, 1, side);
  root.isDyadic = middle === 0;
  root.local = side === 1n ? right : onPart(root.local, 1, 0n);
  return side;
}
