// `npm test`: builds what the tests need, runs the quick part of them, and ends with `N passed, N failed, N skipped` alone on the
// last line. `npm run test:slow` runs the others in the same way. Arguments go to Vitest, which then chooses among all tests:
// `npm test -- test/math`, `npm test -- --project node`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildKernels, buildRefitKernels } from './build-kernels.mjs';
import { buildViewer } from './build-viewer.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { ensureFirefox } from './ensure-firefox.mjs';
import { projectPath } from './paths.mjs';
import { run } from './run.mjs';
import { countsLine, keepCounts } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').TestCounts} TestCounts */

const SLOW = '--slow';
const forVitest = process.argv.slice(2).filter((argument) => argument !== SLOW);
/** @type {import('./test-parts.mjs').TestPart} */
const part = process.argv.includes(SLOW) ? 'slow' : forVitest.length > 0 ? 'all' : 'quick';
const reported = projectPath('build/test-counts.json');

const code = await runTests();
const counts = existsSync(reported) ? readCounts() : { passed: 0, failed: 0, skipped: 0 };
// A run that fails although no test did (a build, the browser, an empty selection) is a failure itself.
if (code !== 0) counts.failed = Math.max(counts.failed, 1);
keepCounts(part, counts);
console.log(`\n${countsLine(counts)}`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** @returns {Promise<number>} The exit code of Vitest, or 1 if it could not even start. */
async function runTests() {
  mkdirSync(projectPath('build'), { recursive: true });
  rmSync(reported, { force: true });
  try {
    console.log(await buildKernels());
    console.log(await buildRefitKernels());
    console.log(await buildViewer());
    const firefox = ensureFirefox();
    const environment = {
      PLIANT_TESTS: part,
      PLIANT_TEST_COUNTS: reported,
      PLIANT_CHROMIUM: ensureChromium(),
      ...(firefox !== undefined && { PLIANT_FIREFOX: firefox }),
    };
    const reporters = ['--reporter', 'default', '--reporter', 'test/support/reporter.ts'];
    const outcome = await run('vitest', ['run', ...reporters, ...forVitest], { environment });
    return outcome.code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** @returns {TestCounts} */
function readCounts() {
  return /** @type {TestCounts} */ (JSON.parse(readFileSync(reported, 'utf8')));
}
