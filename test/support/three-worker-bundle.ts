import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { projectPath } from '../../scripts/paths.mjs';

const FILE = 'three-worker.mjs';

/** Node cannot run the source of a worker as it is, as Vite's server does for browsers; so it is bundled first. */
export async function setup(project: TestProject): Promise<() => void> {
  mkdirSync(projectPath('build'), { recursive: true });
  const outDir = mkdtempSync(projectPath('build/three-worker-'));
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    build: {
      ssr: 'src/three/node-worker.ts',
      outDir,
      rolldownOptions: { output: { entryFileNames: FILE } },
    },
  });
  project.provide('threeWorker', join(outDir, FILE));
  return () => rmSync(outDir, { recursive: true });
}
