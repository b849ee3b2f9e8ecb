// `npm test`: builds what the tests need, runs all of them, and ends with `N passed, N failed, N skipped` alone on the
// last line. Arguments go to Vitest: `npm test -- test/math`, `npm test -- --project node`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildKernels } from './build-kernels.mjs';
import { buildViewer } from './build-viewer.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { projectPath } from './paths.mjs';
import { run } from './run.mjs';

const countsFile = projectPath('build/test-counts.json');

const code = await runTests();
const counts = existsSync(countsFile) ? readCounts() : { passed: 0, failed: 0, skipped: 0 };
// A run that fails although no test did (a build, the browser, an empty selection) is a failure itself.
if (code !== 0) counts.failed = Math.max(counts.failed, 1);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** @returns {Promise<number>} The exit code of Vitest, or 1 if it could not even start. */
async function runTests() {
  mkdirSync(projectPath('build'), { recursive: true });
  rmSync(countsFile, { force: true });
  try {
    console.log(await buildKernels());
    console.log(await buildViewer());
    const environment = { PLIANT_TEST_COUNTS: countsFile, PLIANT_CHROMIUM: ensureChromium() };
    const reporters = ['--reporter', 'default', '--reporter', 'test/support/reporter.ts'];
    const outcome = await run('vitest', ['run', ...reporters, ...process.argv.slice(2)], { environment });
    return outcome.code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** @returns {import('../test/support/reporter.js').TestCounts} */
function readCounts() {
  return /** @type {import('../test/support/reporter.js').TestCounts} */ (JSON.parse(readFileSync(countsFile, 'utf8')));
}
