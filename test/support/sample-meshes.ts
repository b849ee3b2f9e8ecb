/** Meshes and displacement fields for tests of everything that is built on them: ordinary ones and the worst there are. */
import { type Random, createRandom } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';
import { sheet } from '../mesh/make-meshes.js';

/** Triangles of three vertices of their own each, at random in a cube of side 2 · `spread`, of about the size `size`. */
export function soup(random: Random, triangleCount: number, size: number, spread = 1): Mesh {
  const positions = new Float32Array(triangleCount * 9);
  for (let t = 0; t < triangleCount; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const middle = random.range(-spread, spread);
      for (let corner = 0; corner < 3; corner++) {
        positions[t * 9 + corner * 3 + axis] = middle + random.range(-size, size);
      }
    }
  }
  return createMesh({ positions, triangles: Uint32Array.from({ length: triangleCount * 3 }, (_, i) => i) });
}

/** Triangles between random vertices of a lattice: they share vertices and edges, coincide, touch and degenerate. */
export function latticeTangle(random: Random, vertexCount: number, triangleCount: number, side: number): Mesh {
  return createMesh({
    positions: Float32Array.from({ length: vertexCount * 3 }, () => random.integer(side)),
    triangles: Uint32Array.from({ length: triangleCount * 3 }, () => random.integer(vertexCount)),
  });
}

/** The same mesh with every coordinate changed. */
export function changed(mesh: Mesh, change: (coordinate: number, index: number) => number): Mesh {
  return createMesh({ positions: mesh.positions.map(change), triangles: mesh.triangles });
}

/** What trees, bounds and queries must cope with, by name. */
export const SAMPLE_MESHES: Readonly<Record<string, () => Mesh>> = {
  'one triangle': () => soup(createRandom(1), 1, 1),
  'two triangles': () => soup(createRandom(2), 2, 1),
  'three triangles': () => soup(createRandom(3), 3, 1),
  'a soup': () => soup(createRandom(4), 200, 0.2),
  'a flat sheet': () => sheet(9, 11),
  'a tangle on a lattice': () => latticeTangle(createRandom(5), 60, 150, 4),
  'one place for all': () => latticeTangle(createRandom(6), 30, 50, 1),
  'a thousand equal triangles': () =>
    createMesh({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.from({ length: 3000 }, (_, i) => i % 3),
    }),
  'triangles on a line': () => changed(soup(createRandom(7), 100, 0.1), (value, i) => (i % 3 === 1 ? value : 0)),
  'sizes from 1e-30 to 1e30': () => {
    const random = createRandom(8);
    return changed(soup(random, 150, 0.1), (value) => value * 10 ** random.range(-30, 30));
  },
  'each twice as far as the one before': () => {
    const mesh = soup(createRandom(9), 120, 0.1);
    return changed(mesh, (value, i) => value * 2 ** (Math.floor(i / 9) - 60));
  },
  'steps of 64 along each axis': () => {
    // Every cut takes off a triangle or two: nothing but a limit keeps trees over this from being as deep as it is long.
    const positions = new Float32Array(135 * 9);
    for (let t = 0; t < 135; t++)
      for (let corner = 0; corner < 3; corner++)
        positions[t * 9 + corner * 3 + (t % 3)] = 64 ** (Math.floor(t / 3) - 24);
    return createMesh({ positions, triangles: Uint32Array.from({ length: 135 * 3 }, (_, i) => i) });
  },
  'far from the origin': () => changed(soup(createRandom(10), 100, 0.2), (value) => value + 1e6),
  'next to nothing': () => changed(soup(createRandom(11), 100, 0.2), (value) => value * 1e-43),
  'as large as a float32 allows': () => changed(soup(createRandom(12), 100, 0.2), (value) => value * 1e37),
};

/** Fields of random numbers between -`amplitude` and `amplitude`. */
export function randomFields(random: Random, mesh: Mesh, fieldCount: number, amplitude: number): Float32Array[] {
  return Array.from({ length: fieldCount }, () =>
    Float32Array.from({ length: mesh.vertexCount * 3 }, () => random.range(-amplitude, amplitude)),
  );
}

/** The largest absolute coordinate of a mesh at rest. */
export function reachOf(mesh: Mesh): number {
  return mesh.positions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}
