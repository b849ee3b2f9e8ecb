/** The surface of a tetrahedral mesh. */
import { signOfVolume } from './inspect-tetrahedra.js';
import { requireSolid } from './require-tetrahedra.js';
import { SIDE_CORNERS, findTetrahedronFaces } from './tetrahedron-faces.js';
import type { TetrahedralMesh } from './tetrahedral-mesh.js';

/**
 * The faces that exactly one tetrahedron has, as triangles of its points, counter-clockwise as seen from outside, in the order of the tetrahedra. For a mesh of the
 * surface alone, pass them with the points to `createMesh`, and leave out the points inside with `dropUnusedVertices`.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `bad-index` where it is no tetrahedral mesh.
 */
export function findBoundary(solid: TetrahedralMesh): Uint32Array {
  const pointCount = requireSolid('findBoundary', solid);
  const { tetrahedra } = solid;
  const { faceCount, sides, starts } = findTetrahedronFaces(tetrahedra, pointCount);
  const outer = new Uint32Array(faceCount);
  let count = 0;
  for (let face = 0; face < faceCount; face++) {
    if (starts[face + 1] - starts[face] === 1) outer[count++] = sides[starts[face]];
  }
  const ordered = outer.subarray(0, count).sort();
  const triangles = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const first = ordered[i] - (ordered[i] % 4);
    const k = (ordered[i] % 4) * 3;
    const isFlipped = signOfVolume(solid, first) < 0;
    triangles[i * 3] = tetrahedra[first + SIDE_CORNERS[k]];
    triangles[i * 3 + 1] = tetrahedra[first + SIDE_CORNERS[k + (isFlipped ? 2 : 1)]];
    triangles[i * 3 + 2] = tetrahedra[first + SIDE_CORNERS[k + (isFlipped ? 1 : 2)]];
  }
  return triangles;
}
