import { defineConfig } from 'vite';
import { sourceAliases } from '../scripts/source-aliases.mjs';

// Threads need a page that is isolated from other origins.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// The built page uses the built package, as a user's page would; the development server takes the sources.
export default defineConfig(({ command, isPreview }) => ({
  root: import.meta.dirname,
  base: './',
  resolve: { alias: command === 'serve' && !isPreview ? sourceAliases : [] },
  build: { outDir: '../build/lab', emptyOutDir: true, target: 'es2022', sourcemap: true, chunkSizeWarningLimit: 1000 },
  server: { host: '127.0.0.1', headers },
  preview: { host: '127.0.0.1', headers },
}));
