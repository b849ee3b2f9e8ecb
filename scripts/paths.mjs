// Where the project lies, whatever directory a script is started from.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string} [path] A path inside the project, with forward slashes.
 * @returns {string} The same as an absolute path of this machine.
 */
export function projectPath(path = '') {
  return resolve(root, path);
}

/**
 * @param {string} url The `import.meta.url` of a script.
 * @returns {boolean} Whether that script was started itself, rather than imported by another.
 */
export function isMain(url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === realpathSync(process.argv[1]);
}
