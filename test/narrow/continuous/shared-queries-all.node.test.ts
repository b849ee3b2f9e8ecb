// slow: decides a hundred and forty thousand queries in doubles and in big integers
import { describe, expect, it } from 'vitest';
import { hasContactQueries, readSceneQueries, readSingleQueries } from '../../support/ccd-queries.js';
import { expectAnswers, expectSymmetry } from './shared-queries.js';

/** Of the scenes, every so many-th is also asked in every order and backwards. */
const STRIDE = 100;
/** A busy machine may take minutes. */
const PATIENCE_MS = 600_000;

describe.skipIf(!hasContactQueries)('all shared queries', () => {
  it(
    'get the exact answers, and 99.8 of 100 in doubles alone',
    () => {
      const all = { asked: 0, met: 0, decided: 0 };
      for (const queries of [...readSingleQueries(), ...readSceneQueries()]) {
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
    'get the same answers in every order and backwards',
    () => {
      let asked = 0;
      for (const queries of readSingleQueries()) {
        expectSymmetry(queries, queries.hits.keys());
        asked += queries.count;
      }
      for (const queries of readSceneQueries()) {
        const numbers = [...queries.hits.keys()].filter((i) => i % STRIDE === 0 || !queries.hits[i]);
        expectSymmetry(queries, numbers);
        asked += numbers.length;
      }
      expect(asked).toBeGreaterThan(4000);
    },
    PATIENCE_MS,
  );
});
