import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../src/narrow/continuous/cell.js';
import { findRoot } from '../../../src/narrow/continuous/find-root.js';
import { greatestCommonDivisor, squarefreePart, times } from '../../../src/narrow/continuous/polynomial.js';
import type { Polynomial } from '../../../src/narrow/continuous/polynomial.js';
import { innerRoot } from '../../../src/narrow/continuous/root.js';
import type { Root } from '../../../src/narrow/continuous/root.js';
import { signAtRoot } from '../../../src/narrow/continuous/sign-at-root.js';

const SEED = 41;

/** The product of linear factors, each with the root numerator / denominator. */
function withRoots(roots: readonly (readonly [number, number])[]): Polynomial {
  return roots.reduce<Polynomial>((product, [p, q]) => times(product, [BigInt(-p), BigInt(q)]), [1n]);
}

/** With a positive leading coefficient. */
function positive(p: Polynomial): Polynomial {
  return p.length > 0 && p[p.length - 1] < 0n ? p.map((value) => -value) : p;
}

describe('polynomials with integer coefficients', () => {
  /** Fractions in lowest terms, all different. */
  const FRACTIONS = [
    [1, 3],
    [2, 3],
    [1, 2],
    [-1, 5],
    [7, 4],
    [3, 5],
    [4, 7],
    [0, 1],
    [1, 1],
  ] as const;

  it('have the common divisor and the simple roots that they were made with', () => {
    const random = createRandom(SEED);
    const pick = (count: number) => Array.from({ length: count }, () => random.integer(FRACTIONS.length));
    for (let i = 0; i < 300; i++) {
      const [a, b] = [pick(random.integer(5)), pick(random.integer(5))];
      const common = FRACTIONS.flatMap((fraction, k) => {
        const count = (list: readonly number[]) => list.filter((entry) => entry === k).length;
        return Array.from({ length: Math.min(count(a), count(b)) }, () => fraction);
      });
      const [one, other] = [a, b].map((list) => withRoots(list.map((k) => FRACTIONS[k])));
      const name = `seed ${SEED}, ${i}: roots ${a.join()} and ${b.join()}`;
      expect(positive(greatestCommonDivisor(one, other)), name).toEqual(positive(withRoots(common)));
      const once = withRoots([...new Set(a)].sort((x, y) => x - y).map((k) => FRACTIONS[k]));
      expect(positive(squarefreePart(one)), name).toEqual(positive(once));
    }
  });

  it('have their roots found in order, in the closed interval alone, each once', () => {
    const seen: string[] = [];
    const product = withRoots([...FRACTIONS, ...FRACTIONS]);
    findRoot(product, ({ cell, isDyadic }) => {
      const begin = Number(cell.numerator) / 2 ** cell.bits;
      seen.push(
        isDyadic
          ? String(begin)
          : FRACTIONS.filter(([p, q]) => p / q > begin && p / q < begin + 2 ** -cell.bits).join(),
      );
      return false;
    });
    expect(seen).toEqual(['0', '1,3', '0.5', '4,7', '3,5', '2,3', '1']);
  });

  it('have their sign at a root told from a root in common, whatever their coefficients look like', () => {
    // 100 (2t - 1)² + 1 is positive, but its Bernstein coefficients 101, -99, 101 are not.
    const bowl = [101n, -400n, 400n];
    const product = times([-1n, 3n], bowl);
    const root = (): Root => innerRoot(product, product, WHOLE, -1);
    expect(signAtRoot(bowl, root())).toBe(1);
    expect(signAtRoot(times(bowl, [-1n]), root())).toBe(-1);
    expect(signAtRoot(times(bowl, [-1n, 3n]), root())).toBe(0);
    expect(signAtRoot(times(bowl, [-1n, 2n]), root())).toBe(-1);
  });
});
