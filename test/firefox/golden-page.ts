/** The golden program as a page: bundled, and served on this machine alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { projectPath } from '../../scripts/paths.mjs';
import { serveExamples } from '../../scripts/serve-examples.mjs';
import { sourceAliases } from '../../scripts/source-aliases.mjs';

const PAGE = '<!doctype html><html lang="en"><link rel="icon" href="data:," /><title>Golden</title></html>';

/** Where the page is. Its script is `golden.js`, which exports `runGolden`. */
export async function serveGolden(): Promise<{ url: string; close: () => Promise<void> }> {
  mkdirSync(projectPath('build'), { recursive: true });
  const outDir = mkdtempSync(projectPath('build/golden-'));
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    resolve: { alias: sourceAliases },
    build: {
      outDir,
      target: 'es2022',
      lib: { entry: 'test/golden/golden.ts', formats: ['es'], fileName: () => 'golden.js' },
    },
  });
  writeFileSync(join(outDir, 'index.html'), PAGE);
  const server = await serveExamples(0, relative(projectPath(), outDir));
  return {
    url: `${server.url}/`,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
