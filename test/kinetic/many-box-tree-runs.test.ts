// slow: thousands of seeded runs, every plane compared with all of its vertices in exact arithmetic
import { describe, it } from 'vitest';
import { expectLargeRunsValid } from './large-runs.js';
import { createBoxScene } from './moving-scene.js';
import { expectRunsValid } from './random-runs.js';

describe('a BoxTree', () => {
  it.each(Array.from({ length: 12 }, (_, i) => [200 + 400 * i, 600 + 400 * i]))(
    'has right boxes and tight planes at any time, whatever is changed: seeds from %i to %i',
    (first, end) => {
      expectRunsValid(first, end, createBoxScene);
    },
  );

  it.each(Array.from({ length: 4 }, (_, i) => [10 + 30 * i, 40 + 30 * i]))(
    'has them when it has many leaves, and parts of it are built anew: seeds from %i to %i',
    (first, end) => {
      expectLargeRunsValid(first, end);
    },
  );
});
