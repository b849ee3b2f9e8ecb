// slow: thousands of seeded runs, every box compared with all of its vertices in exact arithmetic
import { describe, it } from 'vitest';
import { expectRunsValid } from './random-runs.js';

describe('a kinetic tree', () => {
  it.each(Array.from({ length: 12 }, (_, i) => [200 + 400 * i, 600 + 400 * i]))(
    'has right and tight boxes at any time, whatever is changed: seeds from %i to %i',
    (first, end) => {
      expectRunsValid(first, end);
    },
  );
});
