// Which room may import which. One table; everything it does not name is refused.
const ROOMS = {
  math: [],
  mesh: ['math'],
  deform: ['mesh', 'math', 'kernels'],
  tree: ['mesh', 'math'],
  kernels: ['math'],
  bounds: ['tree', 'deform', 'mesh', 'math', 'kernels'],
  narrow: ['mesh', 'math'],
  query: ['narrow', 'bounds', 'tree', 'deform', 'mesh', 'math', 'kernels'],
  contact: ['query', 'narrow', 'tree', 'deform', 'mesh', 'math'],
  gltf: ['deform', 'mesh', 'math'],
  audit: ['gltf', 'contact', 'workers', 'query', 'narrow', 'bounds', 'tree', 'deform', 'mesh', 'math', 'kernels'],
  cli: ['audit', 'gltf', 'contact', 'workers', 'query', 'narrow', 'bounds', 'tree', 'deform', 'mesh', 'math', 'kernels'],
  workers: ['query', 'bounds', 'deform', 'mesh', 'kernels'],
};

// Files at the top of src that every room may use; index.ts is not among them.
const SHARED = '^src/(?!index\\.ts)[^/]+\\.ts$';
// Entry points for Node alone, chosen by a condition of the exports in package.json.
const NODE_WORKERS = '^src/workers/node(-serve|-worker)?\\.ts$';
const NPM = 'node_modules';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: `${room}-imports-against-the-direction`,
      comment: `src/${room} may import ${allowed.join(', ') || 'no other room'}, and the shared files of src.`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: [`^src/(${[room, ...allowed].join('|')})/`, SHARED] },
    })),
    {
      name: 'unknown-room',
      comment: 'A new room needs a line in the table of .dependency-cruiser.mjs.',
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
      from: { path: '^src/', pathNot: NODE_WORKERS },
      to: { pathNot: ['^src/', `${NPM}/robust-predicates/`] },
    },
    {
      name: 'node-workers-know-node',
      comment: 'The one exception: how workers are made in Node. Browsers get the files beside these.',
      severity: 'error',
      from: { path: NODE_WORKERS },
      to: { pathNot: ['^src/', '^(node:)?(os|worker_threads)$'] },
    },
    {
      name: 'nobody-needs-node-workers',
      comment: 'The files that know Node are entry points of the package; nothing else may need them.',
      severity: 'error',
      from: { path: '^src/', pathNot: NODE_WORKERS },
      to: { path: NODE_WORKERS },
    },
    {
      name: 'by-name-from-outside',
      comment: 'Scenes, benchmarks and the lab use the package as its users do: by its published name.',
      severity: 'error',
      from: { path: '^(scenes|bench|lab)/' },
      to: { path: '^(src|dist)/', dependencyTypes: ['local'] },
    },
    {
      name: 'src-stands-alone',
      comment: 'The package imports nothing from the folders around it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(scenes|bench|lab|test|scripts|dist|build)/' },
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
    exclude: { path: '^src/kernels/assembly/' },
    doNotFollow: { path: [NPM, '^dist/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
