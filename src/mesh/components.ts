/** The connected pieces of a mesh: the mannequin, its dress and its buttons in one file. */
import { type Mesh, NO_INDEX } from './mesh.js';

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
  // Union-find over vertices; path halving, and the lower root wins, which keeps the result independent of the order.
  const parents = new Uint32Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) parents[vertex] = vertex;
  for (let first = 0; first < triangleCount * 3; first += 3) {
    join(parents, triangles[first], triangles[first + 1]);
    join(parents, triangles[first], triangles[first + 2]);
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

function findRoot(parents: Uint32Array, vertex: number): number {
  while (parents[vertex] !== vertex) {
    parents[vertex] = parents[parents[vertex]];
    vertex = parents[vertex];
  }
  return vertex;
}

function join(parents: Uint32Array, a: number, b: number): void {
  const rootA = findRoot(parents, a);
  const rootB = findRoot(parents, b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
}
