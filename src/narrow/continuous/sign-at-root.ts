/** The sign of a polynomial at a root of another one. */
import { signOfBig } from '../../math/big.js';
import type { Sign } from '../../math/big.js';
import { onPart, signAtDyadic, signsOnCell } from './cell.js';
import { greatestCommonDivisor } from './polynomial.js';
import type { Polynomial } from './polynomial.js';
import { shrink } from './root.js';
import type { Root } from './root.js';

/**
 * The sign of g at a root; the cell of the root may get shorter. It ends: if g is zero there, so is the greatest common divisor
 * with the polynomial of the root, and that is asked for once; else the Bernstein coefficients of g on ever shorter cells
 * come to have its sign there.
 */
export function signAtRoot(g: Polynomial, root: Root): Sign {
  if (g.length <= 1) return g.length === 0 ? 0 : signOfBig(g[0]);
  let mayBeZero = true;
  while (!root.isDyadic) {
    const { changes, first } = signsOnCell(onPart(g, root.cell.bits, root.cell.numerator));
    if (changes === 0) return first;
    if (mayBeZero && hasRootInCommon(g, root)) return 0;
    mayBeZero = false;
    shrink(root);
  }
  return signAtDyadic(g, root.cell.numerator, root.cell.bits);
}

/** Inside the cell a divisor of the root's polynomial has no root but this one, at most once: an odd number of changes is a root. */
function hasRootInCommon(g: Polynomial, { polynomial, cell }: Root): boolean {
  const common = greatestCommonDivisor(polynomial, g);
  return signsOnCell(onPart(common, cell.bits, cell.numerator)).changes % 2 === 1;
}
