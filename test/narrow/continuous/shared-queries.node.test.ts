import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { readSingleQueries } from '../../../scenes/touch-queries.js';
import { TOUCH_FILES, hasTouchQueries } from '../../support/ccd-queries.js';
import { expectAnswers, expectNoneBefore, expectSymmetry } from './shared-queries.js';

const SEED = 3;
/** Out of up to 250 of each kind; the slow tests ask all, and those of whole scenes. */
const SAMPLED = 60;

describe.skipIf(!hasTouchQueries)('a sample of the shared queries', () => {
  it('gets the exact answers, in doubles as in big integers, in every order and backwards', () => {
    const random = createRandom(SEED);
    const all = { asked: 0, met: 0, decided: 0 };
    for (const queries of readSingleQueries(TOUCH_FILES)) {
      const numbers = Array.from({ length: SAMPLED }, () => random.integer(queries.count));
      const counts = expectAnswers(queries, numbers);
      all.asked += counts.asked;
      all.met += counts.met;
      all.decided += counts.decided;
      expectSymmetry(queries, numbers.slice(0, 5));
      expectNoneBefore(queries, numbers.slice(0, 10));
    }
    expect(all.asked).toBe(12 * SAMPLED);
    expect(all.met).toBeGreaterThan(50);
    // These are the hard ones: many touch by construction.
    expect(all.decided).toBeGreaterThan(0.9 * all.asked);
  });
});
