/** Checks of tetrahedral meshes as arguments. */
import { describe, requireFinite, requireFloat32Array } from '../checks.js';
import { PliantError } from '../errors.js';
import { TETRAHEDRA, requireCorners } from './corners.js';
import type { TetrahedralMesh } from './tetrahedral-mesh.js';

/** Refuses what is no tetrahedral mesh, or has points that are not finite or not there. Returns the number of points. */
export function requireSolid(caller: string, solid: TetrahedralMesh): number {
  if (typeof solid !== 'object' || solid === null) {
    throw new PliantError('bad-type', `${caller}: got ${describe(solid)}; pass { points, tetrahedra }`);
  }
  const { points, tetrahedra } = solid;
  requireFloat32Array(caller, 'points', points);
  if (points.length === 0 || points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  requireFinite(caller, 'points', points);
  requireTetrahedra(caller, tetrahedra, points.length / 3);
  return points.length / 3;
}

/** Refuses what does not name four points for each of at least one tetrahedron. */
export function requireTetrahedra(
  caller: string,
  tetrahedra: TetrahedralMesh['tetrahedra'],
  pointCount: number,
): Uint32Array {
  requireCorners(caller, TETRAHEDRA, tetrahedra, pointCount);
  return tetrahedra instanceof Uint32Array ? tetrahedra : Uint32Array.from(tetrahedra);
}
