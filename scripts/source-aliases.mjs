// Where the published names of the package live in the source tree, for tools that run the sources without a build.
import { readFileSync } from 'node:fs';
import { projectPath } from './paths.mjs';

/** @typedef {string | { types?: string, default: string }} Target */
/** @typedef {{ name: string, exports: Record<string, string | { node?: Target, default: Target }> }} PackageFile */

/** Entry points that have names in Node which they do not have in browsers. */
const MORE_IN_NODE = new Set(['pliant/audit']);

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
        },
      ],
);

/** What the API reference has: each published name as browsers have it, and as Node has it where that is more. */
export const documentedEntries = entryPoints.flatMap(({ name: published, source, nodeSource }) => {
  const inNode = { name: `${published} (Node)`, source: nodeSource };
  return [{ name: published, source }, ...(MORE_IN_NODE.has(published) ? [inNode] : [])];
});

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
