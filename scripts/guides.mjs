// The guides of the documentation, in the order in which they are read.
export const guides = [
  'getting-started',
  'three',
  'audit',
  'bd-tree',
  'skin',
  'self-collision',
  'kinetic',
  'continuous',
  'sim',
  'tetrahedra',
  'spheres',
  'interruptible',
].map((name) => `docs/${name}.md`);
