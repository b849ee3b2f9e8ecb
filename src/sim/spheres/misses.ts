/** What spheres miss that follow a surface by a heuristic: how far it is outside of them, and how many of them it leaves. */
import { PliantError } from '../../errors.js';
import type { Mesh } from '../../parts.js';
import { SPHERE_RADIUS, SPHERE_STRIDE } from './sphere-tree.js';
import type { SphereTree } from './sphere-tree.js';

/** What was missed. */
export interface SphereMisses {
  /** The largest distance of a corner of a piece outside of the sphere of a node that answers for it. */
  readonly largest: number;
  /** Nodes whose part is not inside their sphere. */
  readonly nodes: number;
  /** That, divided by the number of nodes. */
  readonly share: number;
}

/**
 * Compares spheres, four numbers for each node of the tree, with the surface in the same pose. A part is inside when the corners of its pieces are.
 *
 * @throws PliantError `bad-count` where positions or spheres are not as many as there must be.
 */
export function measureMisses(
  tree: SphereTree,
  mesh: Mesh,
  spheres: Float64Array,
  positions: Float32Array | Float64Array,
): SphereMisses {
  if (positions.length !== mesh.positions.length || spheres.length < tree.nodeCount * SPHERE_STRIDE) {
    throw new PliantError(
      'bad-count',
      `measureMisses: there are ${positions.length} coordinates and ${spheres.length} numbers of spheres, ` +
        `but the mesh has ${mesh.positions.length} and the tree ${tree.nodeCount * SPHERE_STRIDE}; pass both in one pose`,
    );
  }
  const corners = placeCorners(tree, mesh, positions);
  let largest = 0;
  let nodes = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    const at = node * SPHERE_STRIDE;
    const first = tree.parts[2 * node];
    let farthest = 0;
    for (let i = 9 * first; i < 9 * (first + tree.parts[2 * node + 1]); i += 3) {
      const x = corners[i] - spheres[at];
      const y = corners[i + 1] - spheres[at + 1];
      const z = corners[i + 2] - spheres[at + 2];
      farthest = Math.max(farthest, x * x + y * y + z * z);
    }
    const outside = Math.sqrt(farthest) - spheres[at + SPHERE_RADIUS];
    if (!(outside > 0)) continue;
    nodes++;
    largest = Math.max(largest, outside);
  }
  return { largest, nodes, share: nodes / tree.nodeCount };
}

/** Where the corners of all pieces are, nine numbers each. */
function placeCorners(tree: SphereTree, mesh: Mesh, positions: Float32Array | Float64Array): Float64Array {
  const { pieceCorners, pieceTriangles } = tree;
  const corners = new Float64Array(9 * pieceTriangles.length);
  for (let corner = 0; corner < 3 * pieceTriangles.length; corner++) {
    const v = pieceCorners[2 * corner];
    const w = pieceCorners[2 * corner + 1];
    const first = 3 * pieceTriangles[Math.floor(corner / 3)];
    for (let axis = 0; axis < 3; axis++) {
      corners[3 * corner + axis] =
        (1 - v - w) * positions[3 * mesh.triangles[first] + axis] +
        v * positions[3 * mesh.triangles[first + 1] + axis] +
        w * positions[3 * mesh.triangles[first + 2] + axis];
    }
  }
  return corners;
}
