import { describe, expect, it } from 'vitest';
import { countsLine, sumCounts } from '../../scripts/test-counts.mjs';
import { testFiles } from '../../scripts/test-parts.mjs';

describe('the parts of the tests', () => {
  it('have every file, and none in both', () => {
    const [quick, slow] = [testFiles('quick'), testFiles('slow')];
    expect([...quick, ...slow].sort()).toEqual(testFiles('all'));
    expect(quick).toContain('test/support/test-parts.node.test.ts');
    expect(quick.length).toBeGreaterThan(slow.length);
    expect(slow.length).toBeGreaterThan(0);
  });

  it('are added up, and one that did not end is a failure', () => {
    const quick = { passed: 5, failed: 0, skipped: 1 };
    expect(countsLine(sumCounts([quick, { passed: 2, failed: 3, skipped: 4 }]))).toBe('7 passed, 3 failed, 5 skipped');
    expect(sumCounts([quick, undefined])).toEqual({ passed: 5, failed: 1, skipped: 1 });
  });
});
