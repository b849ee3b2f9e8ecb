import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { sourceAliases } from '../scripts/source-aliases.mjs';

const headers = {
  // Threads need a page that is isolated from other origins.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
// The page says the same of itself; workers hear of it from the server alone.
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Libraries that also run in Node name its modules, behind a look at where they are. The development server, which bundles them beforehand, has an empty module of its own for those.
const noNode = ['fs', 'path', 'node:fs', 'node:path'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: 'data:text/javascript,export default {}',
}));

const DRACO_WASM = 'draco_decoder_gltf.wasm';

/** The decoder of Draco looks for its WebAssembly beside the script that it is in. */
function placeDraco(): Plugin {
  const path = createRequire(import.meta.url).resolve(`draco3dgltf/${DRACO_WASM}`);
  return {
    name: 'place-draco',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0].endsWith(`/${DRACO_WASM}`) !== true) next();
        else response.setHeader('Content-Type', 'application/wasm').end(readFileSync(path));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: `assets/${DRACO_WASM}`, source: readFileSync(path) });
    },
  };
}

// How long plugins take is of no interest to whoever starts the lab; nor is it that the worker which fits surfaces has the code for it from the beginning.
const rolldownOptions = { checks: { pluginTimings: false, ineffectiveDynamicImport: false } };

// The built page uses the built package, as a user's page would; the development server takes the sources.
export default defineConfig(({ command, isPreview }) => ({
  root: import.meta.dirname,
  base: './',
  resolve: { alias: command === 'build' ? noNode : isPreview ? [] : sourceAliases },
  plugins: [placeDraco()],
  worker: { format: 'es' as const, rolldownOptions },
  build: {
    outDir: '../build/lab',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    chunkSizeWarningLimit: 1000,
    rolldownOptions,
  },
  server: { host: '127.0.0.1', headers },
  preview: { host: '127.0.0.1', headers: { ...headers, 'Content-Security-Policy': policy } },
}));
