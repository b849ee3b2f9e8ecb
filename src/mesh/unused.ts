/** Vertices nobody uses: files carry them, and they must not widen bounds or count as part of the surface. */
import { type Mesh, NO_INDEX } from './mesh.js';
import { renumberVertices } from './renumber.js';

/** A mesh without its unused vertices, and how it corresponds to the original. */
export interface CompactedMesh {
  /** The mesh of the used vertices, in their order. Triangles keep their number and order. */
  readonly mesh: Mesh;
  /** For each original vertex, its vertex in the compacted mesh, or `NO_INDEX` when it was dropped. */
  readonly compactedOf: Uint32Array;
  /** For each vertex of the compacted mesh, the original one; ascending. */
  readonly originalOf: Uint32Array;
}

/** Lists the vertices that no triangle uses, ascending. */
export function findUnusedVertices(mesh: Mesh): Uint32Array {
  return listVertices(mesh, false);
}

/** Drops the vertices that no triangle uses. */
export function dropUnusedVertices(mesh: Mesh): CompactedMesh {
  const originalOf = listVertices(mesh, true);
  const compactedOf = new Uint32Array(mesh.vertexCount).fill(NO_INDEX);
  for (let vertex = 0; vertex < originalOf.length; vertex++) compactedOf[originalOf[vertex]] = vertex;
  return { mesh: renumberVertices(mesh, compactedOf, originalOf), compactedOf, originalOf };
}

function listVertices(mesh: Mesh, wanted: boolean): Uint32Array {
  const isUsed = new Uint8Array(mesh.vertexCount);
  for (let i = 0; i < mesh.triangles.length; i++) isUsed[mesh.triangles[i]] = 1;
  const list = new Uint32Array(mesh.vertexCount);
  let count = 0;
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    if ((isUsed[vertex] === 1) === wanted) list[count++] = vertex;
  }
  return list.slice(0, count);
}
