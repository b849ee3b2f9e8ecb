import { ROOMS } from './scripts/rooms.mjs';

// Rooms around the core.
const OUTER = new Set(['gltf', 'sim', 'workers', 'audit', 'three', 'cli']);
// What the core offers by name, and the one door to its internals.
const ENTRIES = '^src/(index|parts|exact|oracle|inspect|meaning|kinetic|continuous|sim|internals)\\.ts$';
// Files at the top of src that every room may use.
const SHARED = '^src/(errors|checks|long-work|transfer)\\.ts$';
// Entry points for Node alone, chosen by a condition of the exports in package.json.
const NODE_ENTRIES = '^src/(workers|audit|three)/node(-serve|-worker|-files|-model)?\\.ts$';
// The page that the command writes is a program of its own, for browsers.
const VIEWER = '^src/cli/viewer/';
const GLTF_LIBRARIES = ['@gltf-transform', 'gltf-validator', 'draco3dgltf', 'meshoptimizer'];
const NPM = 'node_modules';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: `${room}-imports-against-the-direction`,
      comment: `src/${room} may import ${allowed.join(', ') || 'no other room'}, and the shared files of src; outer rooms the entry points too.`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: {
        path: '^src/',
        pathNot: [`^src/(${[room, ...allowed].join('|')})/`, SHARED, ...(OUTER.has(room) ? [ENTRIES] : [])],
      },
    })),
    {
      name: 'top-files-are-known',
      comment: 'A file at the top of src is an entry point or shared by every room.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+\\.ts$', pathNot: [ENTRIES, SHARED] },
    },
    {
      name: 'unknown-room',
      comment: 'A new room needs a line in the table of scripts/rooms.mjs.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(ROOMS).join('|')})/` },
    },
    {
      name: 'shared-files-import-no-room',
      comment: 'errors.ts and its neighbours lie below every room.',
      severity: 'error',
      from: { path: SHARED },
      to: { path: '^src/', pathNot: SHARED },
    },
    {
      name: 'assembly-is-its-own-language',
      comment: 'src/kernels/assembly is compiled by asc; the core takes the generated module.',
      severity: 'error',
      from: { pathNot: '^src/kernels/assembly/' },
      to: { path: '^src/kernels/assembly/' },
    },
    {
      name: 'core-has-one-dependency',
      comment: 'The core imports robust-predicates from npm, in src/math, and nothing else: no three, no node:.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(gltf|cli|three)/', NODE_ENTRIES] },
      to: { pathNot: ['^src/', `${NPM}/robust-predicates/`] },
    },
    {
      name: 'gltf-has-its-libraries',
      comment: 'Reading glTF takes libraries, and works in browsers: no node:.',
      severity: 'error',
      from: { path: '^src/gltf/' },
      to: { pathNot: ['^src/', `${NPM}/(${GLTF_LIBRARIES.join('|')})/`] },
    },
    {
      name: 'three-knows-three',
      comment: 'The adapter for three.js, and nothing else, imports it; it works in browsers: no node:.',
      severity: 'error',
      from: { path: '^src/three/', pathNot: NODE_ENTRIES },
      to: { pathNot: ['^src/', `${NPM}/(@types/)?three/`] },
    },
    {
      name: 'node-entries-know-node',
      comment: 'How workers are made and files are read in Node. Browsers get the files beside these.',
      severity: 'error',
      from: { path: NODE_ENTRIES },
      to: { pathNot: ['^src/', '^(node:)?(fs|fs/promises|os|path|url|worker_threads)$'] },
    },
    {
      name: 'nobody-needs-node-entries',
      comment: 'The files that know Node are entry points of the package; only the command may need them.',
      severity: 'error',
      from: { path: '^src/', pathNot: [NODE_ENTRIES, '^src/cli/'] },
      to: { path: NODE_ENTRIES },
    },
    {
      name: 'command-knows-node',
      comment: 'The command is written on what Node brings; of libraries it takes the types of glTF and SARIF.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: VIEWER },
      to: { pathNot: ['^src/', `${NPM}/(@gltf-transform/core|@types/sarif)/`], dependencyTypesNot: ['core'] },
    },
    {
      name: 'page-knows-three',
      comment: 'The page of the audit is bundled, three.js included; nothing of Node is there.',
      severity: 'error',
      from: { path: VIEWER },
      to: { pathNot: ['^src/', `${NPM}/three/`] },
    },
    {
      name: 'page-is-its-own-program',
      comment: 'src/cli/viewer is built by scripts/build-viewer.mjs; the command takes the generated module.',
      severity: 'error',
      from: { path: '^src/', pathNot: VIEWER },
      to: { path: VIEWER },
    },
    {
      name: 'by-name-from-outside',
      comment: 'Scenes, benchmarks, examples and the lab use the package as its users do: by its published name.',
      severity: 'error',
      from: { path: '^(scenes|bench|lab|examples)/' },
      to: { path: '^(src|dist)/', dependencyTypes: ['local'] },
    },
    {
      name: 'src-stands-alone',
      comment: 'The package imports nothing from the folders around it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(scenes|bench|lab|examples|test|scripts|dist|build)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'What cannot be found cannot be judged. (The package itself is found once it is built.)',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^pliant(/|$)' },
    },
  ],
  options: {
    exclude: { path: '^(src/kernels|bench/refit)/assembly/' },
    doNotFollow: { path: [NPM, '^dist/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
