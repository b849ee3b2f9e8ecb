// Packs the package as npm would, and looks at the tarball as its users will.
import { existsSync, mkdirSync } from 'node:fs';
import { projectPath } from './paths.mjs';
import { run } from './run.mjs';

/** @returns {Promise<import('./run.mjs').Outcome>} */
export async function checkPackage() {
  const folder = projectPath('build/package');
  mkdirSync(folder, { recursive: true });
  const packed = await capture('npm', 'pack', '--ignore-scripts', '--silent', '--json', '--pack-destination', folder);
  if (packed.code !== 0) return packed;
  const [{ filename, files }] = /** @type {[Packed]} */ (JSON.parse(packed.output));
  const strangers = files.map(({ path }) => path).filter((path) => !EXPECTED.test(path) || isStale(path));
  if (strangers.length > 0) {
    const remedy = 'Not meant to be published; where a source is gone, npm run clean helps:';
    return { code: 1, output: `${remedy}\n  ${strangers.join('\n  ')}` };
  }

  const tarball = `${folder}/${filename}`;
  const outcomes = [
    await capture('publint', 'run', tarball, '--strict'),
    await capture('attw', tarball, '--profile', 'esm-only', '--no-color'),
  ];
  return {
    code: outcomes.some(({ code }) => code !== 0) ? 1 : 0,
    output: outcomes.map(({ output }) => output).join('\n'),
  };
}

/** @typedef {{ filename: string, files: { path: string }[] }} Packed */

const EXPECTED = /^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.ts|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

/** @param {string} path @returns {boolean} Whether it was emitted from a source that is no more. */
function isStale(path) {
  const source = path.replace(/^dist\//, 'src/').replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
  return path.startsWith('dist/') && !existsSync(projectPath(source));
}

/** @param {string} command @param {string[]} commandArguments */
function capture(command, ...commandArguments) {
  return run(command, commandArguments, { capture: true });
}
