import { describe, it } from 'vitest';
import { expectLargeRunsValid } from './large-runs.js';
import { createBoxScene } from './moving-scene.js';
import { expectRunsValid } from './random-runs.js';

describe('a BoxTree', () => {
  it('has right boxes and tight planes at any time, whatever is changed: 200 seeded runs', () => {
    expectRunsValid(0, 200, createBoxScene);
  });

  it('has them when it has many leaves, and parts of it are built anew: 10 seeded runs', () => {
    expectLargeRunsValid(0, 10);
  });
});
