// slow: decides a hundred and forty thousand queries in doubles and in big integers
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { readSceneQueries, readSingleQueries } from '../../../scenes/touch-queries.js';
import { TOUCH_FILES, hasTouchQueries } from '../../support/ccd-queries.js';
import { expectAnswers, expectNoneBefore, expectSameSeenOtherwise, expectSymmetry } from './shared-queries.js';

const SEED = 11;
/** Of the scenes, every so many-th is also asked otherwise in big integers. */
const STRIDE = 100;
/** A busy machine may take minutes. */
const PATIENCE_MS = 600_000;

describe.skipIf(!hasTouchQueries)('all shared queries', () => {
  const single = hasTouchQueries ? readSingleQueries(TOUCH_FILES) : [];
  const scenes = hasTouchQueries ? readSceneQueries(TOUCH_FILES) : [];

  it(
    'get the exact answers, and 99.8 of 100 in doubles alone',
    () => {
      const all = { asked: 0, met: 0, decided: 0 };
      for (const queries of [...single, ...scenes]) {
        const counts = expectAnswers(queries, queries.hits.keys());
        all.asked += counts.asked;
        all.met += counts.met;
        all.decided += counts.decided;
      }
      expect(all.asked).toBe(140_648);
      expect(all.asked - all.met).toBe(2527);
      expect(all.decided).toBeGreaterThan(0.998 * all.asked);
    },
    PATIENCE_MS,
  );

  it(
    'get the same answers in another order, backwards and under shears',
    () => {
      const random = createRandom(SEED);
      let shears = 0;
      for (const queries of [...single, ...scenes]) {
        shears += expectSameSeenOtherwise(queries, queries.hits.keys(), random);
      }
      expect(shears).toBeGreaterThan(10_000);
    },
    PATIENCE_MS,
  );

  it(
    'get the same answers in every order and backwards in big integers alone, and have no touch before the first',
    () => {
      let asked = 0;
      for (const queries of single) {
        expectSymmetry(queries, queries.hits.keys());
        expectNoneBefore(queries, queries.hits.keys());
        asked += queries.count;
      }
      for (const queries of scenes) {
        const numbers = [...queries.hits.keys()].filter((i) => i % STRIDE === 0 || !queries.hits[i]);
        expectSymmetry(queries, numbers);
        expectNoneBefore(queries, numbers);
        asked += numbers.length;
      }
      expect(asked).toBeGreaterThan(4000);
    },
    PATIENCE_MS,
  );
});
