// Serves the pages of examples/ as they stand, without a bundler. Their import maps find packages in /node_modules, where whoever
// installs `pliant` has it; here it is this folder.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { projectPath } from './paths.mjs';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.map': 'application/json',
  '.md': 'text/plain; charset=utf-8',
};

/**
 * Serves the examples on this machine alone. The package must have been built.
 *
 * @param {number} port 0 for any that is free.
 * @param {string} [folder] Where the pages are.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveExamples(port, folder = 'examples') {
  const server = createServer((request, response) => {
    const path = fileOf(new URL(request.url ?? '/', 'http://pliant.test').pathname, folder);
    const file = statSync(path, { throwIfNoEntry: false });
    response.writeHead(file?.isFile() ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' });
    if (file?.isFile()) createReadStream(path).pipe(response);
    else response.end();
  });
  await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server gave no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} pathname @param {string} folder */
function fileOf(pathname, folder) {
  // A URL cannot climb out of its root: its parser resolves "..", and what is left of it encoded is resolved here.
  const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html');
  if (path.startsWith('/node_modules/pliant/dist/')) return join(projectPath('dist'), path.slice(26));
  if (path.startsWith('/node_modules/')) return join(projectPath('node_modules'), path.slice(14));
  return join(projectPath(folder), path);
}
