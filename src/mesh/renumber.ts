/** Gives the vertices of a mesh new numbers, dropping or joining some. */
import type { Mesh } from './mesh.js';

/**
 * The mesh whose vertex w is vertex `originalOf[w]` of the given one, and whose triangles use `newOf[v]` in place of v.
 * Every vertex of a triangle must have a new number.
 */
export function renumberVertices(mesh: Mesh, newOf: Uint32Array, originalOf: Uint32Array): Mesh {
  const vertexCount = originalOf.length;
  const positions = new Float32Array(vertexCount * 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const from = originalOf[vertex] * 3;
    positions[vertex * 3] = mesh.positions[from];
    positions[vertex * 3 + 1] = mesh.positions[from + 1];
    positions[vertex * 3 + 2] = mesh.positions[from + 2];
  }
  const triangles = new Uint32Array(mesh.triangles.length);
  for (let i = 0; i < triangles.length; i++) triangles[i] = newOf[mesh.triangles[i]];
  return { positions, triangles, vertexCount, triangleCount: mesh.triangleCount };
}
