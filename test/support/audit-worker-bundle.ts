import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { projectPath } from '../../scripts/paths.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of an audit's worker for Node, made from the sources: `inject('auditWorker')`. Not there in browsers. */
    auditWorker: string;
  }
}

const FILE = 'audit-worker.mjs';

/** Node cannot run the sources of a worker as they are, as Vite's server does for browsers; so they are bundled first. */
export async function setup(project: TestProject): Promise<() => void> {
  mkdirSync(projectPath('build'), { recursive: true });
  const outDir = mkdtempSync(projectPath('build/audit-worker-'));
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    build: {
      ssr: 'src/audit/node-worker.ts',
      outDir,
      rolldownOptions: { output: { entryFileNames: FILE } },
    },
  });
  project.provide('auditWorker', join(outDir, FILE));
  return () => rmSync(outDir, { recursive: true });
}
