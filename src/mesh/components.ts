/** The connected pieces of a mesh: the mannequin, its dress and its buttons in one file. */
import { type Mesh, NO_INDEX } from './mesh.js';
import { findRoot, joinSets, separate } from './union-find.js';

/** The connected pieces of a mesh. */
export interface Components {
  /** Number of pieces. */
  readonly count: number;
  /** For each triangle, its piece. Pieces are numbered in the order of their first triangles. */
  readonly componentOf: Uint32Array;
}

/**
 * Finds the connected pieces of a mesh. Triangles are connected when they share a vertex, by index: two fans that meet in
 * one vertex are one piece, for that vertex can not move apart. Weld first where files repeat vertices along seams.
 */
export function findComponents(mesh: Mesh): Components {
  const { triangles, vertexCount, triangleCount } = mesh;
  const parents = new Uint32Array(vertexCount);
  separate(parents, vertexCount);
  for (let first = 0; first < triangleCount * 3; first += 3) {
    joinSets(parents, triangles[first], triangles[first + 1]);
    joinSets(parents, triangles[first], triangles[first + 2]);
  }

  const componentOfRoot = new Uint32Array(vertexCount).fill(NO_INDEX);
  const componentOf = new Uint32Array(triangleCount);
  let count = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const root = findRoot(parents, triangles[triangle * 3]);
    if (componentOfRoot[root] === NO_INDEX) componentOfRoot[root] = count++;
    componentOf[triangle] = componentOfRoot[root];
  }
  return { count, componentOf };
}
