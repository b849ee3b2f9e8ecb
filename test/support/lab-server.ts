import type { TestProject } from 'vitest/node';
import { buildLab, serveLab } from '../../scripts/lab.mjs';
import { runOrThrow } from '../../scripts/run.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built lab is served while its tests run: `inject('labUrl')`. */
    labUrl: string;
  }
}

const FIRST_PORT = 4273;

/** Builds and serves the lab for the tests of the project `lab`, and only when some of them run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await runOrThrow('tsc', ['-b', 'src']);
  await buildLab();
  const lab = await serveLab(FIRST_PORT);
  project.provide('labUrl', lab.url);
  return lab.close;
}
