// `npm run check`: everything that can be said about the code without running it. All checks run, all failures are shown,
// and a summary ends it. `npm run check:lint` (or any other name below) runs one.
import { availableParallelism } from 'node:os';
import { buildDocs } from './build-docs.mjs';
import { buildKernels, buildRefitKernels } from './build-kernels.mjs';
import { buildViewer } from './build-viewer.mjs';
import { checkImports } from './check-imports.mjs';
import { checkDocuments } from './check-links.mjs';
import { checkPackage } from './check-package.mjs';
import { checkTraces } from './check-traces.mjs';
import { exitOnError, run } from './run.mjs';

/** @typedef {import('./run.mjs').Outcome} Outcome */
/** @typedef {{ name: string, tells: string, check: () => Promise<Outcome> }} Check */

/** @param {string} command @param {string[]} commandArguments @returns {() => Promise<Outcome>} */
const tool = (command, ...commandArguments) => {
  return () => run(command, commandArguments, { capture: true });
};

/** @type {Check} Comes first and alone: others read what it emits. */
const TYPES = { name: 'types', tells: 'strict TypeScript', check: tool('tsc', '-b') };

/** @type {Check[]} */
const OTHERS = [
  { name: 'lint', tells: 'type-aware lint, no platform arithmetic', check: tool('oxlint', '--deny-warnings') },
  { name: 'format', tells: 'one layout of the code (npm run format)', check: tool('oxfmt', '--check') },
  {
    name: 'imports',
    tells: 'rooms import in one direction, and use what they may',
    check: checkImports,
  },
  { name: 'dead-code', tells: 'nothing unused', check: tool('knip', '--no-progress') },
  { name: 'package', tells: 'what npm users get', check: checkPackage },
  { name: 'size', tells: 'bytes in a bundle', check: tool('size-limit') },
  { name: 'docs', tells: 'every public symbol documented, every link of the site right', check: buildDocs },
  { name: 'links', tells: 'every link of the documents right', check: checkDocuments },
  { name: 'traces', tells: 'no machine paths or registry hosts', check: checkTraces },
];

/** @param {Check} check @returns {Promise<boolean>} Whether it succeeded; its output was shown if it did not. */
async function report({ name, tells, check }) {
  const start = process.hrtime.bigint();
  const { code, output } = await check();
  const seconds = Number((process.hrtime.bigint() - start) / 10_000_000n) / 100;
  if (code !== 0) console.log(`\n──── ${name} ────\n${output.trimEnd()}\n`);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${tells} (${seconds.toFixed(1)} s)`);
  return code === 0;
}

/** @param {string[]} names @returns {Promise<string[]>} The names of the checks that failed. */
async function runChecks(names) {
  const isWanted = (/** @type {Check} */ { name }) => names.length === 0 || names.includes(name);
  const waiting = OTHERS.filter(isWanted);
  const failed = [];
  await buildKernels();
  await buildRefitKernels();
  await buildViewer();
  // The package, its size and its documentation are made from the emitted code.
  if (!(await report(TYPES)) && isWanted(TYPES)) failed.push(TYPES.name);
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await report(next))) failed.push(next.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed;
}

await exitOnError(async () => {
  const names = process.argv.slice(2);
  const known = [TYPES, ...OTHERS].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`check: there is no check "${unknown}"; there are ${known.join(', ')}`);
  const failed = await runChecks(names);
  if (failed.length > 0) throw new Error(`\ncheck: ${failed.join(', ')} failed`);
  console.log('\ncheck: all passed');
});
