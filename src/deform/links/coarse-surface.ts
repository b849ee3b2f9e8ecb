/** Which vertices of a coarse mesh are on its surface: those that dense vertices are linked to. */
import { PliantError } from '../../errors.js';
import { TETRAHEDRA, TRIANGLES, requireCorners } from '../../mesh/corners.js';
import type { CornerArray } from '../../mesh/corners.js';

/** A coarse mesh at rest: its points, and what says which of them are on the surface. */
export interface CoarseMesh {
  /** Rest positions of the coarse vertices, three coordinates each. */
  readonly points: Float32Array;
  /** The triangles of the coarse surface: their corners are on it. */
  readonly triangles?: CornerArray;
  /** The tetrahedra of a coarse solid: the corners of faces that one tetrahedron alone has are on its surface. */
  readonly tetrahedra?: CornerArray;
}

/** The numbers of the coarse vertices that are on the surface, ascending: all of them, where nothing else is said. */
export function findCoarseSurface(caller: string, { points, tetrahedra, triangles }: CoarseMesh): Uint32Array {
  const pointCount = points.length / 3;
  if (triangles !== undefined && tetrahedra !== undefined) {
    throw new PliantError('bad-type', `${caller}: both triangles and tetrahedra are given; pass those of the surface`);
  }
  const isOutside = new Uint8Array(pointCount);
  if (triangles !== undefined) {
    requireCorners(caller, TRIANGLES, triangles, pointCount);
    for (let i = 0; i < triangles.length; i++) isOutside[triangles[i]] = 1;
  } else if (tetrahedra !== undefined) {
    requireCorners(caller, TETRAHEDRA, tetrahedra, pointCount);
    markOuterFaces(tetrahedra, isOutside);
  } else {
    isOutside.fill(1);
  }
  return Uint32Array.from(isOutside.keys()).filter((point) => isOutside[point] === 1);
}

/** Marks the corners of all faces that one tetrahedron alone has. */
function markOuterFaces(tetrahedra: CornerArray, isOutside: Uint8Array): void {
  // Face k is that of tetrahedron k >> 2 without its corner k & 3, its own corners ascending.
  const faces = new Uint32Array(tetrahedra.length * 3);
  const order = new Uint32Array(tetrahedra.length);
  for (let k = 0; k < order.length; k++) {
    order[k] = k;
    let at = k * 3;
    for (let corner = 0; corner < 4; corner++) {
      if (corner !== (k & 3)) faces[at++] = tetrahedra[(k & ~3) + corner];
    }
    faces.subarray(k * 3, k * 3 + 3).sort();
  }
  const compare = (a: number, b: number): number =>
    faces[a * 3] - faces[b * 3] || faces[a * 3 + 1] - faces[b * 3 + 1] || faces[a * 3 + 2] - faces[b * 3 + 2];
  order.sort(compare);
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && compare(order[from], order[to]) === 0) to++;
    if (to - from > 1) continue;
    for (let corner = 0; corner < 3; corner++) isOutside[faces[order[from] * 3 + corner]] = 1;
  }
}
