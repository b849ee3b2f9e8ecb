import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/chromium.mjs';
import { nodeSourceAliases, sourceAliases } from './scripts/source-aliases.mjs';
import { testFiles, testPart } from './scripts/test-parts.mjs';
import { COMPILED_PATTERN, compiledSources } from './test/support/compiled-sources.js';

// Four projects, one run, one closing count:
//   node          every test of the library, under Node
//   three-oldest  the tests of the adapter for three.js again, with the oldest release that it supports
//   chromium      those again that can end otherwise in a browser
//   lab           the built page, the examples and the documentation site, driven as a person would; in Firefox too, an engine
//                 of other makers, which must come to the same hash
// One after the other: the browsers render in software and would starve beside a full set of workers.
const part = testPart();
const files = testFiles(part);
const PAGES = /^test\/(lab|examples|docs|firefox)\//;
const THREE = /^test\/three\//;
const NODE_ONLY = /\.node\.test\.ts$/;
// Node has Chromium's engine, so most tests would say the same twice. These need not: arithmetic, first touches and kernels, which another
// release of the engine compiles; workers, threads and decoders, which are others in browsers; the adapter for three.js, which
// lives there; and one hash over every query, which stands for all that is left out.
const IN_CHROMIUM =
  /^test\/((math|kinetic|kernels|regions|workers|three|gltf|golden)\/|narrow\/continuous\/(first-touch|rounding)|audit\/(threads|worker-orders|resting-lanes)|sim\/.*(same-bits|hash|interrupted)|transfer|long-work)/;

const library = files.filter((file) => !PAGES.test(file));
// The adapter is tried with its newest release all the time.
const three = part === 'quick' ? [] : testFiles('all').filter((file) => THREE.test(file));
const chromium = files.filter((file) => IN_CHROMIUM.test(file) && !NODE_ONLY.test(file));
const pages = files.filter((file) => PAGES.test(file));

const testTimeout = 120_000;
// Whoever draws in software on a busy machine takes their time: a state is waited for as long as the test may take, but for a
// little that the message needs. What comes before a test may take as long.
const patience = { testTimeout, hookTimeout: testTimeout, expect: { poll: { timeout: testTimeout - 10_000 } } };

const projects = [
  {
    plugins: [compiledSources()],
    resolve: { alias: nodeSourceAliases },
    test: {
      name: 'node',
      include: library,
      ...patience,
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
      include: three,
      ...patience,
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
      include: chromium,
      ...patience,
      sequence: { groupOrder: 1 },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGUMENTS },
        }),
        instances: [{ browser: 'chromium' as const }],
      },
    },
  },
  {
    resolve: { alias: sourceAliases },
    test: {
      name: 'lab',
      include: pages,
      ...patience,
      sequence: { groupOrder: 2 },
      // A page waits as often as it computes, so that two of them at once are done sooner; more would starve.
      maxWorkers: Math.min(2, availableParallelism()),
      globalSetup: ['test/support/lab-server.ts'],
    },
  },
];

// A part may have no file for a project: what that one would prepare, nobody needs.
export default defineConfig({ test: { projects: projects.filter(({ test }) => test.include.length > 0) } });
