// Keeps how many tests of each part ended how. Started itself, it adds up both parts of what a change must pass: their sum is the
// last line, and a part that left no counts is a failure.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isMain, projectPath } from './paths.mjs';

/** @typedef {import('../test/support/reporter.js').TestCounts} TestCounts */

const FOLDER = 'build/test-counts';
const PARTS = /** @type {const} */ (['quick', 'slow']);

/** @param {TestCounts} counts @returns {string} The line that ends every command that runs tests. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @param {import('./test-parts.mjs').TestPart} part @param {TestCounts} counts */
export function keepCounts(part, counts) {
  mkdirSync(projectPath(FOLDER), { recursive: true });
  writeFileSync(fileOf(part), JSON.stringify(counts));
}

/**
 * @param {readonly (TestCounts | undefined)[]} parts What each part came to; nothing where it did not end.
 * @returns {TestCounts}
 */
export function sumCounts(parts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of parts.map((counts) => counts ?? { passed: 0, failed: 1, skipped: 0 })) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @param {import('./test-parts.mjs').TestPart} part @returns {TestCounts | undefined} */
function readCounts(part) {
  if (!existsSync(fileOf(part))) return undefined;
  return /** @type {TestCounts} */ (JSON.parse(readFileSync(fileOf(part), 'utf8')));
}

/** @param {import('./test-parts.mjs').TestPart} part */
function fileOf(part) {
  return projectPath(`${FOLDER}/${part}.json`);
}

if (isMain(import.meta.url)) {
  if (process.argv[2] === 'forget') rmSync(projectPath(FOLDER), { recursive: true, force: true });
  else console.log(`\n${countsLine(sumCounts(PARTS.map(readCounts)))}`);
}
