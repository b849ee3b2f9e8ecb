// The two parts of the tests. `npm test` runs the quick one, which a change is tried with all the time; `npm run test:slow` runs the
// rest, before a change is taken. A file is in the slow part when its first line begins with `// slow:` and says why.
import { readFileSync, readdirSync } from 'node:fs';
import { projectPath } from './paths.mjs';

/** @typedef {'quick' | 'slow' | 'all'} TestPart */

const MARK = '// slow: ';

/** @returns {TestPart} The part that `PLIANT_TESTS` names; all where Vitest is started by itself. */
export function testPart() {
  const part = process.env.PLIANT_TESTS ?? 'all';
  if (part === 'quick' || part === 'slow' || part === 'all') return part;
  throw new Error(`PLIANT_TESTS is ${part}; name quick, slow or all`);
}

/**
 * @param {TestPart} part
 * @returns {string[]} Its files: paths inside the project, with forward slashes.
 */
export function testFiles(part) {
  return readdirSync(projectPath('test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => part === 'all' || isSlow(file) === (part === 'slow'))
    .sort();
}

/** @param {string} file */
function isSlow(file) {
  return readFileSync(projectPath(file), 'utf8').startsWith(MARK);
}
