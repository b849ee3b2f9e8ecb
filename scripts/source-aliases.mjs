// Where the published names of the package live in the source tree, for tools that run the sources without a build.
import { readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';

/** @typedef {{ name: string, exports: Record<string, string | { default: string }> }} PackageFile */

const { name, exports } = /** @type {PackageFile} */ (JSON.parse(readFileSync(projectPath('package.json'), 'utf8')));

/** Every module that users can import: its published name, and its source. */
export const entryPoints = Object.entries(exports).flatMap(([subpath, target]) =>
  typeof target === 'string'
    ? []
    : [{ name: name + subpath.slice(1), source: target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts') }],
);

/** The same for Vite and Vitest: each published name, and no longer one that starts with it. */
export const sourceAliases = entryPoints.map((entry) => ({
  find: new RegExp(`^${entry.name}$`),
  replacement: projectPath(entry.source),
}));
