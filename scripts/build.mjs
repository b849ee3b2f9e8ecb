// Builds what others use: the kernels and the page of the audit, then everything that TypeScript emits (dist/, and build/ for scenes and benchmarks).
import { buildKernels, buildRefitKernels } from './build-kernels.mjs';
import { buildViewer } from './build-viewer.mjs';
import { isMain } from './paths.mjs';
import { exitOnError, runOrThrow } from './run.mjs';

/**
 * Builds the kernels, the page of the audit and the given TypeScript projects.
 *
 * @param {string[]} [projects] Folders with a `tsconfig.json`; all by default.
 */
export async function build(projects = []) {
  console.log(await buildKernels());
  console.log(await buildRefitKernels());
  console.log(await buildViewer());
  await runOrThrow('tsc', ['-b', ...projects]);
}

if (isMain(import.meta.url)) await exitOnError(() => build());
