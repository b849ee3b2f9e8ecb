import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';

/** How many tests ended how, over all projects. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Counts the tests of a run for `scripts/test.mjs`, which prints them as its last line: it writes the counts as JSON into
 * the file that `PLIANT_TEST_COUNTS` names.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env['PLIANT_TEST_COUNTS'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(countTests(modules, unhandledErrors)));
  }
}

/**
 * A test that did not end, a file that does not load, a suite whose hooks throw and an error that nobody caught are all
 * failures: nothing that went wrong may leave the count green.
 */
export function countTests(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): TestCounts {
  const counts: TestCounts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const module of modules) {
    if (hasOwnErrors(module) || module.state() === 'pending' || module.state() === 'queued') counts.failed++;
    for (const suite of module.children.allSuites()) if (hasOwnErrors(suite)) counts.failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state]++;
    }
  }
  return counts;
}

function hasOwnErrors(task: TestModule | TestSuite): boolean {
  return task.errors().length > 0;
}
