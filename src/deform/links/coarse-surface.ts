/** Which vertices of a coarse mesh are on its surface: those that dense vertices are linked to. */
import { TETRAHEDRA, TRIANGLES, requireCorners } from '../../mesh/corners.js';
import type { CornerArray } from '../../mesh/corners.js';
import { SIDE_CORNERS, findTetrahedronFaces } from '../../mesh/tetrahedron-faces.js';

/** A coarse mesh at rest: its points, and what says which of them are on the surface. A mesh, a lattice and what readers of tetrahedra return can be passed as they are; what else they have is not looked at. */
export interface CoarseMesh {
  /** Rest positions of the coarse vertices, three coordinates each. */
  readonly points: Float32Array;
  /** The triangles of the coarse surface: their corners are on it. Not looked at where there are tetrahedra. */
  readonly triangles?: CornerArray;
  /** The tetrahedra of a coarse solid: the corners of faces that one tetrahedron alone has are on its surface. */
  readonly tetrahedra?: CornerArray;
}

/** The numbers of the coarse vertices that are on the surface, ascending: all of them, where nothing else is said. */
export function findCoarseSurface(caller: string, { points, tetrahedra, triangles }: CoarseMesh): Uint32Array {
  const pointCount = points.length / 3;
  const isOutside = new Uint8Array(pointCount);
  if (tetrahedra !== undefined) {
    requireCorners(caller, TETRAHEDRA, tetrahedra, pointCount);
    markOuterFaces(tetrahedra, isOutside);
  } else if (triangles !== undefined) {
    requireCorners(caller, TRIANGLES, triangles, pointCount);
    for (let i = 0; i < triangles.length; i++) isOutside[triangles[i]] = 1;
  } else {
    isOutside.fill(1);
  }
  return Uint32Array.from(isOutside.keys()).filter((point) => isOutside[point] === 1);
}

/** Marks the corners of all faces that one tetrahedron alone has. */
function markOuterFaces(tetrahedra: CornerArray, isOutside: Uint8Array): void {
  const { faceCount, sides, starts } = findTetrahedronFaces(tetrahedra, isOutside.length);
  for (let face = 0; face < faceCount; face++) {
    if (starts[face + 1] - starts[face] > 1) continue;
    const side = sides[starts[face]];
    for (let k = 0; k < 3; k++) isOutside[tetrahedra[side - (side % 4) + SIDE_CORNERS[(side % 4) * 3 + k]]] = 1;
  }
}
