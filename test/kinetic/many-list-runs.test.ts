// slow: thousands of seeded runs, every pair of nodes compared with all of its vertices in exact arithmetic, and all triangles with brute force
import { describe, it } from 'vitest';
import { expectListRunsValid } from './list-runs.js';

describe('a separation list', () => {
  it.each(Array.from({ length: 5 }, (_, i) => [100 + 400 * i, 500 + 400 * i]))(
    'is where walking both trees stops, at any time and whatever is changed: seeds from %i to %i',
    (first, end) => {
      expectListRunsValid(first, end);
    },
  );

  it.each(Array.from({ length: 5 }, (_, i) => [100 * i, 100 * (i + 1)]))(
    'is that of larger trees too: seeds from %i to %i',
    (first, end) => {
      expectListRunsValid(first, end, { vertices: 60, triangles: 100 });
    },
  );
});
