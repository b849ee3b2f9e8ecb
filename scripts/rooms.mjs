// Which room of src may import which. One table; `npm run check:imports` refuses everything that it does not name, and permissions that
// nobody uses.

/** @type {Readonly<Record<string, readonly string[]>>} */
export const ROOMS = {
  math: [],
  mesh: ['math'],
  deform: ['mesh', 'math'],
  tree: ['mesh'],
  kernels: ['math'],
  bounds: ['tree', 'deform', 'mesh', 'math', 'kernels'],
  body: ['bounds', 'deform', 'mesh', 'math', 'kernels'],
  narrow: ['mesh', 'math'],
  query: ['narrow', 'body', 'math', 'kernels'],
  world: ['query', 'body', 'math', 'kernels'],
  oracle: ['query', 'continuous', 'narrow', 'math'],
  inspect: ['query', 'body', 'bounds', 'narrow', 'deform', 'kernels'],
  meaning: ['query', 'body', 'narrow', 'tree', 'deform', 'mesh', 'math'],
  kinetic: ['query', 'body', 'bounds', 'narrow', 'tree', 'deform', 'mesh', 'math', 'kernels'],
  continuous: ['query', 'body', 'narrow', 'math', 'kernels'],
  // Outer rooms take the core through its entry points, and each other by name.
  gltf: [],
  sim: [],
  workers: [],
  audit: ['gltf', 'workers'],
  three: ['workers'],
  cli: ['audit', 'gltf'],
};
