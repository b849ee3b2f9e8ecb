/** The roots of a polynomial with integer coefficients in [0, 1], without rounding, one after the other, in order. */
import { onPart, partOfCell, signAtDyadic, signsOnCell, WHOLE } from './cell.js';
import type { Cell } from './cell.js';
import { squarefreePart } from './polynomial.js';
import type { Polynomial } from './polynomial.js';
import { dyadicRoot, innerRoot } from './root.js';
import type { Root } from './root.js';

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
