// Builds what others use: the kernels, then everything that TypeScript emits (dist/, and build/ for scenes and benchmarks).
import { buildKernels } from './build-kernels.mjs';
import { isMain } from './paths.mjs';
import { exitOnError, runOrThrow } from './run.mjs';

/**
 * Builds the kernels and the given TypeScript projects.
 *
 * @param {string[]} [projects] Folders with a `tsconfig.json`; all by default.
 */
export async function build(projects = []) {
  console.log(await buildKernels());
  await runOrThrow('tsc', ['-b', ...projects]);
}

if (isMain(import.meta.url)) await exitOnError(() => build());
