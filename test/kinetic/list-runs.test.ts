import { describe, it } from 'vitest';
import { expectListRunsValid } from './list-runs.js';

describe('a separation list', () => {
  it('is where walking both trees stops, at any time and whatever is changed: 100 seeded runs', () => {
    expectListRunsValid(0, 100);
  });
});
