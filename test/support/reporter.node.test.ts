import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';
import type { TestCounts } from './reporter.js';

const IMPORT = "import { beforeAll, describe, expect, it } from 'vitest';\n";

describe('the count of a test run', () => {
  // Inside the project, so that the samples find Vitest.
  let folder = '';
  beforeEach(async () => {
    await mkdir(projectPath('build'), { recursive: true });
    folder = await mkdtemp(projectPath('build/reporter-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each<[what: string, sample: string, counts: TestCounts]>([
    [
      'tests by how they ended',
      "it('a', () => {}); it('b', () => {}); it('c', () => expect(1).toBe(2)); it.skip('d', () => {});",
      { passed: 2, failed: 1, skipped: 1 },
    ],
    ['a file that does not load as a failure', "import './missing.js';", { passed: 0, failed: 1, skipped: 0 }],
    [
      'a hook that throws as a failure, and its tests as skipped',
      "describe('s', () => { beforeAll(() => { throw new Error('hook'); }); it('a', () => {}); });",
      { passed: 0, failed: 1, skipped: 1 },
    ],
    [
      'an error that nobody caught as a failure',
      "it('a', async () => { void Promise.reject(new Error('late')); await new Promise((done) => setTimeout(done, 50)); });",
      { passed: 1, failed: 1, skipped: 0 },
    ],
  ])('has %s', async (_what, sample, counts) => {
    await writeFile(join(folder, 'sample.test.ts'), IMPORT + sample);
    await writeFile(join(folder, 'vitest.config.mjs'), 'export default {};');
    expect(await countsOf(folder)).toEqual(counts);
  });
});

async function countsOf(folder: string): Promise<TestCounts> {
  const file = join(folder, 'counts.json');
  const vitest = [projectPath('node_modules/vitest/vitest.mjs'), 'run', '--root', folder];
  const reporter = ['--reporter', projectPath('test/support/reporter.ts')];
  const env = { ...process.env, PLIANT_TEST_COUNTS: file };
  // The exit code says whether the sample failed, which most of them do.
  await new Promise((resolve) => execFile(process.execPath, [...vitest, ...reporter], { env }, resolve));
  return JSON.parse(await readFile(file, 'utf8')) as TestCounts;
}
