import { describe, it } from 'vitest';
import { expectRunsValid } from './random-runs.js';

describe('a kinetic tree', () => {
  it('has right and tight boxes at any time, whatever is changed: 200 seeded runs', () => {
    expectRunsValid(0, 200);
  });
});
