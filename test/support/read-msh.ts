/** Tetrahedral meshes in the ASCII format of Gmsh 4.1, as far as tests need it: one block of nodes, one of elements. */

/** Points, tetrahedra, and the triangles of the surface where the file lists them. All count from zero. */
export interface MshFile {
  readonly points: Float32Array;
  readonly tetrahedra: Uint32Array;
  readonly surface: Uint32Array;
}

/** Reads a file whose nodes are numbered 1, 2, 3… in order. */
export function readMsh(text: string): MshFile {
  const nodes = numbersOf(text, 'Nodes');
  // Blocks, nodes, lowest and highest tag; then dimension, entity, parametric and number of nodes; tags; coordinates.
  const nodeCount = nodes[1];
  const points = Float32Array.from(nodes.slice(8 + nodeCount, 8 + nodeCount * 4));
  const elements = numbersOf(text, 'Elements');
  const elementCount = elements[1];
  const tetrahedra = Uint32Array.from({ length: elementCount * 4 }, (_, i) => {
    return elements[8 + Math.floor(i / 4) * 5 + 1 + (i % 4)] - 1;
  });
  const surface = text.includes('$Surface') ? numbersOf(text, 'Surface').slice(1) : [];
  return { points, tetrahedra, surface: Uint32Array.from(surface, (index) => index - 1) };
}

function numbersOf(text: string, section: string): number[] {
  const begin = text.indexOf(`$${section}`) + section.length + 1;
  return text
    .slice(begin, text.indexOf(`$End${section}`))
    .trim()
    .split(/\s+/)
    .map(Number);
}
