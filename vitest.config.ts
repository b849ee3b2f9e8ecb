import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/chromium.mjs';
import { nodeSourceAliases, sourceAliases } from './scripts/source-aliases.mjs';
import { COMPILED_PATTERN, compiledSources } from './test/support/compiled-sources.js';

// Four projects, one run, one closing count:
//   node       every test of the library, under Node
//   three-oldest  the tests of the adapter for three.js again, with the oldest release that it supports
//   chromium   the same files in a real browser, but for those that need files or processes (*.node.test.ts)
//   lab        the built page, the examples and the documentation site, driven by Playwright as a person would
// One after the other: the browsers render in software and would starve beside a full set of workers.
const nodeOnly = '**/*.node.test.ts';
const driven = ['test/lab/**', 'test/examples/**', 'test/docs/**'];
const testTimeout = 120_000;

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [compiledSources()],
        resolve: { alias: nodeSourceAliases },
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: driven,
          testTimeout,
          sequence: { groupOrder: 0 },
          globalSetup: ['test/support/compiled-sources.ts'],
          server: { deps: { external: [COMPILED_PATTERN] } },
          maxWorkers: availableParallelism(),
          // Tests that count allocations call `globalThis.gc`.
          execArgv: ['--expose-gc'],
        },
      },
      {
        resolve: { alias: [...nodeSourceAliases, { find: /^three(?=\/|$)/, replacement: 'three-oldest' }] },
        test: {
          name: 'three-oldest',
          include: ['test/three/**/*.test.ts'],
          testTimeout,
          sequence: { groupOrder: 0 },
          globalSetup: ['test/support/three-worker-bundle.ts'],
          maxWorkers: availableParallelism(),
          env: { PLIANT_THREE: '170' },
          // The loaders of three.js import it by its name, which means another release unless Vite reads them.
          server: { deps: { inline: [/three-oldest/, /three-mesh-bvh/] } },
          execArgv: ['--expose-gc'],
        },
      },
      {
        resolve: { alias: sourceAliases },
        // Bundled before the tests: found in the middle of a run, a new dependency would reload the page.
        optimizeDeps: {
          include: [
            'robust-predicates',
            'fast-check',
            'bunny',
            'three',
            'gltf-validator',
            '@gltf-transform/core',
            '@gltf-transform/extensions',
            'meshoptimizer/decoder',
            'meshoptimizer/encoder',
            'draco3dgltf',
          ],
        },
        test: {
          name: 'chromium',
          maxWorkers: availableParallelism(),
          // One page for each core: loading all modules anew for every file would take most of the time.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...driven, nodeOnly],
          testTimeout,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGUMENTS },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        resolve: { alias: sourceAliases },
        test: {
          name: 'lab',
          include: driven.map((folder) => `${folder}/*.test.ts`),
          testTimeout,
          hookTimeout: testTimeout,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          globalSetup: ['test/support/lab-server.ts'],
        },
      },
    ],
  },
});
