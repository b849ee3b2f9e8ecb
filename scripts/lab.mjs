// Builds the lab and serves what was built.
import { build as buildPage, preview } from 'vite';
import { projectPath } from './paths.mjs';

const configFile = projectPath('lab/vite.config.ts');

/** Bundles the page into build/lab. The library must have been built. */
export async function buildLab() {
  await buildPage({ configFile, logLevel: 'warn' });
}

/**
 * Serves build/lab on this machine alone, on the given port or the next free one.
 *
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveLab(port) {
  const server = await preview({ configFile, logLevel: 'warn', preview: { port, strictPort: false } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the preview server gave no URL');
  return { url, close: () => server.close() };
}
