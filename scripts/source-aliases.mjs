// Where the published names of the package live in the source tree, for tools that run the sources without a build.
import { readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';

/** @typedef {string | { types?: string, default: string }} Target */
/** @typedef {{ name: string, exports: Record<string, string | { node?: Target, default: Target }> }} PackageFile */

const { name, exports } = /** @type {PackageFile} */ (JSON.parse(readFileSync(projectPath('package.json'), 'utf8')));

/** Every module that users can import: its published name, its source, and its source in Node where that is another. */
export const entryPoints = Object.entries(exports).flatMap(([subpath, target]) =>
  typeof target === 'string'
    ? []
    : [
        {
          name: name + subpath.slice(1),
          source: sourceOf(target.default),
          nodeSource: sourceOf(target.node ?? target.default),
          // What has types of its own for Node has more to offer there: that is what the reference is about.
          documented: sourceOf(typeof target.node === 'object' ? target.node : target.default),
        },
      ],
);

/** The same for Vite: each published name, and no longer one that starts with it. */
export const sourceAliases = entryPoints.map((entry) => aliasOf(entry.name, entry.source));

/** The same for tools that run the sources in Node. */
export const nodeSourceAliases = entryPoints.map((entry) => aliasOf(entry.name, entry.nodeSource));

/** @param {Target} target */
function sourceOf(target) {
  const file = typeof target === 'string' ? target : target.default;
  return file.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
}

/** @param {string} published @param {string} source */
function aliasOf(published, source) {
  return { find: new RegExp(`^${published}$`), replacement: projectPath(source) };
}
