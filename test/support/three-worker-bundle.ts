import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { projectPath } from '../../scripts/paths.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of a worker that builds deform trees in Node, made from the sources: `inject('threeWorker')`. Not there in browsers. */
    threeWorker: string;
  }
}

const FILE = 'three-worker.mjs';

/** Node cannot run the sources of a worker as they are, as Vite's server does for browsers; so they are bundled first. */
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
