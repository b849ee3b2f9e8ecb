/**
 * The sources as JavaScript, for tests in Node.
 *
 * Vitest looks up what one module takes from another at every use, in a table of getters: loops over small functions take
 * twice as long as in the published package. So types are stripped from the sources beforehand, and Node loads them itself,
 * from a folder that is a package like the published one.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformWithOxc } from 'vite';
import type { Plugin } from 'vitest/config';
import type { TestProject } from 'vitest/node';
import { projectPath } from '../../scripts/paths.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script of a worker that searches, for Node: `inject('nodeWorker')`. Not there in browsers. */
    nodeWorker: string;
    /** The script of an audit's worker for Node: `inject('auditWorker')`. Not there in browsers. */
    auditWorker: string;
    /** The script of a worker that builds deform trees, for Node: `inject('threeWorker')`. Not there in browsers. */
    threeWorker: string;
  }
}

const FOLDERS = ['src', 'scenes'];
/** Other programs: the kernels are compiled to WebAssembly, and the viewer is a page. */
const LEFT_OUT = /^src\/(kernels\/assembly|cli\/viewer)\/|\.d\.ts$/;

/** One for each run: another may begin meanwhile. */
const COMPILED = projectPath(`build/compiled-sources-${process.pid}`);

/** Compiles the sources, and says where the scripts of workers are. */
export async function setup(project: TestProject): Promise<() => void> {
  rmSync(COMPILED, { recursive: true, force: true });
  await Promise.all(sourceFiles().map(compile));
  // The published names mean the compiled sources, and these are modules.
  const text = readFileSync(projectPath('package.json'), 'utf8');
  writeFileSync(join(COMPILED, 'package.json'), text.replaceAll('./dist/', './src/'));
  project.provide('nodeWorker', join(COMPILED, 'src/workers/node-worker.js'));
  project.provide('auditWorker', join(COMPILED, 'src/audit/node-worker.js'));
  project.provide('threeWorker', join(COMPILED, 'src/three/node-worker.js'));
  return () => rmSync(COMPILED, { recursive: true });
}

/** A plugin of Vite that answers every import of a source with what it was compiled to. */
export function compiledSources(): Plugin {
  let isOn = true;
  const files = new Set(sourceFiles());
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    // Edits are followed, and lines counted, in what Vite loads.
    configureVitest: ({ vitest }) => void (isOn = !vitest.config.watch && !vitest.config.coverage.enabled),
    async resolveId(source, importer, options) {
      if (!isOn || importer === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const file = resolved && relative(projectPath(), resolved.id);
      return file && files.has(file) ? { id: compiledPath(file), external: 'absolute' } : resolved;
    },
  };
}

/** What `server.deps.external` must match, so that Node loads it. */
export const COMPILED_PATTERN = /\/build\/compiled-sources-\d+\//;

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => file.endsWith('.ts') && !LEFT_OUT.test(file));
}

async function compile(file: string): Promise<void> {
  const { code, map } = await transformWithOxc(readFileSync(projectPath(file), 'utf8'), projectPath(file), {
    target: 'es2022',
  });
  const place = compiledPath(file);
  const inlined = Buffer.from(JSON.stringify(map)).toString('base64');
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, `${code}\n//# sourceMappingURL=data:application/json;base64,${inlined}\n`);
}

function compiledPath(file: string): string {
  return join(COMPILED, file.replace(/\.ts$/, '.js'));
}
