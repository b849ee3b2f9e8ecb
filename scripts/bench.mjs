// `npm run bench -- NAME [--json FILE]`: builds, then runs the benchmark from the emitted code, in a plain Node.
import { build } from './build.mjs';
import { projectPath } from './paths.mjs';
import { exitOnError, run } from './run.mjs';

await exitOnError(async () => {
  await build(['bench']);
  const { code } = await run(process.execPath, [projectPath('build/bench/run.js'), ...process.argv.slice(2)]);
  process.exitCode = code;
});
